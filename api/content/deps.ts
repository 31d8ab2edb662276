import type { Connection } from 'mongoose';
import { followChanges } from '#api/platform/database/follow-changes.ts';
import { errorLocation, type Log } from '#api/platform/log.ts';
import { wantPurge } from './cdn-purge.ts';
import { type ContentCache, makeContentCache } from './content-cache.ts';

declare module '../platform/deps.ts' {
  interface Deps {
    content: ContentCache;
  }
}

interface Options {
  portal: Connection;
  database: string;
  log: Log;
  /** How long visitors wait for changed content, in seconds. */
  maxWaitSeconds: number;
  /** Whether a CDN keeps pages too. */
  hasCdn: boolean;
}

/**
 * @returns the cache of content. Until `stopFollowing` is called it follows the changes of the content database, so that a
 * published change appears on the public pages at once, in every process, without a rebuild. Drafts and autosaves live in
 * `_x_versions` collections, which nothing cached depends on.
 */
export function openContent({ portal, database, log, maxWaitSeconds, hasCdn }: Options) {
  const content = makeContentCache({ maxWaitMs: maxWaitSeconds * 1_000 });
  portal.getClient().on('serverDescriptionChanged', ({ newDescription }) => {
    if (newDescription.type !== 'Unknown') content.askAgain();
  });
  /** @param collection that changed; without it, all may have. */
  function forget(collection?: string): void {
    content.forget(collection);
    if (!hasCdn) return;
    wantPurge(portal, collection).catch((error: unknown) =>
      log.warn('purge of the CDN not stored', { error: errorLocation(error) }),
    );
  }
  const stopFollowing = followChanges({
    name: 'content',
    database: portal.getClient().db(database),
    pipeline: [{ $project: { ns: 1, operationType: 1 } }],
    onChange(change) {
      forget('ns' in change && 'coll' in change.ns ? change.ns.coll : undefined);
    },
    onGap: () => forget(),
    onError: (error) => log.warn('content changes lost', { error: errorLocation(error) }),
  });
  return { content, stopFollowing };
}
