import type { CalendarDate } from '#api/content/deadlines/calendar-date.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { endAnswered, reopenAnswered } from './answered-duties.ts';
import type { CaseEvent, CaseFacts, Correction } from './case-event.ts';
import { isSamePerson } from './close-duty.ts';
import { type CountingContext, dutiesOf } from './count-due.ts';
import { currentFacts } from './current-facts.ts';
import { type Duty, dutyId, type Replacement } from './duty.ts';

export interface StatesContext extends CountingContext {
  /** In Eastern time. */
  today: CalendarDate;
  /** The matter's events before this one, in the order in which they were entered. */
  events: readonly CaseEvent[];
  /** The name of who enters it by hand: then it ends what it is the answer to. */
  by?: string;
}

type CorrectionEvent = CaseEvent & Correction;

/**
 * Adds the duties of an event to those of its matter. A correction counts again in place of the event that it corrects, and
 * the newest notice of a hearing takes the place of earlier ones, and what somebody has filed ends what asked for it. An event
 * that was applied before changes nothing.
 *
 * @returns all duties of the matter: none is left out, and what ended with an outcome keeps it.
 * @throws DomainError `bad-input` where a day cannot be counted; `not-found` for a correction of an unknown event;
 * `conflict` for a second correction of one, and for one that leaves a hard duty without another and without a second person;
 * as `closeDuty` for what it ends.
 */
export function applyEvent(duties: readonly Duty[], event: CaseEvent, ctx: StatesContext): Duty[] {
  if (duties.some(({ matter }) => matter !== event.matter)) {
    throw new Error(`Event ${event.id} is of another matter than the duties`);
  }
  if (ctx.events.some(({ id }) => id === event.id)) return [...duties];
  const counted =
    event.kind === 'correction'
      ? applyCorrection(duties, event, ctx)
      : [...duties, ...countFor(event, event, ctx)];
  const events = [...ctx.events, event];
  const followed = followNewestNotices(counted, events);
  const facts = event.kind === 'correction' ? event.facts : event;
  const answered =
    facts && ctx.by !== undefined
      ? endAnswered(followed, { id: event.id, facts, by: ctx.by, events })
      : followed;
  return passDay(answered, ctx.today, ctx);
}

/**
 * Ends each appeal whose last day is before today as missed, and begins its duty of good cause. All other duties stay open,
 * however late they are: only a person ends them.
 */
export function passDay(
  duties: readonly Duty[],
  today: CalendarDate,
  ctx: Pick<StatesContext, 'closings'>,
): Duty[] {
  return duties.flatMap((duty) => {
    if (duty.state !== 'open' || !duty.isAppeal || duty.due >= today) return [duty];
    const passed = { kind: 'deadline passed', day: duty.due } as const;
    const causes = dutiesOf(passed, ctx).map((cause) => asDuty(cause, duty));
    return [
      { ...duty, state: 'missed' as const, ...(causes[0] && { continuedBy: causes[0].id }) },
      ...causes,
    ];
  });
}

function applyCorrection(duties: readonly Duty[], correction: CorrectionEvent, ctx: StatesContext): Duty[] {
  const { corrects, facts } = correction;
  if (!ctx.events.some(({ id }) => id === corrects)) {
    throw new DomainError('not-found', 'The event to correct is not known here. Enter it first.');
  }
  if (ctx.events.some((event) => event.kind === 'correction' && event.corrects === corrects)) {
    throw new DomainError('conflict', 'This event has been corrected already. Correct the correction.');
  }
  const earlier = reopenAnswered(duties, corrects).map((duty) =>
    isReplacedBy(duty, corrects) ? reopen(duty) : duty,
  );
  const made = (facts ? countFor(correction, facts, ctx) : []).map((duty) =>
    keepWhatWasDone(duty, corrects, duties),
  );
  const reopened = earlier.filter((duty, at) => duty !== duties[at]);
  const corrected = earlier.map((duty) => {
    if (duty.event !== corrects || !(duty.state === 'open' || duty.replacedBy?.because === 'newer notice'))
      return duty;
    const next = successorOf(duty, made, reopened)?.id ?? duty.replacedBy?.duty ?? null;
    return supersede(duty, { event: correction.id, duty: next, because: 'corrected' });
  });
  checkNothingHardIsLost(corrected, correction);
  return [...corrected, ...made];
}

