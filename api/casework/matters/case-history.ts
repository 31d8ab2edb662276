import { unreadable } from '@claimdesk/forms/answers';
import { trusted } from 'mongoose';
import {
  type ClientEvent,
  type EventPage,
  eventsCollection,
  readEvents,
} from '#api/accounts/clients/events.ts';
import type { CaseFacts, Correction } from '#api/casework/duties/case-event.ts';
import type { Reading } from '#api/platform/deps.ts';
import { type CaseKind, kindOfName, namesOfKinds } from './case-events.ts';

/** What happened in a matter, among other things that happened to its client. */
export interface CaseHappening {
  /** 24 hexadecimal digits that order events of the same moment. */
  id: string;
  kind: CaseKind;
  matter: string;
  /** `client`, or the id of a staff account. */
  by: string;
  /** The name of the staff account; null for the client, and once that account was deleted. */
  staff: string | null;
  at: Date;
  /** Null where it can't be decrypted. */
  facts: CaseFacts | Correction | null;
}

interface Asked {
  /** Their numbers. */
  matters: readonly string[];
  kinds: readonly CaseKind[];
  /** Further conditions of events. */
  where?: Record<string, unknown>;
}

/** @returns what happened in some matters, newest first, read by an index. @throws DomainError `bad-input` for an invalid cursor. */
export async function readCaseHistory(
  { matters, kinds, where }: Asked,
  page: EventPage,
  deps: Reading,
): Promise<CaseHappening[]> {
  if (matters.length === 0) return [];
  const filter = { matter: trusted({ $in: matters }), name: trusted({ $in: namesOfKinds(kinds) }), ...where };
  const events = await readEvents(filter, page, deps);
  return events.flatMap(({ id, name, matter, by, staff, at, facts }) => {
    const kind = kindOfName(name);
    return kind && matter ? { id, kind, matter, by, staff, at, facts: readFacts(facts) } : [];
  });
}

/** What was corrected, by the id of the event that was: what is right, or null for what never happened. */
export type Corrections = ReadonlyMap<string, { id: string; facts: CaseFacts | null }>;

/** @returns all corrections in some matters; without those that can't be decrypted. */
export async function readCorrections(matters: readonly string[], deps: Reading): Promise<Corrections> {
  const rows = await eventsCollection
    .model(deps.portal)
    .find({ matter: trusted({ $in: matters }), name: 'case-correction' })
    .lean<ClientEvent[]>();
  const read = rows.map(async ({ _id, matter, facts = '' }) => {
    const text = eventsCollection.read(await deps.keys.of(matter), _id, 'facts', facts, deps);
    return { id: _id.toHexString(), said: readFacts(text) };
  });
  return new Map(
    (await Promise.all(read)).flatMap(({ id, said }) =>
      said?.kind === 'correction' ? [[said.corrects, { id, facts: said.facts }] as const] : [],
    ),
  );
}

/** @returns what an event says after its corrections; null for what never happened, and where it can't be decrypted. */
export function correctedFacts(
  { id, facts }: Pick<CaseHappening, 'id' | 'facts'>,
  corrections: Corrections,
): CaseFacts | null {
  const next = corrections.get(id);
  if (next) return correctedFacts(next, corrections);
  return facts?.kind === 'correction' ? null : facts;
}

function readFacts(text: string | null): CaseFacts | Correction | null {
  return text === null || text === unreadable ? null : JSON.parse(text);
}
