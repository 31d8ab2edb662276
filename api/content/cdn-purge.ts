import type { Connection } from 'mongoose';
import { defineCollection } from '#api/platform/database/collection.ts';
import type { RowJob } from '#api/platform/jobs/jobs.ts';
import type { Settings } from '#api/platform/settings.ts';

/** A tag of pages that a CDN is to forget: the name of a collection that they are made from, or `allPages`. */
interface Purge {
  _id: string;
  /** When it was last wanted: a change while the CDN is asked is asked for again. */
  wanted_at: Date;
  due_at?: Date;
  leased_until?: Date;
  attempts?: number;
}

export const cdnPurgesCollection = defineCollection<Purge>({
  name: 'cdn_purges',
  fields: {
    _id: { type: String, required: true },
    wanted_at: { type: Date, required: true },
    due_at: Date,
    leased_until: Date,
    attempts: Number,
  },
});

/** The tag that every page has. */
export const allPages = 'pages-of-all';
/** More than there are collections, and no more than CDNs take at once. */
const mostTags = 30;
const answersWithinMs = 10_000;
/** What the CMS keeps for itself: versions with drafts, locks, and what editors like. No page is made from it. */
const notContent = /^(_|payload-|system\.)/;

/** Has the CDN forget pages. Every process that hears of the same change asks for it, which is one row. @param collection that changed; without it, all. */
export async function wantPurge(portal: Connection, collection = allPages): Promise<void> {
  if (notContent.test(collection)) return;
  const now = new Date();
  await cdnPurgesCollection
    .rows<Purge>(portal)
    .updateOne({ _id: collection }, { $set: { wanted_at: now, due_at: now } }, { upsert: true });
}

/** @returns the job that asks the CDN to forget what was wanted: one request for all of it, tried again until the CDN agrees. */
export function purgeCdn(
  { CDN_PURGE_URL, CDN_PURGE_TOKEN }: Pick<Settings, 'CDN_PURGE_TOKEN'> & { CDN_PURGE_URL: string },
  portal: Connection,
): RowJob<Purge> {
  const rows = cdnPurgesCollection.rows<Purge>(portal);
  return {
    name: 'cdn-purge',
    collection: cdnPurgesCollection.name,
    waiting: () => ({}),
    async run(_row, stopped) {
      const wanted = await rows.find({}, { limit: mostTags }).toArray();
      const tags = wanted.map(({ _id }) => _id);
      const response = await fetch(CDN_PURGE_URL, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(CDN_PURGE_TOKEN && { authorization: `Bearer ${CDN_PURGE_TOKEN}` }),
        },
        body: JSON.stringify({ tags: tags.includes(allPages) ? [allPages] : tags }),
        redirect: 'error',
        signal: AbortSignal.any([stopped, AbortSignal.timeout(answersWithinMs)]),
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`The CDN answered ${response.status}.`);
      await rows.bulkWrite(
        wanted.map(({ _id, wanted_at }) => ({ deleteOne: { filter: { _id, wanted_at } } })),
      );
    },
  };
}
