import { createSecretKey } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Connection, mongo, UpdateQuery } from 'mongoose';
import { dataKeysName, defineCollection } from '#api/platform/database/collection.ts';
import { batchSize, forEachBatch } from '#api/platform/database/for-each-row.ts';
import { decrypt, encrypt, keyIdOf } from './encrypt.ts';
import { dataKeyId, type Key, type KeyRing, type Keys, makeKeySecret } from './key-ring.ts';

/** A key that encrypts data, stored wrapped: encrypted under the key ring. */
export interface WrappedKey {
  /** The id of the record whose data it encrypts; `lookups` for the keys of lookups and search tokens. */
  _id: string;
  key: string;
  /** When data was last written under it. */
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
});

export const lookupsId = 'lookups';
/** A deleted key is used by other processes for at most this long. */
const cacheMs = 5_000;

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
  /** Deletes an owner's data key, because what was encrypted under it has ended before its record does. */
  forget(owner: unknown, session?: mongo.ClientSession): Promise<void>;
}

/**
 * @param rings of the key file. @returns them with the data keys. The keys of lookups are those that the database was begun
 * with, so that a rotation changes no lookup.
 */
export async function openDataKeys(rings: Keys, portal: Connection): Promise<DataKeys> {
  const cache = new LRUCache<string, Key>({ max: 10_000, ttl: cacheMs });
  let asked: { owners: Set<string>; found: Promise<Map<string, Key>> } | undefined;

  function read(owner: string): Promise<Map<string, Key>> {
    // Whoever asks in the same turn of the event loop shares one query.
    asked ??= {
      owners: new Set(),
      found: endOfTurn().then(() => {
        const owners = [...(asked?.owners ?? [])];
        asked = undefined;
        return find(owners);
      }),
    };
    asked.owners.add(owner);
    return asked.found;
  }
  async function find(owners: string[]): Promise<Map<string, Key>> {
    const wrapped = await dataKeysCollection
      .rows<WrappedKey>(portal)
      .find({ _id: { $in: owners } })
      .toArray();
    const found = new Map<string, Key>();
    for (const { _id, key } of wrapped)
      try {
        found.set(_id, dataKey(unwrap(rings, _id, key)));
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
      const id = String(owner);
      const key = cache.get(id) ?? (await read(id)).get(id);
      if (key) cache.set(id, key, { noUpdateTTL: true });
      return ringWith(key);
    },
    async for(owner) {
      const id = String(owner);
      const secret = await readOrMake(portal, id, {
        // `removeUnusedKeys` leaves it alone until what it is for is stored.
        $set: { used_at: new Date() },
        $setOnInsert: { key: wrap(rings.fields, id, makeKeySecret()) },
      });
      return ringWith(dataKey(unwrap(rings, id, secret)));
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
  return { _id, key: { $not: new RegExp(`^v1\\.${id}\\.`) } };
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
