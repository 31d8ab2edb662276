import type { CaseEvent, CaseFacts } from './case-event.ts';
import { closeDuty } from './close-duty.ts';
import { currentFacts } from './current-facts.ts';
import { dateRules } from './date-rules.ts';
import type { Duty, DutyOutcome } from './duty.ts';

interface Answering {
  /** The id of the event. */
  id: string;
  facts: CaseFacts;
  /** The name of who entered it by hand. */
  by: string;
  /** The matter's events, in the order in which they were entered. */
  events: readonly CaseEvent[];
}

type Filed = Extract<CaseFacts, { kind: 'appeal filed' }>;
type Application = Extract<CaseFacts, { kind: 'application filed' }>;

/**
 * Ends what somebody has entered the answer to: an appeal or an application that was filed, records that came. What is missed and
 * still open to an answer counts.
 *
 * @returns all duties. @throws DomainError as `closeDuty`: an appeal has to be proven.
 */
export function endAnswered(duties: readonly Duty[], answering: Answering): Duty[] {
  const { facts } = answering;
  switch (facts.kind) {
    case 'appeal filed':
      return endAppeals(duties, facts, answering);
    case 'application filed':
      return endFirstContacts(duties, facts, answering);
    case 'records received':
    case 'records sent': {
      const asked = currentFacts(answering.events).find(({ first }) => first === facts.request)?.event.id;
      const what = facts.kind === 'records sent' ? 'Records sent' : 'The records came';
      return endWith(duties, outcomeOf(answering, { what }), ({ rule, event, state }) => {
        return state === 'open' && rule === 'records-request/ask-again' && event === asked;
      });
    }
    default:
      return [...duties];
  }
}

/** @returns where the appeal is decided that a duty asks for, also one to appeal late; undefined for any other duty. */
export function appealAskedBy({ id, rule }: Duty, duties: readonly Duty[]): Filed['level'] | undefined {
  const missed = duties.find(({ continuedBy }) => continuedBy === id);
  return dateRules.find((each) => each.id === (missed?.rule ?? rule))?.appealTo;
}

/** @returns duties without what an event that is corrected said of them. */
export function reopenAnswered(duties: readonly Duty[], corrects: string): Duty[] {
  return duties.map((duty) => {
    if (duty.outcome?.event !== corrects) return duty;
    const { outcome: _, ...open } = duty;
    return { ...open, state: duty.continuedBy === undefined ? 'open' : 'missed' };
  });
}

function endAppeals(duties: readonly Duty[], { level, day, ...said }: Filed, answering: Answering): Duty[] {
  const { what = 'The appeal was filed', confirmation, secondPerson } = said;
  const outcome = outcomeOf(answering, {
    what,
    ...(confirmation && { confirmation }),
    ...(secondPerson && { secondPerson }),
  });
  const appeals = duties.filter(
    (duty) =>
      duty.isAppeal &&
      isUnanswered(duty) &&
      appealAskedBy(duty, duties) === level &&
      startOf(duty, answering.events) <= day,
  );
  const isLate = new Map(
    appeals.flatMap(({ id, continuedBy, due }) => {
      return [id, continuedBy].map((each) => [each, day > due] as const);
    }),
  );
  return duties.map((duty) => {
    const late = isLate.get(duty.id);
    if (late === undefined || !isUnanswered(duty)) return duty;
    // A statement of good cause is not needed where the appeal turns out to have been in time.
    const inTime = duty.isAppeal ? 'done' : 'waived';
    const state = late ? (duty.isAppeal ? 'late with good cause' : 'done') : inTime;
    return closeDuty(duty, { ...outcome, state });
  });
}

/** A right is lost after these, so they end only by an application that is proven, in time, and for the same benefits. */
function endFirstContacts(
  duties: readonly Duty[],
  { day, benefits = [], confirmation }: Application,
  answering: Answering,
): Duty[] {
  if (confirmation === undefined) return [...duties];
  const outcome = outcomeOf(answering, { what: 'The application was filed', confirmation });
  return endWith(duties, outcome, (duty) => {
    const about = dateRules.find(({ id }) => id === duty.rule)?.when.benefits ?? [];
    const isInTime = startOf(duty, answering.events) <= day && day <= duty.due;
    return duty.state === 'open' && isInTime && about.some((each) => benefits.includes(each));
  });
}

function endWith(duties: readonly Duty[], outcome: DutyOutcome, isAnswered: (duty: Duty) => boolean): Duty[] {
  return duties.map((duty) => (isAnswered(duty) ? closeDuty(duty, outcome) : duty));
}

function outcomeOf(
  { id: event, facts: { day: on }, by }: Answering,
  said: Pick<DutyOutcome, 'what' | 'confirmation' | 'secondPerson'>,
): DutyOutcome {
  return { state: 'done', on, by, event, ...said };
}

function isUnanswered({ state, continuedBy, outcome }: Duty): boolean {
  return state === 'open' || (state === 'missed' && continuedBy !== undefined && !outcome);
}

/** @returns the day of the event that a duty follows from. */
function startOf({ event }: Duty, events: readonly CaseEvent[]): string {
  return currentFacts(events).find((each) => each.event.id === event)?.facts.day ?? '';
}
