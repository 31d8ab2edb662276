import { easternToday } from '@claimdesk/forms/eastern-time';
import { currentFacts } from '#api/casework/duties/current-facts.ts';
import { momentIn } from '#api/casework/duties/local-appointment.ts';
import { readFederalClosings } from '#api/content/read-site.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { enterEvent } from './change-matter.ts';

interface MovedDuty {
  matter: string;
  /** The id of the duty. */
  duty: string;
  /** `YYYY-MM-DD`. */
  dueOn: string;
  /** `HH:MM`, of an appointment, on clocks where it is. */
  time?: string | undefined;
  /** The id of the event: the same one moves it once. */
  id: string;
  staff: string;
}

/**
 * Moves what somebody has entered by hand to another day. What a rule of dates has counted moves only with the paper that it was
 * counted from.
 *
 * @throws DomainError `conflict` for what a rule has counted, and for what has ended; `bad-input` for a day that is none.
 */
export async function moveDuty(
  { matter, duty, dueOn, time, id, staff }: MovedDuty,
  deps: Pick<Deps, 'portal' | 'keys' | 'payload' | 'content'>,
): Promise<void> {
  const closings = await readFederalClosings(deps);
  const [corrects = ''] = duty.split(':');
  await inTransaction(deps.portal, (session) =>
    enterEvent(
      {
        ...{ matter, id, source: 'staff', by: staff },
        facts(events) {
          const now = currentFacts(events).find(({ event }) => event.id === corrects)?.facts;
          if (now?.kind !== 'task')
            throw new DomainError(
              'conflict',
              'The law counts this day, so it cannot be moved. If the letter says another one, correct the letter.',
            );
          const { appointment: before, ...task } = now;
          const zone = before?.zone ?? 'America/New_York';
          const appointment = time ? { appointment: { at: momentIn(zone, dueOn, time), zone } } : {};
          return {
            ...{ kind: 'correction', day: easternToday(), corrects },
            facts: { ...task, dueOn, ...appointment },
          };
        },
      },
      { ...deps, closings },
      session,
    ),
  );
}
