import type { mongo } from 'mongoose';
import { readStaffNames, sharedAdminId } from '#api/accounts/staff/staff.model.ts';
import type { AuditEntry } from '#api/platform/audit/audit-chain.ts';
import { readRefusals } from '#api/platform/audit/refusals.ts';
import { afterCursor } from '#api/platform/database/cursor.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { openReason } from './access-changes.ts';
import { clientsCollection, confirmBy } from './client.model.ts';
import {
  type AccessChange,
  accessChangesCollection,
  type ClientAccessChange,
} from './client-access-change.model.ts';
import { type ClientChange, listClientChanges } from './client-changes.ts';

/** What happened with a client's account, as the client reads it. */
export interface ActivityEvent {
  /** Tells events apart. */
  id: string;
  by: 'client' | 'office';
  /** The staff member's name; null for the client, for unconfirmed clients, and for the shared and deleted accounts. */
  who: string | null;
  /** A procedure, such as `clients.signIn`; what the client did with an entry, such as `added`; or what staff did about the
   * login, such as `revealed`. */
  what: string;
  /** The subject, where our code names it, such as a download or the form of an entry. */
  subject: string | null;
  /** Why our office did it, if staff were informed that the client can read the reason. */
  why: string | null;
  /** ISO 8601 */
  at: string;
}

type Dependencies = Pick<Deps, 'portal' | 'keys' | 'log' | 'audit'>;

const pageSize = 25;
/** How staff view the record and its documents. Their changes come from the access changes, which only have successful ones. */
const lookedAt = ['clients.detail', 'clients.printRecord', 'clients.documentFile'];

/** How far each of the three sources has been read. */
interface Place {
  /** An entry of the audit log. */
  entry: number;
  /** An access change, as a cursor of the database. */
  change: string;
  /** The same of what the client changed. */
  own: string;
}

/**
 * Merges the audit log, the access changes and the client's own changes of an account. Each source is read once, by index,
 * and only as far as the page needs.
 *
 * @param cursor `next` of the previous page. @throws DomainError `not-found`, and `bad-input` for an invalid cursor.
 * @returns events, newest first, 25 at a time.
 */
export async function readActivity(
  { clientId, cursor = null }: { clientId: string; cursor?: string | null | undefined },
  deps: Dependencies,
): Promise<{ events: ActivityEvent[]; next: string | null }> {
  const begin = cursor === null ? null : readPlace(cursor);
  const client = await clientsCollection
    .model(deps.portal)
    .findOne({ _id: clientId }, { identity_status: 1, created_at: 1 })
    .lean();
  if (!client) throw new DomainError('not-found', 'Could not load client data.');
  const isConfirmed = confirmBy(client) === null;
  const [entries, changes, own] = await Promise.all([
    deps.audit.entries
      .find(entriesOf(clientId, begin))
      .sort({ _id: -1 })
      .limit(pageSize + 1)
      .toArray(),
    accessChangesCollection
      .model(deps.portal)
      .find({ client_id: clientId, ...(begin ? afterCursor('at', begin.change) : {}) })
      .sort({ at: -1, _id: -1 })
      .limit(pageSize + 1)
      .lean<ClientAccessChange[]>(),
    listClientChanges({ id: clientId, cursor: begin?.own ?? null, limit: pageSize + 1 }, deps),
  ]);
  // What happens from now on belongs to none of the pages after this one.
  let place = begin ?? {
    entry: placeOfEntry(entries[0]),
    change: placeOfRow(changes[0]),
    own: placeOfRow(own[0]),
  };
  const refused = await readRefusals(entries, deps.audit.entries);
  const isCut = entries.length > pageSize;
  const names = await readNames(isConfirmed ? [...entries, ...changes] : [], deps);
  const events: ActivityEvent[] = [];
  while (events.length < pageSize) {
    const [entry, change, made] = [entries[0], changes[0], own[0]];
    const newest = Math.max(...[entry, change, made].map((each) => each?.at.getTime() ?? 0));
    if (newest === 0) break;
    if (entry?.at.getTime() === newest) {
      if (!refused.has(entry._id)) events.push(presentEntry(entry, names));
      place = { ...place, entry: entry._id };
      entries.shift();
      // There may be more of them, newer than what the other sources have next.
      if (isCut && entries.length === 0) break;
    } else if (change?.at.getTime() === newest) {
      events.push(presentChange(change, { isConfirmed, names }, deps));
      place = { ...place, change: cursorOf(change) };
      changes.shift();
    } else if (made) {
      events.push(presentOwn(made));
      place = { ...place, own: cursorOf(made) };
      own.shift();
    }
  }
  const isMore = isCut || entries.length + changes.length + own.length > 0;
  return { events, next: isMore ? writePlace(place) : null };
}

