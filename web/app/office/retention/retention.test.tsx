import { describe, expect, test } from 'vitest';
import type { Outputs } from '#web/app/trpc.ts';
import { renderOffice } from '#web/testing/render-office.tsx';
import Retention from './retention.tsx';

type Loaded = Outputs['retention']['report'] & { removals: Outputs['retention']['removals'] };

function text({ removals = [], ...more }: Partial<Loaded>): string {
  const answers = {
    'retention.report': { rules: [], runs: [], ...more },
    'retention.removals': removals,
  };
  return renderOffice(Retention, '/admin/retention', { answers }).replace(/<[^>]*>/g, ' ');
}

test('before anything was deleted, the page says so', () => {
  expect(text({})).toContain('Nothing has been deleted yet.');
  expect(text({})).toContain('Staff have deleted nothing yet.');
});

test.each([
  [365, 'Rejected case evaluations: 365 days after the decision'],
  [1, 'Rejected case evaluations: 1 day after the decision'],
  [0, 'Rejected case evaluations: deleted after the decision'],
])('a rule says how long something is kept: %d', (days, words) => {
  const rule = { label: 'rejected case evaluations', days, since: 'after the decision' };
  expect(text({ rules: [rule] })).toContain(words);
});

describe('a run', () => {
  const run = { id: 'r1', startedAt: '2026-07-01T12:00:00.000Z', deleted: [], failed: [] };
  const deleted = [
    { label: 'drafts', count: 3 },
    { label: 'sent emails', count: 1 },
  ];

  test.each([
    [{}, 'Nothing had expired.'],
    [{ deleted }, 'Drafts: 3; sent emails: 1.'],
    [{ failed: ['drafts'] }, 'Nothing had expired. Failed, tried again tomorrow: drafts.'],
  ])('says what it deleted, and what it could not: %j', (more, words) => {
    expect(text({ runs: [{ ...run, ...more }] })).toContain(words);
  });
});

test.each([
  ['evaluations', 'Case evaluation K7QH-M9XC'],
  ['callRequests', 'Call request K7QH-M9XC'],
  ['contracts', 'Signed contract K7QH-M9XC'],
] as const)('what staff deleted is named as its list names it: %s', (kind, words) => {
  const removal = {
    id: '1',
    kind,
    record: 'c'.repeat(24),
    reference: 'K7QH-M9XC',
    who: null,
    at: '2026-07-01T12:00:00.000Z',
    reason: 'The sender asked for it',
  };
  expect(text({ removals: [removal] })).toContain(words);
  expect(text({ removals: [removal] })).toContain('An account that was deleted');
});
