import type { mongo } from 'mongoose';
import { type Client, clientSessionLimits, clientsCollection } from '#api/accounts/clients/client.model.ts';
import { findAccounts } from '#api/accounts/clients/client-account.ts';
import { batchSize, forEachBatch } from '#api/platform/database/for-each-row.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps, Reading } from '#api/platform/deps.ts';
import type { ScheduledJob } from '#api/platform/jobs/jobs.ts';
import { lookupFilter, lookupHashes } from '#api/platform/keys/lookups.ts';
import { contractsCollection } from './contract.model.ts';

type Marking = Pick<Deps, 'portal' | 'keys'>;

const accountOf = (ssn: string, { keys }: Marking) =>
  lookupFilter('ssn_lookup', lookupHashes(keys.lookups, 'client-ssn', ssn));
const contractsOf = (ssn: string, { keys }: Marking) =>
  lookupFilter('ssn_lookup', lookupHashes(keys.lookups, 'contract-ssn', ssn));

/**
 * Marks the account of a number as having a contract, if the number has an account. Store the contract first, just as an account
 * is stored before `markIfSigned` looks for contracts: then of a concurrent registration and signing, at least one sees the
 * other.
 */
export async function markSigner(ssn: string, deps: Marking): Promise<void> {
  await clientsCollection.model(deps.portal).updateOne(accountOf(ssn, deps), { has_contract: true });
}

/** Marks the account of a number if a contract has that number. */
export async function markIfSigned(ssn: string, deps: Marking): Promise<void> {
  if (await contractsCollection.model(deps.portal).exists(contractsOf(ssn, deps)))
    await markSigner(ssn, deps);
}

/**
 * Clears the mark of the account whose number has no contract left. It may miss a contract that is stored concurrently, so call
 * `markIfSigned` after the transaction.
 */
export async function unmarkUnlessSigned(
  ssn: string,
  deps: Marking,
  session: mongo.ClientSession,
): Promise<void> {
  const account = accountOf(ssn, deps);
  const model = clientsCollection.model(deps.portal);
  // Writes before reading, so that concurrent deletions of two contracts conflict and the later one sees the result of the other.
  await model.updateOne({ ...account, has_contract: true }, { has_contract: false }, { session });
  if (await contractsCollection.model(deps.portal).exists(contractsOf(ssn, deps)).session(session))
    await model.updateOne(account, { has_contract: true }, { session });
}

/**
 * Corrects the marks of all unverified accounts, 500 at a time. It can be interrupted at any point and run in any number of
 * processes. Nothing waits for it, so it may slow down as strangers register.
 */
export async function correctSigners(deps: Reading, signal?: AbortSignal): Promise<void> {
  const unverified = deps.portal
    .collection<Client>(clientSessionLimits.users)
    .find({ identity_status: 'unverified' }, { projection: { _id: 1 }, batchSize });
  await forEachBatch(
    unverified,
    (clients) =>
      correctSome(
        clients.map(({ _id }) => _id),
        deps,
      ),
    signal,
  );
}

/** The numbers of contracts and of accounts are hashed differently, so each account is decrypted. */
async function correctSome(ids: readonly string[], deps: Reading): Promise<void> {
  const { portal, keys } = deps;
  const accounts = [...(await findAccounts(ids, deps)).values()].map(({ ssn, hasContract }) => {
    const hashes = lookupHashes(keys.lookups, 'contract-ssn', ssn).map(({ h }) => h);
    return { ssn, hasContract, hashes };
  });
  const signed: string[] = await contractsCollection
    .rows(portal)
    .distinct('ssn_lookup.h', { 'ssn_lookup.h': { $in: accounts.flatMap(({ hashes }) => hashes) } });
  const known = new Set(signed);
  for (const { ssn, hasContract, hashes } of accounts) {
    const isSigned = hashes.some((hash) => known.has(hash));
    if (isSigned === hasContract) continue;
    if (!isSigned) await inTransaction(portal, (session) => unmarkUnlessSigned(ssn, deps, session));
    await markIfSigned(ssn, deps);
  }
}

/** For an hour a mark can be wrong after a process ended between storing a contract or an account and marking it. */
export function correctSignersWhenDue(deps: Reading): ScheduledJob {
  return {
    name: 'signers',
    schedule: { everyMs: 60 * 60_000 },
    run: (signal) => correctSigners(deps, signal),
  };
}
