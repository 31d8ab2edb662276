export interface MonthlyIncome {
  /** Wages before taxes, and net earnings from self-employment. In cents, as every amount here. */
  earned: number;
  /** Everything else, such as Social Security or a pension. */
  unearned: number;
  /** Whether another person provides the home and all meals. */
  sharedHome: boolean;
}

/** The federal payment of a month, and how it comes about. For a couple, all amounts are of both together. */
export interface SsiPayment {
  rate: number;
  /** A third of the rate, for a home and meals from somebody else. */
  reduction: number;
  /** What is not counted: of any income, of wages, and half of what is left of these. */
  unearnedLeftOut: number;
  countedUnearned: number;
  generalLeftOut: number;
  wagesLeftOut: number;
  half: number;
  countedEarned: number;
  counted: number;
  payment: number;
}

/** 20 CFR 416.1124(c)(12): of any income in a month. One for a couple too, as is the next. */
const generalExclusion = 20_00;
/** 20 CFR 416.1112(c)(5): of earned income in a month. */
const earnedExclusion = 65_00;

/**
 * Counts a month's federal SSI: the federal rate less countable income (20 CFR 416.420). Of unearned income the first $20
 * don't count (20 CFR 416.1124); what is left of these $20, then $65 and half of the rest of earned income don't count
 * either (20 CFR 416.1112). Nothing is left out of the third that a home and meals from somebody else cost
 * (20 CFR 416.1131).
 *
 * @param rate the federal benefit rate of one person, or of a couple.
 */
export function countSsiPayment({ earned, unearned, sharedHome }: MonthlyIncome, rate: number): SsiPayment {
  const reduction = sharedHome ? Math.round(rate / 3) : 0;
  const unearnedLeftOut = Math.min(unearned, generalExclusion);
  const generalLeftOut = Math.min(earned, generalExclusion - unearnedLeftOut);
  const wagesLeftOut = Math.min(earned - generalLeftOut, earnedExclusion);
  const half = Math.ceil((earned - generalLeftOut - wagesLeftOut) / 2);
  const countedUnearned = unearned - unearnedLeftOut;
  const countedEarned = earned - generalLeftOut - wagesLeftOut - half;
  const counted = countedUnearned + countedEarned;
  return {
    rate,
    reduction,
    unearnedLeftOut,
    countedUnearned,
    generalLeftOut,
    wagesLeftOut,
    half,
    countedEarned,
    counted,
    payment: Math.max(0, rate - reduction - counted),
  };
}
