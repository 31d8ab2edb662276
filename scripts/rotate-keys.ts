import { type Keys, type Purpose, purposes } from '@claimdesk/api/keys';
import {
  keyFingerprint,
  loadKeys,
  type RotationContext,
  reencryptEverything,
  waitForSites,
} from '@claimdesk/api/rotation';
import { introduceKey, promoteKey, readRing, waitingKey } from './key-file.ts';
import { StartError } from './start-error.ts';
import { type KeySource, withRotation } from './vault.ts';

const fromOutside = `The keys come from APP_KEYS, so only you can change them. In this order, for each ring:
  1. Put a new key at the END of the ring, and restart every site process, one after the other.
  2. Move it to the FRONT, and restart every site process again.
  3. Run this command with the new APP_KEYS. It brings what is stored under the new key.
With APP_KEYS_FILE instead of APP_KEYS this command does all of it, and nothing has to be restarted.`;

/**
 * `npm run keys:rotate -- <purpose|all>`: a new key for one purpose or for each, and everything that is stored brought
 * under it, while the site runs. Cut short, it goes on where it was when it is run again. The old key stays, to open
 * backups, until `npm run keys:remove`.
 */
async function main([wanted = '']: string[]): Promise<void> {
  const chosen = wanted === 'all' ? purposes : purposes.filter((purpose) => purpose === wanted);
  if (chosen.length === 0)
    throw new StartError(`Say which keys to rotate: npm run keys:rotate -- <${purposes.join('|')}|all>`);
  await withRotation(async (vault, source) => {
    for (const purpose of chosen) {
      console.log(`• ${purpose}`);
      await rotate(purpose, vault, source);
    }
  });
}

async function rotate(purpose: Purpose, vault: RotationContext, source: KeySource): Promise<void> {
  if (source.file) await changeRing(purpose, vault, source.file);
  const keys = await loadKeys(source.settings);
  if (!source.file && keys[purpose].length === 1) throw new StartError(fromOutside);
  const first = keyFingerprint(keys[purpose][0]);
  const sites = await waitForSites(vault, purpose, ([mark]) => mark === first);
  console.log(`    key in use: ${keys[purpose][0].id}, known to ${sites} running site processes`);
  if (purpose === 'cms') console.log('    it takes effect at the next start, when editors sign in again');
  await reseal(purpose, keys, vault);
}

/** First every process learns to read under the new key, then it comes into use: so no process meets what it can't open. */
async function changeRing(purpose: Purpose, vault: RotationContext, file: string): Promise<void> {
  const source = { APP_KEYS_FILE: file };
  let id = waitingKey(await readRing(file, purpose));
  if (!id) {
    const unfinished = await count(purpose, await loadKeys(source), vault);
    if (unfinished > 0) {
      console.log(
        `    an earlier rotation was cut short with ${unfinished} values left: it is finished first`,
      );
      return;
    }
    id = await introduceKey(file, purpose);
  }
  const added = (await loadKeys(source))[purpose].find((key) => key.id === id);
  const mark = added ? keyFingerprint(added) : '';
  await waitForSites(vault, purpose, (marks) => marks.includes(mark));
  await promoteKey(file, purpose, id);
}

async function reseal(purpose: Purpose, keys: Keys, vault: RotationContext): Promise<void> {
  for (const { collection, rows, changed } of await reencryptEverything(purpose, keys, vault, true)) {
    console.log(`    ${collection}: ${changed} values changed in ${rows} rows`);
  }
  const after = await reencryptEverything(purpose, keys, vault, false);
  const old = after.reduce((sum, each) => sum + each.old, 0);
  const unreadable = after.reduce((sum, each) => sum + each.unreadable, 0);
  console.log(`    still under an old key: ${old}, of these unreadable with any key: ${unreadable}`);
  if (old > 0) throw new StartError('Not everything is under the new key yet: run this again.');
}

/** @returns how many values that can be read are not under the key in use. */
async function count(purpose: Purpose, keys: Keys, vault: RotationContext): Promise<number> {
  const counts = await reencryptEverything(purpose, keys, vault, false);
  return counts.reduce((sum, { old, unreadable }) => sum + old - unreadable, 0);
}

if (import.meta.main) {
  await main(process.argv.slice(2)).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}
