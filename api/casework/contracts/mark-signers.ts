import type { mongo } from 'mongoose';
import { type Client, clientSessionLimits, clientsCollection } from '#api/accounts/clients/client.model.ts';
import { batchSize, forEachBatch } from '#api/platform/database/for-each-row.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import type { ScheduledJob } from '#api/platform/jobs/jobs.ts';
import { type Lookup, lookupFilter } from '#api/platform/keys/lookups.ts';
import { contractsCollection, listedContracts } from './contract.model.ts';

type Portal = Pick<Deps, 'portal'>;

/**
 * Marks the account of a number as having a contract, if the number has an account. Store the contract first, just as an account
 * is stored before `markIfSigned` looks for contracts: then of a concurrent registration and signing, at least one sees the
 * other.
 *
 * @param number its lookup hashes.
 */
export async function markSigner(number: Lookup[], { portal }: Portal): Promise<void> {
  await clientsCollection.model(portal).updateOne(lookupFilter('ssn_lookup', number), { has_contract: true });
}

/** Marks the account of a number if a contract has that number. @param number its lookup hashes. */
export async function markIfSigned(number: Lookup[], { portal }: Portal): Promise<void> {
  if (await contractsCollection.model(portal).exists(lookupFilter('ssn_lookup', number)))
    await markSigner(number, { portal });
}

/**
 * Clears the mark of the account whose number has no contract left. It may miss a contract that is stored concurrently, so call
 * `markIfSigned` after the transaction.
 *
 * @param number its lookup hashes.
 */
export async function unmarkUnlessSigned(
  number: Lookup[],
  { portal }: Portal,
  session: mongo.ClientSession,
): Promise<void> {
  const found = lookupFilter('ssn_lookup', number);
  const model = clientsCollection.model(portal);
  // Writes before reading, so that concurrent deletions of two contracts conflict and the later one sees the result of the other.
  await model.updateOne({ ...found, has_contract: true }, { has_contract: false }, { session });
  if (await contractsCollection.model(portal).exists(found).session(session))
    await model.updateOne(found, { has_contract: true }, { session });
}

/**
 * Corrects the marks of all unverified accounts, 500 at a time. It can be interrupted at any point and run in any number of
 * processes. Nothing waits for it, so it may slow down as strangers register.
 */
export async function correctSigners({ portal }: Portal, signal?: AbortSignal): Promise<void> {
  const unverified = portal
    .collection<Client>(clientSessionLimits.users)
    .find({ identity_status: 'unverified' }, { projection: { _id: 1 }, batchSize });
  await forEachBatch(
    unverified,
    (clients) =>
      correctSome(
        clients.map(({ _id }) => _id),
        { portal },
      ),
    signal,
  );
}

async function correctSome(ids: readonly string[], { portal }: Portal): Promise<void> {
  type Wrong = Pick<Client, '_id' | 'ssn_lookup'> & { isSigned: boolean };
  const clients = portal.collection<Client>(clientSessionLimits.users);
  const wrong = await clients
    .aggregate<Wrong>([
      { $match: { _id: { $in: ids } } },
      {
        $lookup: {
          from: listedContracts.collection,
          localField: 'ssn_lookup.h',
          foreignField: 'ssn_lookup.h',
          pipeline: [{ $limit: 1 }, { $project: { _id: 1 } }],
          as: 'contracts',
        },
      },
      { $set: { isSigned: { $ne: ['$contracts', []] } } },
      { $match: { $expr: { $ne: ['$isSigned', { $ifNull: ['$has_contract', false] }] } } },
      { $project: { ssn_lookup: 1, isSigned: 1 } },
    ])
    .toArray();
  const signers = wrong.filter(({ isSigned }) => isSigned).map(({ _id }) => _id);
  await clients.updateMany({ _id: { $in: signers } }, { $set: { has_contract: true } });
  for (const { ssn_lookup } of wrong.filter(({ isSigned }) => !isSigned)) {
    await inTransaction(portal, (session) => unmarkUnlessSigned(ssn_lookup, { portal }, session));
    await markIfSigned(ssn_lookup, { portal });
  }
}

/** For an hour a mark can be wrong after a process ended between storing a contract or an account and marking it. */
export function correctSignersWhenDue(deps: Portal): ScheduledJob {
  return {
    name: 'signers',
    schedule: { everyMs: 60 * 60_000 },
    run: (signal) => correctSigners(deps, signal),
  };
}
