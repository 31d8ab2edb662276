import { randomBytes, randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { decrypt, type EncryptionContext, encrypt } from './encrypt.ts';
import { decryptBytes, encryptBytes } from './encrypt-bytes.ts';
import { type KeyRing, makeKeys, parseKeys } from './key-ring.ts';

const first = parseKeys(makeKeys()).fields[0];
const second = { ...parseKeys(makeKeys()).fields[0], id: 'k2' };
const ring: KeyRing = [first, second];
const cases = 5_000;

interface Encrypted {
  text: string;
  context: EncryptionContext;
  value: string;
}

/** Values as the database holds them: many documents, a few fields, both keys. */
function encryptedValues(count: number): Encrypted[] {
  return Array.from({ length: count }, (_, index) => {
    const text = randomBytes(randomInt(1, 40)).toString('base64');
    const context = {
      collection: index % 2 ? 'drafts' : 'case_evaluations',
      field: index % 3 ? 'email' : 'phone',
      document: randomBytes(12).toString('hex'),
    };
    return { text, context, value: encrypt(index % 5 ? ring : [second], text, context) };
  });
}

function decrypts(value: string, context: EncryptionContext, keyRing: KeyRing = ring): boolean {
  try {
    decrypt(keyRing, value, context);
    return true;
  } catch {
    return false;
  }
}

const partNames = ['iv', 'ciphertext', 'tag'];

/** Changes one bit of the bytes in one part of an encrypted value. */
function flipped(value: string, part: number): string {
  const parts = value.split('.');
  const bytes = Buffer.from(parts[part] ?? '', 'base64url');
  const at = randomInt(bytes.length);
  bytes[at] = (bytes[at] ?? 0) ^ (1 << randomInt(8));
  parts[part] = bytes.toString('base64url');
  return parts.join('.');
}

describe(`${cases} encrypted values that an attacker tampers with`, () => {
  const values = encryptedValues(cases);

  it('decrypt where they belong while they are untouched', () => {
    expect(values.filter(({ value, context, text }) => decrypt(ring, value, context) === text)).toHaveLength(
      cases,
    );
  });

  it.each(partNames)('never decrypt with one bit of their %s flipped', (name) => {
    const part = 2 + partNames.indexOf(name);
    expect(values.filter(({ value, context }) => decrypts(flipped(value, part), context))).toEqual([]);
  });

  it('never decrypt in the place of another value', () => {
    const swapped = values.filter(({ context }, index) =>
      decrypts(values[(index + 1) % cases]?.value ?? '', context),
    );
    expect(swapped).toEqual([]);
  });

  it('never decrypt in another field of the same document', () => {
    const moved = values.filter(({ value, context }) => decrypts(value, { ...context, field: 'first_name' }));
    expect(moved).toEqual([]);
  });

  it('never decrypt with a part of another value in them', () => {
    const mixed = values.filter(({ value, context }, index) => {
      const own = value.split('.');
      const other = values[(index + 1) % cases]?.value.split('.') ?? [];
      const part = 2 + (index % 3);
      return decrypts(own.map((each, at) => (at === part ? other[at] : each)).join('.'), context);
    });
    expect(mixed).toEqual([]);
  });

  it('never decrypt under another key id, or with a truncated tag', () => {
    const renamed = values.filter(({ value, context }) => {
      const other = value.startsWith('v2.k1.')
        ? value.replace('v2.k1.', 'v2.k2.')
        : value.replace('v2.k2.', 'v2.k1.');
      return (
        decrypts(other, context) ||
        decrypts(value.slice(0, -4), context) ||
        decrypts(value.slice(0, -11), context)
      );
    });
    expect(renamed).toEqual([]);
  });

  it('never decrypt in the format of 1.0, which would take their padding for text', () => {
    const older = values.filter(({ value, context }) => decrypts(value.replace('v2.', 'v1.'), context));
    expect(older).toEqual([]);
  });

  it('all differ, even for the same text in the same place', () => {
    const context = { collection: 'drafts', field: 'answers', document: 'a' };
    expect(new Set(Array.from({ length: cases }, () => encrypt(ring, 'same', context))).size).toBe(cases);
  });
});

describe('an encrypted file that an attacker tampers with', () => {
  it('never decrypts with one bit flipped anywhere in it, nor as another file', () => {
    const context = { collection: 'documents', field: 'bytes', document: 'a' };
    const encrypted = encryptBytes(ring, randomBytes(200), context);
    let decrypted = 0;
    for (let bit = 0; bit < encrypted.length * 8; bit += 1) {
      const changed = Buffer.from(encrypted);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      try {
        decryptBytes(ring, changed, context);
        decrypted += 1;
      } catch {}
    }
    expect(decrypted).toBe(0);
    expect(() => decryptBytes(ring, encrypted, { ...context, document: 'b' })).toThrow();
  });
});
