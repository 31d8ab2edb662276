import { randomUUID } from 'node:crypto';
import { Types } from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { currentAgreement } from '#api/casework/contracts/agreement/agreement.ts';
import { contractHandler } from '#api/casework/contracts/contract-handler.ts';
import { submissionHandlers } from '#api/casework/intake/submission-handlers.ts';
import type { Deps } from '#api/platform/deps.ts';
import {
  applicationAnswers,
  contractAnswers,
  empty,
  evaluationAnswers,
  openDeps,
} from '../../../tests/setup/deps.ts';
import { identify } from './reference.ts';
import type { SentForm } from './store-submission.ts';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
});
beforeEach(() =>
  empty(
    deps,
    'data_keys',
    'case_evaluations',
    'attorney_applications',
    'signed_contracts',
    'documents',
    'outbox',
  ),
);
afterAll(() => deps.close());

const signing = { address: '203.0.113.9', userAgent: 'A browser/1.0' };
const agreement = currentAgreement.version;

const sendings: [
  collection: string,
  send: (sent: Omit<SentForm, 'answers'>) => Promise<{ reference: string }>,
][] = [
  [
    'case_evaluations',
    (sent) => submissionHandlers['case-evaluation'].submit({ answers: evaluationAnswers, ...sent }, { deps }),
  ],
  [
    'attorney_applications',
    (sent) =>
      submissionHandlers['attorney-application'].submit({ answers: applicationAnswers, ...sent }, { deps }),
  ],
  [
    'signed_contracts',
    (sent) => contractHandler.submit({ answers: contractAnswers, ...sent, agreement }, { ...signing, deps }),
  ],
];

/** Stores records of other senders under the first references of a key: as this version does, or as the one before, under a random id. */
async function take(collection: string, key: string, count: number, isOld = false): Promise<string[]> {
  const taken = Array.from({ length: count }, (_, attempt) => identify(collection, key, attempt));
  const others = taken.map((identity, at) => ({
    ...identity,
    ...(isOld && { _id: new Types.ObjectId() }),
    submission_key: `other-${at}`,
  }));
  await deps.portal.collection(collection).insertMany(others);
  return taken.map(({ reference }) => reference);
}

/** @returns the ids of the submissions that have a data key. */
async function ownersOfKeys(): Promise<unknown[]> {
  const keys = await deps.portal.collection('data_keys').find({}).toArray();
  // A contract opens a matter, which has a key of its own.
  return keys.map(({ _id }) => _id).filter((owner) => !/^(lookups|M-.+)$/.test(String(owner)));
}

describe.each(sendings)('a reference in %s', (collection, send) => {
  const records = () => deps.portal.collection(collection);

  it('is unique by the index of ids and no other', async () => {
    const unique = (await records().indexes()).filter((index) => index.unique);
    expect(unique).toEqual([]);
  });

  it.each([
    ['this version', false],
    ['the version before', true],
  ])(
    'that is taken by a record of %s is replaced by another, and everything is stored once',
    async (_what, isOld) => {
      const key = randomUUID();
      const [taken] = await take(collection, key, 1, isOld);
      const { reference } = await send({ key });
      expect(reference).not.toBe(taken);
      expect(await send({ key })).toEqual({ reference });
      expect(await records().countDocuments()).toBe(2);
      const stored = await records().findOne({ submission_key: key });
      expect(stored).toMatchObject(identify(collection, key, 1));
      const owners = await ownersOfKeys();
      expect(owners).toContain(String(stored?._id));
      const emails = await deps.portal.collection('outbox').countDocuments();
      expect(owners).toHaveLength(1 + emails);
      const kind = { $ne: 'staff-notice' };
      expect(await deps.portal.collection('outbox').countDocuments({ kind })).toBe(1);
    },
  );

  it('is not sought forever', async () => {
    const key = randomUUID();
    await take(collection, key, 5);
    await expect(send({ key })).rejects.toThrow('The first 5 references of a submission are taken.');
    expect(await records().countDocuments()).toBe(5);
    expect(await ownersOfKeys()).toEqual([]);
  });

  it('is the first one for everybody who sends the same key at once, and stored once', async () => {
    const key = randomUUID();
    const sent = await Promise.all(Array.from({ length: 8 }, () => send({ key })));
    expect(sent).toEqual(sent.map(() => ({ reference: identify(collection, key).reference })));
    expect(await records().countDocuments()).toBe(1);
  });

  it('is that of a record of the version before, where the same key is sent again', async () => {
    const key = randomUUID();
    await send({ key });
    const { _id, ...old } = (await records().findOne({ submission_key: key })) ?? {};
    await records().deleteOne({ _id });
    await records().insertOne({ ...old, reference: 'K7QH-M9XC' });
    expect(await send({ key })).toEqual({ reference: 'K7QH-M9XC' });
    expect(await records().countDocuments()).toBe(1);
  });
});
