import { claimSteps } from '@claimdesk/api/claim-steps';
import { formatIn, longDate, longDateWithWeekday } from '@claimdesk/forms/calendar';
import type { Outputs } from '#web/app/trpc.ts';

type Matter = Outputs['matters']['detail'];
type Standing = Pick<Matter, 'level' | 'status' | 'outcome'>;

export const levels: Readonly<Record<Matter['level'], string>> = {
  initial: 'Initial claim',
  reconsideration: 'Reconsideration',
  hearing: 'Hearing',
  council: 'Appeals Council',
  court: 'Federal court',
};

export const statuses: Readonly<Record<Matter['status'], string>> = {
  preparing: 'Preparing',
  'at-agency': 'At Social Security',
  decided: 'Decided',
  closed: 'Closed',
};

export const outcomes: Readonly<Record<NonNullable<Matter['outcome']>, string>> = {
  favorable: 'Favorable',
  partly: 'Partly favorable',
  unfavorable: 'Denied',
  dismissed: 'Dismissed',
  technical: 'Denied, not for health',
  ceased: 'Benefits end',
  withdrawn: 'Withdrawn',
};

/** @returns how a claim stands, in a few words: `Reconsideration: denied, not appealed`. */
export function standingText({ level, status, outcome }: Standing): string {
  const what = outcome ? outcomes[outcome] : statuses[status];
  const open = status === 'decided' && outcome && !['favorable', 'withdrawn'].includes(outcome);
  const rest = status === 'closed' && outcome ? `${what}, closed` : open ? `${what}, not appealed` : what;
  return `${levels[level]}: ${rest.charAt(0).toLowerCase()}${rest.slice(1)}`;
}

const dayMs = 86_400_000;

/** @returns how many days lie between two calendar days; negative where `to` is before `from`. */
export function daysUntil(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs);
}

/** @returns how far off a day is: `today`, `in 7 days`, `3 days late`. */
export function distanceText(today: string, due: string): string {
  const days = daysUntil(today, due);
  if (days === 0) return 'today';
  const count = `${Math.abs(days)} ${Math.abs(days) === 1 ? 'day' : 'days'}`;
  return days > 0 ? `in ${count}` : `${count} late`;
}

/** @returns `Friday, December 4`: without the year where it is this one. */
export function dueText(today: string, due: string): string {
  const text = longDateWithWeekday(due);
  return due.slice(0, 4) === today.slice(0, 4) ? text.replace(/, \d{4}$/, '') : text;
}

const shortDay = formatIn('UTC', { weekday: 'short', month: 'short', day: 'numeric' });

/** @returns `Fri, Dec 4`: without the year where it is this one. */
export function shortDueText(today: string, due: string): string {
  return due.slice(0, 4) === today.slice(0, 4) ? shortDay(due) : `${shortDay(due)}, ${due.slice(0, 4)}`;
}

/** @returns the matter in one or two sentences: what was last decided, and what is due next and by whom. */
export function summaryOf({ events, duties, owner, ...standing }: Matter, today: string): string {
  const decided = events.find((event) => event.kind === 'decision');
  const what =
    decided && standing.status === 'decided'
      ? `${standingText(standing)} on ${longDate(decided.day)}.`
      : `${standingText(standing)}.`;
  const next = duties.find(({ state }) => state === 'open');
  if (!next) return `${what} Nothing is due.`;
  const who = next.owner ?? owner;
  return `${what} ${next.title}: ${dueText(today, next.due)}, ${distanceText(today, next.due)}${who ? `, ${who.name}` : ', nobody’s yet'}.`;
}

/** What happened, by the kind of event. */
export const eventKinds: Readonly<Record<Matter['events'][number]['kind'], string>> = {
  opened: 'Matter opened',
  decision: 'Decision',
  'hearing notice': 'Notice of hearing',
  'amended notice': 'Amended notice of hearing',
  'exam notice': 'Notice of an exam',
  'exam missed': 'Exam missed',
  'form request': 'Forms requested',
  'evidence request': 'Evidence requested',
  'fee notice': 'Fee set',
  'first contact': 'First contact with Social Security',
  'application filed': 'Application filed',
  'appeal filed': 'Appeal filed',
  'contract signed': 'Contract signed',
  'contract countersigned': 'Contract countersigned',
  'appointment filed': 'SSA-1696 filed',
  'fee agreement filed': 'Fee agreement filed',
  'fee paid': 'Fee paid',
  'representation ending': 'Representation ends',
  'claim update': 'Claim updated for the client',
  import: 'Status imported',
  note: 'Note',
  task: 'Something to do',
  closed: 'Matter closed',
  correction: 'Correction',
};

type Event = Matter['events'][number];
/** What an event says, or a correction of it. */
type Facts = NonNullable<Extract<Event, { kind: 'correction' }>['facts']>;

const cameByWords = {
  phone: 'They called',
  'walk-in': 'They came to the office',
  referral: 'Somebody referred them',
  mail: 'They wrote',
  other: 'Came another way',
} as const;

/** @returns what an event says beside its kind and its day, in words; '' for nothing. */
export function detailOf(facts: Facts | Extract<Event, { kind: 'correction' }>): string {
  switch (facts.kind) {
    case 'decision':
      return standingText({ level: facts.level, status: 'closed', outcome: facts.outcome }).replace(
        /, closed$/,
        '',
      );
    case 'appeal filed':
      return levels[facts.level];
    case 'claim update':
      return [`${claimSteps[facts.step].title}.`, facts.needed && `Needed: ${facts.needed}`, facts.note]
        .filter(Boolean)
        .join(' ');
    case 'opened':
      return facts.how ? cameByWords[facts.how] : '';
    case 'task':
      return facts.what;
    case 'note':
      return facts.text;
    default:
      return '';
  }
}

/** @returns what an event says, in one line among other things that happened. */
export function historyText(facts: Facts | Extract<Said, { kind: 'correction' }>): string {
  if (facts.kind !== 'correction')
    return facts.kind === 'note'
      ? facts.text
      : [longDate(facts.day), detailOf(facts)].filter(Boolean).join('. ');
  return facts.facts ? `${eventKinds[facts.facts.kind]}, ${historyText(facts.facts)}` : 'Taken out';
}

type Said = NonNullable<NonNullable<Outputs['clients']['timeline']['events'][number]['happened']>['facts']>;
