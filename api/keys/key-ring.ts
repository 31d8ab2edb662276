import { randomBytes } from 'node:crypto';
import { z } from 'zod';

/** What a ring of keys is for. A key of one purpose is never used for another. */
export const purposes = ['fields', 'forms', 'fingerprints', 'cms'] as const;
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
    cms: ring('cms'),
  };
}

/** @returns the text of a new set of keys, random, one per purpose. */
export function makeKeys(): string {
  const ring = () => [{ id: 'k1', secret: randomBytes(32).toString('base64') }];
  return JSON.stringify(Object.fromEntries(purposes.map((purpose) => [purpose, ring()])), null, 2);
}
