import { type Connection, type mongo, Types, trusted } from 'mongoose';
import { readAccount } from '#api/accounts/clients/client-account.ts';
import { readStaffNames } from '#api/accounts/staff/staff.model.ts';
import { contractsCollection } from '#api/casework/contracts/contract.model.ts';
import { submissionKinds } from '#api/casework/submission-kinds.ts';
import type { AnyCollection } from '#api/platform/database/collection.ts';
import { afterCursor } from '#api/platform/database/cursor.ts';
import { isDuplicateKey } from '#api/platform/database/duplicate-key.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { normalizeCode } from '#api/platform/readable-code.ts';
import {
  type ClientLink,
  clientLinksCollection,
  type LinkedKind,
  type LinkState,
} from './client-link.model.ts';

/** A decision as shown to staff. */
export interface ShownLink {
  id: string;
  kind: LinkedKind;
  record: string;
  reference: string;
  state: LinkState;
  reason: string;
  /** Name of the staff account; null once it was deleted. */
  who: string | null;
  /** ISO 8601 */
  at: string;
}

/** A record and the decision about it. */
export type LinkedRecord = Pick<ShownLink, 'record' | 'state'>;

/** Collections of the records. */
const collections = {
  evaluation: submissionKinds.evaluations.collection,
  contract: contractsCollection,
} as const satisfies Record<LinkedKind, AnyCollection>;

/** No real client has more. */
const mostLinks = 200;

type Dependencies = Pick<Deps, 'portal' | 'keys' | 'log'>;

/** A record, given by its id or, as typed by staff, by its reference. */
export type RecordKey = { kind: LinkedKind } & ({ record: string } | { reference: string });

/**
 * Decides that a record belongs to a client, or that it does not. Idempotent.
 *
 * @param decision.id of the client.
 * @throws DomainError `not-found` for the client or the record; `conflict` when the record is linked to another client.
 */
export async function decideLink(
  decision: { id: string; state: LinkState; reason: string; staff: string } & RecordKey,
  deps: Dependencies,
): Promise<void> {
  const { id, kind, state, reason, staff } = decision;
  const { portal, keys, log } = deps;
  const model = clientLinksCollection.model(portal);
  const found = await findRecord(decision, deps);
  try {
    await inTransaction(portal, async (session) => {
      await readAccount({ id }, deps, session);
      await touchRecord(kind, found._id, { portal, session });
      const current = { client_id: id, record: found._id, current: true };
      const before = await model.findOne(current).session(session).lean();
      if (before?.state === state) return;
      await model.updateMany(current, { $set: { current: false } }, { session });
      const _id = new Types.ObjectId();
      const row = {
        _id,
        ...current,
        kind,
        reference: found.reference,
        state,
        reason: clientLinksCollection.encrypt(keys, _id, 'reason', reason),
        staff,
        at: new Date(),
      };
      await model.create([row], { session });
    });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const text =
      'It is linked to another client. Open that client’s page and say there that it is not theirs, then link it here.';
    throw new DomainError('conflict', text, { title: 'Nothing was changed', fields: { reference: text } });
  }
  log.info('client record linked', { staff, kind: `${kind} ${state}` });
}

/** @returns the record to be linked, for the confirmation page. @throws DomainError `not-found`. */
export async function readLinkable(
  key: RecordKey,
  deps: Pick<Deps, 'portal'>,
): Promise<{ record: string; reference: string }> {
  const { _id, reference } = await findRecord(key, deps);
  return { record: _id.toHexString(), reference };
}

/** @returns the current decisions about a client's records of one kind, by record id. */
export async function readLinks(
  client_id: string,
  kind: LinkedKind,
  deps: Dependencies,
  session: mongo.ClientSession | null = null,
): Promise<Map<string, ShownLink>> {
  const rows = await clientLinksCollection
    .model(deps.portal)
    .find({ client_id, current: true })
    .sort({ at: -1, _id: -1 })
    .limit(mostLinks)
    .session(session)
    .lean<ClientLink[]>();
  const shown = await present(
    rows.filter((row) => row.kind === kind),
    deps,
  );
  return new Map(shown.map((link) => [link.record, link]));
}

