import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { type Verdict, VerdictNotice } from './verdict.tsx';

const genuine = {
  kind: 'genuine',
  reference: 'K7QH-M9XC',
  signedAt: '2026-07-01T12:00:00.000Z',
  countersignedAt: null,
  hasBoth: false,
  textVersion: 'a1',
  fingerprint: null,
} as const satisfies Verdict;
const countersignedAt = '2026-07-03T12:00:00.000Z';

const words = (verdict: Verdict) => renderToStaticMarkup(<VerdictNotice verdict={verdict} />);

describe('a file that is genuine', () => {
  const same = 'It is the contract that was signed on July 1, 2026. Nothing in it was changed since.';

  test('has the signature of the client alone before the representative signs', () => {
    const markup = words(genuine);
    expect(markup).toContain(same);
    expect(markup).toContain('The client alone has signed it, on July 1, 2026.');
  });

  test('has the signature of the client alone also when there is another file with both', () => {
    const markup = words({ ...genuine, countersignedAt });
    expect(markup).toContain(same);
    expect(markup).toContain('This file has the signature of the client alone, of July 1, 2026.');
    expect(markup).toContain('Our representative signed on July 3, 2026');
  });

  test('has both signatures, with both days', () => {
    const markup = words({ ...genuine, countersignedAt, hasBoth: true });
    expect(markup).toContain(
      'Both have signed it: the client on July 1, 2026, and our representative on July 3, 2026.',
    );
  });
});

test('of a reference it is said who signed the contract, and of a file that differs nothing else', () => {
  const known = { ...genuine, countersignedAt, hasBoth: true };
  expect(words({ ...known, kind: 'known' })).toContain('Both have signed the contract:');
  expect(words({ ...known, kind: 'changed', found: 'ab' })).toContain('Both have signed the contract:');
  expect(words({ kind: 'unknown-reference' })).not.toContain('signed on');
});
