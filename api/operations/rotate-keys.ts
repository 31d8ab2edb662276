import mongoose, { type Connection } from 'mongoose';
import { countStaleKeys, rewrapKeys } from '#api/platform/keys/data-keys.ts';
import { type CheckKeys, makeKeyCheck } from '#api/platform/keys/key-checks.ts';
import { keyFingerprint, waitForProcesses } from '#api/platform/keys/key-heartbeat.ts';
import type { Purpose } from '#api/platform/keys/key-ring.ts';
import { loadKeys } from '#api/platform/keys/load-keys.ts';
import type { Settings } from '#api/platform/settings.ts';
import { findEncryptedIn } from './find-encrypted.ts';

export { countStaleKeys, keyFingerprint, loadKeys, rewrapKeys };

/** What a rotation changes: the portal database, of which it changes the wrapped keys. */
export interface RotationContext {
  portal: Connection;
  checkKeys: CheckKeys;
  close(): Promise<void>;
}

/**
 * Opens only the portal database: no CMS, no email, no background jobs.
 *
 * @throws Error with one sentence when the keys are not those of this database.
 */
export async function openRotation(settings: Settings): Promise<RotationContext> {
  const connection = await mongoose.createConnection(settings.MONGODB_URI).asPromise();
  const portal = connection.useDb(settings.PORTAL_DATABASE, { useCache: true });
  portal.set('sanitizeFilter', true);
  const checkKeys = makeKeyCheck(portal, findEncryptedIn(portal));
  const close = () => connection.close();
  await loadKeys(settings)
    .then(checkKeys)
    .catch(async (error: unknown) => {
      await close();
      throw error;
    });
  return { portal, checkKeys, close };
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
