import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { access, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { keyFingerprint } from '#api/platform/keys/key-heartbeat.ts';
import { type Keys, type Purpose, purposes } from '#api/platform/keys/key-ring.ts';
import { deriveKey, type Part } from './sealed-stream.ts';
import { databaseRoles } from './tally.ts';

const count = z.number().int().min(0);
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const file = z.strictObject({ bytes: count, sha256: hash });

const shape = z.strictObject({
  format: z.literal(1),
  name: z.string(),
  /** The moment that the databases were read as of. */
  at: z.iso.datetime(),
  versions: z.strictObject({ claimdesk: z.string(), mongodb: z.string() }),
  /** The last migration that had run. */
  migration: z.string().nullable(),
  /** Names of collections and numbers, nothing of what is in them. */
  collections: z.array(
    z.strictObject({
      database: z.enum(databaseRoles),
      name: z.string(),
      part: z.enum(['data', 'keys']),
      rows: count,
      sha256: hash,
    }),
  ),
  files: z.strictObject({ count, bytes: count, sha256: hash }),
  /** Where the bytes of documents are: with `s3`, not in this backup. */
  documents: z.enum(['database', 's3']),
  /** The keys of the key file by their fingerprints, and by their names those without which nothing of it can be read. */
  keys: z.strictObject({
    fingerprints: z.record(z.enum(purposes), z.array(z.string())),
    needed: z.strictObject({ fields: z.array(z.string()), lookups: z.array(z.string()) }),
  }),
  /** Where the audit log ends; null for an empty one. */
  audit: z.strictObject({ entry: z.string(), hash: z.string() }).nullable(),
  parts: z.strictObject({ data: file, keys: file }),
});

/** What is in a backup. It lies beside its two parts as readable JSON, and can't be changed without the backup key. */
export type Manifest = z.infer<typeof shape>;

/** The file of a part, or of the manifest, of the backup with this name. */
export function fileOf(folder: string, name: string, part: Part | 'json'): string {
  return join(folder, `${name}.${part}`);
}

const namePattern = /^claimdesk-\d{8}T\d{9}Z$/;

/** @returns whether it is one that a backup can have. */
export const isName = (name: string) => namePattern.test(name);

/** @returns `claimdesk-20261128T060000000Z`, which sorts by age. */
export function nameOf(at: Date): string {
  return `claimdesk-${at.toISOString().replaceAll(/[-:.]/g, '')}`;
}

/** @returns when the backup with this name was begun. */
export function timeOf(name: string): Date {
  return new Date(
    name.replace(/^claimdesk-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/, '$1-$2-$3T$4:$5:$6.$7Z'),
  );
}

/** @returns the names of the finished backups in a folder, the newest first. */
export async function listBackups(folder: string): Promise<string[]> {
  const files = await readdir(folder).catch(() => []);
  const names = files.filter((each) => each.endsWith('.json')).map((each) => each.slice(0, -'.json'.length));
  return names.filter(isName).sort((one, other) => (one < other ? 1 : -1));
}

export function hasPart(folder: string, name: string, part: Part): Promise<boolean> {
  return access(fileOf(folder, name, part)).then(
    () => true,
    () => false,
  );
}

/** @returns the text of the manifest's file. */
export function signManifest(manifest: Manifest, key: KeyObject): string {
  return `${JSON.stringify({ ...manifest, mac: macOf(manifest, key) }, null, 2)}\n`;
}

/** A manifest that was read, and the key of its backup. */
export interface OpenedManifest {
  manifest: Manifest;
  key: KeyObject;
}

/** @throws Error with one sentence when there is none, or it is not as it was written under one of these keys. */
export async function readManifest(
  folder: string,
  name: string,
  keys: readonly KeyObject[],
): Promise<OpenedManifest> {
  if (!isName(name)) throw new Error('A backup has a name such as claimdesk-20261128T060000000Z.');
  const text = await readFile(fileOf(folder, name, 'json'), 'utf8').catch(() => {
    throw new Error(`There is no backup ${name} in the folder of backups.`);
  });
  const { mac = '', ...content } = parse(text);
  const given = Buffer.from(String(mac));
  const key = keys.find((each) => {
    const expected = Buffer.from(macOf(content, each));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!key)
    throw new Error(
      `The manifest of ${name} was changed, or BACKUP_KEY is not the key that this backup was made with.`,
    );
  const manifest = shape.safeParse(content);
  if (!manifest.success || manifest.data.name !== name)
    throw new Error(`${name} was made by another version of claimdesk: restore it with that one.`);
  return { manifest: manifest.data, key };
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

function macOf(content: object, key: KeyObject): string {
  const own = deriveKey(key, Buffer.alloc(0), 'manifest');
  return createHmac('sha256', own).update(JSON.stringify(content)).digest('hex');
}

export function fingerprintsOf(rings: Keys): Record<Purpose, string[]> {
  return Object.fromEntries(
    purposes.map((purpose) => [purpose, rings[purpose].map(keyFingerprint)]),
  ) as Record<Purpose, string[]>;
}

/** @throws Error with one sentence when what is in the backup can't be read with these keys. */
export function refuseOtherKeys({ keys }: Manifest, rings: Keys): void {
  const nameOfKey = (fingerprint: string) => fingerprint.replace(/\..*/, '');
  for (const purpose of purposes) {
    const given = rings[purpose].map(keyFingerprint);
    for (const fingerprint of keys.fingerprints[purpose]) {
      const id = nameOfKey(fingerprint);
      if (given.includes(fingerprint)) continue;
      if (given.some((each) => nameOfKey(each) === id))
        throw new Error(
          `APP_KEYS: the key ${id} of ${purpose} is not the key of that name that the backup was made with: put the keys of that time back.`,
        );
      const isNeeded = (purpose === 'fields' || purpose === 'lookups') && keys.needed[purpose].includes(id);
      if (isNeeded)
        throw new Error(
          `APP_KEYS lacks the key ${id} of ${purpose}, without which nothing of this backup can be read: put it back, at the end of its ring.`,
        );
    }
  }
}
