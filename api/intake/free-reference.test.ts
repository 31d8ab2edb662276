import { type mongo, Types } from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  applicationAnswers,
  contractAnswers,
  empty,
  evaluationAnswers,
  openDeps,
} from '../../tests/setup/deps.ts';
import { submitApplication } from '../applications/submit-application.ts';
import type { Deps } from '../connect.ts';
import { currentAgreement } from '../contracts/agreement/agreement.ts';
import { signContract } from '../contracts/sign-contract.ts';
import { submitEvaluation } from '../evaluations/submit-evaluation.ts';
import type { SentForm } from '../submissions/store-submission.ts';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
});
beforeEach(() =>
  empty(deps, 'case_evaluations', 'attorney_applications', 'signed_contracts', 'documents', 'outbox'),
);
afterAll(() => deps.close());

const signing = { address: '203.0.113.9', userAgent: 'A browser/1.0', agreement: currentAgreement.version };

const sendings: [
  collection: string,
  send: (sent: Omit<SentForm, 'answers'>) => Promise<{ reference: string }>,
][] = [
  ['case_evaluations', (sent) => submitEvaluation({ answers: evaluationAnswers, ...sent }, deps)],
  ['attorney_applications', (sent) => submitApplication({ answers: applicationAnswers, ...sent }, deps)],
  ['signed_contracts', (sent) => signContract({ answers: contractAnswers, ...sent }, signing, deps)],
];

/** Puts a second record with the same reference into the same transaction, which the index then refuses. */
const takeFirst =
  (collection: string, tried: string[]) => async (reference: string, session: mongo.ClientSession) => {
    tried.push(reference);
    if (tried.length > 1) return;
    const records = deps.portal.collection(collection);
    const stored = await records.findOne({ reference }, { session });
    await records.insertOne({ ...stored, _id: new Types.ObjectId(), submission_key: 'other' }, { session });
  };

describe.each(sendings)('a reference in %s', (collection, send) => {
  it('is unique by an index', async () => {
    const indexes = await deps.portal.collection(collection).indexes();
    expect(indexes).toContainEqual(expect.objectContaining({ key: { reference: 1 }, unique: true }));
  });

  it('that is taken is replaced by another one, and everything is stored once', async () => {
    const tried: string[] = [];
    const { reference } = await send({ key: 'collides', alongside: takeFirst(collection, tried) });
    expect(tried).toHaveLength(2);
    expect(tried[0]).not.toBe(tried[1]);
    expect(reference).toBe(tried[1]);
    const stored = await deps.portal.collection(collection).find({}).toArray();
    expect(stored.map((each) => each.reference)).toEqual([reference]);
    expect(await deps.portal.collection('outbox').countDocuments()).toBe(2);
  });

  it('is not sought for ever', async () => {
    const tried: string[] = [];
    const alongside: SentForm['alongside'] = async (reference, session) => {
      tried.push(reference);
      await takeFirst(collection, [])(reference, session);
    };
    await expect(send({ key: 'collides again', alongside })).rejects.toMatchObject({ code: 11000 });
    expect(tried).toHaveLength(5);
    expect(await deps.portal.collection(collection).countDocuments()).toBe(0);
  });
});
