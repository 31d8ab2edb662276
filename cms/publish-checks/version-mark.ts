import { createHash } from 'node:crypto';

/**
 * Names one version of one document in the pages that show it (`data-version`), so that somebody who looks can tell
 * whether what was published is there. It is short, because lists carry one for each of their entries, and tells nothing.
 *
 * @param updatedAt of the version, ISO 8601.
 */
export function versionMark({ id, updatedAt }: { id: string; updatedAt: string }): string {
  return createHash('sha256').update(`${id} ${updatedAt}`).digest('base64url').slice(0, 10);
}
