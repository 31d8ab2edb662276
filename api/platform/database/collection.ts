import {
  type Connection,
  type IndexDefinition,
  type IndexOptions,
  type Model,
  type mongo,
  Schema,
  type SchemaDefinition,
} from 'mongoose';
import { decrypt, decryptOrUnreadable, type EncryptionContext, encrypt } from '#api/platform/keys/encrypt.ts';
import type { KeyRing } from '#api/platform/keys/key-ring.ts';
import type { Log } from '#api/platform/log.ts';
import type { Settings } from '#api/platform/settings.ts';
import { batchSize, forEachBatch } from './for-each-row.ts';
import { inTransaction } from './transaction.ts';

/** The collection of wrapped data keys: see `api/platform/keys/data-keys.ts`. */
export const dataKeysName = 'data_keys';

/** A stored document whose fields are read by name. */
export type Row = Record<string, unknown> & { _id: unknown };

/** How long rows are kept. What matches one of its two conditions is deleted, once a day. */
export interface Retention {
  /** Identifies the rule in recorded runs; the collection's name where it is left out. */
  name?: string;
  /** The deleted rows in words for staff, as in `saved drafts: 3`. */
  label: string;
  /** When the period starts, as in `after the decision`; left out for what only ends with the account of its client. */
  since?: string;
  /** How long it is; 0 where it is left out. */
  days?(settings: Settings): number;
  /** @param before rows that ended before this time have expired. */
  expired?(before: Date): Record<string, unknown>;
  /** The indexed field with the id of the client with whose account they end. */
  client?: string;
  /** Which rows end with it; left out for all of them. */
  where?: Record<string, unknown>;
}

type Name<Stored> = Extract<keyof Stored, string>;
type Path<Stored> = Name<Stored> | `${Name<Stored>}.${string}`;

/** Everything that is true of a collection as such: what keys, retention and the start of a site need to know of it. */
export interface Declaration<Stored> {
  /** In the database. Encrypted values are bound to it, so it never changes. */
  name: string;
  /** Its shape; left out for a collection that is only written by operators that Mongoose does not check. */
  fields?: SchemaDefinition<Stored>;
  indexes?: readonly (readonly [IndexDefinition, IndexOptions?])[];
  encrypted?: readonly Path<Stored>[];
  /**
   * The field with the id of the record under whose data key its rows are encrypted, such as `client_id`, or what reads it of a
   * row. Where it is left out or reads `_id`, a row has a data key of its own, which `remove` deletes with it.
   */
  owner?: Name<Stored> | ((row: Stored) => unknown);
  retention?: Retention;
}

export interface Collection<Stored> extends Declaration<Stored> {
  hasDataKeys: boolean;
  /** @returns the id of the record under whose data key a row is encrypted: for `keys.of` and `keys.for`. */
  ownerOf(row: Stored): unknown;
  /** The model, which checks what is written. */
  model(portal: Connection): Model<Stored>;
  /** The same rows without a model, for pipelines by MongoDB's clock and for what is read as it is stored. */
  rows<As extends mongo.Document = Extract<Stored, mongo.Document>>(portal: Connection): mongo.Collection<As>;
  /** Creates it and its indexes: inside a transaction, the first write would conflict with that. */
  prepare(portal: Connection): Promise<void>;
  /** @param ring of `keys.for(owner)`. @param document the id of the row. @returns the text encrypted for this field of this row. */
  encrypt(ring: KeyRing, document: unknown, field: Path<Stored>, text: string): string;
  /** @param ring of `keys.of(owner)`. @returns the text that `encrypt` encrypted. @throws Error when it was changed or moved, or its key is gone. */
  decrypt(ring: KeyRing, document: unknown, field: Path<Stored>, value: string): string;
  /** As `decrypt`, but @returns `unreadable`, which is logged, where it can't be decrypted. */
  read(ring: KeyRing, document: unknown, field: Path<Stored>, value: string, deps: { log: Log }): string;
  /**
   * Deletes rows, and with them the data keys of those that have one: in the caller's transaction, or in transactions of 500 rows.
   *
   * @returns how many it deleted.
   */
  remove(
    portal: Connection,
    filter: mongo.Filter<mongo.Document>,
    session?: mongo.ClientSession,
  ): Promise<number>;
}

/** A collection in a list of all of them. */
// biome-ignore lint/suspicious/noExplicitAny: each has rows of its own kind
export type AnyCollection = Collection<any>;

/** Declares a collection. It has to be listed in `api/collections.ts`, which a test compares with the database. */
export function defineCollection<Stored>(declaration: Declaration<Stored>): Collection<Stored> {
  const { name, fields, indexes = [], encrypted = [], owner } = declaration;
  const hasDataKeys = declaration.encrypted !== undefined && typeof owner !== 'string';
  const schema =
    fields && new Schema<Stored>(fields as never, { collection: name, strict: 'throw', versionKey: false });

  const rows = (portal: Connection) => portal.getClient().db(portal.name).collection(name);
  function model(portal: Connection): Model<Stored> {
    if (!schema) throw new Error(`The collection ${name} declares no fields.`);
    return portal.models[name] ?? portal.model<Stored>(name, schema);
  }
  function contextOf(document: unknown, field: Path<Stored>): EncryptionContext {
    if (!encrypted.includes(field)) throw new Error(`${name}.${field} is not declared as encrypted.`);
    return { collection: name, field, document: String(document) };
  }

  return {
    ...declaration,
    hasDataKeys,
    ownerOf: (row) => (typeof owner === 'function' ? owner(row) : row[owner ?? ('_id' as keyof Stored)]),
    model,
    rows: rows as never,
    async prepare(portal) {
      if (schema) await model(portal).createCollection();
      const descriptions = indexes.map(([key, options]) => ({ key, ...options }) as mongo.IndexDescription);
      if (descriptions.length > 0) await rows(portal).createIndexes(descriptions);
    },
    encrypt: (ring, document, field, text) => encrypt(ring, text, contextOf(document, field)),
    decrypt: (ring, document, field, value) => decrypt(ring, value, contextOf(document, field)),
    read: (ring, document, field, value, { log }) =>
      decryptOrUnreadable(ring, value, contextOf(document, field), log),
    async remove(portal, filter, session) {
      if (!hasDataKeys) return (await rows(portal).deleteMany(filter, { session })).deletedCount;
      let deleted = 0;
      async function removeBatch(filter: mongo.Filter<mongo.Document>, session: mongo.ClientSession) {
        const found = await rows(portal)
          .find(filter, { projection: { _id: 1 }, session })
          .toArray();
        const keys = { _id: { $in: found.map(({ _id }) => String(_id) as never) } };
        await portal.getClient().db(portal.name).collection(dataKeysName).deleteMany(keys, { session });
        const ids = { _id: { $in: found.map(({ _id }) => _id) } };
        return (await rows(portal).deleteMany(ids, { session })).deletedCount;
      }
      if (session) return removeBatch(filter, session);
      await forEachBatch(rows(portal).find(filter, { projection: { _id: 1 }, batchSize }), async (batch) => {
        const ids = { _id: { $in: batch.map(({ _id }) => _id) } };
        deleted += await inTransaction(portal, (own) => removeBatch({ $and: [filter, ids] }, own));
      });
      return deleted;
    },
  };
}
