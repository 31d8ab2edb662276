import { expect, test } from 'vitest';
import type { Outputs } from '#web/app/trpc.ts';
import { detailOf, distanceText, dueText, eventKinds, standingText, summaryOf } from './matter-words.ts';

type Matter = Outputs['matters']['detail'];
const robin = { id: 'r', name: 'Robin' };

test.each([
  [{ level: 'initial', status: 'preparing', outcome: null }, 'Initial claim: preparing'],
  [{ level: 'initial', status: 'decided', outcome: 'unfavorable' }, 'Initial claim: denied, no appeal filed'],
  [{ level: 'hearing', status: 'decided', outcome: 'favorable' }, 'Hearing: favorable'],
  [{ level: 'court', status: 'closed', outcome: 'withdrawn' }, 'Federal court: withdrawn, closed'],
] as const)('how a claim stands is said in a few words: %o', (standing, words) => {
  expect(standingText(standing)).toBe(words);
});

test('an imported status of a pending claim names no filing', () => {
  const facts = { kind: 'import', day: '2026-11-02', level: 'hearing' } as const;
  expect(`${eventKinds[facts.kind]}: ${detailOf(facts)}`).toBe('Status imported: Hearing, pending');
});

test.each([
  ['2026-12-04', 'today'],
  ['2026-12-05', 'in 1 day'],
  ['2027-01-01', 'in 28 days'],
  ['2026-12-03', '1 day late'],
])('how far off a day is counts days: %s', (due, words) => {
  expect(distanceText('2026-12-04', due)).toBe(words);
});

test('a day of another year says its year', () => {
  expect(dueText('2026-11-27', '2026-12-04')).toBe('Friday, December 4');
  expect(dueText('2026-11-27', '2027-12-04')).toBe('Saturday, December 4, 2027');
});

const matter = {
  level: 'initial',
  status: 'decided',
  outcome: 'unfavorable',
  owner: null,
  events: [{ kind: 'decision', day: '2026-09-30' }],
  duties: [
    { state: 'done', title: 'Send the SSA-1696', due: '2026-09-02', owner: robin },
    { state: 'open', title: 'Send the fee agreement', due: '2026-12-01', owner: robin },
    {
      ...{ state: 'open', title: 'File the request for reconsideration', due: '2026-12-04' },
      ...{ hard: true, owner: robin },
    },
  ],
} as unknown as Matter;

test('the sentence on top says what was decided, what is due next, how soon and by whom: a last day before all others', () => {
  expect(summaryOf(matter, '2026-11-27')).toBe(
    'Initial claim: denied, no appeal filed, decided September 30, 2026. File the request for reconsideration: last day Friday, December 4, in 7 days, Robin.',
  );
});

test('the sentence on top says where nothing is due, and where nobody has it', () => {
  expect(summaryOf({ ...matter, duties: [] }, '2026-11-27')).toMatch(/ Nothing is due\.$/);
  const open = { ...matter.duties[2], owner: null } as Matter['duties'][number];
  expect(summaryOf({ ...matter, duties: [open] }, '2026-11-27')).toMatch(/nobody’s yet\.$/);
});
