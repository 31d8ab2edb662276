export interface WorkYears {
  from: number;
  /** The last of them; the same as `from` for a single year. */
  to: number;
  /** Work credits in each of these years, 1 to 4. */
  credits: number;
}

export interface WorkRecord {
  /** Year and month (1 to 12) of birth. */
  born: { year: number; month: number };
  /** At least one. Where years are named twice, the higher number of credits counts. */
  work: readonly WorkYears[];
  /** Blind as the law defines it. */
  blind: boolean;
}

/** Which rule lasts longest: credits in the last ten years, half the time since 21, or those of a lifetime alone. */
export type InsuredRule = 'recent' | 'under31' | 'blind';

/** The end of the insurance by a work record, and how it was counted. Days are `YYYY-MM-DD`. */
export interface LastInsured {
  /** All credits of the record. */
  credits: number;
  /** The last day; null if there is none: never insured, or insured for good. */
  day: string | null;
  /** Blind people with enough credits stay insured until they retire. */
  forGood: boolean;
  rule: InsuredRule;
  /** Whether the insurance ends because full retirement age is reached, not because credits run out. */
  untilRetirement: boolean;
  /** Credits of a lifetime that are needed on that day; without a day, at the end of the record. */
  neededInAll: number;
  /** The period before the day that counts, and its credits; null where none does. */
  recent: { from: string; credits: number; needed: number } | null;
}

/** Quarters are counted from the year 0. */
type Quarter = number;

const mostCredits = 40;
const fewestCredits = 6;

/**
 * Finds the date last insured: the last day of the last quarter in which a person is fully insured and has disability
 * insured status (POMS DI 25501.320, RS 00301.148).
 *
 * Fully insured: a credit for each year after the one of turning 21, before the one of the disability or of turning 62,
 * at least 6 and at most 40 (20 CFR 404.110 and 404.132). Disability insured status (20 CFR 404.130): 20 credits in the
 * 40 quarters that end with the quarter; before the quarter of turning 31 also credits in half of the quarters after
 * turning 21, at least 6 in 12 quarters; for blind people none.
 *
 * SSDI is only for people below full retirement age, so the last day is at most that of the month before it is reached.
 *
 * An age is reached on the day before the birthday. So a person born on the first day of a month reaches it a month
 * earlier, which a month of birth can't tell.
 */
export function findDateLastInsured({ born, work, blind }: WorkRecord): LastInsured {
  const worked = creditsByYear(work);
  const years = [...worked.keys()];
  const first = quarterOf(Math.min(...years), 1);
  const last = quarterOf(Math.max(...years), 12);
  const credits = mostCreditsIn(worked, first, last);
  const neededIn = (quarter: Quarter) => neededInAll(born.year, yearOf(quarter));
  const isFull = (quarter: Quarter) => mostCreditsIn(worked, first, quarter) >= neededIn(quarter);
  const none = {
    credits,
    day: null,
    forGood: false,
    untilRetirement: false,
    recent: null,
    neededInAll: neededIn(last),
  };

  if (blind) {
    const rule = 'blind';
    const needed = neededInAll(born.year, born.year + 62);
    if (credits >= needed) return { ...none, forGood: true, rule, neededInAll: needed };
    const quarter = latest(first, quarterOf(born.year + 62, 12), isFull);
    return quarter === undefined
      ? { ...none, rule }
      : { ...none, rule, day: lastDayOf(quarter), neededInAll: neededIn(quarter) };
  }

  const turns21 = quarterOf(born.year + 21, born.month);
  const turns31 = quarterOf(born.year + 31, born.month);
  const recentOf = (quarter: Quarter) => ({ ...tenYears(quarter), rule: 'recent' as const });
  const youngOf = (quarter: Quarter) => ({ ...sinceTurning21(quarter, turns21), rule: 'under31' as const });
  const meets = (quarter: Quarter) =>
    [recentOf(quarter), ...(quarter < turns31 ? [youngOf(quarter)] : [])].find(
      ({ from, needed }) => mostCreditsIn(worked, from, quarter) >= needed,
    );
  const end = dayBefore(fullRetirementMonth(born));
  const endQuarter = quarterOf(Number(end.slice(0, 4)), Number(end.slice(5, 7)));
  const furthest = Math.min(Math.max(last + 40, turns31), endQuarter);
  const quarter = latest(first, furthest, (each) => isFull(each) && meets(each) !== undefined);
  const met = quarter === undefined ? undefined : meets(quarter);
  if (quarter === undefined || !met) return { ...none, rule: 'recent' };
  const untilRetirement = quarter === endQuarter;
  return {
    credits,
    day: untilRetirement ? end : lastDayOf(quarter),
    forGood: false,
    untilRetirement,
    rule: met.rule,
    neededInAll: neededIn(quarter),
    recent: {
      from: firstDayOf(met.from),
      credits: mostCreditsIn(worked, met.from, quarter),
      needed: met.needed,
    },
  };
}

