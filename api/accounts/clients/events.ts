import { type mongo, Schema, Types } from 'mongoose';
import { readStaffNames } from '#api/accounts/staff/staff.model.ts';
import type { AuditEntry } from '#api/platform/audit/audit-chain.ts';
import { defineCollection } from '#api/platform/database/collection.ts';
import { afterCursor } from '#api/platform/database/cursor.ts';
import { sampleIndex, sampleMark } from '#api/platform/database/sample-mark.ts';
import type { Deps } from '#api/platform/deps.ts';
import type { KeyRing } from '#api/platform/keys/key-ring.ts';

/**
 * What can happen to a client, by kind. `account`: what staff did about the login; `revealed`: they read the whole Social
 * Security number; `notice-unmarked`: they took back that Social Security was told of an address. `contract` and `evaluation`:
 * staff decided whose it is. `visit`: sign-ins, what the client opened or sent, and what staff looked at; a procedure names
 * the one that it tells the client in its metadata. `case`: what happened in a matter, which casework names and reads.
 */
export const eventNames = {
  account: [
    'reopened',
    'confirmation-code-issued',
    'confirmed',
    'freed',
    'renamed',
    'code-issued',
    'sessions-ended',
    'closed',
    'revealed',
    'notice-unmarked',
  ],
  registration: ['registered'],
  entry: [
    'entry-added',
    'entry-changed',
    'entry-deleted',
    'entry-restored',
    'entry-made-primary',
    'entry-allowed',
    'entry-disallowed',
    'entry-link-asked',
    'entry-verified',
  ],
  claim: ['claim-set'],
  contract: ['contract-linked', 'contract-separate'],
  evaluation: ['evaluation-linked', 'evaluation-separate'],
  document: ['document-added', 'document-sent', 'document-changed', 'document-removed'],
  note: ['note-added', 'note-corrected'],
  notice: ['notice-made', 'notice-sent'],
  case: [
    'case-opened',
    'case-decision',
    'case-hearing-notice',
    'case-amended-notice',
    'case-exam-notice',
    'case-exam-missed',
    'case-form-request',
    'case-evidence-request',
    'case-fee-notice',
    'case-first-contact',
    'case-application-filed',
    'case-appeal-filed',
    'case-contract-signed',
    'case-contract-countersigned',
    'case-appointment-filed',
    'case-fee-agreement-filed',
    'case-fee-paid',
    'case-representation-ending',
    'case-claim-update',
    'case-records-requested',
    'case-records-received',
    'case-records-sent',
    'case-import',
    'case-note',
    'case-task',
    'case-merged',
    'case-closed',
    'case-correction',
  ],
  visit: [
    'clients.signIn',
    'clients.signOut',
    'clients.signOutEverywhere',
    'clients.setPin',
    'clients.confirmWithCode',
    'uploads.send',
    'uploads.begin',
    'uploads.finish',
    'uploads.documentFile',
    'downloads.documentFile',
    'claims.enterLetter',
    'clients.detail',
    'clients.printRecord',
    'clients.documentFile',
  ],
} as const;
export type EventKind = keyof typeof eventNames;
export type EventName<Kind extends EventKind = EventKind> = (typeof eventNames)[Kind][number];

const kindsByName = new Map(
  (Object.keys(eventNames) as EventKind[]).flatMap((kind) =>
    eventNames[kind].map((name) => [name as EventName, kind]),
  ),
);

/** What happened to a client: written once, in the transaction that did it, and never changed, except
 * that merging two matters moves those of one to the other. Histories are queries of these. */
export interface ClientEvent {
  _id: Types.ObjectId;
  /** Null where staff reopened or revealed a number without an account, and for what happened in a matter. */
  client_id: string | null;
  /** Of `case` alone: the number of the matter, and which of its events it is, from 1 without gaps. */
  matter?: string;
  sequence?: number;
  kind: EventKind;
  name: EventName;
  /** `client`, or the id of a staff account. */
  by: string;
  at: Date;
  /** Of `account` alone, which outlives the account: keyed fingerprint of the Social Security number. */
  ssn?: string;
  /** What it was about, in words of ours: the form of an entry, a download, the step of a claim, the reference of a contract. */
  subject?: string;
  /** The record that it was about. What it says, such as a note's text, is read there. */
  record?: Types.ObjectId;
  /** What people typed, encrypted. The title of a document: after the change or, when it was removed, before it. */
  title?: string;
  reason?: string;
  /** Of `case` alone: JSON of what a paper or a call says, encrypted. */
  facts?: string;
  /** About a person who was made up for a trial. */
  sample?: boolean;
}

/** Six years: as long as a decision about a person's access may have to be explained. */
const keepAccountSeconds = 6 * 365 * 24 * 60 * 60;

/** The order in which events of a matter were entered. */
export const sequenceIndex = { matter: 1, sequence: 1 } as const;

export const eventsCollection = defineCollection<ClientEvent>({
  name: 'events',
  fields: {
    client_id: { type: String, default: null },
    matter: String,
    sequence: Number,
    kind: { type: String, enum: Object.keys(eventNames), required: true },
    name: { type: String, enum: [...kindsByName.keys()], required: true },
    by: { type: String, required: true },
    at: { type: Date, required: true },
    ssn: String,
    subject: String,
    record: Schema.Types.ObjectId,
    title: String,
    reason: String,
    facts: String,
    ...sampleMark,
  },
  indexes: [
    [sequenceIndex, { partialFilterExpression: { matter: { $exists: true } } }],
    // What happened in matters, among what else happened to their client.
    [{ matter: 1, at: -1, _id: -1 }, { partialFilterExpression: { matter: { $exists: true } } }],
    [{ client_id: 1, kind: 1, at: -1, _id: -1 }],
    [{ ssn: 1, at: -1, _id: -1 }, { partialFilterExpression: { ssn: { $exists: true } } }],
    [{ at: 1 }, { expireAfterSeconds: keepAccountSeconds, partialFilterExpression: { kind: 'account' } }],
    sampleIndex,
  ],
  encrypted: ['title', 'reason', 'facts'],
  owner: ({ _id, kind, client_id, matter }) => (kind === 'account' ? _id : (matter ?? client_id)),
  retention: {
    label: 'entries about what happened to clients',
    client: 'client_id',
    where: { kind: { $ne: 'account' } },
  },
});

