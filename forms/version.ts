import { createHash } from 'node:crypto';

/** @returns JSON with sorted keys, so that two texts of one value are equal. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    each !== null && typeof each === 'object' && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}

/**
 * @returns the first 16 hex digits of SHA-256 over the definition's content: the order of keys does not count, every
 * word and rule does.
 */
export function definitionVersion(schema: unknown, ui: unknown): string {
  return createHash('sha256').update(canonicalJson({ schema, ui })).digest('hex').slice(0, 16);
}
