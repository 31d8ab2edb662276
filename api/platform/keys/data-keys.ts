import { createSecretKey, type KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Connection, mongo, UpdateQuery } from 'mongoose';
import { dataKeysName, defineCollection } from '#api/platform/database/collection.ts';
import { batchSize, forEachBatch } from '#api/platform/database/for-each-row.ts';
import { decrypt, encrypt, encryptedWith, keyIdOf } from './encrypt.ts';
import { dataKeyId, type Key, type KeyRing, type Keys, makeKeySecret } from './key-ring.ts';

/** A key that encrypts data, stored wrapped: encrypted under the key ring. */
export interface WrappedKey {
  /**
   * The id of the record whose data it encrypts; `lookups` for the keys of lookups and search tokens, `audit` for the key under
   * which entries of the audit log are linked.
   */
  _id: string;
  key: string;
  /** When data was last written under it, give or take an hour. */
  used_at: Date;
}

interface KnownKey {
  key: Key;
  used_at: Date;
}

/** What was encrypted under a key that is deleted is gone, in backups too once those of the keys have expired (docs/deployment.md). */
export const dataKeysCollection = defineCollection<WrappedKey>({
  name: dataKeysName,
  fields: {
    _id: { type: String, required: true },
    key: { type: String, required: true },
    used_at: { type: Date, required: true },
  },
  // A search reads 25 keys from anywhere in the collection: the index has all that it needs of them.
  indexes: [[{ _id: 1, key: 1, used_at: 1 }]],
});

export const lookupsId = 'lookups';
const auditId = 'audit';
/** What is no data key of a record, and stays. */
export const ownKeys: readonly string[] = [lookupsId, auditId];
/** A deleted key is used by other processes for at most this long; what is written under it then is about a deleted record. */
const cacheMs = 5_000;
/** `removeUnusedKeys` leaves a key alone for a day after data was written under it, so this often is enough to say so. */
const noteUseMs = 60 * 60 * 1000;

/** The keys of a process. `fields` only wraps data keys, and encrypts what is not stored with us, such as cookies. */
export interface DataKeys extends Keys {
  /**
   * The keys that decrypt an owner's data. What is asked for at once is read at once, so a list of records costs one query.
   *
   * @param owner the id of a record that has a data key: see `Declaration.owner`.
   */
  of(owner: unknown): Promise<KeyRing>;
  /** The keys to encrypt an owner's data with; its data key is made when it has none. To be called right before the write. */
  for(owner: unknown): Promise<KeyRing>;
  /** The keys to encrypt a new record with, made in the transaction that stores it. */
  make(owner: unknown, session: mongo.ClientSession): Promise<KeyRing>;
  /** Deletes an owner's data key, because what was encrypted under it has ended before its record does. */
  forget(owner: unknown, session?: mongo.ClientSession): Promise<void>;
}

/**
 * @param rings of the key file. @returns them with the data keys. The keys of lookups are those that the database was begun
 * with, so that a rotation changes no lookup.
 */
export async function openDataKeys(rings: Keys, portal: Connection): Promise<DataKeys> {
  const cache = new LRUCache<string, KnownKey>({ max: 10_000, ttl: cacheMs });
  let asked: { owners: Set<string>; found: Promise<Map<string, KnownKey>> } | undefined;

  async function find(owner: string): Promise<KnownKey | undefined> {
    const known = cache.get(owner) ?? (await ask(owner)).get(owner);
    if (known) cache.set(owner, known, { noUpdateTTL: true });
    return known;
  }
  function ask(owner: string): Promise<Map<string, KnownKey>> {
    // Whoever asks in the same turn of the event loop shares one query.
    asked ??= {
      owners: new Set(),
      found: endOfTurn().then(() => {
        const owners = [...(asked?.owners ?? [])];
        asked = undefined;
        return read(owners);
      }),
    };
    asked.owners.add(owner);
    return asked.found;
  }
  async function read(owners: string[]): Promise<Map<string, KnownKey>> {
    const wrapped = await dataKeysCollection
      .rows<WrappedKey>(portal)
      .find({ _id: { $in: owners } }, { projection: { key: 1, used_at: 1 } })
      .toArray();
    const found = new Map<string, KnownKey>();
    for (const { _id, key, used_at } of wrapped)
      try {
        found.set(_id, { key: dataKey(unwrap(rings, _id, key)), used_at });
      } catch {
        // What it encrypts reads as unreadable, and the other records of the list as usual.
      }
    return found;
  }
  /** Values of 1.0 are under the ring itself until the migration has encrypted them under their owner's key. */
  const ringWith = (key: Key | undefined): KeyRing => (key ? [key, ...rings.fields] : rings.fields);

  return {
    ...rings,
    lookups: await openLookups(rings, portal),
    async of(owner) {
      return ringWith((await find(String(owner)))?.key);
    },
    async for(owner) {
      const id = String(owner);
      const known = await find(id);
      if (known && Date.now() - known.used_at.getTime() < noteUseMs) return ringWith(known.key);
      const secret = await readOrMake(portal, id, {
        $set: { used_at: new Date() },
        $setOnInsert: { key: wrap(rings.fields, id, makeKeySecret()) },
      });
      return ringWith(dataKey(unwrap(rings, id, secret)));
    },
    async make(owner, session) {
      const _id = String(owner);
      const secret = makeKeySecret();
      const row = { _id, key: wrap(rings.fields, _id, secret), used_at: new Date() };
      await dataKeysCollection.rows<WrappedKey>(portal).insertOne(row, { session });
      // An id can return: a form that is sent again after its record was removed has the same one.
      cache.delete(_id);
      return ringWith(dataKey(secret));
    },
    async forget(owner, session) {
      await dataKeysCollection.model(portal).deleteOne({ _id: String(owner) }, { session });
    },
  };
}

