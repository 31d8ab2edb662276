import { easternDay, easternToday, easternZone } from '@claimdesk/forms/eastern-time';
import type { mongo } from 'mongoose';
import { type MadeCall, newAttempt, storeAttempt } from '#api/casework/attempts/store-attempt.ts';
import type { CaseFacts } from '#api/casework/duties/case-event.ts';
import type { CountingContext } from '#api/casework/duties/count-due.ts';
import { currentFacts } from '#api/casework/duties/current-facts.ts';
import { dayAndTime } from '#api/content/office-hours.ts';
import { readFederalClosings } from '#api/content/read-site.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { eventIdOf } from './case-events.ts';
import { endDuty, enterEvent, openMatter } from './change-matter.ts';
import { mattersCollection } from './matter.model.ts';
import { openPerson } from './person.ts';

type Dependencies = Pick<Deps, 'portal' | 'keys' | 'payload' | 'content' | 'log'>;

interface CallOfMatter extends MadeCall {
  /** The number of the matter. */
  id: string;
  /** One of the phone numbers in the matter, as it is stored. */
  number: string;
  staff: { id: string; name: string };
}

/** What somebody has to do who did not reach the person. It says no name, so it may stand in mail and calendars. */
export const callAgainTitle = 'Call again';

/**
 * Records a call about a matter and, in the same transaction, what is due because of it: to call again. What was due because of an
 * earlier call is done by this one; but after a wrong number the person's other numbers are still to be called.
 *
 * @returns when to call again, in Eastern time; null for not because of this call. @throws DomainError `not-found`; `conflict` for a number
 * that is not in the matter any more; else as `newAttempt` and `storeAttempt`.
 */
export async function recordCall(
  { id, number, staff, ...made }: CallOfMatter,
  deps: Dependencies,
): Promise<{ again: string | null }> {
  const matter = await mattersCollection.model(deps.portal).findOne({ _id: id }).lean();
  if (!matter) throw new DomainError('not-found', 'This matter was not found.');
  const { phones } = await openPerson(matter, deps);
  if (!phones.includes(number))
    throw new DomainError('conflict', 'This number is not in the matter any more. Open this page again.');
  const attempt = { ...made, kind: 'matters', record: id, by: staff.id, number } as const;
  const row = await newAttempt(attempt, deps);
  const { at, result, call_again_at } = row;
  const counting = { ...deps, closings: await readFederalClosings(deps) };
  await storeAttempt(row, deps.portal, async (session) => {
    const isLeft = result === 'wrong number' && phones.length > 1;
    if (!isLeft) await endCallsAgain({ id, staff, what: `Called: ${result}` }, counting, session);
    if (!call_again_at) return;
    const event = {
      id: eventIdOf(`call again ${made.key}`),
      matter: id,
      source: 'staff',
      by: staff.id,
    } as const;
    const facts = callAgainFacts(call_again_at);
    // Who called, where the matter is nobody's: else it would be on nobody's list.
    await enterEvent({ ...event, facts, owner: matter.owner ?? staff.id }, counting, session);
  });
  deps.log.info('call recorded', { staff: staff.id, kind: 'matters' });
  return { again: call_again_at ? dayAndTime(call_again_at, at) : null };
}

function callAgainFacts(at: Date): CaseFacts {
  return {
    kind: 'task',
    day: easternToday(),
    what: callAgainTitle,
    dueOn: easternDay(at),
    appointment: { at: at.toISOString(), zone: easternZone },
    callAgain: true,
  };
}

async function endCallsAgain(
  { id: matter, staff, what }: { id: string; staff: CallOfMatter['staff']; what: string },
  deps: Parameters<typeof endDuty>[1] & CountingContext,
  session: mongo.ClientSession,
): Promise<void> {
  const { events, duties } = await openMatter(matter, deps, session);
  const calls = new Set(
    currentFacts(events).flatMap(({ facts, event }) =>
      facts.kind === 'task' && facts.callAgain ? event.id : [],
    ),
  );
  const outcome = { state: 'done', what, on: easternToday(), by: staff.name } as const;
  for (const duty of duties)
    if (duty.state === 'open' && calls.has(duty.event))
      await endDuty({ matter, duty: duty.id, outcome }, deps, session);
}
