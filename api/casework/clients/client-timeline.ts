import { getForm } from '@claimdesk/forms/registry';
import { trusted } from 'mongoose';
import { type ClientAccount, readAccount } from '#api/accounts/clients/client-account.ts';
import { fingerprintOfSsn } from '#api/accounts/clients/client-devices.ts';
import {
  type EventKind,
  type EventName,
  type EventPage,
  eventNames,
  readEvents,
  type ShownEvent,
} from '#api/accounts/clients/events.ts';
import { listNewestAttempts } from '#api/casework/attempts/list-attempts.ts';
import { type ClaimStepName, claimSteps } from '#api/casework/claims/claim-steps.ts';
import { matchContracts } from '#api/casework/contracts/match-contracts.ts';
import type { OpenContract } from '#api/casework/contracts/open-contract.ts';
import type { LinkedKind } from '#api/casework/links/client-link.model.ts';
import { readLinks } from '#api/casework/links/client-links.ts';
import { allCaseKinds, type CaseKind, eventIdOf } from '#api/casework/matters/case-events.ts';
import { type CaseHappening, readCaseHistory } from '#api/casework/matters/case-history.ts';
import { findMatters } from '#api/casework/matters/client-matters.ts';
import type { NoticeWay } from '#api/casework/profile/agency-notice.model.ts';
import { profileKindNames } from '#api/casework/profile/profile-kinds.ts';
import { submissionKinds } from '#api/casework/submission-kinds.ts';
import { afterCursor, encodeCursor } from '#api/platform/database/cursor.ts';
import type { Deps } from '#api/platform/deps.ts';
import { readNoteTexts } from './client-notes.ts';
import { findCallRequests, readLinkedEvaluations } from './match-contacts.ts';
import { pdfsOf } from './read-client.ts';

/** What is on the client's timeline without being an event: a record of whom it matches, or of whom staff linked it to. */
type MatchedName = 'contract-signed' | 'contract-pdf-made' | 'evaluation-sent' | 'call-asked';

/** What is of a matter of the client: an event, or a call. */
type MatterName = 'matter-event' | 'matter-call';

/** What is shown under each kind. Visits are told to the client alone, and what happened in matters is found by their numbers. */
type HistoryKind = Exclude<EventKind, 'visit' | 'case'>;
const historyKinds = Object.keys(eventNames).filter(
  (kind): kind is HistoryKind => kind !== 'visit' && kind !== 'case',
);

/** Subjects by which the timeline can be filtered. */
export type TimelineKind = Exclude<HistoryKind, 'registration'> | 'call' | 'matter';
export const timelineKinds = [...new Set(historyKinds.map(shownKind)), 'call', 'matter'] as const;

/** An event as shown to staff. */
export interface TimelineEvent {
  /** 24 hexadecimal digits that order events of the same moment. */
  id: string;
  kind: TimelineKind;
  name: EventName<HistoryKind> | MatchedName | MatterName;
  /**
   * A staff member; `client`; `site` for automatic events; `caller` for someone who left the client's phone number and may be
   * another person; null for a deleted account.
   */
  who: { staff: string } | 'client' | 'site' | 'caller' | null;
  /** ISO 8601 */
  at: string;
  /** Details, as on the client's page: a title, a reason, the beginning of a note. */
  text: string | null;
  /** The submission that the event is about, if any. */
  record: { kind: LinkedKind | 'call-request' | 'matter'; id: string; reference: string } | null;
  /** Of `matter-event` alone; `facts` is null where it can't be decrypted. */
  happened?: Pick<CaseHappening, 'kind' | 'facts'>;
}

/** What has been done or came. What is still to be done is on the matter's page, and the rest is told by other records of the client. */
const elsewhere: readonly CaseKind[] = ['task', 'contract signed', 'claim update'];
const matterKinds = allCaseKinds.filter((kind) => !elsewhere.includes(kind));

interface Asked {
  id: string;
  kind?: TimelineKind | undefined;
  cursor?: string | null | undefined;
}

