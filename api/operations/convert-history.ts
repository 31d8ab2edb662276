import { clientsCollection } from '#api/accounts/clients/client.model.ts';
import {
  type ClientEvent,
  type EventName,
  eventNames,
  eventOfCall,
  eventRow,
  eventsCollection,
} from '#api/accounts/clients/events.ts';
import { type AuditEntry, auditCollection } from '#api/platform/audit/audit-chain.ts';
import { readRefusals } from '#api/platform/audit/refusals.ts';
import type { Row } from '#api/platform/database/collection.ts';
import { batchSize, forEachBatch } from '#api/platform/database/for-each-row.ts';
import type { Migration, MigrationContext } from '#api/platform/database/migrate.ts';
import type { ScheduledJob } from '#api/platform/jobs/jobs.ts';
import { decrypt } from '#api/platform/keys/encrypt.ts';

type Dependencies = Pick<MigrationContext, 'portal' | 'keys' | 'settings'>;

/** The stores of 1.0 that had nothing but history, and what the event of a row has besides client, time, title and reason. */
const stores: Record<string, (row: Row) => object> = {
  client_access_changes: ({ change: name, staff: by, ssn, sample }) => ({
    ...{ name, by, ssn },
    ...(sample === true && { sample }),
  }),
  client_changes: ({ deed, form: subject }) => ({ name: `entry-${deed}`, by: 'client', subject }),
  client_document_changes: ({ change, staff: by = 'client', document: record, type: subject }) => ({
    ...{ name: `document-${change}`, by, record, subject },
  }),
};

type Dated = Pick<ClientEvent, '_id' | 'client_id' | 'at'>;

const hourMs = 60 * 60_000;

/** 1.0 kept the history of clients in several stores, and the audit log alone had what clients are told of. */
export const convertedHistory: Migration = {
  id: '2026-11-28-events',
  async run(context) {
    await moveStores(context);
    await convertCalls(new Date(0), context);
  },
};

/** While sites are updated, a process of 1.0 may run beside this one and write where it always did. */
export function convertWhenDue(deps: Dependencies): ScheduledJob {
  return {
    name: 'history',
    schedule: { everyMs: hourMs },
    async run() {
      await moveStores(deps);
      await convertCalls(new Date(Date.now() - 24 * hourMs), deps);
    },
  };
}

/**
 * Moves what the stores hold to the events, under the ids that it has. A store is renamed first: what a process of 1.0 writes
 * meanwhile makes it anew, for the next run. It can be interrupted and repeated.
 */
async function moveStores({ portal, keys }: Dependencies): Promise<void> {
  const database = portal.getClient().db(portal.name);
  const existing = (await database.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
  for (const [store, partOf] of Object.entries(stores)) {
    const moving = `${store}_moving`;
    if (!existing.includes(moving)) {
      if (!existing.includes(store)) continue;
      await database.collection(store).rename(moving);
    }
    await forEachBatch(database.collection<Row & Dated>(moving).find({}, { batchSize }), async (rows) => {
      const convert = async (row: Row & Dated) => {
        const { _id, client_id, at } = row;
        const event = { _id, client_id, at, ...partOf(row) } as Parameters<typeof eventRow>[0];
        const converted = await eventRow(event, { keys });
        for (const field of ['title', 'reason'] as const) {
          const value = row[field];
          if (typeof value === 'string')
            converted[field] = await reencrypt(value, { store, field, event: converted }, keys);
        }
        return converted;
      };
      await insertNew(await Promise.all(rows.map(convert)), portal);
    });
    await database.collection(moving).drop();
  }
}

/** @returns the value for an event, as it is where its key is gone: it reads `unreadable`, as before. */
async function reencrypt(
  value: string,
  { store, field, event }: { store: string; field: 'title' | 'reason'; event: ClientEvent },
  keys: Dependencies['keys'],
): Promise<string> {
  try {
    const text = decrypt(keys.fields, value, { collection: store, field, document: event._id.toHexString() });
    return eventsCollection.encrypt(await keys.for(eventsCollection.ownerOf(event)), event._id, field, text);
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
