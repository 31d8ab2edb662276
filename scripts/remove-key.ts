import { type Purpose, purposes } from '@claimdesk/api/keys';
import { countStaleKeys, loadKeys, type RotationContext, waitForSites } from '@claimdesk/api/rotation';
import { readRing, removeKey } from './key-file.ts';
import { type KeySource, withRotationContext } from './rotation-context.ts';
import { StartError } from './start-error.ts';

/**
 * `npm run keys:remove -- <purpose> <id>`: removes an old key from its ring, once nothing stored needs it. Backups from
 * before the rotation still do, so keep a copy of it with them.
 */
async function main([wanted, id = '']: string[]): Promise<void> {
  const purpose = purposes.find((each) => each === wanted);
  if (!purpose || !id)
    throw new StartError(`Say which key to remove: npm run keys:remove -- <${purposes.join('|')}> <id>`);
  await withRotationContext((context, source) => remove(purpose, id, context, source));
}

async function remove(
  purpose: Purpose,
  id: string,
  context: RotationContext,
  source: KeySource,
): Promise<void> {
  const keys = await loadKeys(source.settings);
  if (keys[purpose][0].id === id) throw new StartError(`${id} is the key in use: rotate first.`);
  if (source.file && !(await readRing(source.file, purpose)).some((key) => key.id === id))
    throw new StartError(`There is no key ${id} in the ring ${purpose}.`);
  const { stale } = await countStaleKeys(purpose, keys, context.portal);
  if (stale > 0)
    throw new StartError(`${stale} data keys still need an old key: run npm run keys:rotate first.`);
  if (!source.file) throw new StartError(`Nothing stored needs ${id} any more: take it out of APP_KEYS.`);
  await removeKey(source.file, purpose, id);
  await waitForSites(context, purpose, (fingerprints) =>
    fingerprints.every((fingerprint) => !fingerprint.startsWith(`${id}.`)),
  );
  console.log(
    `${id} is removed from ${purpose}. Keep a copy of it with the backups from before the rotation.`,
  );
}

if (import.meta.main) {
  await main(process.argv.slice(2)).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}
