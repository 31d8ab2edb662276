import { expect, test } from 'vitest';
import { findDifferences } from './change-form.tsx';
import { presentForm } from './open-form.server.ts';

const stored = { step: 'filed', since: '2026-01-05', next_kind: 'none', note: 'We sent the forms.' };

test.each([
  [{}, { since: '2026-01-06' }, { Since: '1/5/2026' }],
  [{ since: undefined }, { since: '2026-01-06' }, { Since: 'Not given' }],
  [{}, { step: 'hearing' }, { Step: 'Filed' }],
  [{ next_time: '13:30' }, { next_time: '' }, { 'Time, Eastern': '1:30 PM' }],
  [{}, { note: '' }, { 'Note for the client': 'We sent the forms.' }],
  [{}, { note: ' We sent the forms. ' }, {}],
])('what a colleague stored is written as people read it, where it differs: %j, %j', (kept, typed, told) => {
  const differences = findDifferences(presentForm('claim'), { ...stored, ...kept }, { ...stored, ...typed });
  expect(Object.fromEntries(differences.map(({ question, value }) => [question, value]))).toEqual(told);
});

test('a phone number that is written differently is no difference', () => {
  const form = presentForm('attorney');
  expect(findDifferences(form, { phone: '(201) 555-0123' }, { phone: '2015550123' })).toEqual([]);
});
