import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { z } from 'zod';

/** What a key ring is for. A key of one purpose is never used for another. */
export const purposes = ['fields', 'forms', 'fingerprints', 'lookups', 'cms'] as const;
export type Purpose = (typeof purposes)[number];

export interface Key {
  id: string;
  /** 32 bytes. A key object rather than bytes: each use of bytes would make one, which takes five times as long as a hash. */
  secret: KeyObject;
}

/** The first key is in use; the others still decrypt what was encrypted before a rotation. */
export type KeyRing = readonly [Key, ...Key[]];
export type Keys = Record<Purpose, KeyRing>;

/** The id of every data key, in what is encrypted under it: whose key it is, the record says. */
export const dataKeyId = 'own';

const ringShape = z
  .array(
    z.strictObject({
      id: z
        .string()
        .regex(/^[a-z0-9]{1,12}$/)
        .refine((id) => id !== dataKeyId),
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
 * @throws Error with one sentence when a key is missing, short, equal to another or not random.
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
      if (!looksRandom(bytes))
        throw new Error(
          `APP_KEYS: the key ${id} of ${purpose} is not random: take one that \`openssl rand -base64 32\` prints.`,
        );
      if (seen.has(secret)) throw new Error(`APP_KEYS: the key ${id} of ${purpose} is used twice.`);
      seen.add(secret);
      return { id, secret: createSecretKey(bytes) };
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

/** @returns false for what no random source yields: few distinct bytes, text, a repetition, an arithmetic sequence. */
function looksRandom(bytes: Buffer): boolean {
  const text = bytes.every((byte) => byte >= 0x20 && byte < 0x7f);
  const repeated = bytes.subarray(0, 16).equals(bytes.subarray(16));
  const steps = new Set(bytes.subarray(1).map((byte, index) => byte - (bytes[index] ?? 0)));
  return new Set(bytes).size >= 16 && !text && !repeated && steps.size > 4;
}

/** @returns whether a text is a secret as `makeKeySecret` makes them. */
export function isSecret(text: string): boolean {
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === 32 && looksRandom(bytes);
}

/** Replaces all keys in place and at once: code that holds a ring sees the new one from then on. */
export function replaceKeys(keys: Keys, replacement: Keys): void {
  for (const purpose of purposes) {
    const ring = keys[purpose] as unknown as Key[];
    ring.splice(0, ring.length, ...replacement[purpose]);
  }
}

/** @returns a new set of random keys as JSON, one per purpose. */
export function makeKeys(): string {
  return addMissingRings('{}');
}

/**
 * Completes a set of keys that was made before a purpose existed. What is there stays as it is; `parseKeys` validates it.
 *
 * @returns the same text when nothing is missing or it can't be parsed.
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