type Dependencies = Pick<Deps, 'portal' | 'keys' | 'log'>;

const pageSize = 25;
const excerptCharacters = 160;

/**
 * @returns the history of a client, with what matches the client, newest first. Each source is read once, by an index, and has
 * at least what the page needs. @throws DomainError `not-found`; `bad-input` for an invalid cursor.
 */
export async function readTimeline(
  { id, kind, cursor = null }: Asked,
  deps: Dependencies,
  size = pageSize,
): Promise<{ events: TimelineEvent[]; next: string | null }> {
  if (cursor) afterCursor('at', cursor);
  const account = await readAccount({ id }, deps);
  const page = { cursor, limit: size + 1 };
  const wants = (each: TimelineKind) => !kind || each === kind;
  const kinds = historyKinds.filter((each) => each !== 'account' && wants(shownKind(each)));
  const needsContracts = wants('contract') || wants('call') || wants('matter');
  const matched = needsContracts ? matchContracts(account, deps) : Promise.resolve({ same: [] });
  const sources = await Promise.all([
    kinds.length > 0 && readHistory(id, { client_id: id, kind: trusted({ $in: kinds }) }, page, deps),
    // What staff did about the login, under earlier accounts of the number too.
    wants('account') && readHistory(id, { ssn: fingerprintOfSsn(deps, account.ssn) }, page, deps),
    wants('contract') && matched.then(({ same }) => contractEvents(same, deps)),
    wants('evaluation') && evaluationEvents(id, deps),
    wants('call') && matched.then(({ same }) => callEvents(account, same, page, deps)),
    wants('matter') && matched.then(({ same }) => readMatterEvents({ client: id, same }, page, deps)),
  ]);
  const [time, last = ''] = cursor?.split('-') ?? [];
  const before = cursor && positionOf({ at: new Date(Number(time)).toISOString(), id: last });
  const found = sources
    .flatMap((events) => events || [])
    .filter((event) => !before || positionOf(event) < before)
    .sort((a, b) => (positionOf(a) < positionOf(b) ? 1 : -1));
  const events = found.slice(0, size);
  const end = found.length > size ? events.at(-1) : undefined;
  return { events, next: end ? encodeCursor(new Date(end.at), end.id) : null };
}

function shownKind(kind: HistoryKind): TimelineKind {
  return kind === 'registration' ? 'account' : kind;
}

/** @param filter of one index. */
async function readHistory(
  id: string,
  filter: Record<string, unknown>,
  page: EventPage,
  deps: Dependencies,
): Promise<TimelineEvent[]> {
  const events = await readEvents(filter, page, deps);
  const notes = events.flatMap(({ kind, record }) => (kind === 'note' && record ? record : []));
  const texts = await readNoteTexts({ id, notes }, deps);
  return events.map((event) => {
    const { kind, name, by, staff, at, record, subject: reference } = event;
    const isLink = kind === 'contract' || kind === 'evaluation';
    return {
      id: event.id,
      kind: shownKind(kind as HistoryKind),
      name: name as EventName<HistoryKind>,
      who: by === 'client' ? 'client' : staff === null ? null : { staff },
      at: at.toISOString(),
      text: textOf(event, texts),
      record: isLink && record && reference ? { kind, id: record, reference } : null,
    };
  });
}

const noticeWords: Record<NoticeWay, string> = {
  letter: 'By letter',
  'their portal': 'On their website for representatives',
};

/** Of what the client changed, staff see the form only: the values are on the client's page. */
function textOf(
  { kind, subject, record, title, reason }: ShownEvent,
  notes: Map<string, string>,
): string | null {
  const form = kind === 'entry' && profileKindNames.find((name) => name === subject);
  if (form) return getForm(form).ui.title;
  if (kind === 'claim') return claimSteps[subject as ClaimStepName].title;
  if (kind === 'notice') return subject && noticeWords[subject as NoticeWay];
  if (kind === 'note') return excerptOf(notes.get(record ?? '') ?? '');
  return [title, reason].filter(Boolean).join('. ') || null;
}

