import { describe, expect, test } from 'vitest';
import { isNotice, notices } from './notices.ts';
import { queues } from './submissions/queues.ts';

describe('the notice in a cookie', () => {
  test.each([undefined, '', 'Signed-in', 'constructor', '__proto__', '<b>Your PIN, please</b>'])(
    'is none of ours: %j',
    (name) => {
      expect(isNotice(name)).toBe(false);
    },
  );

  test.each(['signed-in', 'evaluations-approved', 'claim-set-no-address'])('is ours: %s', (name) => {
    expect(isNotice(name)).toBe(true);
  });
});

describe('the notice of a decision', () => {
  test.each([
    ['evaluations-approved', 'Status Updated', 'Case evaluation marked as approved'],
    ['evaluations-rejected', 'Status Updated', 'Case evaluation marked as rejected'],
    ['applications-approved', 'Application Approved', 'The attorney is in the directory now.'],
    ['applications-rejected', 'Application Rejected', undefined],
    ['callRequests-approved', 'Marked as called', undefined],
    ['callRequests-rejected', 'Closed without a call', undefined],
  ] as const)('is in the words of its queue: %s', (name, title, text) => {
    expect(notices[name]).toEqual({ kind: 'success', title, ...(text && { text }) });
  });

  test.each(queues.map(({ name }) => name))('exists for both decisions about %s', (name) => {
    expect(isNotice(`${name}-approved`)).toBe(true);
    expect(isNotice(`${name}-rejected`)).toBe(true);
  });
});

test('a failed logout is the only notice that is an error, so all others forget what was typed', () => {
  const errors = Object.entries(notices).filter(([, { kind }]) => kind === 'error');
  expect(errors.map(([name]) => name)).toEqual(['still-signed-in']);
});