/** @returns the same for several clients, by client id, without author and reason. */
export async function readLinkStates(
  clients: readonly string[],
  kind: LinkedKind,
  { portal }: Pick<Deps, 'portal'>,
): Promise<Map<string, Map<string, LinkedRecord>>> {
  const rows = await clientLinksCollection
    .model(portal)
    .find(
      { client_id: trusted({ $in: clients }), current: true, kind },
      { client_id: 1, record: 1, state: 1 },
    )
    .limit(mostLinks * clients.length)
    .lean<Pick<ClientLink, 'client_id' | 'record' | 'state'>[]>();
  const links = new Map<string, Map<string, LinkedRecord>>();
  for (const { client_id, record, state } of rows) {
    const own = links.get(client_id) ?? new Map<string, LinkedRecord>();
    own.set(record.toHexString(), { record: record.toHexString(), state });
    links.set(client_id, own);
  }
  return links;
}

/** @returns all decisions about a client's records of one kind, newest first. */
export async function listLinkDecisions(
  { id, kind, cursor, limit }: { id: string; kind: LinkedKind; cursor: string | null; limit: number },
  deps: Dependencies,
): Promise<ShownLink[]> {
  const rows = await clientLinksCollection
    .model(deps.portal)
    .find({ client_id: id, kind, ...(cursor ? afterCursor('at', cursor) : {}) })
    .sort({ at: -1, _id: -1 })
    .limit(limit)
    .lean<ClientLink[]>();
  return present(rows, deps);
}

/** @returns the current decisions about a record, one per client. */
export function readDecisions(
  record: Types.ObjectId,
  { portal }: Pick<Deps, 'portal'>,
): Promise<Pick<ClientLink, 'client_id' | 'state'>[]> {
  return clientLinksCollection
    .model(portal)
    .find({ record, current: true }, { client_id: 1, state: 1 })
    .limit(mostLinks)
    .lean<Pick<ClientLink, 'client_id' | 'state'>[]>();
}

/** @returns the client ids of those records that staff linked to a client, by record. */
export async function findLinkedClients(
  records: readonly Types.ObjectId[],
  { portal }: Pick<Deps, 'portal'>,
  session: mongo.ClientSession | null = null,
): Promise<Map<string, string>> {
  const rows = await clientLinksCollection
    .model(portal)
    .find({ record: trusted({ $in: records }), current: true, state: 'linked' }, { record: 1, client_id: 1 })
    .session(session)
    .lean<Pick<ClientLink, 'record' | 'client_id'>[]>();
  return new Map(rows.map(({ record, client_id }) => [record.toHexString(), client_id]));
}

async function findRecord(
  key: RecordKey,
  { portal }: Pick<Deps, 'portal'>,
): Promise<{ _id: Types.ObjectId; reference: string }> {
  const filter =
    'record' in key ? { _id: new Types.ObjectId(key.record) } : { reference: readReference(key.reference) };
  const found = await (collections[key.kind] as AnyCollection)
    .rows(portal)
    .findOne<{ _id: Types.ObjectId; reference: string }>(filter, { projection: { reference: 1 } });
  if (found) return found;
  throw noSuchRecord(key.kind);
}

/**
 * Writes to the record itself, so that a concurrent deletion conflicts: of two transactions that write to the same document, the
 * later one restarts and then sees the changes of the other.
 */
async function touchRecord(
  kind: LinkedKind,
  _id: Types.ObjectId,
  { portal, session }: { portal: Connection; session: mongo.ClientSession },
): Promise<void> {
  const { matchedCount } = await (collections[kind] as AnyCollection)
    .rows(portal)
    .updateOne({ _id }, { $set: { linked_at: new Date() } }, { session });
  if (matchedCount === 0) throw noSuchRecord(kind);
}

function noSuchRecord(kind: LinkedKind): DomainError {
  const text = `There is no ${kind === 'contract' ? 'contract' : 'case evaluation'} with this reference.`;
  return new DomainError('not-found', text, { title: 'Nothing was changed', fields: { reference: text } });
}

/** @returns a typed reference in its stored form. */
function readReference(typed: string): string {
  return normalizeCode(typed).replace(/^(.{4})(.+)$/, '$1-$2');
}

async function present(rows: ClientLink[], deps: Dependencies): Promise<ShownLink[]> {
  const names = await readStaffNames(
    rows.map(({ staff }) => staff),
    deps.portal,
  );
  return rows.map((row) => ({
    id: row._id.toHexString(),
    kind: row.kind,
    record: row.record.toHexString(),
    reference: row.reference,
    state: row.state,
    reason: clientLinksCollection.read(deps, row._id, 'reason', row.reason),
    who: names.get(row.staff) ?? null,
    at: row.at.toISOString(),
  }));
}