async function contractEvents(same: OpenContract[], deps: Dependencies): Promise<TimelineEvent[]> {
  const made = await pdfsOf(same, deps);
  return same.flatMap(({ contract: { _id, reference, signed_at, document } }) => {
    const [id, pdf] = [_id.toHexString(), document.toHexString()];
    const about = { kind: 'contract', text: null, record: { kind: 'contract', id, reference } } as const;
    const storedAt = made.get(pdf)?.stored_at;
    return [
      { ...about, id, name: 'contract-signed', who: 'client', at: signed_at.toISOString() },
      ...(storedAt
        ? [{ ...about, id: pdf, name: 'contract-pdf-made', who: 'site', at: storedAt.toISOString() } as const]
        : []),
    ];
  });
}

async function evaluationEvents(client: string, deps: Dependencies): Promise<TimelineEvent[]> {
  const links = await readLinks(client, 'evaluation', deps);
  const sent = await readLinkedEvaluations(links.values(), deps);
  return sent.map(({ id, reference, submittedAt: at }) => ({
    ...{ id, kind: 'evaluation', name: 'evaluation-sent', who: 'client', at, text: null },
    record: { kind: 'evaluation', id, reference },
  }));
}

async function callEvents(
  account: ClientAccount,
  same: OpenContract[],
  page: EventPage,
  deps: Dependencies,
): Promise<TimelineEvent[]> {
  const requests = await findCallRequests(account, { same, ...page }, deps);
  return requests.map(({ id, reference, submittedAt: at, status, hasSameName }) => ({
    ...{ id, kind: 'call', name: 'call-asked', who: 'caller', at },
    text: `${hasSameName ? 'The same name' : 'Another name'}. ${submissionKinds.callRequests.statuses[status]}.`,
    record: { kind: 'call-request', id, reference },
  }));
}

function whoDid(by: string, staff: string | null): TimelineEvent['who'] {
  if (by === 'client' || by === 'site') return by;
  return staff === null ? null : { staff };
}

/** @returns what happened in the client's matters, and the calls about them. */
async function readMatterEvents(
  { client, same }: { client: string; same: OpenContract[] },
  page: EventPage,
  deps: Dependencies,
): Promise<TimelineEvent[]> {
  const contracts = same.map(({ contract }) => contract._id);
  const matters = (await findMatters({ client, contracts }, deps)).map(({ _id }) => _id);
  if (matters.length === 0) return [];
  const [happened, calls] = await Promise.all([
    readCaseHistory({ matters, kinds: matterKinds }, page, deps),
    listNewestAttempts({ records: matters, ...page }, deps),
  ]);
  const about = (matter: string) => ({ kind: 'matter', id: matter, reference: matter }) as const;
  return [
    ...happened.map(({ id, kind, matter, by, staff, at, facts }) => ({
      ...({ id, kind: 'matter', name: 'matter-event', at: at.toISOString(), text: null } as const),
      who: whoDid(by, staff),
      record: about(matter),
      happened: {
        kind,
        facts: facts?.kind === 'note' ? { ...facts, text: excerptOf(facts.text) } : facts,
      },
    })),
    ...calls.map(({ id, record, who, result, at }) => ({
      ...({
        id: eventIdOf(id),
        kind: 'matter',
        name: 'matter-call',
        at,
        record: about(String(record)),
      } as const),
      who: who === null ? null : { staff: who },
      text: `${result.charAt(0).toUpperCase()}${result.slice(1)}`,
    })),
  ];
}

function excerptOf(text: string): string {
  const characters = [...text.replace(/\s+/g, ' ')];
  if (characters.length <= excerptCharacters) return characters.join('');
  return `${characters.slice(0, excerptCharacters).join('')}…`;
}

function positionOf({ at, id }: Pick<TimelineEvent, 'at' | 'id'>): string {
  return `${at} ${id}`;
}
