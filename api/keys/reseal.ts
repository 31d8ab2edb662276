import type { Connection, mongo } from 'mongoose';
import { loadDefinition } from '../definitions/load-definition.ts';
import type { Keys } from './key-ring.ts';
import { type Lookup, lookupHashes } from './lookups.ts';
import { keyIdOf, type Place, seal, unseal } from './seal.ts';
import type { SealedPlace } from './sealed-places.ts';

const batchSize = 200;

export interface ResealCount {
  collection: string;
  /** Rows that were looked at. */
  rows: number;
  /** Values that were brought under the key in use. */
  changed: number;
  /** Values that are still under another key: to be 0 in the end. */
  old: number;
  /** Of those, values that don't open with any key of the ring. */
  unreadable: number;
}

type Row = Record<string, unknown> & { _id: unknown };
type Change = mongo.AnyBulkWriteOperation<Row>;

interface Needs {
  portal: Connection;
  keys: Keys;
}

/**
 * Brings every sealed value and look-up hash of a collection under the keys in use, in batches. It changes a value only
 * while it is the one that was read, so the site may write meanwhile; what it did stays done, so it may be cut short and
 * begun again.
 *
 * @param write false = only count.
 */
export async function resealCollection(
  place: SealedPlace,
  needs: Needs,
  write: boolean,
): Promise<ResealCount> {
  const collection = needs.portal.collection<Row>(place.collection);
  const count: ResealCount = { collection: place.collection, rows: 0, changed: 0, old: 0, unreadable: 0 };
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
    for (const change of await changesOf(row as Row, place, needs, count)) batch.push(change);
    if (!write) batch = [];
    else if (batch.length >= batchSize) await flush();
  }
  await flush();
  return count;
}

async function changesOf(
  row: Row,
  place: SealedPlace,
  { portal, keys }: Needs,
  count: ResealCount,
): Promise<Change[]> {
  const sealed = await sealedValuesOf(row, place, portal);
  const changes: Change[] = [];
  const opened = new Map<string, string>();
  for (const { path, value, at } of sealed) {
    const isOld = keyIdOf(value) !== keys.fields[0].id;
    if (isOld) count.old += 1;
    try {
      if (!isOld && !isLookedUpBy(place, path)) continue;
      const text = unseal(keys.fields, value, at);
      opened.set(path, text);
      if (isOld) changes.push(replace(row, path, value, seal(keys.fields, text, at)));
    } catch {
      count.unreadable += 1;
    }
  }
  for (const { path, kind, of } of place.lookups ?? []) {
    const hashes = (row[path] ?? []) as Lookup[];
    const text = opened.get(of);
    if (text === undefined || hashes.some(({ k }) => k === keys.lookups[0].id)) continue;
    count.old += 1;
    // Answers are sealed as JSON, fields as they are.
    const value = of.startsWith('answers.') ? String(JSON.parse(text)) : text;
    changes.push(replace(row, path, hashes, lookupHashes(keys.lookups, kind, value)));
  }
  return changes;
}

function isLookedUpBy({ lookups = [] }: SealedPlace, path: string): boolean {
  return lookups.some(({ of }) => path === of);
}

interface SealedValue {
  path: string;
  value: string;
  at: Place;
}

async function sealedValuesOf(
  row: Row,
  { collection, fields = [], answers }: SealedPlace,
  portal: Connection,
): Promise<SealedValue[]> {
  const at = { collection, document: String(row._id) };
  const found: SealedValue[] = [];
  for (const path of fields) {
    const value = path.split('.').reduce<unknown>((part, name) => (part as Row | undefined)?.[name], row);
    if (typeof value === 'string') found.push({ path, value, at: { ...at, field: path } });
  }
  if (!answers) return found;
  const { ui } = await loadDefinition(String(row.form), String(row.version), portal);
  for (const [field, value] of Object.entries((row.answers ?? {}) as Record<string, unknown>)) {
    if (ui.fields[field]?.sealed && typeof value === 'string')
      found.push({ path: `answers.${field}`, value, at: { ...at, field } });
  }
  return found;
}

function replace(row: Row, path: string, from: unknown, to: unknown): Change {
  return { updateOne: { filter: { _id: row._id, [path]: from } as never, update: { $set: { [path]: to } } } };
}
