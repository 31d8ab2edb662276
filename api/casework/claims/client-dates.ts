import { currentFacts } from '#api/casework/duties/current-facts.ts';
import type { Duty } from '#api/casework/duties/duty.ts';
import { localAppointment } from '#api/casework/duties/local-appointment.ts';
import type { OpenMatter } from '#api/casework/matters/change-matter.ts';
import type { CalendarDate } from '#api/content/deadlines/calendar-date.ts';

/** Which duties are days for the client, and what they are in the client's words. All others are work of the staff. */
const shownRules = {
  'initial-denial/reconsideration': 'reconsideration',
  'cessation/reconsideration': 'reconsideration',
  'reconsideration-denial/hearing': 'hearing-request',
  'cessation/hearing': 'hearing-request',
  'judge-decision/council': 'council',
  'council-action/civil-action': 'court',
  'cessation/benefits': 'benefits',
  'passed-appeal/good-cause': 'late-appeal',
  'first-contact/ssi': 'application',
  'first-contact/ssdi': 'application',
  'form-request/answer': 'letter',
  'hearing-evidence/submit': 'evidence',
  'exam/missed': 'missed-exam',
} as const satisfies Partial<Record<Duty['rule'], string>>;

/** What somebody enters by hand for the client, and what a notice names. */
const appointments = ['hearing', 'examination', 'appointment'] as const;

export type ClientDateKind =
  | (typeof shownRules)[keyof typeof shownRules]
  | (typeof appointments)[number]
  | 'deadline';

/** A day of a claim, as its client reads it. */
export interface ClientDate {
  /** For calendars. It stays the same when the date is moved, so that no old entry is left in them. */
  id: string;
  /** How often it was moved. */
  moved: number;
  kind: ClientDateKind;
  day: CalendarDate;
  /** The moment in ISO 8601 and the time where it takes place, `Tuesday, March 2, 2027 at 9:00 AM PST`; null for a whole day. */
  appointment: { at: string; text: string } | null;
  /** `over`: its day has passed, and nobody has said what became of it. */
  state: 'open' | 'done' | 'not-needed' | 'missed' | 'over';
  /** The day on which it was done; null where it was not, or nobody said. */
  doneOn: CalendarDate | null;
  /** Who does it: the name of the staff account, or null where the firm does. */
  owner: string | null;
}

/** A matter, and the name of who does something in it: null where the firm does. */
export type MatterStory = Pick<OpenMatter, 'events' | 'duties'> & {
  ownerOf(duty: string | null): string | null;
};

/**
 * @param story of one matter. @param today in Eastern time. @returns its days for the client, the nearest first: appointments that
 * notices name, and what has to be done by a day. What another one took the place of is left out.
 */
export function clientDates(story: MatterStory, today: CalendarDate): ClientDate[] {
  return [...noticedDates(story, today), ...dutyDates(story, today)].sort(
    (one, other) => one.day.localeCompare(other.day) || one.id.localeCompare(other.id),
  );
}

function dutyDates({ events, duties, ownerOf }: MatterStory, today: CalendarDate): ClientDate[] {
  const facts = new Map(currentFacts(events).map((each) => [each.event.id, each]));
  return duties.flatMap((duty) => {
    const made = facts.get(duty.event);
    const byHand = made?.facts.kind === 'task' ? made.facts.clientDate : undefined;
    const kind = byHand ?? (shownRules as Partial<Record<string, ClientDateKind>>)[duty.rule];
    if (!kind || duty.state === 'superseded') return [];
    const moment = made && 'appointment' in made.facts ? made.facts.appointment : undefined;
    return [
      {
        id: `${made?.first ?? duty.event}${byHand ? '' : `-${kind}`}`,
        moved: made?.corrections ?? 0,
        kind,
        day: duty.due,
        appointment: byHand && moment ? { at: moment.at, text: localAppointment(moment).text } : null,
        state: stateOf(duty, kind, today),
        doneOn: duty.outcome && duty.state !== 'missed' && duty.state !== 'waived' ? duty.outcome.on : null,
        owner: ownerOf(duty.id),
      },
    ];
  });
}

/** An appointment is over by itself; what has to be done stays open until somebody says what became of it. */
function stateOf({ state, due }: Duty, kind: ClientDateKind, today: CalendarDate): ClientDate['state'] {
  if (state === 'waived') return 'not-needed';
  if (state === 'missed') return 'missed';
  if (state !== 'open') return 'done';
  const isOver = due < today && ([...appointments, 'deadline'] as readonly ClientDateKind[]).includes(kind);
  return isOver ? 'over' : 'open';
}

/** Of a hearing, its newest notice counts; an exam has one. */
function noticedDates({ events, ownerOf }: MatterStory, today: CalendarDate): ClientDate[] {
  const dates = new Map<string, ClientDate & { paper: CalendarDate }>();
  for (const { facts, first, corrections } of currentFacts(events)) {
    if (!['hearing notice', 'amended notice', 'exam notice'].includes(facts.kind)) continue;
    if (!('appointment' in facts) || !facts.appointment) continue;
    const key = 'hearing' in facts ? facts.hearing : first;
    const before = dates.get(key);
    const { day, text } = localAppointment(facts.appointment);
    const isNewer = !before || facts.day >= before.paper;
    dates.set(key, {
      ...(isNewer
        ? {
            paper: facts.day,
            kind: 'hearing' in facts ? ('hearing' as const) : ('examination' as const),
            day,
            appointment: { at: facts.appointment.at, text },
            state: day < today ? ('over' as const) : ('open' as const),
            doneOn: null,
            owner: ownerOf(null),
          }
        : before),
      id: before?.id ?? first,
      moved: (before ? before.moved + 1 : 0) + corrections,
    });
  }
  return [...dates.values()].map(({ paper: _, ...date }) => date);
}
