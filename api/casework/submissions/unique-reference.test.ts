import { type mongo, Types } from 'mongoose';
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

/** Inserts a second record with the same reference in the same transaction, which the index then rejects. */
const takeFirst =
  (collection: string, tried: string[]) => async (reference: string, session: mongo.ClientSession) => {
    tried.push(reference);
    if (tried.length > 1) return;
    const records = deps.portal.collection(collection);
    const stored = await records.findOne({ reference }, { session });
    await records.insertOne({ ...stored, _id: new Types.ObjectId(), submission_key: 'other' }, { session });
  };

/** @returns the ids of the records that have a data key. */
async function ownersOfKeys(): Promise<unknown[]> {
  const keys = await deps.portal.collection('data_keys').find({}).toArray();
  return keys.map(({ _id }) => _id).filter((owner) => String(owner) !== 'lookups');
}

describe.each(sendings)('a reference in %s', (collection, send) => {
  it('is unique by an index', async () => {
    const indexes = await deps.portal.collection(collection).indexes();
    expect(indexes).toContainEqual(expect.objectContaining({ key: { reference: 1 }, unique: true }));
  });

  it('that is taken is replaced by another, and everything is stored once', async () => {
    const tried: string[] = [];
    const { reference } = await send({ key: 'collides', inSameTransaction: takeFirst(collection, tried) });
    expect(tried).toHaveLength(2);
    expect(tried[0]).not.toBe(tried[1]);
    expect(reference).toBe(tried[1]);
    const stored = await deps.portal.collection(collection).find({}).toArray();
    expect(stored.map((each) => each.reference)).toEqual([reference]);
    // Nor does the attempt that failed leave a data key.
    const owners = await ownersOfKeys();
    expect(owners).toContain(String(stored[0]?._id));
    const emails = await deps.portal.collection('outbox').countDocuments();
    expect(owners).toHaveLength(1 + emails);
    const kind = { $ne: 'staff-notice' };
    expect(await deps.portal.collection('outbox').countDocuments({ kind })).toBe(1);
  });

  it('is not retried forever', async () => {
    const tried: string[] = [];
    const inSameTransaction: SentForm['inSameTransaction'] = async (reference, session) => {
      tried.push(reference);
      await takeFirst(collection, [])(reference, session);
    };
    await expect(send({ key: 'collides again', inSameTransaction })).rejects.toMatchObject({ code: 11000 });
    expect(tried).toHaveLength(5);
    expect(await deps.portal.collection(collection).countDocuments()).toBe(0);
  });
});
