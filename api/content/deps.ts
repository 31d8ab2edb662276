import type { Connection } from 'mongoose';
import type { Log } from '#api/platform/log.ts';
import { type ContentCache, makeContentCache } from './content-cache.ts';
import { followContentChanges } from './follow-content-changes.ts';

declare module '../platform/deps.ts' {
  interface Deps {
    content: ContentCache;
  }
}

interface Options {
  portal: Connection;
  /** Name of the content database. */
  database: string;
  log: Log;
  /** How long visitors wait for changed content, in seconds. */
  maxWaitSeconds: number;
}

/** @returns the cache of content, which follows the changes of the content database until `stopFollowing` is called. */
export function openContent({ portal, database, log, maxWaitSeconds }: Options) {
  const content = makeContentCache({ maxWaitMs: maxWaitSeconds * 1_000 });
  return { content, stopFollowing: followContentChanges({ portal, database, content, log }) };
}