function checkNothingHardIsLost(duties: readonly Duty[], { id, by, checkedBy = '' }: CorrectionEvent): void {
  const lost = duties.filter(
    ({ hard, replacedBy }) => hard && replacedBy?.event === id && replacedBy.duty === null,
  );
  if (lost.length === 0 || (checkedBy.trim() !== '' && !isSamePerson(by, checkedBy))) return;
  const titles = lost.map(({ title }) => `“${title}”`).join(', ');
  const message = `With this correction nothing stands in the place of ${titles}. A second reviewer has to agree.`;
  throw new DomainError('conflict', message, { fields: { second_person: message } });
}

/** An appeal of another level, and the one that was late, go on as the appeal that the corrected paper asks for. */
function successorOf(
  { rule, isAppeal }: Duty,
  made: readonly Duty[],
  reopened: readonly Duty[],
): Duty | undefined {
  const sameRule = [...made, ...reopened].find((duty) => duty.rule === rule);
  if (sameRule || !(isAppeal || rule === 'passed-appeal/good-cause')) return sameRule;
  return made.find((duty) => duty.isAppeal);
}

/** What was done in time by the corrected day as well does not have to be done again. */
function keepWhatWasDone(duty: Duty, corrects: string, duties: readonly Duty[]): Duty {
  const outcome = duties.find(({ event, rule }) => event === corrects && rule === duty.rule)?.outcome;
  const isDone = outcome?.state === 'done' || outcome?.state === 'late with good cause';
  return outcome && isDone && outcome.on <= duty.due ? { ...duty, state: 'done', outcome } : duty;
}

/** Lets the duties of a hearing's newest notice take the place of the open ones of its other notices, rule by rule. */
function followNewestNotices(duties: readonly Duty[], events: readonly CaseEvent[]): Duty[] {
  const governing = governingNotices(events);
  return duties.map((duty) => {
    const event = duty.hearing === undefined ? undefined : governing.get(duty.hearing);
    if (duty.state !== 'open' || event === undefined || event === duty.event) return duty;
    const successor = duties.find((other) => other.event === event && other.rule === duty.rule);
    return successor ? supersede(duty, { event, duty: successor.id, because: 'newer notice' }) : duty;
  });
}

/**
 * @param events of a matter, in the order in which they were entered.
 * @returns for each hearing the event of its newest notice: the one with the latest date on the paper, of several the one
 * entered last. A notice that was corrected counts as its correction says.
 */
function governingNotices(events: readonly CaseEvent[]): Map<string, string> {
  const newest = new Map<string, { event: string; day: string }>();
  for (const { event, facts } of currentFacts(events)) {
    if (!('hearing' in facts)) continue;
    const before = newest.get(facts.hearing);
    if (!before || facts.day >= before.day) newest.set(facts.hearing, { event: event.id, day: facts.day });
  }
  return new Map([...newest].map(([hearing, { event }]) => [hearing, event]));
}

function countFor(event: Pick<CaseEvent, 'id' | 'matter'>, facts: CaseFacts, ctx: CountingContext): Duty[] {
  const hearing = 'hearing' in facts ? facts.hearing : undefined;
  return dutiesOf(facts, ctx).map((counted) => ({
    ...asDuty(counted, { event: event.id, matter: event.matter }),
    ...(hearing !== undefined && { hearing }),
  }));
}

function asDuty(counted: ReturnType<typeof dutiesOf>[number], of: Pick<Duty, 'event' | 'matter'>): Duty {
  const { event, matter } = of;
  return { ...counted, id: dutyId(event, counted.rule), matter, event, state: 'open' };
}

function supersede(duty: Duty, replacedBy: Replacement): Duty {
  return { ...duty, state: 'superseded', replacedBy };
}

function isReplacedBy({ replacedBy }: Duty, notice: string): boolean {
  return replacedBy?.because === 'newer notice' && replacedBy.event === notice;
}

/** A notice that was none takes nobody's place. */
function reopen({ replacedBy: _, ...duty }: Duty): Duty {
  return { ...duty, state: 'open' };
}
