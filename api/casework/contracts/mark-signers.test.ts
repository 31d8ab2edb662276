import { randomUUID } from 'node:crypto';
import { Types } from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Client, clientsCollection } from '#api/accounts/clients/client.model.ts';
import { createClient } from '#api/accounts/clients/create-client.ts';
import { findWaiting } from '#api/casework/clients/find-waiting.ts';
import type { SentForm } from '#api/casework/submissions/store-submission.ts';
import type { Deps } from '#api/platform/deps.ts';
import { lookupHashes } from '#api/platform/keys/lookups.ts';
import { clientCollections, ssnOf, staffMember } from '../../../tests/setup/clients.ts';
import { contractAnswers, empty, openDeps } from '../../../tests/setup/deps.ts';
import { profile } from '../../../tests/setup/profile.ts';
import { signContract } from '../../../tests/setup/submissions.ts';
import { type Contract, contractsCollection } from './contract.model.ts';
import { correctSigners } from './mark-signers.ts';
import { removeContract } from './remove-contract.ts';

const reason = 'The signer asked for it';

let deps: Deps;
let staff: Awaited<ReturnType<typeof staffMember>>;
beforeAll(async () => {
  deps = await openDeps();
  staff = await staffMember(deps, 'admin');
});
beforeEach(() =>
  empty(deps, ...clientCollections, 'signed_contracts', 'client_links', 'documents', 'outbox'),
);
afterAll(() => deps.close());

const accounts = () => deps.portal.collection<Client>('clients');
const waiting = async () => (await findWaiting(deps)).ids;

function add(number: number, { markIfSigned } = deps): Promise<string> {
  const account = { ssn: ssnOf(number), dateOfBirth: contractAnswers.date_of_birth, pin: '8052' };
  return createClient(account, { ...deps, markIfSigned });
}

/** @returns the id of the contract. */
async function sign(number: number, more: Pick<SentForm, 'inSameTransaction'> = {}): Promise<string> {
  return (await signContract(deps, { ssn: ssnOf(number) }, more)).id;
}

/** Until it is undone, no account can be stored or changed, as if the disk were full. */
async function whileAccountsAreRefused<T>(work: () => Promise<T>): Promise<T> {
  const database = deps.portal.getClient().db(deps.portal.name);
  await database.command({ collMod: 'clients', validator: { never: { $exists: true } } });
  try {
    return await work();
  } finally {
    await database.command({ collMod: 'clients', validator: {} });
  }
}

describe('an unverified account waits for us', () => {
  it('when it is registered with a number that a contract was signed with before, and not with another', async () => {
    await sign(1);
    const signer = await add(1);
    await add(2);
    expect(await waiting()).toEqual([signer]);
  });

  it('when a contract is signed with its number later', async () => {
    const signer = await add(1);
    await add(2);
    expect(await waiting()).toEqual([]);
    await sign(1);
    await sign(3);
    expect(await waiting()).toEqual([signer]);
  });

  it('when it is registered while a contract is stored, which registering does not see yet', async () => {
    const found: string[] = [];
    await sign(1, {
      async inSameTransaction() {
        found.push(await add(1), ...(await waiting()));
      },
    });
    expect(found).toHaveLength(1);
    expect(await waiting()).toEqual(found);
  });

  it('when a contract is signed between storing the account and looking for a contract', async () => {
    const signer = await add(1, {
      ...deps,
      async markIfSigned(number) {
        await sign(1);
        await deps.markIfSigned(number);
      },
    });
    expect(await waiting()).toEqual([signer]);
  });

  it('when both happen at the same moment, ten times', async () => {
    const numbers = Array.from({ length: 10 }, (_, number) => number);
    const both = await Promise.all(numbers.map((number) => Promise.all([add(number), sign(number)])));
    expect((await waiting()).sort()).toEqual(both.map(([id]) => id).sort());
  });

  it('until it is verified', async () => {
    await sign(1);
    const signer = await add(1);
    await accounts().updateOne({ _id: signer }, { $set: { identity_status: 'verified' } });
    expect(await waiting()).toEqual([]);
  });
});