/** An event that is to be written: as it is stored, but with what people typed in plain text. */
export type NewEvent = Omit<ClientEvent, '_id' | 'kind' | 'at'> & Partial<Pick<ClientEvent, '_id' | 'at'>>;

/** @param ring to encrypt with, where the data key is made in the transaction that writes the event. @returns the row of an event. */
export async function eventRow(
  { _id = new Types.ObjectId(), at = new Date(), title, reason, facts, ...event }: NewEvent,
  { keys, ring: made }: Pick<Deps, 'keys'> & { ring?: KeyRing },
): Promise<ClientEvent> {
  const row = { _id, ...event, kind: kindsByName.get(event.name) as EventKind, at };
  if (!title && !reason && !facts) return row;
  const ring = made ?? (await keys.for(eventsCollection.ownerOf(row)));
  return {
    ...row,
    ...(title && { title: eventsCollection.encrypt(ring, _id, 'title', title) }),
    ...(reason && { reason: eventsCollection.encrypt(ring, _id, 'reason', reason) }),
    ...(facts && { facts: eventsCollection.encrypt(ring, _id, 'facts', facts) }),
  };
}

/** @returns the id of an event of that moment, the same each time. @param about id of what it was about, in hexadecimal digits. */
export function eventId(at: Date, about: string): Types.ObjectId {
  const digits = [at.getTime().toString(16), about.replaceAll('-', '')];
  return new Types.ObjectId(digits.map((each) => each.slice(-12).padStart(12, '0')).join(''));
}

/** Writes an event, in the transaction that makes it happen. */
export async function recordEvent(
  event: NewEvent,
  deps: Pick<Deps, 'portal' | 'keys'>,
  session: mongo.ClientSession | null,
): Promise<void> {
  await eventsCollection.model(deps.portal).create([await eventRow(event, deps)], { session });
}

export function isVisit(name: EventName | undefined): name is EventName<'visit'> {
  return name !== undefined && kindsByName.get(name) === 'visit';
}

/** A call that is on the audit log, and the event that it is for the client. */
export type RecordedCall = Pick<AuditEntry, '_id' | 'at' | 'actor' | 'subject' | 'details'> & {
  name: EventName<'visit'>;
};

/** @returns the event of a call, for the client whom it is about. Its id is made of the entry, so that a call is one event. */
export function eventOfCall({ _id, at, actor, name, subject, details = {} }: RecordedCall): NewEvent {
  const [who = '', id = ''] = actor.split(':');
  const opened = details.download ?? details.document;
  return {
    _id: eventId(at, _id.toString(16)),
    at,
    client_id: subject,
    name,
    by: who === 'client' ? 'client' : id,
    ...(opened !== undefined && { subject: String(opened) }),
  };
}

/** An event as it is read. What can't be decrypted reads `unreadable`. */
export interface ShownEvent {
  /** 24 hexadecimal digits that order events of the same moment. */
  id: string;
  kind: EventKind;
  name: EventName;
  /** `client`, or the id of a staff account. */
  by: string;
  /** The name of the staff account; null for the client, and once that account was deleted. */
  staff: string | null;
  at: Date;
  subject: string | null;
  record: string | null;
  title: string | null;
  reason: string | null;
  /** Of `case` alone. */
  matter: string | null;
  facts: string | null;
}

/** Where a page of events starts, and how many it has. */
export interface EventPage {
  cursor: string | null;
  limit: number;
}

/** @param filter of one index. @returns events, newest first. @throws DomainError `bad-input` for an invalid cursor. */
export async function readEvents(
  filter: Record<string, unknown>,
  { cursor, limit }: EventPage,
  deps: Pick<Deps, 'portal' | 'keys' | 'log'>,
): Promise<ShownEvent[]> {
  const rows = await eventsCollection
    .model(deps.portal)
    .find({ ...filter, ...(cursor === null ? {} : afterCursor('at', cursor)) })
    .sort({ at: -1, _id: -1 })
    .limit(limit)
    .lean<ClientEvent[]>();
  const ids = rows.flatMap(({ by }) => (by === 'client' ? [] : by));
  const staffNames = await readStaffNames(ids, deps.portal);
  const present = async (row: ClientEvent) => {
    const ring = await deps.keys.of(eventsCollection.ownerOf(row));
    const open = (field: 'title' | 'reason' | 'facts') =>
      row[field] === undefined ? null : eventsCollection.read(ring, row._id, field, row[field], deps);
    const { _id, kind, name, by, at, subject = null, record, matter = null } = row;
    const staff = staffNames.get(by) ?? null;
    return {
      id: _id.toHexString(),
      kind,
      name,
      by,
      staff,
      at,
      subject,
      record: record?.toHexString() ?? null,
      title: open('title'),
      reason: open('reason'),
      matter,
      facts: open('facts'),
    };
  };
  return Promise.all(rows.map(present));
}
