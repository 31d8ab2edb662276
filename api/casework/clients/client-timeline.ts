import { getForm } from '@claimdesk/forms/registry';
import { type ClientAccount, readAccount } from '#api/accounts/clients/client-account.ts';
import { fingerprintOfSsn } from '#api/accounts/clients/client-devices.ts';
import { type EventKind, readEvents, type EventName as StoredName } from '#api/accounts/clients/events.ts';
import { claimSteps } from '#api/casework/claims/claim-steps.ts';
import { listClaimUpdates } from '#api/casework/claims/list-claim-updates.ts';
import { type MatchedContracts, matchContracts } from '#api/casework/contracts/match-contracts.ts';
import type { OpenContract } from '#api/casework/contracts/open-contract.ts';
import type { LinkedKind, LinkState } from '#api/casework/links/client-link.model.ts';
import { listLinkDecisions, readLinks } from '#api/casework/links/client-links.ts';
import type { NoticeWay } from '#api/casework/profile/agency-notice.model.ts';
import { listNoticeEvents } from '#api/casework/profile/agency-notices.ts';
import { type ProfileKind, profileKindNames } from '#api/casework/profile/profile-kinds.ts';
import { submissionKinds } from '#api/casework/submission-kinds.ts';
import { afterCursor, encodeCursor } from '#api/platform/database/cursor.ts';
import type { Deps } from '#api/platform/deps.ts';
import { listNotes } from './client-notes.ts';
import { findCallRequests, readLinkedEvaluations } from './match-contacts.ts';
import { pdfsOf } from './read-client.ts';

/** Subjects by which the timeline can be filtered. */
export const timelineKinds = [
  'account',
  'entry',
  'claim',
  'contract',
  'evaluation',
  'document',
  'note',
  'notice',
  'call',
] as const;
export type TimelineKind = (typeof timelineKinds)[number];

type StoredKind = Exclude<EventKind, 'visit'>;

type EventName =
  | 'registered'
  | StoredName<StoredKind>
  | 'claim-set'
  | 'contract-signed'
  | 'evaluation-sent'
  | `${LinkedKind}-${LinkState}`
  | 'contract-pdf-made'
  | 'note-added'
  | 'note-corrected'
  | 'notice-made'
  | 'notice-sent'
  | 'call-asked';

/** An event as shown to staff. */
export interface TimelineEvent {
  /** 24 hexadecimal digits that order events of the same moment. */
  id: string;
  kind: TimelineKind;
  name: EventName;
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
  record: { kind: LinkedKind | 'call-request'; id: string; reference: string } | null;
}

interface Asked {
  id: string;
  kind?: TimelineKind | undefined;
  cursor?: string | null | undefined;
}

/** Where a page of the timeline starts, and how many events to read from each source. */
interface Part {
  cursor: string | null;
  limit: number;
}

type Dependencies = Pick<Deps, 'portal' | 'keys' | 'log'>;

const pageSize = 25;
/** Registration is always the first event, so it sorts after all others of the same moment. */
const registeredId = '0'.repeat(24);
const excerptCharacters = 160;

/**
 * Builds the timeline of a client from the records themselves. Each source is read once, through an index, and no further than
 * the page needs.
 *
 * @returns events, newest first. @throws DomainError `not-found`; `bad-input` for an invalid cursor.
 */
