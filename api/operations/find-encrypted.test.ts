import { describe, expect, it } from 'vitest';
import { draftsCollection } from '#api/casework/intake/draft.model.ts';
import { submissionKinds } from '#api/casework/submission-kinds.ts';
import { encryptedValuesOf } from './find-encrypted.ts';

describe('the encrypted values of a row', () => {
  it('are none of a draft that was sent, which has no answers any more', () => {
    expect(encryptedValuesOf({ _id: 'a' }, draftsCollection)).toEqual([]);
    expect(encryptedValuesOf({ _id: 'a', answers: null }, draftsCollection)).toEqual([]);
  });

  it('are its answers as one, and those of 1.0 one by one, without what that stored in clear', () => {
    const { collection } = submissionKinds.evaluations;
    const context = { collection: 'case_evaluations', document: 'a' };
    expect(encryptedValuesOf({ _id: 'a', answers: 'v2.own.x.y.z' }, collection)).toEqual([
      { path: 'answers', value: 'v2.own.x.y.z', context: { ...context, field: 'answers' } },
    ]);
    const answers = { phone: 'v1.k1.x.y.z', age_range: 'Under 50', jobs: null };
    expect(encryptedValuesOf({ _id: 'a', answers }, collection)).toEqual([
      { path: 'answers.phone', value: 'v1.k1.x.y.z', context: { ...context, field: 'phone' } },
    ]);
  });
});
