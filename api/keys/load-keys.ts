import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { type Log, placeOf } from '../log.ts';
import type { Settings } from '../settings.ts';
import { type Keys, parseKeys, replaceKeys } from './key-ring.ts';

const lookEveryMs = 1_000;

type Source = Pick<Settings, 'APP_KEYS' | 'APP_KEYS_FILE'>;

/**
 * Reads the keys from where the settings say: the environment, or a file.
 *
 * @throws Error with one sentence when they are unfit or the file can't be read.
 */
export async function loadKeys(source: Source): Promise<Keys> {
  return parseKeys(await readText(source));
}

async function readText({ APP_KEYS, APP_KEYS_FILE }: Source): Promise<string> {
  if (APP_KEYS) return APP_KEYS;
  return readFile(APP_KEYS_FILE ?? '', 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`APP_KEYS_FILE can't be read (${error.code}).`);
  });
}

/**
 * Takes over what changes in the file of the keys, within a second and in place: whoever holds a ring has the new one.
 * So keys are rotated while the site runs. Keys from the environment stay what they are until the process ends.
 *
 * @param changed is called after each change, and once at the beginning. @returns a function that ends the following.
 */
export function followKeys(
  source: Source,
  { keys, log }: { keys: Keys; log: Log },
  changed: () => void,
): () => Promise<void> {
  if (!source.APP_KEYS_FILE || source.APP_KEYS) return async () => {};
  const stop = new AbortController();
  let known: string | undefined;

  async function look(): Promise<void> {
    const text = await readText(source);
    if (text === known) return;
    replaceKeys(keys, parseKeys(text));
    if (known !== undefined) log.info('keys changed');
    known = text;
    changed();
  }
  async function follow(): Promise<void> {
    let complained = false;
    while (!stop.signal.aborted) {
      await look().then(
        () => {
          complained = false;
        },
        (error: unknown) => {
          // A file that is unfit changes nothing: the keys in use go on.
          if (!complained) log.error('keys not read', { error: placeOf(error) });
          complained = true;
        },
      );
      await wait(lookEveryMs, undefined, { signal: stop.signal }).catch(() => {});
    }
  }
  const following = follow();
  return async () => {
    stop.abort();
    await following;
  };
}