/** 20 CFR 404.110(b): the lifetime credits that a person needs who becomes disabled in that year. */
export function neededInAll(bornIn: number, year: number): number {
  const elapsed = Math.min(year, bornIn + 62) - (bornIn + 21) - 1;
  return Math.min(mostCredits, Math.max(fewestCredits, elapsed));
}

/**
 * Finds when full retirement age is reached: at 66, two months later for each year of birth from 1955 on, and at 67 from
 * 1960 on (20 CFR 404.409). Births before 1943, whose age is lower, get 66 as well: they are past both.
 *
 * @returns the month as `YYYY-MM`.
 */
export function fullRetirementMonth(born: WorkRecord['born']): string {
  const later = Math.min(12, 2 * Math.max(0, born.year - 1954));
  const months = (born.year + 66) * 12 + born.month - 1 + later;
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`;
}

/** 20 CFR 404.130(b). */
function tenYears(quarter: Quarter): { from: Quarter; needed: number } {
  return { from: quarter - 39, needed: 20 };
}

/** 20 CFR 404.130(c): of an odd number of quarters, one less; of fewer than 12, six in 12 that may begin before 21. */
function sinceTurning21(quarter: Quarter, turns21: Quarter): { from: Quarter; needed: number } {
  const quarters = quarter - turns21;
  return quarters < 12
    ? { from: quarter - 11, needed: fewestCredits }
    : { from: turns21 + 1, needed: Math.floor(quarters / 2) };
}

/** @returns the credits of each year that was named. */
function creditsByYear(work: readonly WorkYears[]): ReadonlyMap<number, number> {
  const byYear = new Map<number, number>();
  for (const { from, to, credits } of work) {
    for (let year = from; year <= to; year += 1) {
      byYear.set(year, Math.max(credits, byYear.get(year) ?? 0));
    }
  }
  return byYear;
}

/**
 * Credits go by the pay of a year and may lie in any of its quarters, one in each, wherever they help most (POMS
 * RS 00301.230; 20 CFR 404.146). So of a year that is partly in a period, as many lie in it as it has quarters there.
 *
 * A period and the lifetime before its end never want different places: the period begins in an earlier year than the one
 * in which both end.
 */
function mostCreditsIn(worked: ReadonlyMap<number, number>, from: Quarter, to: Quarter): number {
  let most = 0;
  for (const [year, credits] of worked) {
    const quarters = Math.min(to, quarterOf(year, 12)) - Math.max(from, quarterOf(year, 1)) + 1;
    most += Math.max(0, Math.min(credits, quarters));
  }
  return most;
}

function latest(from: Quarter, to: Quarter, isMet: (quarter: Quarter) => boolean): Quarter | undefined {
  for (let quarter = to; quarter >= from; quarter -= 1) if (isMet(quarter)) return quarter;
  return undefined;
}

function quarterOf(year: number, month: number): Quarter {
  return year * 4 + Math.floor((month - 1) / 3);
}

function yearOf(quarter: Quarter): number {
  return Math.floor(quarter / 4);
}

/** @returns the last day before a month. */
function dayBefore(month: string): string {
  const day = new Date(`${month}-01T00:00:00Z`);
  day.setUTCDate(0);
  return day.toISOString().slice(0, 10);
}

function firstDayOf(quarter: Quarter): string {
  return `${yearOf(quarter)}-${['01', '04', '07', '10'][quarter % 4]}-01`;
}

function lastDayOf(quarter: Quarter): string {
  return `${yearOf(quarter)}-${['03-31', '06-30', '09-30', '12-31'][quarter % 4]}`;
}