export async function readTimeline(
  { id, kind, cursor = null }: Asked,
  deps: Dependencies,
  size = pageSize,
): Promise<{ events: TimelineEvent[]; next: string | null }> {
  if (cursor) afterCursor('at', cursor);
  const account = await readAccount({ id }, deps);
  const part = { cursor, limit: size + 1 };
  let matched: Promise<MatchedContracts> | undefined;
  const ownContracts = async () => {
    matched ??= matchContracts(account, deps);
    return (await matched).same;
  };
  const sources: Record<TimelineKind, () => Promise<TimelineEvent[]>> = {
    account: () => accountEvents(account, part, deps),
    entry: () => storedEvents('entry', { client_id: id, kind: 'entry' }, part, deps),
    claim: () => claimEvents(id, part, deps),
    contract: () => ownContracts().then((same) => contractEvents(id, same, part, deps)),
    evaluation: () => evaluationEvents(id, part, deps),
    document: () => storedEvents('document', { client_id: id, kind: 'document' }, part, deps),
    note: () => noteEvents(id, part, deps),
    notice: () => noticeEvents(id, part, deps),
    call: () => ownContracts().then((same) => callEvents(account, same, part, deps)),
  };
  const chosen = kind ? [kind] : timelineKinds;
  const found = await Promise.all(chosen.map((each) => sources[each]()));
  const events = found
    .flat()
    .filter((event) => cursor === null || isAfter(event, cursor))
    .sort(newestFirst)
    .slice(0, size + 1);
  const last = events.length > size ? events[size - 1] : undefined;
  return {
    events: events.slice(0, size),
    next: last ? encodeCursor(new Date(last.at), last.id) : null,
  };
}

/** What staff did about the login, under earlier accounts of the number too. */
async function accountEvents(
  account: ClientAccount,
  part: Part,
  deps: Dependencies,
): Promise<TimelineEvent[]> {
  return [
    ...(await storedEvents('account', { ssn: fingerprintOfSsn(deps, account.ssn) }, part, deps)),
    {
      id: registeredId,
      kind: 'account',
      name: 'registered',
      who: 'client',
      at: account.registeredAt.toISOString(),
      text: null,
      record: null,
    },
  ];
}

/** @param filter of one index. @returns events as they were written. */
async function storedEvents(
  kind: StoredKind,
  filter: Record<string, unknown>,
  part: Part,
  deps: Dependencies,
): Promise<TimelineEvent[]> {
  const events = await readEvents(filter, part, deps);
  return events.map(({ id, name, by, staff, at, subject, title, reason }) => ({
    id,
    kind,
    name: name as StoredName<StoredKind>,
    who: by === 'client' ? 'client' : byStaff(staff),
    at: at.toISOString(),
    text: kind === 'entry' ? titleOf(subject ?? '') : [title, reason].filter(Boolean).join('. ') || null,
    record: null,
  }));
}

async function contractEvents(
  id: string,
  same: OpenContract[],
  part: Part,
  deps: Dependencies,
): Promise<TimelineEvent[]> {
  const [made, decisions] = await Promise.all([pdfsOf(same, deps), linkEvents(id, 'contract', part, deps)]);
  const signed = same.flatMap(({ contract: { _id, reference, signed_at, document } }) => {
    const about = {
      kind: 'contract' as const,
      text: null,
      record: { kind: 'contract' as const, id: _id.toHexString(), reference },
    };
    const signing: TimelineEvent = {
      ...about,
      id: _id.toHexString(),
      name: 'contract-signed',
      who: 'client',
      at: signed_at.toISOString(),
    };
    const storedAt = made.get(document.toHexString())?.stored_at;
    if (!storedAt) return [signing];
    const pdf: TimelineEvent = {
      ...about,
      id: document.toHexString(),
      name: 'contract-pdf-made',
      who: 'site',
      at: storedAt.toISOString(),
    };
    return [signing, pdf];
  });
  return [...signed, ...decisions];
}

async function evaluationEvents(id: string, part: Part, deps: Dependencies): Promise<TimelineEvent[]> {
  const [links, decisions] = await Promise.all([
    readLinks(id, 'evaluation', deps),
    linkEvents(id, 'evaluation', part, deps),
  ]);
  const sent = (await readLinkedEvaluations(links.values(), deps)).map(
    ({ id: evaluation, reference, submittedAt }): TimelineEvent => ({
      id: evaluation,
      kind: 'evaluation',
      name: 'evaluation-sent',
      who: 'client',
      at: submittedAt,
      text: null,
      record: { kind: 'evaluation', id: evaluation, reference },
    }),
  );
  return [...sent, ...decisions];
}

