import { readFile, stat } from 'node:fs/promises';
import { errorLocation, type Log } from '#api/platform/log.ts';
import { repeat } from '#api/platform/repeat.ts';
import type { Settings } from '#api/platform/settings.ts';
import type { CheckKeys } from './key-checks.ts';
import { type Keys, parseKeys, replaceKeys } from './key-ring.ts';

const pollEveryMs = 1_000;

type Source = Pick<Settings, 'APP_KEYS' | 'APP_KEYS_FILE'>;

/**
 * Reads the keys from the environment or from a file, as the settings say.
 *
 * @throws Error with one sentence when they are invalid or the file can't be read.
 */
export async function loadKeys(source: Source): Promise<Keys> {
  return parseKeys(await readText(source));
}

async function readText({ APP_KEYS, APP_KEYS_FILE = '' }: Source): Promise<string> {
  if (APP_KEYS) return APP_KEYS;
  return readKeyFile(APP_KEYS_FILE).catch((error: NodeJS.ErrnoException) => {
    throw error.code ? new Error(`APP_KEYS_FILE can't be read (${error.code}).`) : error;
  });
}

/** @throws Error with one sentence when any user of this machine may read the file, or users other than its owner may change it. */
export async function readKeyFile(file: string): Promise<string> {
  const { mode } = await stat(file);
  if ((mode & 0o026) !== 0)
    throw new Error(`Others may read or change the file with the keys: make it yours with chmod 600 ${file}`);
  return readFile(file, 'utf8');
}

/**
 * Watches the key file and loads its changes within a second and in place: code that holds a ring sees the new one. So
 * keys can be rotated while the site runs. Keys from the environment stay the same until the process ends.
 *
 * @param changed is called after each change, and once at the start. @returns a function that stops the watching.
 */
export function followKeys(
  source: Source,
  { keys, log, check }: { keys: Keys; log: Log; check: CheckKeys },
  changed: () => void,
): () => Promise<void> {
  if (!source.APP_KEYS_FILE || source.APP_KEYS) return async () => {};
  let current: string | undefined;

  async function reload(): Promise<void> {
    const text = await readText(source);
    if (text === current) return;
    const given = parseKeys(text);
    await check(given);
    replaceKeys(keys, given);
    if (current !== undefined) log.info('keys changed');
    current = text;
    changed();
  }
  const watching = repeat(reload, {
    everyMs: pollEveryMs,
    onError(error, failures) {
      // An invalid file, or one with wrong keys, changes nothing: the current keys stay in use.
      if (failures === 1) log.error('keys not read', { error: errorLocation(error) });
    },
  });
  watching.start();
  return watching.stop;
}
