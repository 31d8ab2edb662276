import { describe, expect, it } from 'vitest';
import { checkFormToken, makeFormToken } from './form-token.ts';
import { addMissingRings, makeKeys, parseKeys } from './key-ring.ts';
import { seal, unseal } from './seal.ts';

const keys = parseKeys(makeKeys());
const place = { collection: 'case_evaluations', field: 'email', document: 'a1' };

describe('keys', () => {
  const broken = (change: (rings: Record<string, { id: string; secret: string }[]>) => void) => {
    const rings = JSON.parse(makeKeys());
    change(rings);
    return JSON.stringify(rings);
  };
  const base64 = (fill: number, length = 32) => Buffer.alloc(length, fill).toString('base64');

  it.each([
    ['text that is no JSON', 'not json', /not valid JSON/],
    ['a missing ring', broken((rings) => delete rings.forms), /^APP_KEYS lacks the ring forms: add/],
    [
      'a ring of an unknown purpose',
      broken((rings) => Object.assign(rings, { other: rings.forms })),
      /must hold/,
    ],
    ['a list', '[]', /must hold the rings/],
    ['an empty ring', broken((rings) => Object.assign(rings, { forms: [] })), /must hold the rings/],
    [
      'a short key',
      broken((rings) => Object.assign(rings.forms?.[0] ?? {}, { secret: base64(7, 16) })),
      /32 bytes/,
    ],
    [
      'a sample key',
      broken((rings) => Object.assign(rings.forms?.[0] ?? {}, { secret: base64(0) })),
      /sample/,
    ],
    [
      'one key for two purposes',
      broken((rings) => Object.assign(rings.forms?.[0] ?? {}, { secret: rings.fields?.[0]?.secret })),
      /used twice/,
    ],
  ])('are refused with one sentence: %s', (_what, text, sentence) => {
    expect(() => parseKeys(text)).toThrow(sentence);
  });
});

describe('a set of keys from before a purpose existed', () => {
  it('gets the missing ring and keeps every key that it has', () => {
    const { lookups: _, ...older } = JSON.parse(makeKeys());
    const text = addMissingRings(JSON.stringify(older));
    expect(JSON.parse(text)).toMatchObject(older);
    expect(parseKeys(text).lookups).toHaveLength(1);
  });

  it('is left alone when it is complete or unreadable', () => {
    for (const text of [makeKeys(), 'not json', '[]', '"x"', 'null'])
      expect(addMissingRings(text)).toBe(text);
  });
});

describe('a sealed field', () => {
  it('opens where it was sealed and nowhere else', () => {
    const sealed = seal(keys.fields, 'name@example.com', place);
    expect(unseal(keys.fields, sealed, place)).toBe('name@example.com');
    for (const moved of [{ collection: 'drafts' }, { field: 'phone' }, { document: 'a2' }]) {
      expect(() => unseal(keys.fields, sealed, { ...place, ...moved })).toThrow();
    }
  });

  it('does not open when any one character of it was changed', () => {
    const sealed = seal(keys.fields, 'a secret of some length', place);
    let opened = 0;
    for (let at = 0; at < sealed.length; at += 1) {
      const other = sealed[at] === 'A' ? 'B' : 'A';
      const changed = sealed.slice(0, at) + other + sealed.slice(at + 1);
      try {
        // The last character of base64url may hold unused bits, in which case the bytes are the same ones.
        if (unseal(keys.fields, changed, place) !== 'a secret of some length') opened += 1;
      } catch {}
    }
    expect(opened).toBe(0);
  });

  it('is another text every time, so that equal values do not show', () => {
    expect(seal(keys.fields, 'same', place)).not.toBe(seal(keys.fields, 'same', place));
  });

  it('still opens after a new key was put in front of the ring, and not after its own was removed', () => {
    const sealed = seal(keys.fields, 'kept', place);
    const [newer] = parseKeys(makeKeys()).fields;
    const renamed = { ...newer, id: 'k2' };
    expect(unseal([renamed, ...keys.fields], sealed, place)).toBe('kept');
    expect(() => unseal([renamed], sealed, place)).toThrow(/not in the ring/);
  });
});

describe('the token of a form', () => {
  const now = new Date('2026-01-01T00:00:00Z');
  const token = makeFormToken(keys.forms, 'holder', 'case-evaluation', now);

  it('is good for its holder, its form and a day', () => {
    const check = (holder: string, form: string, hours: number, text = token) =>
      checkFormToken(keys.forms, text, holder, form, new Date(now.getTime() + hours * 3_600_000));
    expect(check('holder', 'case-evaluation', 0)).toBe(true);
    expect(check('holder', 'case-evaluation', 23.9)).toBe(true);
    expect(check('holder', 'case-evaluation', 24.1)).toBe(false);
    expect(check('other', 'case-evaluation', 0)).toBe(false);
    expect(check('holder', 'contract', 0)).toBe(false);
    expect(check('holder', 'case-evaluation', 0, '')).toBe(false);
    expect(check('holder', 'case-evaluation', 0, token.replace(/\.[^.]+\./, '.zzzzzzzzz.'))).toBe(false);
  });
});
