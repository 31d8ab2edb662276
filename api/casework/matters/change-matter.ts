import { easternToday } from '@claimdesk/forms/eastern-time';
import { type mongo, Types } from 'mongoose';
import { eventsCollection } from '#api/accounts/clients/events.ts';
import type { CaseEvent, CaseFacts, Correction } from '#api/casework/duties/case-event.ts';
import { closeDuty } from '#api/casework/duties/close-duty.ts';
import type { CountingContext } from '#api/casework/duties/count-due.ts';
import {
  type DutyRow,
  dutiesCollection,
  dutyRow,
  nextDue,
  openDuty,
} from '#api/casework/duties/duty.model.ts';
import type { Duty, DutyOutcome } from '#api/casework/duties/duty.ts';
import { applyEvent, passDay } from '#api/casework/duties/duty-states.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { caseEventRow, type EventSource, type RecordedEvent, readCaseEvents } from './case-events.ts';
import { type Matter, mattersCollection } from './matter.model.ts';
import { standingOf } from './standing.ts';

type Dependencies = Pick<Deps, 'portal' | 'keys'> & CountingContext;

/** A matter with everything that happened in it and everything that is or was to be done. */
export interface OpenMatter {
  matter: Matter;
  /** In the order in which they were entered. */
  events: RecordedEvent[];
  /** The nearest day first. */
  duties: Duty[];
  owners: ReadonlyMap<string, string | null>;
}

export interface NewFacts {
  matter: string;
  /** Or what makes them of the events before. */
  facts: CaseFacts | Correction | ((events: readonly CaseEvent[]) => CaseFacts | Correction);
  source: EventSource;
  /** `client`, or the id of a staff account. */
  by: string;
  /** The name of the member of staff who enters it by hand: then it ends what it is the answer to. */
  name?: string;
  /** 24 hexadecimal digits; the same ones enter the same event, once. */
  id: string;
  /** The id of the staff account that has to do what follows; left out, whose matter it is. */
  owner?: string;
}

/**
 * Enters what a paper or a call says, with the duties that follow from it, in the caller's transaction.
 *
 * @returns the duties that it made or changed; null where it was entered before. @throws DomainError as `applyEvent`; `not-found` for an unknown matter.
 */
export async function enterEvent(
  { matter: number, facts: given, source, by, name, id, owner }: NewFacts,
  deps: Dependencies,
  session: mongo.ClientSession,
): Promise<Duty[] | null> {
  let isNew = false;
  const changed = await changeMatter(number, deps, session, async ({ matter, events, duties }) => {
    isNew = !events.some((each) => each.id === id);
    if (!isNew) return { events, duties };
    const facts = typeof given === 'function' ? given(events) : given;
    const event: CaseEvent = { id, matter: number, by, ...facts };
    const after = applyEvent(duties, event, {
      ...{ closings: deps.closings, today: easternToday(), events },
      ...(name !== undefined && { by: name }),
    });
    const sequence = events.length + 1;
    const sample = matter.sample && { sample: true };
    const written = { _id: new Types.ObjectId(id), matter: number, sequence, by, source, facts, ...sample };
    await eventsCollection.model(deps.portal).create([await caseEventRow(written, deps)], { session });
    return { events: [...events, event], duties: after, ...(owner && { owner }) };
  });
  return isNew ? changed : null;
}

/**
 * Ends a duty with what a person says about it, in the caller's transaction.
 *
 * @param duty its id, `event:rule`. @throws DomainError as `closeDuty`; `not-found` for an unknown matter or duty.
 */
export async function endDuty(
  { matter, duty: id, outcome }: { matter: string; duty: string; outcome: DutyOutcome },
  deps: Dependencies,
  session: mongo.ClientSession,
): Promise<void> {
  await changeMatter(matter, deps, session, async ({ events, duties }) => {
    if (!duties.some((duty) => duty.id === id))
      throw new DomainError('not-found', 'There is no such duty in this matter.');
    return { events, duties: duties.map((duty) => (duty.id === id ? closeDuty(duty, outcome) : duty)) };
  });
}

/** Ends the appeals of a matter whose last day has passed, in the caller's transaction: see `passDay`. */
export async function passDays(
  matter: string,
  deps: Dependencies,
  session: mongo.ClientSession,
): Promise<void> {
  await changeMatter(matter, deps, session, async ({ events, duties }) => ({
    events,
    duties: passDay(duties, easternToday(), deps),
  }));
}

/** @throws DomainError `not-found`. @throws Error when a part of it can't be decrypted: days must not be counted without it. */
export async function openMatter(
  number: string,
  { portal, keys }: Pick<Deps, 'portal' | 'keys'>,
  session: mongo.ClientSession | null = null,
): Promise<OpenMatter> {
  const matter = await mattersCollection
    .model(portal)
    .findOne({ _id: number })
    .session(session)
    .lean<Matter>();
  if (!matter) throw new DomainError('not-found', 'This matter was not found.');
  // Sequential: a transaction runs one operation at a time.
  const events = await readCaseEvents(number, { portal, keys }, session);
  const rows = await dutiesCollection
    .model(portal)
    .find({ matter: number })
    .sort({ due: 1, _id: 1 })
    .session(session)
    .lean<DutyRow[]>();
  const ring = await keys.of(number);
  return {
    matter,
    events,
    duties: rows.map((row) => openDuty(row, ring)),
    owners: new Map(rows.map(({ _id, owner }) => [_id, owner])),
  };
}

type Changed = Pick<OpenMatter, 'duties'> & {
  events: readonly CaseEvent[];
  /** Of the duties that are made. */
  owner?: string;
};

/**
 * Changes the duties of a matter, by a rule that sees all of them, and what the matter says about them.
 *
 * @param change is pure but for what it writes in the transaction. @returns the duties that were made or changed.
 */
async function changeMatter(
  number: string,
  deps: Dependencies,
  session: mongo.ClientSession,
  change: (open: OpenMatter) => Promise<Changed>,
): Promise<Duty[]> {
  const { portal, keys } = deps;
  const model = mattersCollection.model(portal);
  // Writes before reading, so that of concurrent changes the later one sees the result of the other.
  await model.updateOne({ _id: number }, { $inc: { changes: 1 } }, { session });
  const before = await openMatter(number, deps, session);
  const { events, duties, owner = before.matter.owner } = await change(before);
  const ring = await keys.for(number);
  const known = new Map(before.duties.map((duty) => [duty.id, duty]));
  const changed = duties.filter((duty) => known.get(duty.id) !== duty);
  const sample = before.matter.sample && { sample: true };
  const writes = changed.map((duty) => {
    const row = dutyRow(duty, before.owners.get(duty.id) ?? owner, ring);
    return { replaceOne: { filter: { _id: row._id }, replacement: { ...row, ...sample }, upsert: true } };
  });
  if (writes.length > 0) await dutiesCollection.model(portal).bulkWrite(writes, { session });
  await model.updateOne({ _id: number }, { ...standingOf(events), next_due: nextDue(duties) }, { session });
  return changed;
}