describe('deleting a contract', () => {
  /** Decides that the contract is not the client's, which is required first. */
  const separate = (client: string, record: string) =>
    staff.call.clients.decideLink({ id: client, kind: 'contract', record, state: 'separate', reason });
  const remove = (id: string) =>
    removeContract({ id, reason, notRepresented: true }, { deps, staff: { userId: 'ada' } });

  it('lets the account with its number wait no longer, once it was the last one', async () => {
    const signer = await add(1);
    const contracts = [await sign(1), await sign(1)];
    for (const contract of contracts) await separate(signer, contract);
    await remove(contracts[0] ?? '');
    expect(await waiting()).toEqual([signer]);
    await remove(contracts[1] ?? '');
    expect(await waiting()).toEqual([]);
  });

  /** Runs `work` during a transaction that deletes a contract, outside its snapshot. */
  function meanwhile(work: () => Promise<unknown>): void {
    const { remove } = contractsCollection;
    vi.spyOn(contractsCollection, 'remove').mockImplementationOnce(async (...args) => {
      await work();
      return remove(...args);
    });
  }

  it('does so too when both are deleted at the same moment', async () => {
    const signer = await add(1);
    const [one = '', other = ''] = [await sign(1), await sign(1)];
    for (const contract of [one, other]) await separate(signer, contract);
    meanwhile(() => remove(other));
    await remove(one);
    expect(await contractsCollection.model(deps.portal).countDocuments()).toBe(0);
    expect(await waiting()).toEqual([]);
  });

  it('leaves an account waiting with whose number another contract is signed meanwhile', async () => {
    const signer = await add(1);
    const contract = await sign(1);
    await separate(signer, contract);
    meanwhile(() => sign(1));
    await remove(contract);
    expect(await waiting()).toEqual([signer]);
  });
});

describe('what is stored although its account could not be marked', () => {
  it('is the account, which waits for us once the job ran', async () => {
    await sign(1);
    const signer = await add(1, { ...deps, markIfSigned: () => Promise.reject(new Error('away')) });
    expect(await waiting()).toEqual([]);
    await correctSigners(deps);
    expect(await waiting()).toEqual([signer]);
  });

  it('is the contract, whose signer waits for us once the job ran', async () => {
    const signer = await add(1);
    await whileAccountsAreRefused(() => sign(1));
    expect(await contractsCollection.model(deps.portal).countDocuments()).toBe(1);
    expect(await waiting()).toEqual([]);
    await deps.jobs.runDue('signers');
    expect(await waiting()).toEqual([signer]);
  });

  it('is nothing of an account whose contract is gone: it no longer waits once the job ran', async () => {
    await add(1);
    await sign(1);
    await contractsCollection.model(deps.portal).deleteMany({});
    await correctSigners(deps);
    expect(await waiting()).toEqual([]);
  });
});

describe('the job', () => {
  /** Stores accounts without marks, and contracts with the numbers of some of them. @returns the ids of these. */
  async function store(count: number, signs: (at: number) => boolean): Promise<string[]> {
    const ids = Array.from({ length: count }, () => randomUUID());
    const { encrypt, model } = clientsCollection;
    const rows = ids.map(async (_id, at) => {
      const ring = await deps.keys.for(_id);
      return {
        _id,
        ssn: encrypt(ring, _id, 'ssn', ssnOf(at)),
        ssn_lookup: lookupHashes(deps.keys.lookups, 'client-ssn', ssnOf(at)),
        date_of_birth: encrypt(ring, _id, 'date_of_birth', contractAnswers.date_of_birth),
        search_tokens: [],
        pin_hash: 'unused',
        identity_status: 'unverified' as const,
        created_at: new Date(Date.UTC(2026, 0, 1) + at),
      };
    });
    await model(deps.portal).insertMany(await Promise.all(rows));
    const contracts = ids.flatMap((_, at) => {
      const ssn_lookup = lookupHashes(deps.keys.lookups, 'contract-ssn', ssnOf(at));
      const names = { _id: new Types.ObjectId(), reference: randomUUID(), submission_key: randomUUID() };
      return signs(at) ? [{ ...names, ssn_lookup }] : [];
    });
    await deps.portal.collection<Contract>('signed_contracts').insertMany(contracts as never[]);
    return ids.filter((_, at) => signs(at));
  }

  it('marks those who signed, at several sites at once, and changes nothing when it runs again', async () => {
    const signers = await store(1_201, (at) => at % 100 === 0);
    expect(signers).toHaveLength(13);
    await accounts().updateOne({ _id: signers[4] }, { $set: { has_contract: true } });
    await Promise.all(Array.from({ length: 3 }, () => correctSigners(deps)));
    expect(await waiting()).toEqual(signers);
    const after = await accounts().find().toArray();
    await correctSigners(deps);
    expect(await accounts().find().toArray()).toEqual(after);
  });

  it('reads at most 500 accounts at a time', async () => {
    await store(1_201, () => true);
    const { operations } = await profile(deps.portal, /^clients$/, () => correctSigners(deps));
    const reads = operations.map(({ nreturned = 0 }) => nreturned);
    expect(Math.max(...reads)).toBe(500);
    expect(await accounts().countDocuments({ has_contract: true })).toBe(1_201);
  });
});
