import { open, rename, rm } from 'node:fs/promises';

/**
 * Replaces a file atomically by one that only its owner may read: a crash leaves the old text or the new, never half.
 */
export async function replaceFile(file: string, text: string): Promise<void> {
  const half = `${file}.${process.pid}.part`;
  try {
    const handle = await open(half, 'w', 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(half, file);
  } catch (error) {
    await rm(half, { force: true });
    throw error;
  }
}
