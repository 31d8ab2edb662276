import type { Connection } from 'mongoose';
import { followChanges } from '#api/platform/database/follow-changes.ts';
import { errorLocation, type Log } from '#api/platform/log.ts';
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
}

/**
 * @returns the cache of content. Until `stopFollowing` is called it follows the changes of the content database, so that a
 * published change appears on the public pages at once, in every process, without a rebuild. Drafts and autosaves live in
 * `_x_versions` collections, which nothing cached depends on.
 */
export function openContent({ portal, database, log, maxWaitSeconds }: Options) {
  const content = makeContentCache({ maxWaitMs: maxWaitSeconds * 1_000 });
  portal.getClient().on('serverDescriptionChanged', ({ newDescription }) => {
    if (newDescription.type !== 'Unknown') content.askAgain();
  });
  const stopFollowing = followChanges({
    name: 'content',
    database: portal.getClient().db(database),
    pipeline: [{ $project: { ns: 1, operationType: 1 } }],
    onChange(change) {
      if ('ns' in change && 'coll' in change.ns) content.forget(change.ns.coll);
      else content.forget();
    },
    onGap: () => content.forget(),
    onError: (error) => log.warn('content changes lost', { error: errorLocation(error) }),
  });
  return { content, stopFollowing };
}
