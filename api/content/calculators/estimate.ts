import { shortDate } from '@claimdesk/forms/calendar';
import { easternToday } from '@claimdesk/forms/eastern-time';
import { partNames, readMonth, type TypedDate } from '@claimdesk/forms/typed-date';
import { yearsBefore } from '#api/content/deadlines/calendar-date.ts';
import { amountIn, firstDayOf, readFigures, readNumberOn } from '#api/content/read-figures.ts';
import type { Deps } from '#api/platform/deps.ts';
import { type BackPay, countBackPay } from './back-pay.ts';
import {
  findDateLastInsured,
  fullRetirementMonth,
  type LastInsured,
  type WorkYears,
} from './date-last-insured.ts';
import { addFault, type Faults, type Most, readDay, readMoney, readYear, refuse } from './read-typed.ts';
import { countSsiPayment, type SsiPayment } from './ssi-payment.ts';

type Dependencies = Pick<Deps, 'payload' | 'content' | 'settings'>;

/** An older date is more often a typing error than a case, and so is a decision further ahead. */
const mostYearsBack = 30;
const mostYearsAhead = 5;
/** More than New Jersey adds to SSI for anybody, a couple in a care home included. In cents. */
const mostSupplement = 500_00;
/** Nobody who claims today worked before. */
const firstYear = 1930;

export interface TypedClaim {
  program: string;
  als: boolean;
  onset: TypedDate;
  applied: TypedDate;
  decided: TypedDate;
  /** Empty where the award letter has the date of the decision. */
  awarded: TypedDate;
  benefit: string;
}

/** Amounts in cents, days `YYYY-MM-DD`. */
export interface BackPayEstimate extends BackPay {
  program: 'ssdi' | 'ssi';
  als: boolean;
  onset: string;
  applied: string;
  /** The day of the decision on the claim, and so on the fee agreement. */
  decided: string;
  awarded: string;
  percent: number;
  promise: number;
  /** The cap of the law on the day of the decision on the fee agreement. */
  legalCap: number;
  /** That SSDI pays for before the month of the application. */
  retroactiveMonths: number;
  /** Whether the decision is a guess of a day to come. */
  isToCome: boolean;
}

/**
 * Back pay ends by the award letter, which puts the decision into effect. The legal cap goes by the day on which Social
 * Security decides on the fee agreement (POMS GN 03943.005 A), which it does with the favorable decision on the claim
 * (GN 03940.041 A). Months can lie between the two.
 *
 * @returns back pay and fee, by the legal cap in force on the day of the decision and the firm's promise of today.
 * @throws DomainError `bad-input` with what to correct, by the name of the input.
 */
export async function estimateBackPay(
  typed: TypedClaim,
  deps: Dependencies,
  now = new Date(),
): Promise<BackPayEstimate> {
  const today = easternToday(now);
  const faults: Faults = {};
  const { program, als } = typed;
  if (program !== 'ssdi' && program !== 'ssi') addFault(faults, ['program'], 'Choose SSDI or SSI');
  const [onset, applied, decided] = [
    readPast('onset', typed.onset, 'The date your disability began', today, faults),
    readPast('applied', typed.applied, 'The date you applied', today, faults),
    readDecision(typed.decided, today, await firstDayOf('legalFeeCap', deps), faults),
  ];
  if (applied && decided && decided < applied) {
    addFault(faults, partNames('decided'), 'The decision must come after the date you applied');
  }
  const awarded = isEmpty(typed.awarded) ? decided : readAward(typed.awarded, today, decided, faults);
  const monthly = readMoney(
    'benefit',
    typed.benefit,
    {
      label: 'Your monthly benefit',
      ask: 'Enter your monthly benefit',
      ...(program === 'ssdi' || program === 'ssi' ? { most: await mostBenefit(program, deps) } : {}),
    },
    faults,
  );
  if (
    (program !== 'ssdi' && program !== 'ssi') ||
    Object.keys(faults).length > 0 ||
    !onset ||
    !applied ||
    !decided ||
    !awarded ||
    monthly === undefined
  ) {
    return refuse(faults);
  }
  const [percent, promise, legal, retroactiveMonths] = await Promise.all([
    readNumberOn('feePercent', today, deps),
    readNumberOn('feeCap', today, deps),
    readNumberOn('legalFeeCap', decided, deps),
    readNumberOn('retroactiveMonths', today, deps),
  ]);
  const limits = { percent, promise: inCents(promise), legal: inCents(legal) };
  return {
    ...countBackPay({ program, als, onset, applied, awarded, monthly }, limits, retroactiveMonths),
    program,
    als,
    onset,
    applied,
    decided,
    awarded,
    percent,
    promise: limits.promise,
    legalCap: limits.legal,
    retroactiveMonths,
    isToCome: decided > today,
  };
}

