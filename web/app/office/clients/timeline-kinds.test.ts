import { describe, expect, test } from 'vitest';
import { actorOf, isKind, timelinePath } from './timeline-kinds.ts';

const path = '/admin/client/4a1d6c3e-0000-4000-8000-0123456789ab/timeline';
const id = '4a1d6c3e-0000-4000-8000-0123456789ab';

describe('the kind that a timeline is narrowed to', () => {
  test.each([null, '', 'Account', 'accounts', 'constructor', '__proto__'])('is not %j', (kind) => {
    expect(isKind(kind)).toBe(false);
  });

  test.each(['account', 'entry', 'claim', 'call'])('is %s', (kind) => {
    expect(isKind(kind)).toBe(true);
  });
});

describe('who did it', () => {
  test('is not known to be the client where anybody with the phone number may have called', () => {
    expect(actorOf({ who: 'caller' })).toBe('Somebody with the client’s phone number');
  });

  test('is an account that was deleted where it has no name any more', () => {
    expect(actorOf({ who: null })).toBe('An account that was deleted');
  });

  test.each([
    ['client', 'Client'],
    ['site', 'The site'],
    [{ staff: 'Robin Example' }, 'Robin Example'],
  ] as const)('%j is said as %s', (who, words) => {
    expect(actorOf({ who })).toBe(words);
  });
});

describe('the address of a timeline', () => {
  test.each([{}, { kind: null }, { kind: '' }, { kind: null, cursor: '' }])(
    'has no query where nothing is chosen: %j',
    (query) => {
      expect(timelinePath(id, query)).toBe(path);
    },
  );

  test('keeps the kind on its further pages', () => {
    expect(timelinePath(id, { kind: 'note', cursor: '17-a b' })).toBe(`${path}?kind=note&cursor=17-a+b`);
  });
});
