import { createHash } from 'node:crypto';

/** @returns JSON with sorted keys, so that two texts of one value are equal. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    each !== null && typeof each === 'object' && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}

/** @returns the first 16 hex digits of SHA-256 over a value's content; the order of keys does not count. */
export function contentHash(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex').slice(0, 16);
}

/** @returns the hash of a definition's content: every word and rule of it counts. */
export function definitionVersion(schema: unknown, ui: unknown): string {
  return contentHash({ schema, ui });
}