/**
 * The agency's figure for SSDI is what somebody gets who retires at full retirement age. Who is younger when disabled can
 * get somewhat more by the same formula (20 CFR 404.211 and 404.212).
 */
const ssdiMargin = 1.1;

/** @returns the most that a program pays in a month, with the sentence for larger amounts. */
async function mostBenefit(program: 'ssdi' | 'ssi', deps: Dependencies): Promise<Most> {
  const { ssdiMaximumMonthly, ssiMonthlyMaximumCouple } = await readFigures(deps);
  const figure = program === 'ssdi' ? ssdiMaximumMonthly : ssiMonthlyMaximumCouple;
  if (!figure) throw new Error('The most that is paid in a month is missing.');
  const most = [figure.value, ...(figure.year ? [`in ${figure.year}`] : [])].join(' ');
  const { name, explained, margin, added } = {
    ssdi: { name: 'SSDI', explained: `about ${most}`, margin: ssdiMargin, added: 0 },
    ssi: {
      name: 'SSI',
      explained: `${most} for a couple, and what New Jersey adds`,
      margin: 1,
      added: mostSupplement,
    },
  }[program];
  return {
    amount: Math.round(inCents(amountIn(figure.value)) * margin) + added,
    message: `This is more than ${name} pays anyone in a month (${explained}). Enter the amount for one month`,
  };
}

function readPast(name: string, typed: TypedDate, label: string, today: string, faults: Faults) {
  const day = readDay(name, typed, { label, ask: `Enter ${lowerFirst(label)}` }, faults);
  if (day && day > today) return addFault(faults, partNames(name), `${label} must be today or in the past`);
  if (day && day < yearsBefore(today, mostYearsBack)) {
    return addFault(faults, [`${name}-year`], `${label} must be in the last ${mostYearsBack} years`);
  }
  return day;
}

/** A decision that is still to come is a guess. Before the first known cap, no fee can be counted. */
function readDecision(typed: TypedDate, today: string, firstCap: string, faults: Faults) {
  const name = 'decided';
  const label = 'The date of the decision';
  const day = readDay(
    name,
    typed,
    { label, ask: 'Enter the date of the decision, or your best guess' },
    faults,
  );
  if (day && day < firstCap) {
    const message = `${label} must be ${shortDate(firstCap)} or later. For an older decision, please call us`;
    return addFault(faults, [`${name}-year`], message);
  }
  return day && refuseFarAhead(name, day, label, today, faults);
}

function readAward(typed: TypedDate, today: string, decided: string | undefined, faults: Faults) {
  const name = 'awarded';
  const label = 'The date on your award letter';
  const day = readDay(name, typed, { label, ask: 'Enter the date on your award letter' }, faults);
  if (day && decided && day < decided) {
    return addFault(faults, partNames(name), `${label} must not be before the decision`);
  }
  return day && refuseFarAhead(name, day, label, today, faults);
}

function refuseFarAhead(name: string, day: string, label: string, today: string, faults: Faults) {
  if (day <= yearsBefore(today, -mostYearsAhead)) return day;
  return addFault(faults, [`${name}-year`], `${label} must be in the next ${mostYearsAhead} years`);
}

function isEmpty({ month, day, year }: TypedDate): boolean {
  return ![month, day, year].some((part) => part.trim());
}

export interface TypedWorkRecord {
  born: Pick<TypedDate, 'month' | 'year'>;
  blind: boolean;
  work: { from: string; to: string; credits: string }[];
}

export interface LastInsuredEstimate extends LastInsured {
  passed: boolean;
  /** Whether full retirement age is reached, from which on there is no SSDI. */
  isRetired: boolean;
  blind: boolean;
  /** The last year of work that was named. */
  lastYear: number;
  /** The pay for one credit this year, and the year, as the site shows them. */
  creditPay: { value: string; year: string };
}

/**
 * @returns the date last insured by the years of work that were named.
 * @throws DomainError `bad-input` with what to correct, by the name of the input, such as `from-2`.
 */
