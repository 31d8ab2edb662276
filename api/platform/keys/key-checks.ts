import { createHmac } from 'node:crypto';
import type { Connection } from 'mongoose';
import { defineCollection } from '#api/platform/database/collection.ts';
import { decrypt, type EncryptionContext } from './encrypt.ts';
import { type Key, type Keys, type Purpose, purposes } from './key-ring.ts';

/** Tells whether a key is the one of that name that this database was used with before. */
interface KeyCheck {
  /** The ring and the id, such as `fields.k1`. */
  _id: string;
  check: string;
}

export const keyChecksCollection = defineCollection<KeyCheck>({
  name: 'key_checks',
  fields: { _id: { type: String, required: true }, check: { type: String, required: true } },
});

/** A stored value, and what it is bound to. */
export interface EncryptedValue {
  value: string;
  context: EncryptionContext;
}

/** @returns some values that are encrypted under a key itself, of those that are stored. */
export type FindEncrypted = (purpose: Purpose, id: string) => Promise<EncryptedValue[]>;

/** @throws Error with one sentence when a key is not the one that this database knows by its name. */
export type CheckKeys = (keys: Keys) => Promise<void>;

/**
 * A key with the right name and another value decrypts nothing, and what it encrypts is lost once it is corrected. So a check
 * value of each key is stored when it is first used, in a database of an earlier version once the key decrypts what is stored
 * under its name.
 */
export function makeKeyCheck(portal: Connection, findEncrypted: FindEncrypted): CheckKeys {
  const rows = keyChecksCollection.rows<KeyCheck>(portal);

  async function readChecks(ids: string[]): Promise<Map<string, string>> {
    const found = await rows.find({ _id: { $in: ids } }).toArray();
    return new Map(found.map(({ _id, check }) => [_id, check]));
  }

  return async (keys) => {
    const given = purposes.flatMap((purpose) =>
      keys[purpose].map((key) => ({ _id: `${purpose}.${key.id}`, check: checkOf(key), purpose, key })),
    );
    const ids = given.map(({ _id }) => _id);
    const known = await readChecks(ids);
    refuse(given.filter(({ _id, check }) => (known.get(_id) ?? check) !== check));
    const added = given.filter(({ _id }) => !known.has(_id));
    if (added.length === 0) return;
    for (const each of added)
      if (decryptsNothing(each.key, await findEncrypted(each.purpose, each.key.id))) refuse([each]);
    await rows.bulkWrite(
      added.map(({ _id, check }) => ({
        updateOne: { filter: { _id }, update: { $setOnInsert: { check } }, upsert: true },
      })),
      { ordered: false, writeConcern: { w: 'majority', journal: true } },
    );
    // Another process may have started with another key at the same time.
    const stored = await readChecks(ids);
    refuse(given.filter(({ _id, check }) => stored.get(_id) !== check));
  };
}

function checkOf({ secret }: Key): string {
  return createHmac('sha256', secret).update('check value of this key').digest('base64url');
}

/** @returns false also where nothing is stored. One value that can be decrypted is enough: others may be damaged. */
function decryptsNothing(key: Key, values: EncryptedValue[]): boolean {
  return values.length > 0 && !values.some(({ value, context }) => canDecrypt(key, value, context));
}

function canDecrypt(key: Key, value: string, context: EncryptionContext): boolean {
  try {
    decrypt([key], value, context);
    return true;
  } catch {
    return false;
  }
}

function refuse(wrong: { purpose: Purpose; key: Key }[]): void {
  const [first] = wrong;
  if (!first) return;
  throw new Error(
    `APP_KEYS: the key ${first.key.id} of ${first.purpose} is not the key of that name that this database was used with: put the right one back, or give a new key a name of its own.`,
  );
}
