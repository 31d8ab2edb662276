import { randomBytes, randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type KeyRing, makeKeys, parseKeys } from './key-ring.ts';
import { type Place, seal, unseal } from './seal.ts';
import { sealBytes, unsealBytes } from './seal-bytes.ts';

const first = parseKeys(makeKeys()).fields[0];
const second = { ...parseKeys(makeKeys()).fields[0], id: 'k2' };
const ring: KeyRing = [first, second];
const cases = 5_000;

interface Sealed {
  text: string;
  place: Place;
  value: string;
}

/** Values as the database holds them: many documents, a few fields, both keys. */
function sealedValues(count: number): Sealed[] {
  return Array.from({ length: count }, (_, index) => {
    const text = randomBytes(randomInt(1, 40)).toString('base64');
    const place = {
      collection: index % 2 ? 'drafts' : 'case_evaluations',
      field: index % 3 ? 'email' : 'phone',
      document: randomBytes(12).toString('hex'),
    };
    return { text, place, value: seal(index % 5 ? ring : [second], text, place) };
  });
}

function opens(value: string, place: Place, under: KeyRing = ring): boolean {
  try {
    unseal(under, value, place);
    return true;
  } catch {
    return false;
  }
}

const partNames = ['iv', 'ciphertext', 'tag'];

/** Changes one bit of the bytes in one part of a sealed value. */
function flipped(value: string, part: number): string {
  const parts = value.split('.');
  const bytes = Buffer.from(parts[part] ?? '', 'base64url');
  const at = randomInt(bytes.length);
  bytes[at] = (bytes[at] ?? 0) ^ (1 << randomInt(8));
  parts[part] = bytes.toString('base64url');
  return parts.join('.');
}

describe(`${cases} sealed values that somebody tampered with`, () => {
  const values = sealedValues(cases);

  it('open where they belong while nobody has', () => {
    expect(values.filter(({ value, place, text }) => unseal(ring, value, place) === text)).toHaveLength(
      cases,
    );
  });

  it.each(partNames)('never open with one bit of their %s flipped', (name) => {
    const part = 2 + partNames.indexOf(name);
    expect(values.filter(({ value, place }) => opens(flipped(value, part), place))).toEqual([]);
  });

  it('never open in the place of another value', () => {
    const swapped = values.filter(({ place }, index) =>
      opens(values[(index + 1) % cases]?.value ?? '', place),
    );
    expect(swapped).toEqual([]);
  });

  it('never open in another field of the same document', () => {
    const moved = values.filter(({ value, place }) => opens(value, { ...place, field: 'first_name' }));
    expect(moved).toEqual([]);
  });

  it('never open with a part of another value in them', () => {
    const mixed = values.filter(({ value, place }, index) => {
      const own = value.split('.');
      const other = values[(index + 1) % cases]?.value.split('.') ?? [];
      const part = 2 + (index % 3);
      return opens(own.map((each, at) => (at === part ? other[at] : each)).join('.'), place);
    });
    expect(mixed).toEqual([]);
  });

  it('never open under the name of another key, or with a tag cut short', () => {
    const renamed = values.filter(({ value, place }) => {
      const other = value.startsWith('v1.k1.')
        ? value.replace('v1.k1.', 'v1.k2.')
        : value.replace('v1.k2.', 'v1.k1.');
      return opens(other, place) || opens(value.slice(0, -4), place) || opens(value.slice(0, -11), place);
    });
    expect(renamed).toEqual([]);
  });

  it('are no two alike, also of the same text in the same place', () => {
    const place = { collection: 'drafts', field: 'answers', document: 'a' };
    expect(new Set(Array.from({ length: cases }, () => seal(ring, 'same', place))).size).toBe(cases);
  });
});

describe('a sealed file that somebody tampered with', () => {
  it('never opens with one bit flipped anywhere in it, nor as another file', () => {
    const place = { collection: 'documents', field: 'bytes', document: 'a' };
    const sealed = sealBytes(ring, randomBytes(200), place);
    let opened = 0;
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const changed = Buffer.from(sealed);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      try {
        unsealBytes(ring, changed, place);
        opened += 1;
      } catch {}
    }
    expect(opened).toBe(0);
    expect(() => unsealBytes(ring, sealed, { ...place, document: 'b' })).toThrow();
  });
});
