import { type mongo, Types } from 'mongoose';
import { clientsCollection } from '#api/accounts/clients/client.model.ts';
import { registeredEvent } from '#api/accounts/clients/create-client.ts';
import {
  type ClientEvent,
  type EventName,
  eventNames,
  eventOfCall,
  eventRow,
  eventsCollection,
  type NewEvent,
} from '#api/accounts/clients/events.ts';
import { claimEvent, claimUpdatesCollection } from '#api/casework/claims/claim-update.model.ts';
import { clientNotesCollection, noteEvent } from '#api/casework/clients/client-notes.ts';
import { clientLinksCollection, linkEvent } from '#api/casework/links/client-link.model.ts';
import { agencyNoticesCollection, madeEvent, sentEvent } from '#api/casework/profile/agency-notice.model.ts';
import { type AuditEntry, auditCollection } from '#api/platform/audit/audit-chain.ts';
import { readRefusals } from '#api/platform/audit/refusals.ts';
import type { AnyCollection, Row } from '#api/platform/database/collection.ts';
import { batchSize, forEachBatch } from '#api/platform/database/for-each-row.ts';
import type { Migration, MigrationContext } from '#api/platform/database/migrate.ts';
import type { ScheduledJob } from '#api/platform/jobs/jobs.ts';
import { decrypt } from '#api/platform/keys/encrypt.ts';

type Dependencies = Pick<MigrationContext, 'portal' | 'keys' | 'settings'>;

/** The stores of 1.0 that had nothing but history, and what the event of a row has besides client, time, title and reason. */
const moved: Record<string, (row: Row) => object> = {
  client_access_changes: ({ change: name, staff: by, ssn, sample }) => ({
    ...{ name, by, ssn },
    ...(sample === true && { sample }),
  }),
  client_changes: ({ deed, form: subject }) => ({ name: `entry-${deed}`, by: 'client', subject }),
  client_document_changes: ({ change, staff: by = 'client', document: record, type: subject }) => ({
    ...{ name: `document-${change}`, by, record, subject },
  }),
};

const added = (since: Date) => ({ _id: { $gte: Types.ObjectId.createFromTime(since.getTime() / 1000) } });

/** What stays where it is, which of it has changed since then, and what happened by it. */
// biome-ignore lint/suspicious/noExplicitAny: each has rows of its own kind
const kept: readonly [AnyCollection, (since: Date) => object, (row: any) => NewEvent | NewEvent[]][] = [
  [clientsCollection, (since) => ({ created_at: { $gte: since } }), registeredEvent],
  [claimUpdatesCollection, added, claimEvent],
  [clientLinksCollection, added, linkEvent],
  [clientNotesCollection, added, noteEvent],
  [
    agencyNoticesCollection,
    (since) => ({ $or: [{ sent_at: null }, { sent_at: { $gte: since } }] }),
    (row) => [madeEvent(row), ...(row.sent_at ? [sentEvent(row)] : [])],
  ],
];

const hourMs = 60 * 60_000;

/** 1.0 kept the history of clients in several stores, and the audit log alone had what clients are told of. */
export const convertedHistory: Migration = {
  id: '2026-11-28-events',
  run: (context) => convertHistory(new Date(0), context),
};

/** While sites are updated, a process of 1.0 may run beside this one and write where it always did. */
export function convertWhenDue(deps: Dependencies): ScheduledJob {
  return {
    name: 'history',
    schedule: { everyMs: hourMs },
    run: () => convertHistory(new Date(Date.now() - 24 * hourMs), deps),
  };
}

/** It can be interrupted and repeated: what is an event already stays as it is. */
async function convertHistory(since: Date, deps: Dependencies): Promise<void> {
  await moveStores(deps);
  for (const [collection, changed, events] of kept)
    await convertRows(collection.rows<Row>(deps.portal), { filter: changed(since), events }, deps);
  await convertCalls(since, deps);
}

