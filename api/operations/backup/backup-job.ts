import type { Connection } from 'mongoose';
import type { Deps } from '#api/platform/deps.ts';
import type { ScheduledJob } from '#api/platform/jobs/jobs.ts';
import { loadKeys } from '#api/platform/keys/load-keys.ts';
import type { Settings } from '#api/platform/settings.ts';
import { backUp, backupFolderOf, backupKeysOf } from './back-up.ts';
import { readBackupRecords, recordBackup, recordUnsent } from './backups.model.ts';
import { keepByRule } from './keep-by-rule.ts';
import { fileOf, listBackups, type Manifest, readManifest } from './manifest.ts';
import { rehearse } from './rehearse.ts';
import { offSitesOf } from './send-off-site.ts';

type Dependencies = Pick<Deps, 'portal' | 'settings'>;

/** A backup that could not be sent is sent again for this long, and then a new one is made. */
const sentAgainMs = 20 * 60 * 60 * 1000;
/** Each week, at the same time of the day: a little less, so that a slow start does not make it eight days. */
const rehearsedAgainMs = 6.5 * 24 * 60 * 60 * 1000;

/** @returns the job that makes a backup every night, before expired records are deleted. */
export function backUpWhenDue(deps: Dependencies): ScheduledJob {
  return {
    name: 'backup',
    schedule: { dailyAt: '01:00' },
    async run(signal) {
      try {
        const unsent = await findUnsent(deps);
        await finishBackup(unsent ?? (await makeBackup(deps, signal)), deps, signal);
      } catch (error) {
        // Cut short because the process ends: another makes it.
        if (!signal.aborted) throw error;
      }
    },
  };
}

/** @returns the job that restores the newest backup every week to try it, and every night while that finds faults. */
export function rehearseWhenDue({ portal, settings }: Dependencies): ScheduledJob {
  return {
    name: 'rehearsal',
    schedule: { dailyAt: '03:00' },
    async run(signal) {
      const { backup, rehearsal } = await readBackupRecords(portal);
      const age = rehearsal ? Date.now() - rehearsal.at.getTime() : Number.POSITIVE_INFINITY;
      if (!backup || (age < rehearsedAgainMs && rehearsal?.faults?.length === 0)) return;
      const rings = await loadKeys(settings);
      try {
        // What it finds is recorded, and alarmed: it would find the same in an hour.
        await rehearse({ connection: portal, client: portal.getClient(), rings, settings, signal });
      } catch (error) {
        // Cut short because the process ends: another does it.
        if (!signal.aborted) throw error;
      }
    },
  };
}

/**
 * Makes a backup, sends it off-site and deletes the backups that are not kept any longer.
 *
 * @throws Error with one sentence when one of these failed: then no backup counts as made.
 */
export async function backUpAndKeep(deps: Dependencies): Promise<Manifest> {
  const manifest = await makeBackup(deps);
  await finishBackup(manifest, deps);
  return manifest;
}

async function makeBackup({ portal, settings }: Dependencies, signal?: AbortSignal): Promise<Manifest> {
  const rings = await loadKeys(settings);
  const manifest = await backUp({ client: portal.getClient(), rings, settings }, signal);
  await recordUnsent(manifest, portal);
  return manifest;
}

/** @returns the newest backup, where it could not be sent and is still here. */
async function findUnsent({ portal, settings }: Dependencies): Promise<Manifest | undefined> {
  const folder = backupFolderOf(settings);
  const { unsent } = await readBackupRecords(portal);
  if (!unsent || Date.now() - unsent.at.getTime() > sentAgainMs) return undefined;
  if (!(await listBackups(folder)).includes(unsent.name)) return undefined;
  return (await readManifest(folder, unsent.name, backupKeysOf(settings))).manifest;
}

async function finishBackup(
  manifest: Manifest,
  { portal, settings }: { portal: Connection; settings: Settings },
  signal?: AbortSignal,
): Promise<void> {
  const folder = backupFolderOf(settings);
  const offSites = offSitesOf(settings);
  // The manifest last, so that what lies beside one is whole there too.
  for (const part of ['keys', 'data', 'json'] as const)
    for (const each of offSites) await each.send(fileOf(folder, manifest.name, part), signal);
  await recordBackup(manifest, portal);
  await keepByRule(folder, new Date(), async (file) => {
    for (const each of offSites) await each.delete(file);
  });
}