/** The two indexes for it are in the order of the log, so both are merged without sorting. */
function entriesOf(clientId: string, begin: Place | null): mongo.Filter<AuditEntry> {
  const before = begin ? { _id: { $lt: begin.entry } } : {};
  return {
    $or: [
      // Of changed entries the log has what was tried, and the client's own changes what went through.
      { actor: `client:${clientId}`, action: { $not: /^profile\./ }, ...before },
      { subject: clientId, action: { $in: lookedAt }, ...before },
    ],
  };
}

/** @returns the names of the staff accounts that did something. */
async function readNames(
  done: (AuditEntry | ClientAccessChange)[],
  { portal }: Pick<Deps, 'portal'>,
): Promise<Map<string, string>> {
  const ids = done.map((each) => ('actor' in each ? staffIn(each) : each.staff));
  const people = ids.filter((id) => id !== null && id !== sharedAdminId) as string[];
  return readStaffNames(people, portal);
}

/** @returns the id of the staff account of an entry; null for a client. */
function staffIn({ actor }: AuditEntry): string | null {
  return actor.startsWith('staff:') ? actor.slice('staff:'.length) : null;
}

function presentEntry(entry: AuditEntry, names: Map<string, string>): ActivityEvent {
  const { _id, actor, action, at } = entry;
  const by = actor.startsWith('client:') ? 'client' : 'office';
  return {
    id: String(_id),
    by,
    who: names.get(staffIn(entry) ?? '') ?? null,
    what: action,
    subject: by === 'client' ? openedIn(entry) : null,
    why: null,
    at: at.toISOString(),
  };
}

/** @returns what a client opened. */
function openedIn({ details = {} }: AuditEntry): string | null {
  const opened = details.download ?? details.document;
  return opened === undefined ? null : String(opened);
}

/** Clients see why staff looked at their number, of which staff are told, once their account is confirmed. */
function presentChange(
  row: ClientAccessChange,
  { isConfirmed, names }: { isConfirmed: boolean; names: Map<string, string> },
  deps: Pick<Deps, 'keys' | 'log'>,
): ActivityEvent {
  const what: AccessChange = row.change;
  const why = isConfirmed && what === 'revealed' ? openReason(row, deps) : null;
  const who = names.get(row.staff) ?? null;
  return { id: row._id.toHexString(), by: 'office', who, what, subject: null, why, at: row.at.toISOString() };
}

function presentOwn({ _id, action, form, at }: ClientChange): ActivityEvent {
  return {
    id: _id.toHexString(),
    by: 'client',
    who: null,
    what: action,
    subject: form,
    why: null,
    at: at.toISOString(),
  };
}

function placeOfEntry(newest: AuditEntry | undefined): number {
  return newest ? newest._id + 1 : 0;
}

type DatedRow = Pick<ClientAccessChange, '_id' | 'at'>;

function cursorOf({ at, _id }: DatedRow): string {
  return `${at.getTime()}-${_id.toHexString()}`;
}

function placeOfRow(newest: DatedRow | undefined): string {
  return `${newest ? newest.at.getTime() + 1 : 0}-${'0'.repeat(24)}`;
}

function writePlace({ entry, change, own }: Place): string {
  return `${entry}.${change}.${own}`;
}

/** @throws DomainError `bad-input`. */
function readPlace(cursor: string): Place {
  const [, entry, change, own] =
    /^(\d{1,15})\.(\d{1,15}-[0-9a-f]{24})\.(\d{1,15}-[0-9a-f]{24})$/.exec(cursor) ?? [];
  if (!entry || !change || !own) throw new DomainError('bad-input', 'This page was not found.');
  return { entry: Number(entry), change, own };
}