function endOfTurn(): Promise<void> {
  return Promise.resolve().then(() => new Promise((resolve) => process.nextTick(resolve)));
}

async function openLookups(rings: Keys, portal: Connection): Promise<KeyRing> {
  const asJson = JSON.stringify(
    rings.lookups.map(({ id, secret }) => ({ id, secret: secret.export().toString('base64') })),
  );
  const stored = await readOrMake(portal, lookupsId, {
    $setOnInsert: { key: wrap(rings.lookups, lookupsId, asJson), used_at: new Date() },
  });
  const keys: { id: string; secret: string }[] = JSON.parse(unwrap(rings, lookupsId, stored));
  return keys.map(({ id, secret }) => ({ id, secret: asKey(secret) })) as [Key, ...Key[]];
}

/**
 * @param rings of the key file, of which `fields` wraps it. @returns the key under which entries of the audit log are linked.
 * It never changes, so that a rotation changes no entry.
 */
export async function openAuditKey(rings: Keys, portal: Connection): Promise<KeyObject> {
  const stored = await readOrMake(portal, auditId, {
    $setOnInsert: { key: wrap(rings.fields, auditId, makeKeySecret()), used_at: new Date() },
  });
  try {
    return asKey(unwrap(rings, auditId, stored));
  } catch {
    throw new Error(
      'The key of the audit log can’t be read with this key ring: restore the collection data_keys, or the key of the ring `fields` that wrapped it.',
    );
  }
}

async function readOrMake(portal: Connection, _id: string, update: UpdateQuery<WrappedKey>): Promise<string> {
  const options = { upsert: true, new: true, writeConcern: { w: 'majority', journal: true } } as const;
  const row = await dataKeysCollection
    .model(portal)
    .findOneAndUpdate({ _id }, update, options)
    .lean()
    .orFail();
  return row.key;
}

/** What a wrapped key is bound to. */
export const placeOf = (document: string) => ({ collection: dataKeysName, field: 'key', document });

function wrap(ring: KeyRing, id: string, secret: string): string {
  return encrypt(ring, secret, placeOf(id));
}

function unwrap(rings: Keys, id: string, wrapped: string): string {
  return decrypt(id === lookupsId ? rings.lookups : rings.fields, wrapped, placeOf(id));
}

const asKey = (secret: string) => createSecretKey(Buffer.from(secret, 'base64'));
const dataKey = (secret: string): Key => ({ id: dataKeyId, secret: asKey(secret) });

/** Which wrapped keys are not under the key in use of a purpose. None for purposes whose keys wrap none. */
function staleKeys(purpose: keyof Keys, rings: Keys): mongo.Filter<WrappedKey> | undefined {
  if (purpose !== 'fields' && purpose !== 'lookups') return undefined;
  const [{ id }] = rings[purpose];
  const _id = purpose === 'lookups' ? lookupsId : { $ne: lookupsId };
  return { _id, key: { $not: encryptedWith(id) } };
}

/** @returns how many wrapped keys are not under the key in use, without those that no key of the ring unwraps. */
export async function countStaleKeys(
  purpose: keyof Keys,
  rings: Keys,
  portal: Connection,
): Promise<{ stale: number; unreadable: number }> {
  const filter = staleKeys(purpose, rings);
  const known = rings[purpose].map(({ id }) => id);
  const count = { stale: 0, unreadable: 0 };
  if (!filter) return count;
  for await (const { key } of dataKeysCollection.rows<WrappedKey>(portal).find(filter))
    count[known.includes(keyIdOf(key)) ? 'stale' : 'unreadable'] += 1;
  return count;
}

/**
 * Wraps all data keys with the key in use, which changes no data. It can be interrupted and started again, and the site may
 * make and delete keys meanwhile.
 *
 * @returns how many it wrapped anew.
 */
export async function rewrapKeys(purpose: keyof Keys, rings: Keys, portal: Connection): Promise<number> {
  const filter = staleKeys(purpose, rings);
  const rows = dataKeysCollection.rows<WrappedKey>(portal);
  const known = rings[purpose].map(({ id }) => id);
  let changed = 0;
  if (!filter) return changed;
  await forEachBatch(rows.find(filter, { batchSize }), async (batch) => {
    const writes = batch
      .filter(({ key }) => known.includes(keyIdOf(key)))
      .map(({ _id, key }) => {
        const rewrapped = wrap(rings[purpose], _id, unwrap(rings, _id, key));
        return { updateOne: { filter: { _id, key }, update: { $set: { key: rewrapped } } } };
      });
    if (writes.length > 0) changed += (await rows.bulkWrite(writes, { ordered: false })).modifiedCount;
  });
  return changed;
}
