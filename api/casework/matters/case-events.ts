import { createHash } from 'node:crypto';
import type { mongo, Types } from 'mongoose';
import {
  type ClientEvent,
  type EventName,
  eventRow,
  eventsCollection,
  type NewEvent,
  sequenceIndex,
} from '#api/accounts/clients/events.ts';
import type { CaseEvent, CaseFacts, Correction } from '#api/casework/duties/case-event.ts';
import type { Deps, Reading } from '#api/platform/deps.ts';
import type { KeyRing } from '#api/platform/keys/key-ring.ts';

/** Where what an event says came from. */
export const eventSources = [
  'client',
  'staff',
  'import',
  'deadline helper',
  'evaluation',
  'contract',
] as const;
export type EventSource = (typeof eventSources)[number];

/** An event of a matter, as it is read. */
export type RecordedEvent = CaseEvent & { sequence: number; source: EventSource; at: Date };

export type CaseKind = (CaseFacts | Correction)['kind'];

const names: Readonly<Record<CaseKind, EventName<'case'>>> = {
  opened: 'case-opened',
  decision: 'case-decision',
  'hearing notice': 'case-hearing-notice',
  'amended notice': 'case-amended-notice',
  'exam notice': 'case-exam-notice',
  'exam missed': 'case-exam-missed',
  'form request': 'case-form-request',
  'evidence request': 'case-evidence-request',
  'fee notice': 'case-fee-notice',
  'first contact': 'case-first-contact',
  'application filed': 'case-application-filed',
  'appeal filed': 'case-appeal-filed',
  'contract signed': 'case-contract-signed',
  'contract countersigned': 'case-contract-countersigned',
  'appointment filed': 'case-appointment-filed',
  'fee agreement filed': 'case-fee-agreement-filed',
  'fee paid': 'case-fee-paid',
  'representation ending': 'case-representation-ending',
  'claim update': 'case-claim-update',
  'records requested': 'case-records-requested',
  'records received': 'case-records-received',
  'records sent': 'case-records-sent',
  import: 'case-import',
  note: 'case-note',
  task: 'case-task',
  merged: 'case-merged',
  closed: 'case-closed',
  correction: 'case-correction',
};

export const allCaseKinds = Object.keys(names) as CaseKind[];
const kinds = new Map<EventName, CaseKind>(allCaseKinds.map((kind) => [names[kind], kind]));

/** @returns which kind of event of a matter has that name; undefined for other events. */
export function kindOfName(name: EventName): CaseKind | undefined {
  return kinds.get(name);
}

export function namesOfKinds(wanted: readonly CaseKind[]): EventName[] {
  return wanted.map((kind) => names[kind]);
}

/** An event of a matter that is to be written. */
export type NewCaseEvent = Pick<RecordedEvent, 'matter' | 'by' | 'sequence' | 'source'> & {
  _id: Types.ObjectId;
  at?: Date;
  facts: CaseFacts | Correction;
  sample?: boolean;
};

/** @returns the row of an event of a matter. What it says is one encrypted value. */
export function caseEventRow(
  { source: subject, facts, ...event }: NewCaseEvent,
  deps: Pick<Deps, 'keys'> & { ring?: KeyRing },
): Promise<ClientEvent> {
  const row = { ...event, client_id: null, name: names[facts.kind], subject, facts: JSON.stringify(facts) };
  return eventRow(row satisfies NewEvent, deps);
}

/**
 * @returns the events of a matter, in the order in which they were entered. @throws Error when one can't be decrypted: days must
 * not be counted without it.
 */
export async function readCaseEvents(
  matter: string,
  { portal, keys }: Pick<Reading, 'portal' | 'keys'>,
  session: mongo.ClientSession | null = null,
): Promise<RecordedEvent[]> {
  const rows = await eventsCollection
    .model(portal)
    .find({ matter })
    .sort({ sequence: 1 })
    // Their times would find them too, and have to be sorted.
    .hint(sequenceIndex)
    .session(session)
    .lean<ClientEvent[]>();
  const ring = await keys.of(matter);
  return rows.map(({ _id, by, at, sequence = 0, subject, facts = '' }) => ({
    ...(JSON.parse(eventsCollection.decrypt(ring, _id, 'facts', facts)) as CaseFacts | Correction),
    ...{ id: _id.toHexString(), matter, by, sequence, source: subject as EventSource, at },
  }));
}

/** @param what sent by whom, and about what. @returns the id of the event that it enters, 24 hexadecimal digits: the same each time. */
export function eventIdOf(what: string): string {
  return createHash('sha256').update(what).digest('hex').slice(0, 24);
}
