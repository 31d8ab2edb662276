import { longDate } from '@claimdesk/forms/calendar';
import { easternToday } from '@claimdesk/forms/eastern-time';
import { getForm } from '@claimdesk/forms/registry';
import { readAccount } from '#api/accounts/clients/client-account.ts';
import type { CaseEvent, CaseFacts, Level } from '#api/casework/duties/case-event.ts';
import { currentFacts } from '#api/casework/duties/current-facts.ts';
import { caseworkLimits } from '#api/casework/limits.ts';
import { addDays } from '#api/content/deadlines/calendar-date.ts';
import { readFederalClosings } from '#api/content/read-site.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { requireValid } from '#api/platform/valid-answers.ts';
import { eventIdOf } from './case-events.ts';
import { enterEvent, openMatter } from './change-matter.ts';
import { openMatterOf } from './client-matters.ts';
import { standingOf } from './standing.ts';

type Dependencies = Pick<Deps, 'portal' | 'keys' | 'log' | 'payload' | 'content' | 'limits'>;

interface ClientLetter {
  /** The id of the client. */
  client: string;
  /** Of the form `client-letter`, as posted. The same ones enter the letter once. */
  answers: unknown;
}

/**
 * Enters what a client says of a letter from Social Security. One that turns the client down makes its appeal due at once, at the
 * level that the claim is at; staff are asked to check it. Of any other, staff are asked to read it.
 *
 * @throws DomainError `bad-input` with a message for each field; `not-found`; `forbidden` while the account is not confirmed;
 * `too-many` after 20 on a day.
 */
export async function enterClientLetter(
  { client, answers }: ClientLetter,
  deps: Dependencies,
): Promise<void> {
  const { day, says } = requireValid(getForm('client-letter'), answers) as Record<string, string>;
  const id = eventIdOf(`letter ${client} ${day} ${says}`);
  const account = await readAccount({ id: client }, deps);
  if (!account.isConfirmed)
    throw new DomainError(
      'forbidden',
      'Your account has to be confirmed first. Please call us about the letter.',
    );
  const counting = { ...deps, closings: await readFederalClosings(deps) };
  // In a transaction of its own, since the key that it is encrypted under has to be read by the next.
  const matter = await inTransaction(deps.portal, (session) => openMatterOf(client, counting, session));
  await deps.limits.reserve(caseworkLimits.clientLetter, client);
  const isDenial = says === 'denied';
  const entered = { matter, source: 'client', by: 'client' } as const;
  await inTransaction(deps.portal, async (session) => {
    const { events } = await openMatter(matter, deps, session);
    // Staff may have entered the same letter, or the client from another device.
    if (currentFacts(events).some(({ facts }) => facts.kind === 'decision' && facts.day === day)) return;
    const task = { ...entered, id: checkOf(id), facts: checkFacts(String(day), isDenial) };
    const isNew = await enterEvent(task, counting, session);
    if (!isNew || !isDenial) return;
    const facts = (events: readonly CaseEvent[]) => denialAt(String(day), events);
    await enterEvent({ ...entered, id, facts }, counting, session);
  });
}

/** @returns the id of the event by which staff are asked to check a letter of a client. */
export function checkOf(letter: string): string {
  return eventIdOf(`check ${letter}`);
}

function checkFacts(letter: string, isDenial: boolean): CaseFacts {
  const today = easternToday();
  const from = `of ${longDate(letter)}`;
  return {
    kind: 'task',
    day: today,
    what: isDenial
      ? `Check the denial ${from} that the client entered`
      : `Read the letter ${from} that the client told us about`,
    dueOn: addDays(today, 1),
  };
}

function denialAt(day: string, events: readonly CaseEvent[]): CaseFacts {
  const { level } = standingOf(events);
  // After the Appeals Council it is a court that decides, which writes no letter from Social Security.
  const at: Level = level === 'court' ? 'council' : level;
  return { kind: 'decision', day, level: at, outcome: 'unfavorable' };
}
