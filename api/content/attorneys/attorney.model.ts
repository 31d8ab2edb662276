import { contentModel } from '@claimdesk/cms/mongoose-of';
import type { Attorney } from '@claimdesk/cms/types';
import type { Model, Types } from 'mongoose';
import type { Payload } from 'payload';

/** An attorney as the `attorneys` collection of the content database stores it. */
export type StoredAttorney = Omit<Attorney, 'id' | 'createdAt' | 'updatedAt' | 'photo' | 'place'> & {
  _id: Types.ObjectId;
  updatedAt: Date;
  stateName: string;
  nameKey: string;
  search: string[];
  /** The id of a document of `media`. */
  photo?: Types.ObjectId | null;
  /** See `placeKey`. */
  place: string;
};

/** The directory's order: by state, then by name. */
export const directoryOrder = { stateName: 1, nameKey: 1 } as const;
/** Finds attorneys by word prefix, in the directory's order. */
export const searchIndex = { listed: 1, search: 1, ...directoryOrder } as const;
export const orderIndex = { listed: 1, ...directoryOrder } as const;
export const placeIndex = { listed: 1, place: 1, nameKey: 1 } as const;
/** All attorneys by name, listed or not. */
export const nameOrder = { nameKey: 1, _id: 1 } as const;
export const stateNameIndex = { state: 1, ...nameOrder } as const;
/** Those that a word or a contact finds, by name, listed or not: of all states, and of one. */
export const staffSearchIndex = { search: 1, ...nameOrder } as const;
export const stateSearchIndex = { search: 1, ...stateNameIndex } as const;

/**
 * The model that Payload created for the collection, which also defines its indexes (cms/attorneys/attorneys.ts).
 *
 * The directory queries it directly, since Payload's `find` has no bounded count, takes no index hint and runs access
 * rules and field hooks on every document. So every query must filter by `listed` itself.
 */
export function attorneyModel(payload: Payload): Model<StoredAttorney> {
  return contentModel<StoredAttorney>('attorneys', payload);
}
