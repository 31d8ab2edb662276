import type { Connection, mongo } from 'mongoose';
import { loadDefinition } from '#api/casework/definitions/load-definition.ts';
import { isEncrypted } from '#api/casework/submissions/encrypted-answers.ts';
import type { AnyCollection, Row } from '#api/platform/database/collection.ts';
import { decrypt, encrypt, type FieldAddress, keyIdOf } from '#api/platform/keys/encrypt.ts';
import type { Keys } from '#api/platform/keys/key-ring.ts';
import { type Lookup, lookupHashes } from '#api/platform/keys/lookups.ts';
import { type SearchTokens, searchTokens } from '#api/platform/keys/search-tokens.ts';

const batchSize = 200;

export interface ReencryptCount {
  collection: string;
  /** Rows that were read. */
  rows: number;
  /** Values that were re-encrypted with the key in use. */
  changed: number;
  /** Values that were under another key: 0 once a rotation is complete. */
  old: number;
  /** Of those, values that no key of the ring can decrypt. */
  unreadable: number;
}

type Change = mongo.AnyBulkWriteOperation<Row>;

interface Dependencies {
  portal: Connection;
  keys: Keys;
}

/**
 * Re-encrypts every value and re-hashes every lookup and search token of a collection with the keys in use, in batches. It only replaces a
 * value that has not changed since it was read, so the site may keep writing; it can be interrupted and started again.
 *
 * @param write if false, it only counts.
 */
export async function reencryptCollection(
  target: AnyCollection,
  deps: Dependencies,
  write: boolean,
): Promise<ReencryptCount> {
  const collection = target.rows<Row>(deps.portal);
  const count: ReencryptCount = { collection: target.name, rows: 0, changed: 0, old: 0, unreadable: 0 };
  let batch: Change[] = [];
  const flush = async () => {
    if (batch.length === 0) return;
    const result = await collection.bulkWrite(batch, {
      ordered: false,
      writeConcern: { w: 'majority', journal: true },
    });
    count.changed += result.modifiedCount;
    batch = [];
  };
  for await (const row of collection.find({}, { batchSize })) {
    count.rows += 1;
    for (const change of await changesOf(row as Row, target, deps, count)) batch.push(change);
    if (!write) batch = [];
    else if (batch.length >= batchSize) await flush();
  }
  await flush();
  return count;
}

async function changesOf(
  row: Row,
  target: AnyCollection,
  { portal, keys }: Dependencies,
  count: ReencryptCount,
): Promise<Change[]> {
  const encrypted = await encryptedValuesOf(row, target, portal);
  const changes: Change[] = [];
  const tokens = row.search_tokens as SearchTokens[] | undefined;
  if (target.searchable && tokens && !tokens.some(({ k }) => k === keys.lookups[0].id)) {
    count.old += 1;
    const searchable = await target.searchable(row, { portal, keys });
    changes.push(replace(row, 'search_tokens', tokens, searchTokens(keys.lookups, target.name, searchable)));
  }
  const decrypted = new Map<string, string>();
  for (const { path, value, address } of encrypted) {
    const isOld = keyIdOf(value) !== keys.fields[0].id;
    if (isOld) count.old += 1;
    try {
      if (!isOld && !isLookedUpBy(target, path)) continue;
      const text = decrypt(keys.fields, value, address);
      decrypted.set(path, text);
      if (isOld) changes.push(replace(row, path, value, encrypt(keys.fields, text, address)));
    } catch {
      count.unreadable += 1;
    }
  }
  for (const { path, kind, of } of target.lookups ?? []) {
    const hashes = (row[path] ?? []) as Lookup[];
    const text = decrypted.get(of);
    if (text === undefined || hashes.some(({ k }) => k === keys.lookups[0].id)) continue;
    count.old += 1;
    // Answers are encrypted as JSON, fields as they are.
    const value = of.startsWith('answers.') ? String(JSON.parse(text)) : text;
    changes.push(replace(row, path, hashes, lookupHashes(keys.lookups, kind, value)));
  }
  return changes;
}

function isLookedUpBy({ lookups = [] }: AnyCollection, path: string): boolean {
  return lookups.some(({ of }) => path === of);
}

interface EncryptedValue {
  path: string;
  value: string;
  address: FieldAddress;
}

async function encryptedValuesOf(
  row: Row,
  { name: collection, encrypted = [], answers }: AnyCollection,
  portal: Connection,
): Promise<EncryptedValue[]> {
  const rowAddress = { collection, document: String(row._id) };
  const found: EncryptedValue[] = [];
  for (const path of encrypted) {
    const value = path.split('.').reduce<unknown>((part, name) => (part as Row | undefined)?.[name], row);
    if (typeof value === 'string') found.push({ path, value, address: { ...rowAddress, field: path } });
  }
  if (!answers) return found;
  const { ui } = await loadDefinition(String(row.form), String(row.version), portal);
  for (const [field, value] of Object.entries((row.answers ?? {}) as Record<string, unknown>)) {
    if (isEncrypted(ui, field) && typeof value === 'string')
      found.push({ path: `answers.${field}`, value, address: { ...rowAddress, field } });
  }
  return found;
}

function replace(row: Row, path: string, from: unknown, to: unknown): Change {
  return { updateOne: { filter: { _id: row._id, [path]: from } as never, update: { $set: { [path]: to } } } };
}
