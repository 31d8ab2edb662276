import { easternDay } from '@claimdesk/forms/eastern-time';
import type { mongo, Types } from 'mongoose';
import { eventId } from '#api/accounts/clients/events.ts';
import { claimDateKinds } from '#api/casework/claims/claim-steps.ts';
import type { ClaimDate, ClaimUpdate } from '#api/casework/claims/claim-update.model.ts';
import type { CountingContext } from '#api/casework/duties/count-due.ts';
import type { Reading } from '#api/platform/deps.ts';
import { enterEvent, openMatter } from './change-matter.ts';
import { dateFacts, updateFacts } from './claim-facts.ts';

/** An update of a claim in plain text, as it is stored. */
type Update = Pick<ClaimUpdate, '_id' | 'step' | 'since' | 'needed' | 'note' | 'staff' | 'at'> & {
  matter: string;
  next: ClaimDate | null;
};

/**
 * Enters an update of a client's claim in a matter, in the caller's transaction. Its date is something to do. One that is moved
 * takes the place of the one before; any other leaves it as it is, until somebody ends it.
 *
 * @param before the date of the update before, if it had one.
 */
export async function enterClaim(
  { matter, next, ...update }: Update,
  before: ClaimDate | null,
  deps: Reading & CountingContext,
  session: mongo.ClientSession,
): Promise<void> {
  const event = { matter, source: 'staff', by: update.staff } as const;
  await enterEvent({ ...event, facts: updateFacts(update), id: updateEventId(update) }, deps, session);
  if (!next || (before && isSame(before, next))) return;
  const facts = dateFacts(next, easternDay(update.at));
  // One that has taken place is not moved.
  const isMoved = before?.kind === next.kind && before.day >= easternDay(update.at);
  const moved = isMoved ? await findTask(matter, before, deps, session) : undefined;
  const entered = moved
    ? ({ kind: 'correction', day: easternDay(update.at), corrects: moved, facts } as const)
    : facts;
  await enterEvent({ ...event, facts: entered, id: dateEventId(update) }, deps, session);
}

/** @returns the id of the event of an update: the same whenever it is entered. */
export function updateEventId({ at, _id }: { at: Date; _id: Types.ObjectId }): string {
  return eventId(at, _id.toHexString()).toHexString();
}

/** @returns the id of the event of the date of an update. */
export function dateEventId({ at, _id }: { at: Date; _id: Types.ObjectId }): string {
  return eventId(new Date(at.getTime() + 1), _id.toHexString()).toHexString();
}

function isSame(one: ClaimDate, other: ClaimDate): boolean {
  return one.kind === other.kind && one.day === other.day && one.time === other.time;
}

/** @returns the id of the event that made a date something to do, if it is still open. */
async function findTask(
  matter: string,
  { kind, day }: ClaimDate,
  deps: Reading,
  session: mongo.ClientSession,
): Promise<string | undefined> {
  const { duties } = await openMatter(matter, deps, session);
  return duties.find(
    ({ state, title, due }) => state === 'open' && title === claimDateKinds[kind] && due === day,
  )?.event;
}
