import { randomBytes } from 'node:crypto';
import { z } from 'zod';

/** What a ring of keys is for. A key of one purpose is never used for another. */
export const purposes = ['fields', 'forms', 'fingerprints', 'lookups', 'cms'] as const;
export type Purpose = (typeof purposes)[number];

export interface Key {
  id: string;
  secret: Buffer;
}

/** The first key is the one in use; the others still open what was sealed before a rotation. */
export type KeyRing = readonly [Key, ...Key[]];
export type Keys = Record<Purpose, KeyRing>;

const ringShape = z
  .array(
    z.strictObject({
      id: z.string().regex(/^[a-z0-9]{1,12}$/),
      secret: z.base64(),
    }),
  )
  .min(1);
const fileShape = z.strictObject({
  fields: ringShape,
  forms: ringShape,
  fingerprints: ringShape,
  lookups: ringShape,
  cms: ringShape,
});

/**
 * Reads the application's keys: JSON of `{ purpose: [{ id, secret: base64 of 32 bytes }] }`.
 *
 * @throws Error with one sentence when a key is missing, short, equal to another or one of the samples.
 */
export function parseKeys(text: string): Keys {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Error('APP_KEYS is not valid JSON.');
  }
  const missing = missingRings(json);
  if (missing.length > 0)
    throw new Error(
      `APP_KEYS lacks the ring ${missing.join(', ')}: add each as [{ "id": "k1", "secret": "<32 random bytes, base64>" }] and change nothing else.`,
    );
  const parsed = fileShape.safeParse(json);
  if (!parsed.success)
    throw new Error(`APP_KEYS must hold the rings ${purposes.join(', ')}, each with an id and a secret.`);
  const seen = new Set<string>();
  const ring = (purpose: Purpose): KeyRing => {
    const keys = parsed.data[purpose].map(({ id, secret }) => {
      const bytes = Buffer.from(secret, 'base64');
      if (bytes.length !== 32)
        throw new Error(`APP_KEYS: the key ${id} of ${purpose} must be 32 bytes long.`);
      if (new Set(bytes).size < 8)
        throw new Error(`APP_KEYS: the key ${id} of ${purpose} is a sample, not a secret.`);
      if (seen.has(secret)) throw new Error(`APP_KEYS: the key ${id} of ${purpose} is used twice.`);
      seen.add(secret);
      return { id, secret: bytes };
    });
    return keys as [Key, ...Key[]];
  };
  return {
    fields: ring('fields'),
    forms: ring('forms'),
    fingerprints: ring('fingerprints'),
    lookups: ring('lookups'),
    cms: ring('cms'),
  };
}

/** Takes over other keys in place, in one step: whoever was given a ring before has the new one from then on. */
export function replaceKeys(keys: Keys, by: Keys): void {
  for (const purpose of purposes) {
    const ring = keys[purpose] as unknown as Key[];
    ring.splice(0, ring.length, ...by[purpose]);
  }
}

/** @returns the text of a new set of keys, random, one per purpose. */
export function makeKeys(): string {
  return addMissingRings('{}');
}

/**
 * Completes a set of keys that was made before a purpose existed. What is there stays as it is, whatever it is: whether
 * it is fit is for `parseKeys` to say.
 *
 * @returns the same text when nothing is missing or when it can't be read.
 */
export function addMissingRings(text: string): string {
  let rings: unknown;
  try {
    rings = JSON.parse(text);
  } catch {
    return text;
  }
  const missing = missingRings(rings);
  if (missing.length === 0) return text;
  const added = missing.map((purpose) => [purpose, [{ id: 'k1', secret: makeKeySecret() }]]);
  return JSON.stringify({ ...(rings as object), ...Object.fromEntries(added) }, null, 2);
}

function missingRings(rings: unknown): Purpose[] {
  if (typeof rings !== 'object' || rings === null || Array.isArray(rings)) return [];
  return purposes.filter((purpose) => !Object.hasOwn(rings, purpose));
}

/** @returns 32 random bytes, base64: the secret of a new key. */
export function makeKeySecret(): string {
  return randomBytes(32).toString('base64');
}
