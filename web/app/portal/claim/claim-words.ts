import { claimSteps } from '@claimdesk/api/claim-steps';
import { longDate, longDateWithWeekday } from '@claimdesk/forms/calendar';
import type { Outputs } from '#web/app/trpc.ts';

/** A claim of which something is known. */
export type Claim = Extract<Outputs['claims']['mine'], { state: 'set' }>;
export type ClaimDay = Claim['dates'][number];

type Decision = NonNullable<Claim['decision']>;

const decidedBy: Readonly<Record<Decision['level'], string>> = {
  initial: 'Social Security',
  reconsideration: 'Social Security',
  hearing: 'The judge',
  council: 'The Appeals Council',
};

/** @returns how the claim stands, in a few words: the heading of its page. */
export function claimHeading({
  step,
  decision,
  closed,
}: Pick<Claim, 'step' | 'decision' | 'closed'>): string {
  if (closed) return closed.isWithdrawn ? 'Your claim was withdrawn' : 'Your claim is closed';
  if (!decision) return claimSteps[step].title;
  switch (decision.outcome) {
    case 'favorable':
      return 'You won';
    case 'partly':
      return 'You won in part';
    case 'ceased':
      return 'Social Security wants to end your benefits';
    case 'dismissed':
      return `${decidedBy[decision.level]} dismissed your request`;
    default:
      return `${decidedBy[decision.level]} turned you down`;
  }
}

/** @returns whether the claim waits for a decision: what was decided, and an end, are told in sentences instead of the step. */
export function isRunning({ decision, closed }: Pick<Claim, 'decision' | 'closed'>): boolean {
  return !decision && !closed;
}

/** @returns what was decided, in a sentence. */
export function decisionSentence({
  level,
  outcome,
  day,
}: Pick<Decision, 'level' | 'outcome' | 'day'>): string {
  const who = decidedBy[level];
  const on = longDate(day);
  switch (outcome) {
    case 'favorable':
      return `${who} approved your claim on ${on}.`;
    case 'partly':
      return `${who} approved a part of your claim on ${on}.`;
    case 'ceased':
      return `${who} decided on ${on} that your benefits end.`;
    case 'dismissed':
      return `${who} dismissed your request on ${on}, without deciding whether you are disabled.`;
    case 'technical':
      return `${who} turned you down on ${on}, for a reason other than your health.`;
    default:
      return `${who} turned you down on ${on}.`;
  }
}

const appeals: readonly ClaimDay['kind'][] = ['reconsideration', 'hearing-request', 'council', 'court'];

/** @returns how the claim stands, in sentences: what was decided, what may be done about it, by when, and who does it. */
export function claimSentences({
  decision,
  closed,
  dates,
  isRepresented,
}: Pick<Claim, 'decision' | 'closed' | 'dates' | 'isRepresented'>): string[] {
  const decided = decision ? [decisionSentence(decision)] : [];
  if (closed) return [...decided, ...closedSentences(closed)];
  if (!decision) return [];
  const isFavorable = decision.outcome === 'favorable';
  const next = isFavorable
    ? [
        'Social Security now works out what you are paid, and writes to you.',
        'Send us each of its letters the day it comes: we check that the amount and the first month are right.',
      ]
    : appealSentences(dates, isRepresented);
  const partly =
    decision.outcome === 'partly'
      ? ['We read the decision with you, and tell you whether the rest is worth an appeal.']
      : [];
  return [...decided, ...partly, ...next];
}

function closedSentences({ day, isWithdrawn }: NonNullable<Claim['closed']>): string[] {
  const on = longDate(day);
  return isWithdrawn
    ? [
        `Your claim was withdrawn on ${on}.`,
        'You can apply again. Call us first: a new claim has its own first day.',
      ]
    : [
        `We closed your file on ${on}.`,
        'Your papers stay in this portal. If something changes, or a letter from Social Security comes, call us.',
      ];
}

