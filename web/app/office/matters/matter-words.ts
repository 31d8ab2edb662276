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
  technical: 'Technical denial',
  ceased: 'Benefits ceased',
  withdrawn: 'Withdrawn',
};

/** @returns how a claim stands, in a few words: `Reconsideration: denied, no appeal filed`. */
export function standingText({ level, status, outcome }: Standing): string {
  const what = outcome ? outcomes[outcome] : statuses[status];
  const open = status === 'decided' && outcome && !['favorable', 'withdrawn'].includes(outcome);
  const rest = status === 'closed' && outcome ? `${what}, closed` : open ? `${what}, no appeal filed` : what;
  return `${levels[level]}: ${rest.charAt(0).toLowerCase()}${rest.slice(1)}`;
}

const benefitWords: Readonly<Record<Matter['benefits'][number], string>> = {
  SSDI: 'SSDI',
  SSI: 'SSI',
  'widow(er)': 'widow(er)’s benefits',
  'disabled adult child': 'disabled adult child’s benefits',
};

/** @returns such as `SSDI and SSI`; '' for none. */
export function benefitsText(benefits: Matter['benefits']): string {
  const text = new Intl.ListFormat('en-US').format(benefits.map((each) => benefitWords[each]));
  return text.charAt(0).toUpperCase() + text.slice(1);
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

/** @returns the matter in one or two sentences: what was last decided and when, and what is due next and by whom: a last day first. */
export function summaryOf({ events, duties, owner, ...standing }: Matter, today: string): string {
  const decided = events.find((event) => event.kind === 'decision');
  const on = decided && standing.status === 'decided' ? `, decided ${longDate(decided.day)}` : '';
  const what = `${standingText(standing)}${on}.`;
  const open = duties.filter(({ state }) => state === 'open');
  const next = open.find(({ hard }) => hard) ?? open[0];
  if (!next) return `${what} Nothing is due.`;
  const who = next.owner ?? owner;
  return `${what} ${next.title}: ${next.hard ? 'last day ' : ''}${dueText(today, next.due)}, ${distanceText(today, next.due)}${who ? `, ${who.name}` : ', nobody’s yet'}.`;
}

/** What happened, by the kind of event. */
export const eventKinds: Readonly<Record<Matter['events'][number]['kind'], string>> = {
  opened: 'Matter opened',
  decision: 'Decision',
  'hearing notice': 'Notice of hearing',
  'amended notice': 'Amended notice of hearing',
  'exam notice': 'Notice of a consultative exam',
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
  'records requested': 'Records requested',
  'records received': 'Records received',
  'records sent': 'Records sent to Social Security',
  import: 'Status imported',
  note: 'Note',
  task: 'Something to do',
  merged: 'Another matter was merged into this one',
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
export function detailOf(
  facts: Facts | Extract<Event, { kind: 'correction' }>,
  evidence: Matter['evidence'] = [],
): string {
  switch (facts.kind) {
    case 'decision':
      return standingText({ level: facts.level, status: 'closed', outcome: facts.outcome }).replace(
        /, closed$/,
        '',
      );
    case 'appeal filed':
      return [levels[facts.level], facts.what, facts.confirmation].filter(Boolean).join(', ');
    case 'import':
      return `${levels[facts.level]}, pending`;
    case 'claim update':
      return [`${claimSteps[facts.step].title}.`, facts.needed && `Needed: ${facts.needed}`, facts.note]
        .filter(Boolean)
        .join(' ');
    case 'opened':
      return facts.how ? cameByWords[facts.how] : '';
    case 'records requested':
      return facts.provider;
    case 'records received':
    case 'records sent':
      return evidence.find(({ id }) => id === facts.request)?.provider ?? '';
    case 'first contact':
      return benefitsText(facts.benefits);
    case 'application filed':
      return [benefitsText(facts.benefits ?? []), facts.confirmation].filter(Boolean).join(', ');
    case 'merged':
      return `Merged from ${facts.from}`;
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
  return facts.facts ? `${eventKinds[facts.facts.kind]}, ${historyText(facts.facts)}` : 'Removed';
}

type Said = NonNullable<NonNullable<Outputs['clients']['timeline']['events'][number]['happened']>['facts']>;
