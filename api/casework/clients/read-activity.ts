import { trusted } from 'mongoose';
import { type ClientAccount, findAccount } from '#api/accounts/clients/client-account.ts';
import {
  type EventKind,
  type EventName,
  type EventPage,
  readEvents,
  type ShownEvent,
} from '#api/accounts/clients/events.ts';
import { sharedAdminId } from '#api/accounts/staff/staff.model.ts';
import type { CaseFacts, Level, Outcome } from '#api/casework/duties/case-event.ts';
import type { CaseKind } from '#api/casework/matters/case-events.ts';
import {
  type CaseHappening,
  correctedFacts,
  readCaseHistory,
  readCorrections,
} from '#api/casework/matters/case-history.ts';
import { listMattersOf } from '#api/casework/matters/client-matters.ts';
import type { CalendarDate } from '#api/content/deadlines/calendar-date.ts';
import { encodeCursor } from '#api/platform/database/cursor.ts';
import type { Reading } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';

/** What happened with a client's account and in the client's matters, as the client reads it. */
export interface ActivityEvent {
  /** Tells events apart. */
  id: string;
  by: 'client' | 'office';
  /** The staff member's name; null for the client, for unconfirmed clients, and for the shared and deleted accounts. */
  who: string | null;
  what: EventName<ShownKind> | 'matter-event';
  /** What the client opened or entered, where our code names it, such as a download or the form of an entry. */
  subject: string | null;
  /** Of what happened in a matter, what came or was done, as it is known now. */
  said: SaidOfMatter | null;
  /** Why our office did it, if staff were informed that the client can read the reason. */
  why: string | null;
  /** ISO 8601 */
  at: string;
}

const pageSize = 25;
const shownKinds = ['account', 'entry', 'visit'] as const satisfies EventKind[];
type ShownKind = (typeof shownKinds)[number];

/** Letters of which the client reads that they came, and what was filed or happened, with nothing but their day. */
const plainKinds = [
  'hearing notice',
  'amended notice',
  'exam notice',
  'exam missed',
  'form request',
  'evidence request',
  'fee notice',
  'application filed',
] as const satisfies CaseKind[];
type PlainKind = (typeof plainKinds)[number];

/** What concerns the client. All else in a matter is work of the staff. */
const clientKinds = [...plainKinds, 'decision', 'appeal filed', 'closed'] as const satisfies CaseKind[];

/** `day`: on the paper, or on which it happened. */
export type SaidOfMatter = { day: CalendarDate } & (
  | { kind: PlainKind }
  | { kind: 'decision'; level: Level; outcome: Outcome }
  | { kind: 'appeal filed'; level: Exclude<Level, 'initial'> | 'court' }
  | { kind: 'closed'; isWithdrawn: boolean }
);

/**
 * @param cursor `next` of the previous page. @throws DomainError `not-found`, and `bad-input` for an invalid cursor.
 * @returns events of an account, newest first, 25 at a time; fewer where some of them turned out not to have happened.
 */
export async function readActivity(
  { clientId, cursor = null }: { clientId: string; cursor?: string | null | undefined },
  deps: Reading,
): Promise<{ events: ActivityEvent[]; next: string | null }> {
  const page = { cursor, limit: pageSize + 1 };
  const own = { client_id: clientId, kind: trusted({ $in: shownKinds }) };
  const [account, found] = await Promise.all([
    findAccount({ id: clientId }, deps),
    readEvents(own, page, deps),
  ]);
  if (!account) throw new DomainError('not-found', 'Could not load client data.');
  const isConfirmed = account.confirmBy === null;
  const all: Row[] = [
    ...found.map((event) => ({ ...positionOf(event), event: present(event, isConfirmed) })),
    ...(await readMatterEvents(account, page, deps)),
  ].sort((one, other) => (one.position < other.position ? 1 : -1));
  const rows = all.slice(0, pageSize);
  const last = all.length > pageSize ? rows.at(-1) : undefined;
  return {
    events: rows.flatMap(({ event }) => event ?? []),
    next: last ? encodeCursor(last.at, last.id) : null,
  };
}

interface Row extends Pick<ShownEvent, 'id' | 'at'> {
  position: string;
  /** Null for what never happened. */
  event: ActivityEvent | null;
}

function positionOf({ id, at }: Pick<ShownEvent, 'id' | 'at'>) {
  return { id, at, position: `${at.toISOString()} ${id}` };
}

/**
 * Nobody reads of a claim under an account that staff have not confirmed. What clients entered themselves is told as that. A
 * correction is told as what it corrects.
 */
async function readMatterEvents(account: ClientAccount, page: EventPage, deps: Reading): Promise<Row[]> {
  if (!account.isConfirmed) return [];
  const matters = (await listMattersOf(account, deps)).map(({ _id }) => _id);
  const where = { by: trusted({ $ne: 'client' }) };
  const [events, corrections] = await Promise.all([
    readCaseHistory({ matters, kinds: clientKinds, where }, page, deps),
    readCorrections(matters, deps),
  ]);
  return events.map((event) => {
    const facts = correctedFacts(event, corrections);
    const said = facts && forClient(facts);
    // What can't be read did happen.
    const isShown = said !== null || (event.facts === null && !corrections.has(event.id));
    return { ...positionOf(event), event: isShown ? presentMatterEvent(event, said) : null };
  });
}

function forClient(facts: CaseFacts): SaidOfMatter | null {
  const { kind, day } = facts;
  if (kind === 'decision') return { kind, day, level: facts.level, outcome: facts.outcome };
  if (kind === 'appeal filed') return { kind, day, level: facts.level };
  if (kind === 'closed') return { kind, day, isWithdrawn: facts.outcome === 'withdrawn' };
  const plain = plainKinds.find((each) => each === kind);
  return plain ? { kind: plain, day } : null;
}

function presentMatterEvent({ id, by, staff, at }: CaseHappening, said: SaidOfMatter | null): ActivityEvent {
  return {
    id,
    by: 'office',
    who: by === sharedAdminId ? null : staff,
    what: 'matter-event',
    subject: null,
    said,
    why: null,
    at: at.toISOString(),
  };
}

/** Clients see why staff looked at their number, of which staff are told, once their account is confirmed. */
function present(
  { id, name, by, staff, subject, reason, at }: ShownEvent,
  isConfirmed: boolean,
): ActivityEvent {
  const isOwn = by === 'client';
  return {
    id,
    by: isOwn ? 'client' : 'office',
    who: isConfirmed && by !== sharedAdminId ? staff : null,
    what: name as EventName<ShownKind>,
    subject: isOwn ? subject : null,
    said: null,
    why: isConfirmed && name === 'revealed' ? reason : null,
    at: at.toISOString(),
  };
}