/**
 * Moves what the stores hold to the events, under the ids that it has. A store is renamed first: what a process of 1.0 writes
 * meanwhile makes it anew, for the next run.
 */
async function moveStores(deps: Dependencies): Promise<void> {
  const { portal } = deps;
  const database = portal.getClient().db(portal.name);
  const existing = (await database.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
  for (const [store, partOf] of Object.entries(moved)) {
    const moving = `${store}_moving`;
    if (!existing.includes(moving)) {
      if (!existing.includes(store)) continue;
      await database.collection(store).rename(moving);
    }
    const events = (row: Row) => {
      const { _id, client_id, at } = row;
      return { _id, client_id, at, ...partOf(row) } as NewEvent;
    };
    await convertRows(database.collection<Row>(moving), { store, filter: {}, events }, deps);
    await database.collection(moving).drop();
  }
}

interface Rows {
  /** Under whose name they are encrypted; that of their collection where it is left out. */
  store?: string;
  filter: object;
  events(row: Row): NewEvent | NewEvent[];
}

async function convertRows(
  rows: mongo.Collection<Row>,
  { store = rows.collectionName, filter, events }: Rows,
  deps: Dependencies,
): Promise<void> {
  const convert = async (row: Row, event: NewEvent) => {
    const converted = await eventRow(event, deps);
    for (const field of ['title', 'reason'] as const) {
      const value = row[field];
      if (typeof value === 'string')
        converted[field] = await reencrypt(value, { store, field, event: converted }, deps);
    }
    return converted;
  };
  await forEachBatch(rows.find(filter, { batchSize }), async (batch) => {
    const converted = batch.flatMap((row) => [events(row)].flat().map((event) => convert(row, event)));
    await insertNew(await Promise.all(converted), deps.portal);
  });
}

/** @returns the value for an event, as it is where its key is gone: it reads `unreadable`, as before. */
async function reencrypt(
  value: string,
  { store, field, event }: { store: string; field: 'title' | 'reason'; event: ClientEvent },
  { keys }: Dependencies,
): Promise<string> {
  const ring = await keys.for(eventsCollection.ownerOf(event));
  try {
    const text = decrypt(ring, value, { collection: store, field, document: event._id.toHexString() });
    return eventsCollection.encrypt(ring, event._id, field, text);
  } catch {
    return value;
  }
}

/** @param since when the calls were made, at the earliest. */
async function convertCalls(since: Date, { portal, keys, settings }: Dependencies): Promise<void> {
  const entries = portal.getClient().db(settings.AUDIT_DATABASE).collection<AuditEntry>(auditCollection);
  const found = entries
    .find({ at: { $gte: since }, action: { $in: [...eventNames.visit] } }, { batchSize })
    .sort({ at: 1, _id: 1 });
  await forEachBatch(found, async (told) => {
    const refused = await readRefusals(told, entries);
    const ids = [...new Set(told.flatMap(({ subject }) => subject ?? []))];
    const clients = await clientsCollection
      .rows<{ _id: string }>(portal)
      .find({ _id: { $in: ids } }, { projection: { _id: 1 } })
      .toArray();
    const known = new Set<string | null>(clients.map(({ _id }) => _id));
    const done = told.filter(({ _id, subject }) => !refused.has(_id) && known.has(subject));
    const events = done.map((entry) =>
      eventRow(eventOfCall({ ...entry, name: entry.action as EventName<'visit'> }), { keys }),
    );
    await insertNew(await Promise.all(events), portal);
  });
}

async function insertNew(events: ClientEvent[], portal: Dependencies['portal']): Promise<void> {
  if (events.length === 0) return;
  const writes = events.map(({ _id, ...row }) => ({
    updateOne: { filter: { _id }, update: { $setOnInsert: row }, upsert: true },
  }));
  await eventsCollection
    .rows<ClientEvent>(portal)
    .bulkWrite(writes, { ordered: false, writeConcern: { w: 'majority', journal: true } });
}
