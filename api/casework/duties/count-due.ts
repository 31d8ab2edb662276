import { longDate, longDateWithWeekday } from '@claimdesk/forms/calendar';
import {
  addDays,
  type CalendarDate,
  calendarDate,
  daysBetween,
} from '#api/content/deadlines/calendar-date.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import type { Level, Trigger, TriggerKind } from './case-event.ts';
import { type Counted, countDays } from './count-days.ts';
import { beginning, type Count, type DateRule } from './date-rule.ts';
import { rulesFor } from './date-rules.ts';
import { type LocalAppointment, localAppointment } from './local-appointment.ts';

/** A duty that follows from a trigger, before it belongs to a matter. */
export interface CountedDuty {
  rule: DateRule['id'];
  /** The rule's first day of force. */
  version: CalendarDate;
  title: string;
  due: CalendarDate;
  /** The hearing or exam that it is about. */
  appointment?: LocalAppointment;
  hard: boolean;
  /** Whether good cause has to be shown once the day has passed. */
  isAppeal: boolean;
  urgentFrom?: Level;
  source: string;
  /** How the day was counted, in sentences for staff. */
  steps: string[];
}

export interface CountingContext {
  /** Days, beside weekends and holidays, on which federal offices are closed by order of the President. */
  closings: ReadonlySet<CalendarDate>;
}

/** What stands in place of a rule for what somebody entered by hand. */
export const taskRule = 'task/by-hand';

/** Days after its date on which a notice counts as received: 20 CFR 404.901, 416.1401. */
const receiptDays = 5;

/**
 * @returns a duty for each rule of `date-rules.ts` that the trigger chooses and that was in force on its day, in the order of
 * that table; empty where no day follows from it.
 * @throws DomainError `bad-input` for days that do not exist, are not within 1990 to 2100, or contradict each other; `fields`
 * names the wrong one.
 */
export function dutiesOf(trigger: Trigger, { closings }: CountingContext): CountedDuty[] {
  checkDay('day', trigger.day);
  const appointment =
    'appointment' in trigger && trigger.appointment ? localAppointment(trigger.appointment) : undefined;
  if (appointment) checkDay('appointment', appointment.day, trigger.day);
  if ('shownReceived' in trigger) checkDay('shownReceived', trigger.shownReceived, trigger.day);
  if ('dueOn' in trigger) checkDay('dueOn', trigger.dueOn, trigger.day);
  if (trigger.kind === 'task') return [taskOf(trigger, appointment)];
  return rulesFor(trigger, appointment?.day).map((rule) => {
    const { day, steps } = countRule(rule, trigger, appointment, closings);
    return {
      rule: rule.id,
      version: rule.from,
      title: rule.title,
      due: day,
      ...(appointment && { appointment }),
      hard: rule.hard,
      isAppeal: rule.isAppeal ?? false,
      ...(rule.urgentFrom && { urgentFrom: rule.urgentFrom }),
      source: rule.source,
      steps: [...steps, ...noticeStep(rule, trigger, appointment)],
    };
  });
}

/** No rule counts the day of a task: somebody chose it. */
function taskOf(
  { what, dueOn, hard = false }: Extract<Trigger, { kind: 'task' }>,
  appointment: LocalAppointment | undefined,
): CountedDuty {
  return {
    rule: taskRule,
    version: beginning,
    title: what,
    due: dueOn,
    ...(appointment && { appointment }),
    hard,
    isAppeal: false,
    source: 'Entered by hand',
    steps: [`Entered by hand: ${longDateWithWeekday(dueOn)}.`],
  };
}

