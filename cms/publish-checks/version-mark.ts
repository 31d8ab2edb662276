import { createHash } from 'node:crypto';

/**
 * Identifies one version of a document in the pages that show it (`data-version`), so that a publish check can find it. It is
 * short, because lists have one per entry, and reveals nothing.
 *
 * @param updatedAt of the version, ISO 8601.
 */
export function versionMark({ id, updatedAt }: { id: string; updatedAt: string }): string {
  return createHash('sha256').update(`${id} ${updatedAt}`).digest('base64url').slice(0, 10);
}