async function linkEvents(
  id: string,
  kind: LinkedKind,
  part: Part,
  deps: Dependencies,
): Promise<TimelineEvent[]> {
  const decisions = await listLinkDecisions({ id, kind, ...part }, deps);
  return decisions.map(({ id: decision, record, reference, state, who, at, reason }) => ({
    id: decision,
    kind,
    name: `${kind}-${state}`,
    who: byStaff(who),
    at,
    text: reason,
    record: { kind, id: record, reference },
  }));
}

/** Of what the client changed, staff see the form only: the values are on the client's page. */
function titleOf(form: string): string | null {
  return profileKindNames.some((kind) => kind === form) ? getForm(form as ProfileKind).ui.title : null;
}

async function claimEvents(id: string, part: Part, deps: Dependencies): Promise<TimelineEvent[]> {
  const updates = await listClaimUpdates({ id, ...part }, deps);
  return updates.map(({ id: update, step, who, at }) => ({
    id: update,
    kind: 'claim',
    name: 'claim-set',
    who: byStaff(who),
    at,
    text: claimSteps[step].title,
    record: null,
  }));
}

async function noteEvents(id: string, part: Part, deps: Dependencies): Promise<TimelineEvent[]> {
  const { rows } = await listNotes({ id, staff: '', ...part }, deps);
  return rows.map(({ id: note, text, who, at, corrects }) => ({
    id: note,
    kind: 'note',
    name: corrects ? 'note-corrected' : 'note-added',
    who: byStaff(who),
    at,
    text: excerptOf(text),
    record: null,
  }));
}

const noticeWords: Record<NoticeWay, string> = {
  letter: 'By letter',
  'their portal': 'On their website for representatives',
};

/** Notices of a new address to Social Security, due and sent. */
async function noticeEvents(id: string, part: Part, deps: Dependencies): Promise<TimelineEvent[]> {
  const { made, sent } = await listNoticeEvents({ id, ...part }, deps);
  return [
    ...made.map(({ _id, made_at }) => ({
      id: _id.toHexString(),
      kind: 'notice' as const,
      name: 'notice-made' as const,
      who: 'client' as const,
      at: made_at.toISOString(),
      text: null,
      record: null,
    })),
    ...sent.map(({ _id, sent_at, how, who }) => ({
      id: _id.toHexString(),
      kind: 'notice' as const,
      name: 'notice-sent' as const,
      who: byStaff(who),
      at: sent_at.toISOString(),
      text: how ? noticeWords[how] : null,
      record: null,
    })),
  ];
}

async function callEvents(
  account: ClientAccount,
  same: OpenContract[],
  part: Part,
  deps: Dependencies,
): Promise<TimelineEvent[]> {
  const requests = await findCallRequests(account, { same, ...part }, deps);
  return requests.map(({ id, reference, submittedAt, status, hasSameName }) => ({
    id,
    kind: 'call',
    name: 'call-asked',
    who: 'caller',
    at: submittedAt,
    text: `${hasSameName ? 'The same name' : 'Another name'}. ${submissionKinds.callRequests.statuses[status]}.`,
    record: { kind: 'call-request', id, reference },
  }));
}

function byStaff(name: string | null): TimelineEvent['who'] {
  return name === null ? null : { staff: name };
}

function excerptOf(text: string): string {
  const characters = [...text.replace(/\s+/g, ' ')];
  if (characters.length <= excerptCharacters) return characters.join('');
  return `${characters.slice(0, excerptCharacters).join('')}…`;
}

function isAfter({ at, id }: TimelineEvent, cursor: string): boolean {
  const [time = '', last = ''] = cursor.split('-');
  const moment = Date.parse(at);
  return moment < Number(time) || (moment === Number(time) && id < last);
}

function newestFirst(a: TimelineEvent, b: TimelineEvent): number {
  if (a.at !== b.at) return a.at < b.at ? 1 : -1;
  return a.id < b.id ? 1 : -1;
}