function countRule(
  rule: DateRule,
  trigger: Trigger,
  appointment: LocalAppointment | undefined,
  closings: ReadonlySet<CalendarDate>,
): Counted {
  const first = `${beginnings[trigger.kind] ?? 'Dated'} ${longDateWithWeekday(trigger.day)}.`;
  if (rule.prefersNamedDay && 'dueOn' in trigger && trigger.dueOn) {
    return { day: trigger.dueOn, steps: [first, `The letter names ${longDateWithWeekday(trigger.dueOn)}.`] };
  }
  const counted = rule.counts.map((count) => countOne(count, trigger, first, appointment, closings));
  const earliest = counted.reduce((one, other) => (other.day < one.day ? other : one));
  if (counted.length === 1) return earliest;
  const earlier = `The earlier day is due: ${longDateWithWeekday(earliest.day)}.`;
  return { day: earliest.day, steps: [...counted.flatMap(({ steps }) => steps), earlier] };
}

function countOne(
  count: Count,
  trigger: Trigger,
  first: string,
  appointment: LocalAppointment | undefined,
  closings: ReadonlySet<CalendarDate>,
): Counted {
  if (count.from === 'appointment') {
    if (!appointment)
      throw new Error(`A rule for ${trigger.kind} counts from an appointment, and it has none`);
    const name = trigger.kind === 'exam notice' ? 'exam' : 'hearing';
    const counted = countDays(count, appointment.day, `the ${name}`, closings);
    return { day: counted.day, steps: [`The ${name} is on ${appointment.text}.`, ...counted.steps] };
  }
  const start = count.from === 'receipt' ? receiptOf(trigger) : { day: trigger.day, steps: [] };
  const counted = countDays(count, start.day, 'that', closings);
  return { day: counted.day, steps: [first, ...start.steps, ...counted.steps] };
}

/**
 * The fifth day counts "unless you show us that you did not receive it within the 5-day period": so a later day that is
 * shown counts instead, and a paper that came earlier takes nothing from the time.
 */
function receiptOf(trigger: Trigger): Counted {
  const presumed = addDays(trigger.day, receiptDays);
  const shown = 'shownReceived' in trigger ? trigger.shownReceived : undefined;
  if (shown && shown > presumed) {
    const sentence = `Received on ${longDateWithWeekday(shown)}, later than the ${receiptDays} days that are presumed: keep the proof (20 CFR 404.901, 416.1401).`;
    return { day: shown, steps: [sentence] };
  }
  const early = shown && shown < presumed ? `It came on ${longDate(shown)} already, but counts` : 'Counts';
  const sentence = `${early} as received on ${longDateWithWeekday(presumed)} (20 CFR 404.901, 416.1401).`;
  return { day: presumed, steps: [sentence] };
}

/** Says whether a notice leaves as many days before the hearing as it has to. */
function noticeStep(rule: DateRule, { day }: Trigger, appointment: LocalAppointment | undefined): string[] {
  if (rule.noticeDays === undefined || !appointment) return [];
  const given = daysBetween(day, appointment.day);
  return [
    given >= rule.noticeDays
      ? `The notice leaves ${given} days before the hearing, and has to leave ${rule.noticeDays}.`
      : `The notice leaves only ${given} of ${rule.noticeDays} days before the hearing: object, or agree to less in writing.`,
  ];
}

/** What the day of a trigger is, where it is not the date on a paper. */
const beginnings: Partial<Record<TriggerKind, string>> = {
  'first contact': 'First contact with the agency on',
  'contract signed': 'Signed on',
  'records requested': 'Requested on',
  'exam missed': 'The exam was missed on',
  'representation ending': 'The representation ends on',
  'deadline passed': 'The last day to appeal was',
};

function checkDay(field: string, day: CalendarDate | undefined, earliest = beginning): void {
  if (day === undefined) return;
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  if (!calendarDate(Number(year), Number(month), Number(date)) || day < beginning || day > '2100-12-31') {
    const message = 'Enter a day from 1990 to 2100 that exists.';
    throw new DomainError('bad-input', message, { fields: { [field]: message } });
  }
  if (day >= earliest) return;
  const message = `That day is before the date on the paper, ${longDate(earliest)}.`;
  throw new DomainError('bad-input', message, { fields: { [field]: message } });
}
