import mongoose, { type Connection } from 'mongoose';
import { resealDocuments } from '../documents/reseal-documents.ts';
import type { DocumentStore } from '../documents/store/document-store.ts';
import { makeStore } from '../documents/store/make-store.ts';
import type { Settings } from '../settings.ts';
import { markOf, waitForHolders } from './key-holders.ts';
import type { Keys, Purpose } from './key-ring.ts';
import { loadKeys } from './load-keys.ts';
import { type ResealCount, resealCollection } from './reseal.ts';
import { sealedPlaces } from './sealed-places.ts';

export { loadKeys, markOf };

/** Everything that a rotation reaches: the portal database and the files of documents. */
export interface Vault {
  portal: Connection;
  store: DocumentStore;
  close(): Promise<void>;
}

/** Opens the portal database and nothing else: no CMS, no mail, nothing that runs by itself. */
export async function openVault(settings: Settings): Promise<Vault> {
  const connection = await mongoose.createConnection(settings.MONGODB_URI).asPromise();
  const portal = connection.useDb(settings.PORTAL_DATABASE, { useCache: true });
  portal.set('sanitizeFilter', true);
  return { portal, store: makeStore(settings, portal), close: () => connection.close() };
}

/**
 * Brings everything under the keys in use, or only counts what is not.
 *
 * @returns one count a collection, and one for the files of documents. Nothing for purposes whose keys seal nothing that
 * is stored: tokens live for a day, and counters of attempts and known browsers begin anew.
 */
export async function resealEverything(
  purpose: Purpose,
  keys: Keys,
  { portal, store }: Vault,
  write: boolean,
): Promise<ResealCount[]> {
  const counts: ResealCount[] = [];
  if (purpose !== 'fields' && purpose !== 'lookups') return counts;
  for (const place of sealedPlaces) {
    if (purpose === 'lookups' && !place.lookups) continue;
    counts.push(await resealCollection(place, { portal, keys }, write));
  }
  if (purpose === 'fields') counts.push(await resealDocuments({ portal, ring: keys.fields, store }, write));
  return counts;
}

/** Takes the hashes under a key that is gone out of the look-up lists. @returns how many rows lost one. */
export async function dropLookups(keyId: string, { portal }: Vault): Promise<number> {
  let dropped = 0;
  for (const { collection, lookups = [] } of sealedPlaces) {
    for (const { path } of lookups) {
      const pull = { $pull: { [path]: { k: keyId } } };
      const { modifiedCount } = await portal.collection(collection).updateMany({}, pull as never);
      dropped += modifiedCount;
    }
  }
  return dropped;
}

/**
 * Waits until every running site process has a ring that fits.
 *
 * @param fits is given the marks of its keys, the one in use first.
 * @returns how many processes run. @throws Error when one of them does not follow within a minute.
 */
export async function waitForSites(
  { portal }: Vault,
  purpose: Purpose,
  fits: (marks: string[]) => boolean,
): Promise<number> {
  const count = await waitForHolders(portal, purpose, fits, 60_000);
  if (count === undefined) {
    throw new Error(
      'A running site process has other keys than this rotation expects. Nothing is lost: give every process the same keys, restart those that read them from APP_KEYS, then run this again.',
    );
  }
  return count;
}
