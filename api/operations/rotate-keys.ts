import mongoose, { type Connection } from 'mongoose';
import type { DocumentStore } from '#api/platform/documents/store/document-store.ts';
import { makeStore } from '#api/platform/documents/store/make-store.ts';
import { keyFingerprint, waitForProcesses } from '#api/platform/keys/key-heartbeat.ts';
import type { Keys, Purpose } from '#api/platform/keys/key-ring.ts';
import { loadKeys } from '#api/platform/keys/load-keys.ts';
import type { Settings } from '#api/platform/settings.ts';
import { collections } from '../collections.ts';
import { type ReencryptCount, reencryptCollection } from './re-encrypt.ts';
import { reencryptDocuments } from './re-encrypt-documents.ts';

export { keyFingerprint, loadKeys };

/** Everything that a rotation changes: the portal database and the document files. */
export interface RotationContext {
  portal: Connection;
  store: DocumentStore;
  close(): Promise<void>;
}

/** Opens only the portal database: no CMS, no email, no background jobs. */
export async function openRotation(settings: Settings): Promise<RotationContext> {
  const connection = await mongoose.createConnection(settings.MONGODB_URI).asPromise();
  const portal = connection.useDb(settings.PORTAL_DATABASE, { useCache: true });
  portal.set('sanitizeFilter', true);
  return { portal, store: makeStore(settings, portal), close: () => connection.close() };
}

/**
 * Re-encrypts everything with the keys in use, or only counts what needs it.
 *
 * @returns one count per collection, and one for the document files. None for purposes whose keys encrypt no stored data:
 * tokens last a day, and counters of attempts and known browsers start over.
 */
export async function reencryptEverything(
  purpose: Purpose,
  keys: Keys,
  { portal, store }: RotationContext,
  write: boolean,
): Promise<ReencryptCount[]> {
  const counts: ReencryptCount[] = [];
  if (purpose !== 'fields' && purpose !== 'lookups') return counts;
  for (const target of collections) {
    const { encrypted, answers, lookups, searchable } = target;
    if (!(purpose === 'fields' ? (encrypted ?? answers) : (lookups ?? searchable))) continue;
    counts.push(await reencryptCollection(target, { portal, keys }, write));
  }
  if (purpose === 'fields')
    counts.push(await reencryptDocuments({ portal, ring: keys.fields, store }, write));
  return counts;
}

/** Removes the lookup hashes and search tokens of a removed key. @returns the number of changed rows. */
export async function dropLookups(keyId: string, { portal }: RotationContext): Promise<number> {
  let dropped = 0;
  for (const { rows, lookups = [], searchable } of collections) {
    const paths = [...lookups.map(({ path }) => path), ...(searchable ? ['search_tokens'] : [])];
    for (const path of paths) {
      const pull = { $pull: { [path]: { k: keyId } } };
      const { modifiedCount } = await rows(portal).updateMany({}, pull as never);
      dropped += modifiedCount;
    }
  }
  return dropped;
}

/**
 * Waits until the key ring of every running site process matches.
 *
 * @param matches tests the fingerprints of its keys, the key in use first.
 * @returns the number of running processes. @throws Error when one of them does not match within a minute.
 */
export async function waitForSites(
  { portal }: RotationContext,
  purpose: Purpose,
  matches: (fingerprints: string[]) => boolean,
): Promise<number> {
  const count = await waitForProcesses(portal, purpose, matches, 60_000);
  if (count === undefined) {
    throw new Error(
      'A running site process has other keys than this rotation expects. Nothing is lost: give every process the same keys, restart those that read them from APP_KEYS, then run this again.',
    );
  }
  return count;
}