export async function findLastInsured(
  typed: TypedWorkRecord,
  deps: Dependencies,
  now = new Date(),
): Promise<LastInsuredEstimate> {
  const today = easternToday(now);
  const thisYear = Number(today.slice(0, 4));
  const faults: Faults = {};
  const month = readMonth(typed.born.month.normalize('NFKC').trim());
  if (!typed.born.month.trim()) addFault(faults, ['born-month'], 'Enter the month you were born');
  else if (!month) addFault(faults, ['born-month'], 'Month must be a number from 1 to 12');
  const bornIn = readYear(
    'born-year',
    typed.born.year,
    {
      label: 'The year you were born',
      ask: 'Enter the year you were born',
      first: firstYear - 10,
      last: thisYear - 14,
    },
    faults,
  );
  const work = typed.work.flatMap((time, index) => readWorkYears(time, index + 1, bornIn, thisYear, faults));
  if (Object.keys(faults).length > 0 || bornIn === undefined) return refuse(faults);
  const born = { year: bornIn, month };
  const found = findDateLastInsured({ born, work, blind: typed.blind });
  const { workCreditEarnings } = await readFigures(deps);
  return {
    ...found,
    passed: found.day !== null && found.day < today,
    isRetired: fullRetirementMonth(born) <= today.slice(0, 7),
    blind: typed.blind,
    lastYear: Math.max(...work.map(({ to }) => to)),
    creditPay: { value: workCreditEarnings?.value ?? '', year: workCreditEarnings?.year ?? '' },
  };
}

/** The first period of work is required; each of the others is given in full or not at all. */
function readWorkYears(
  { from, to, credits }: TypedWorkRecord['work'][number],
  number: number,
  bornIn: number | undefined,
  thisYear: number,
  faults: Faults,
): WorkYears[] {
  if (number > 1 && !from.trim() && !to.trim()) return [];
  const time =
    ['work', 'your second period of work', 'your third period of work', 'your fourth period of work'][
      number - 1
    ] ?? 'work';
  const range = { first: Math.max(firstYear, (bornIn ?? 0) + 10), last: thisYear };
  const first = readYear(
    `from-${number}`,
    from,
    { label: `The first year of ${time}`, ask: `Enter the first year of ${time}`, ...range },
    faults,
  );
  const last = readYear(
    `to-${number}`,
    to,
    { label: `The last year of ${time}`, ask: `Enter the last year of ${time}`, ...range },
    faults,
  );
  const each = /^[1-4]$/.test(credits)
    ? Number(credits)
    : addFault(faults, [`credits-${number}`], 'Choose 1, 2, 3 or 4 credits');
  if (first && last && last < first) {
    addFault(faults, [`to-${number}`], `The last year of ${time} must not be before the first`);
  }
  return first && last && each ? [{ from: first, to: last, credits: each }] : [];
}

export interface TypedIncome {
  who: string;
  wages: string;
  other: string;
  sharedHome: boolean;
}

/** Amounts in cents, but for those that are shown as they are. */
export interface SsiEstimate extends SsiPayment {
  couple: boolean;
  earned: number;
  unearned: number;
  /** The year of the federal rate. */
  year: string;
  /** What may be owned, as the site shows it. */
  resourceLimit: string;
  /** The limit of substantial gainful activity and its year, as the site shows them, if the wages are above it. */
  workLimit: { value: string; year: string } | null;
}

/**
 * @returns the federal SSI of a month at the rate in force today.
 * @throws DomainError `bad-input` with what to correct, by the name of the input.
 */
export async function estimateSsi(typed: TypedIncome, deps: Dependencies): Promise<SsiEstimate> {
  const faults: Faults = {};
  const { who, sharedHome } = typed;
  if (who !== 'one' && who !== 'couple') addFault(faults, ['who'], 'Choose one person or a couple');
  const earned = readMoney('wages', typed.wages, { label: 'Wages' }, faults);
  const unearned = readMoney('other', typed.other, { label: 'Other income' }, faults);
  if (Object.keys(faults).length > 0 || earned === undefined || unearned === undefined) return refuse(faults);
  const couple = who === 'couple';
  const figures = await readFigures(deps);
  const rate = figures[couple ? 'ssiMonthlyMaximumCouple' : 'ssiMonthlyMaximum'];
  const resources = figures[couple ? 'ssiResourceCouple' : 'ssiResourceSingle'];
  const { sgaMonthly } = figures;
  if (!rate || !resources || !sgaMonthly) throw new Error('The figures of SSI are missing.');
  const isAboveLimit = earned > inCents(amountIn(sgaMonthly.value));
  return {
    ...countSsiPayment({ earned, unearned, sharedHome }, inCents(amountIn(rate.value))),
    couple,
    earned,
    unearned,
    year: rate.year ?? '',
    resourceLimit: resources.value,
    workLimit: isAboveLimit ? { value: sgaMonthly.value, year: sgaMonthly.year ?? '' } : null,
  };
}

function inCents(dollars: number): number {
  return Math.round(dollars * 100);
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
