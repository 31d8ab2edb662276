import type { mongo } from 'mongoose';
import type { CaseEvent } from '#api/casework/duties/case-event.ts';
import type { CountingContext } from '#api/casework/duties/count-due.ts';
import { currentFacts } from '#api/casework/duties/current-facts.ts';
import { dateRules } from '#api/casework/duties/date-rules.ts';
import type { Duty, DutyOutcome } from '#api/casework/duties/duty.ts';
import type { Deps } from '#api/platform/deps.ts';
import { endDuty, openMatter } from './change-matter.ts';
import type { Entered } from './entered-facts.ts';
import { evidenceOf } from './evidence.ts';

/**
 * Ends what an entry answers, with what it says as the outcome, in the caller's transaction. A right is lost after a hard duty, so
 * that one ends only where the entry shows that it was done, in time and for the same benefits; a person ends any other.
 *
 * @param by the name of who entered it.
 */
export async function endAnswered(
  { matter, entered, by }: { matter: string; entered: Entered; by: string },
  deps: Pick<Deps, 'portal' | 'keys'> & CountingContext,
  session: mongo.ClientSession,
): Promise<void> {
  const answer = answerOf(entered);
  if (!answer) return;
  const { events, duties } = await openMatter(matter, deps, session);
  const answered = duties.filter((duty) => duty.state === 'open' && answer.ends(duty, events));
  const outcome = { state: 'done', on: entered.day, by, ...answer.outcome } as const;
  for (const { id: duty } of answered) await endDuty({ matter, duty, outcome }, deps, session);
}

type Application = Extract<Entered, { kind: 'application filed' }>;

interface Answer {
  ends(duty: Duty, events: readonly CaseEvent[]): boolean;
  outcome: Pick<DutyOutcome, 'what' | 'confirmation'>;
}

function answerOf(entered: Entered): Answer | null {
  switch (entered.kind) {
    case 'application filed':
      return applied(entered);
    case 'records received':
    case 'records sent':
      return {
        outcome: { what: entered.kind === 'records sent' ? 'Records sent' : 'The records came' },
        ends: ({ rule, event }, events) =>
          rule === 'records-request/ask-again' &&
          evidenceOf(events).some((each) => each.id === entered.request && each.event === event),
      };
    default:
      return null;
  }
}

function applied({ day, benefits = [], confirmation }: Application): Answer | null {
  if (confirmation === undefined) return null;
  return {
    outcome: { what: 'The application was filed', confirmation },
    ends({ rule, event, due }, events) {
      const about = dateRules.find(({ id }) => id === rule)?.when.benefits ?? [];
      const contact = currentFacts(events).find((each) => each.event.id === event)?.facts.day ?? day;
      return about.some((each) => benefits.includes(each)) && contact <= day && day <= due;
    },
  };
}
