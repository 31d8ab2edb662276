import { open, rename, rm } from 'node:fs/promises';

/** Puts `text` into a file that only its owner may read, in one move: a crash leaves the old file or the new, never half. */
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
