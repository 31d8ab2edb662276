import { type Keys, type Purpose, purposes } from '@claimdesk/api/keys';
import {
  countStaleKeys,
  keyFingerprint,
  loadKeys,
  type RotationContext,
  rewrapKeys,
  waitForSites,
} from '@claimdesk/api/rotation';
import { introduceKey, promoteKey, readRing, waitingKey } from './key-file.ts';
import { type KeySource, withRotationContext } from './rotation-context.ts';
import { StartError } from './start-error.ts';

const fromOutside = `The keys come from APP_KEYS, so only you can change them. In this order, for each ring:
  1. Put a new key at the END of the ring, and restart every site process, one after the other.
  2. Move it to the FRONT, and restart every site process again.
  3. Run this command with the new APP_KEYS. It wraps the data keys with the new key.
With APP_KEYS_FILE instead of APP_KEYS this command does all of it, and nothing has to be restarted.`;

/**
 * `npm run keys:rotate -- <purpose|all>`: makes a new key for one purpose or for each and wraps the data keys with it, while
 * the site runs. After an interruption, running it again continues. The old key stays, to read backups, until
 * `npm run keys:remove`.
 */
async function main([wanted = '']: string[]): Promise<void> {
  const chosen = wanted === 'all' ? purposes : purposes.filter((purpose) => purpose === wanted);
  if (chosen.length === 0)
    throw new StartError(`Say which keys to rotate: npm run keys:rotate -- <${purposes.join('|')}|all>`);
  await withRotationContext(async (context, source) => {
    for (const purpose of chosen) {
      console.log(`• ${purpose}`);
      await rotate(purpose, context, source);
    }
  });
}

async function rotate(purpose: Purpose, context: RotationContext, source: KeySource): Promise<void> {
  if (source.file) await changeRing(purpose, context, source.file);
  const keys = await loadKeys(source.settings);
  await context.checkKeys(keys);
  if (!source.file && keys[purpose].length === 1) throw new StartError(fromOutside);
  const first = keyFingerprint(keys[purpose][0]);
  const sites = await waitForSites(context, purpose, ([fingerprint]) => fingerprint === first);
  console.log(`    key in use: ${keys[purpose][0].id}, known to ${sites} running site processes`);
  if (purpose === 'cms') console.log('    it takes effect at the next start, when editors sign in again');
  await rewrap(purpose, keys, context);
}

/**
 * Every process first learns to decrypt with the new key; only then is it used, so no process meets what it can't read.
 */
async function changeRing(purpose: Purpose, context: RotationContext, file: string): Promise<void> {
  const source = { APP_KEYS_FILE: file };
  let id = waitingKey(await readRing(file, purpose));
  if (!id) {
    const { stale } = await countStaleKeys(purpose, await loadKeys(source), context.portal);
    if (stale > 0) {
      console.log(`    an earlier rotation was cut short with ${stale} data keys left: it is finished first`);
      return;
    }
    id = await introduceKey(file, purpose);
  }
  const added = (await loadKeys(source))[purpose].find((key) => key.id === id);
  const fingerprint = added ? keyFingerprint(added) : '';
  await waitForSites(context, purpose, (fingerprints) => fingerprints.includes(fingerprint));
  await promoteKey(file, purpose, id);
}

async function rewrap(purpose: Purpose, keys: Keys, { portal }: RotationContext): Promise<void> {
  console.log(`    data keys wrapped anew: ${await rewrapKeys(purpose, keys, portal)}`);
  const { stale, unreadable } = await countStaleKeys(purpose, keys, portal);
  console.log(`    still under an old key: ${stale}, unreadable with any key: ${unreadable}`);
  if (stale > 0) throw new StartError('Not every data key is under the new key yet: run this again.');
}

if (import.meta.main) {
  await main(process.argv.slice(2)).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}
