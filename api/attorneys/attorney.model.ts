import type { Attorney } from '@claimdesk/cms/types';
import type { Model, Types } from 'mongoose';
import type { Payload } from 'payload';

/** An attorney as the `attorneys` collection of the content database stores it. */
export type StoredAttorney = Omit<Attorney, 'id' | 'createdAt' | 'updatedAt'> & {
  _id: Types.ObjectId;
  stateName: string;
  nameKey: string;
  search: string[];
};

/** The directory's order: by state, then by name (SPEC section 7). */
export const directoryOrder = { stateName: 1, nameKey: 1 } as const;
/** Finds by the beginning of a word, and gives what it finds in the directory's order. */
export const searchIndex = { listed: 1, search: 1, ...directoryOrder } as const;
export const orderIndex = { listed: 1, ...directoryOrder } as const;

/**
 * The model that Payload made from the collection; its indexes stand there too (cms/attorneys/attorneys.ts).
 *
 * The directory reads through it and not through Payload's `find`, which has no bounded count, names no index and runs
 * its access rules and field hooks on every document. So each filter here says `listed` itself.
 */
export function attorneyModel({ db }: Payload): Model<StoredAttorney> {
  const { collections } = db as unknown as { collections: Record<string, Model<StoredAttorney>> };
  const model = collections.attorneys;
  if (!model) throw new Error('The CMS has no collection of attorneys.');
  return model;
}