function appealSentences(dates: readonly ClaimDay[], isRepresented: boolean): string[] {
  const open = dates.find(({ kind, state }) => appeals.includes(kind) && state === 'open');
  if (open) {
    const last = `The last day to appeal is ${longDateWithWeekday(open.day)}.`;
    return [last, whoDoesIt(open, isRepresented)];
  }
  const late = dates.find(({ kind, state }) => kind === 'late-appeal' && state === 'open');
  if (late) {
    return [
      'The last day to appeal has passed.',
      late.owner === null && !isRepresented
        ? 'Call us today: Social Security may still accept an appeal that is late for a good reason.'
        : `${late.owner ?? 'Our office'} asks Social Security to accept a late appeal, and explains why it is late. Call us today if we do not know the reason.`,
    ];
  }
  const done = dates.findLast(({ kind, doneOn }) => appeals.includes(kind) && doneOn !== null);
  if (done?.doneOn) return [`Your appeal was filed on ${longDate(done.doneOn)}.`];
  return ['Call us about what can be done next.'];
}

/** What is filed for the client: promised only once somebody has taken it on, or the firm acts at Social Security. */
const filings: readonly ClaimDay['kind'][] = [...appeals, 'benefits', 'late-appeal', 'application'];

/** Who does what until a day, in a sentence. */
export function whoDoesIt({ kind, owner }: ClaimDay, isRepresented: boolean): string {
  if (owner === null && !isRepresented && filings.includes(kind))
    return 'Nobody at our office has taken this on yet. Call us now, so that it is filed in time.';
  const us = owner ?? 'Our office';
  switch (kind) {
    case 'reconsideration':
    case 'hearing-request':
    case 'council':
      return `${us} files it for you.`;
    case 'court':
      return `A lawyer in our network can file it for you. ${us} calls you about it.`;
    case 'benefits':
      return `Tell us at once whether your benefits should go on while you appeal. ${us} files it for you.`;
    case 'late-appeal':
      return `${us} files it. Tell us why it is late, if we do not know yet.`;
    case 'application':
      return `${us} files it with you.`;
    case 'letter':
      return `Send us the letter, and what it asks for. ${us} sends the answer.`;
    case 'evidence':
      return `Tell us about every doctor, hospital and test that we may not know. ${us} sends it in.`;
    case 'missed-exam':
      return `Call us and tell us why. ${us} tells Social Security.`;
    case 'hearing':
      return `You and ${owner ?? 'your representative'} go there. We prepare you before it.`;
    case 'examination':
      return 'You go there. If you can’t, call us before that day: a missed exam can lose the claim.';
    case 'appointment':
      return `You and ${owner ?? 'our office'} talk.`;
    case 'deadline':
      return 'Call us if you do not know what it is for.';
  }
}

/** What a day of a claim is. */
export const dayTitles: Readonly<Record<ClaimDay['kind'], string>> = {
  reconsideration: 'Last day to ask for reconsideration',
  'hearing-request': 'Last day to ask for a hearing',
  council: 'Last day to ask the Appeals Council for a review',
  court: 'Last day to go to federal court',
  benefits: 'Last day to ask that your benefits go on',
  'late-appeal': 'Appeal that is late',
  application: 'Last day to file your application',
  letter: 'Answer to a letter from Social Security',
  evidence: 'Last day to send evidence for your hearing',
  'missed-exam': 'Reason for the exam that was missed',
  hearing: 'Hearing',
  examination: 'Medical examination',
  appointment: 'Appointment with our office',
  deadline: 'Deadline',
};

/** @returns when it is, in words: `Tuesday, March 2, 2027 at 9:00 AM PST`. */
export function dayText({ day, appointment }: Pick<ClaimDay, 'day' | 'appointment'>): string {
  return appointment?.text ?? longDateWithWeekday(day);
}

/** @returns what became of a day that is no longer open. */
export function pastText({ state, doneOn, ...date }: ClaimDay): string {
  const was = `was on ${dayText(date)}`;
  if (state === 'not-needed') return `${was}, not needed`;
  if (state === 'missed') return `${was}, and has passed`;
  return doneOn ? `${was}, done on ${longDate(doneOn)}` : was;
}
