import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { decrypt, encrypt } from './encrypt.ts';
import { checkFormToken, makeFormToken } from './form-token.ts';
import { addMissingRings, makeKeys, parseKeys } from './key-ring.ts';

const keys = parseKeys(makeKeys());
const address = { collection: 'case_evaluations', field: 'email', document: 'a1' };

describe('keys', () => {
  const broken = (change: (rings: Record<string, { id: string; secret: string }[]>) => void) => {
    const rings = JSON.parse(makeKeys());
    change(rings);
    return JSON.stringify(rings);
  };
  const once = (byte: number, index: number, all: number[]) => all.indexOf(byte) === index;
  const base64 = (fill: number, length = 32) => Buffer.alloc(length, fill).toString('base64');

  it.each([
    ['text that is not JSON', 'not json', /not valid JSON/],
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
    ...(
      [
        ['one byte', Buffer.alloc(32, 7)],
        ['two alternating bytes', Buffer.alloc(32, 'ab')],
        [
          'fifteen different bytes',
          Buffer.alloc(32, Buffer.from([...randomBytes(400)].filter(once).slice(0, 15))),
        ],
        ['half a key twice', Buffer.alloc(32, randomBytes(16))],
        ['words', Buffer.from('correct horse battery staple etc')],
        ['letters and digits', Buffer.from('f2b7c4d19a6e8035Zx3mQpLkVtRsYwUa')],
        ['bytes that count', Buffer.from(Array.from({ length: 32 }, (_, index) => index))],
        [
          'bytes that count in threes',
          Buffer.from(Array.from({ length: 32 }, (_, index) => 250 - 3 * index)),
        ],
      ] as const
    ).map(([name, secret]): [string, string, RegExp] => [
      `a key of ${name}`,
      broken((rings) => Object.assign(rings.forms?.[0] ?? {}, { secret: secret.toString('base64') })),
      /^APP_KEYS: the key k1 of forms is not random: take one that `openssl rand -base64 32` prints\.$/,
    ]),
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
  it('gets the missing ring and keeps every key it has', () => {
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

describe('an encrypted field', () => {
  it('can be decrypted for its own row and field and nowhere else', () => {
    const encrypted = encrypt(keys.fields, 'name@example.com', address);
    expect(decrypt(keys.fields, encrypted, address)).toBe('name@example.com');
    for (const moved of [{ collection: 'drafts' }, { field: 'phone' }, { document: 'a2' }]) {
      expect(() => decrypt(keys.fields, encrypted, { ...address, ...moved })).toThrow();
    }
  });

  it('cannot be decrypted after any one character was changed', () => {
    const encrypted = encrypt(keys.fields, 'a secret of some length', address);
    let decrypted = 0;
    for (let at = 0; at < encrypted.length; at += 1) {
      const other = encrypted[at] === 'A' ? 'B' : 'A';
      const changed = encrypted.slice(0, at) + other + encrypted.slice(at + 1);
      try {
        // The last character of base64url may hold unused bits, in which case the bytes are the same ones.
        if (decrypt(keys.fields, changed, address) !== 'a secret of some length') decrypted += 1;
      } catch {}
    }
    expect(decrypted).toBe(0);
  });

  it('does not tell how long its text is, only that it has up to 63 bytes, 127, 255 and so on', () => {
    const lengthOf = (bytes: number) => encrypt(keys.fields, 'x'.repeat(bytes), address).length;
    const steps = [0, 64, 128, 256, 512, 1_024, 2_048, 4_096, 8_192, 12_288];
    for (const [at, start] of steps.entries()) {
      const next = steps[at + 1];
      expect(lengthOf(start)).toBe(lengthOf((next ?? start + 4_096) - 1));
      if (next) expect(lengthOf(next)).toBeGreaterThan(lengthOf(start));
    }
  });

  it.each(['', 'x'.repeat(63), 'x'.repeat(64), 'Zoë \u{80}\0', '\0', '\u{20ac}'.repeat(2_000)])(
    'is the same text again, case %#',
    (text) => {
      expect(decrypt(keys.fields, encrypt(keys.fields, text, address), address)).toBe(text);
    },
  );

  it('is different every time, so that equal values cannot be spotted', () => {
    expect(encrypt(keys.fields, 'same', address)).not.toBe(encrypt(keys.fields, 'same', address));
  });

  it('can be decrypted after a new key was put first in the ring, but not after its own was removed', () => {
    const encrypted = encrypt(keys.fields, 'kept', address);
    const [newer] = parseKeys(makeKeys()).fields;
    const renamed = { ...newer, id: 'k2' };
    expect(decrypt([renamed, ...keys.fields], encrypted, address)).toBe('kept');
    expect(() => decrypt([renamed], encrypted, address)).toThrow(/not in the ring/);
  });
});

describe('a form token', () => {
  const now = new Date('2026-01-01T00:00:00Z');
  const token = makeFormToken(keys.forms, 'holder', 'case-evaluation', now);

  it('is valid for its holder, its form and one day', () => {
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
