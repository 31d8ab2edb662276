import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addMissingRings, makeKeySecret, type Purpose, parseKeys } from '@claimdesk/api/keys';
import { readKeyFile } from '@claimdesk/api/load-keys';
import { replaceFile } from './replace-file.ts';
import { StartError } from './start-error.ts';

type Ring = [KeyText, ...KeyText[]];
interface KeyText {
  id: string;
  secret: string;
}

/** The keys as `npm start` keeps them, or as APP_KEYS_FILE names them. */
export function keyFileOf(dataDir: string): string {
  return process.env.APP_KEYS_FILE ?? join(dataDir, 'keys.json');
}

/**
 * Makes the keys on the first start; later adds a ring for each purpose that is new, and changes no key that is there.
 */
export async function completeKeyFile(file: string): Promise<string> {
  const before = existsSync(file) ? await readKeyFile(file) : '{}';
  const keys = addMissingRings(before);
  if (keys !== before) await replaceFile(file, keys);
  return keys;
}

/** @returns the ring as it is in the file. @throws Error when the file is invalid. */
export async function readRing(file: string, purpose: Purpose): Promise<Ring> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new StartError(`There are no keys in ${file}: start the site once, or set APP_KEYS_FILE.`);
  });
  parseKeys(text);
  return JSON.parse(text)[purpose];
}

/** Adds a new key at the end of the ring, where it can decrypt and does not encrypt yet. */
export async function introduceKey(file: string, purpose: Purpose): Promise<string> {
  const ring = await readRing(file, purpose);
  const id = `k${Math.max(...ring.map(numberOf)) + 1}`;
  await writeRing(file, purpose, [...ring, { id, secret: makeKeySecret() }] as Ring);
  return id;
}

/** Moves a key to the front of the ring: from then on it is the one that encrypts. */
export async function promoteKey(file: string, purpose: Purpose, id: string): Promise<void> {
  const ring = await readRing(file, purpose);
  await writeRing(file, purpose, [
    ...ring.filter((key) => key.id === id),
    ...ring.filter((key) => key.id !== id),
  ] as Ring);
}

export async function removeKey(file: string, purpose: Purpose, id: string): Promise<void> {
  const ring = await readRing(file, purpose);
  await writeRing(file, purpose, ring.filter((key) => key.id !== id) as Ring);
}

/** @returns the key that an interrupted rotation added at the end, or undefined. */
export function waitingKey(ring: Ring): string | undefined {
  const last = ring.at(-1);
  return last && numberOf(last) > numberOf(ring[0]) ? last.id : undefined;
}

async function writeRing(file: string, purpose: Purpose, ring: Ring): Promise<void> {
  const rings = JSON.parse(await readFile(file, 'utf8'));
  const text = JSON.stringify({ ...rings, [purpose]: ring }, null, 2);
  parseKeys(text);
  await replaceFile(file, text);
}

function numberOf({ id }: KeyText): number {
  return Number(/\d+$/.exec(id)?.[0] ?? 0);
}
