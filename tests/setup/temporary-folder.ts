import { statfs } from 'node:fs/promises';
import { startSite } from './site.ts';

/**
 * Where the data of tests is kept: in memory where that is much, because databases wait for the disk at every write.
 */
export async function chooseTemporaryFolder(): Promise<void> {
  const memory = '/dev/shm';
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }));
  if (!process.env.TMPDIR && bavail * bsize > 8 * 1024 ** 3) process.env.TMPDIR = memory;
}

/** Starts the product once on an empty data folder, which the tests that start it copy: its content takes long to add. */
export async function makeSeededDataDir(folder: string): Promise<void> {
  const site = await startSite(undefined, folder);
  await site.stop();
  process.env.SEEDED_DATA_DIR = folder;
}
