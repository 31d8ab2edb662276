import type { Connection } from 'mongoose';
import { followChanges } from '#api/platform/database/follow-changes.ts';
import { errorLocation, type Log } from '#api/platform/log.ts';
import type { ContentCache } from './content-cache.ts';

interface Options {
  portal: Connection;
  /** Name of the content database. */
  database: string;
  content: ContentCache;
  log: Log;
}

/**
 * Watches the content database and invalidates cached content as soon as its sources change, so that a published change
 * appears on the public pages at once, in every process, without a rebuild.
 *
 * Drafts and autosaves live in `_x_versions` collections, which nothing cached depends on.
 *
 * @returns a function that stops watching.
 */
export function followContentChanges({ portal, database, content, log }: Options): () => Promise<void> {
  return followChanges({
    database: portal.getClient().db(database),
    pipeline: [{ $project: { ns: 1, operationType: 1 } }],
    onChange(change) {
      if ('ns' in change && 'coll' in change.ns) content.forget(change.ns.coll);
      else content.forget();
    },
    onGap: () => content.forget(),
    onError: (error) => log.warn('content changes lost', { error: errorLocation(error) }),
  });
}
