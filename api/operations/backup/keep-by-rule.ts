import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { listBackups, timeOf } from './manifest.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** How many of each are kept: the newest backup of the last days, weeks and months that have one. */
const kept = [
  { count: 7, of: (at: Date) => at.toISOString().slice(0, 10) },
  { count: 4, of: (at: Date) => String(Math.floor((at.getTime() / dayMs + 3) / 7)) },
  { count: 12, of: (at: Date) => at.toISOString().slice(0, 7) },
] as const;
/** With its key in no backup for longer than 14 days, whoever is deleted is deleted there too; this is looked at once a day. */
const keysKeptMs = 13 * dayMs;
/** What a backup that was killed leaves is no longer written to after this long. */
const unfinishedMs = dayMs;

/** @param names of backups, the newest first. @returns the files that are to be deleted: those of old backups, and data keys. */
export function expiredFiles(names: readonly string[], now: Date): string[] {
  const wanted = new Set(
    kept.flatMap(({ count, of }) => {
      const newestOf = new Map(names.toReversed().map((name) => [of(timeOf(name)), name]));
      return [...newestOf.values()].slice(-count);
    }),
  );
  return names.flatMap((name) => {
    if (!wanted.has(name)) return [`${name}.json`, `${name}.data`, `${name}.keys`];
    return now.getTime() - timeOf(name).getTime() > keysKeptMs ? [`${name}.keys`] : [];
  });
}

/**
 * Deletes what has expired, and what backups left that came to no end.
 *
 * @param deleteElsewhere is called before a file is deleted here, so that what fails there is tried again.
 */
export async function keepByRule(
  folder: string,
  now: Date,
  deleteElsewhere: (file: string) => Promise<void>,
): Promise<void> {
  const names = await listBackups(folder);
  const files = new Set(await readdir(folder));
  for (const file of expiredFiles(names, now)) {
    if (!files.has(file)) continue;
    await deleteElsewhere(file);
    await rm(join(folder, file));
  }
  for (const file of files) {
    const [, name = ''] = /^(claimdesk-\d{8}T\d{9}Z)\.(?:data|keys|json\.part)$/.exec(file) ?? [];
    if (!name || names.includes(name) || now.getTime() - timeOf(name).getTime() < unfinishedMs) continue;
    await rm(join(folder, file), { force: true });
  }
}
