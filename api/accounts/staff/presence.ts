import type { Connection } from 'mongoose';
import { defineCollection } from '#api/platform/database/collection.ts';
import { hashSecret } from '#api/platform/keys/fingerprint.ts';
import { readStaffNames } from './staff.model.ts';

/** An open page polls every 15 seconds; after this long without a request, the user has left. */
const presentMs = 40_000;

/** More than would be named. */
const most = 10;

/** A session that has a record open. */
interface Presence {
  /** The record and the hash of the session's secret. */
  _id: string;
  record: string;
  staff_id: string;
  until: Date;
}

export const presenceCollection = defineCollection<Presence>({
  name: 'staff_presence',
  indexes: [[{ until: 1 }, { expireAfterSeconds: 0 }], [{ record: 1, until: 1 }]],
});

/**
 * Records that a user has a record open.
 *
 * @param record its kind and id, such as `clients 5f…`. @param sessionSecret distinguishes users of the shared password.
 * @returns the names of the others who have it open.
 */
export async function notePresence(
  { record, staffId, sessionSecret }: { record: string; staffId: string; sessionSecret: string },
  { portal }: { portal: Connection },
): Promise<string[]> {
  const now = Date.now();
  const _id = `${record} ${hashSecret(sessionSecret)}`;
  await presenceCollection
    .rows(portal)
    .updateOne(
      { _id },
      { $set: { record, staff_id: staffId, until: new Date(now + presentMs) } },
      { upsert: true },
    );
  const others = await presenceCollection
    .rows(portal)
    .find({ record, until: { $gt: new Date(now) }, _id: { $ne: _id } })
    .limit(most)
    .toArray();
  const names = await readStaffNames(
    others.map(({ staff_id }) => staff_id),
    portal,
  );
  return [...names.values()].sort();
}
