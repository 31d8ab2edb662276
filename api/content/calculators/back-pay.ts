/** A day as `YYYY-MM-DD`, and a month as `YYYY-MM`. */
type Day = string;
type Month = string;

export interface Claim {
  program: 'ssdi' | 'ssi';
  /** The day on which the disability began, as Social Security sees it. */
  onset: Day;
  /** The day of the application, or of the protective filing. */
  applied: Day;
  /** The day on which Social Security puts the favorable decision into effect, by its award letter. */
  awarded: Day;
  /** Cents a month, the same for every month. */
  monthly: number;
  /** Nobody with ALS waits five months for SSDI. */
  als: boolean;
}

/** What a fee agreement may take. Amounts in cents. */
export interface FeeLimits {
  percent: number;
  /** The firm's own promise. */
  promise: number;
  /** The cap of the law on the day of the decision on the fee agreement. */
  legal: number;
}

/** Back pay month by month, and the fee from it. Amounts in cents. */
export interface BackPay {
  /** The first month in full with the disability. */
  firstFullMonth: Month;
  /** The five months without pay; null where there are none. */
  waiting: { from: Month; to: Month } | null;
  /** The months before that count for nothing, because the application came later. */
  limitedByApplication: boolean;
  /** The first and the last month of back pay; the last is before the first where there is none. */
  from: Month;
  to: Month;
  months: number;
  /** As it is paid: SSDI in whole dollars. */
  monthly: number;
  total: number;
  share: number;
  /** The largest fee that the law allows. */
  legalFee: number;
  fee: number;
  kept: number;
}

/** 20 CFR 404.315(a)(4): no SSDI for five full months in a row. */
const waitingMonths = 5;

/**
 * Counts past-due benefits and the fee from them.
 *
 * SSDI begins after five full months of disability (20 CFR 404.315), none with ALS (POMS DI 10105.075), and reaches back
 * at most twelve months before the application (20 CFR 404.621), so that the wait begins at most 17 months before it. SSI
 * begins in the month after the application or after the disability, whichever is later (20 CFR 416.335). Past-due
 * benefits of SSDI end with the month before the one in which Social Security puts the decision into effect (POMS
 * GN 03920.030), those of SSI with that month itself (POMS GN 03920.031; HALLEX I-1-2-7 for both). A fee agreement takes
 * a share of them up to a cap (42 U.S.C. 406(a)(2)).
 *
 * @param retroactiveMonths that SSDI pays for before the month of the application.
 */
export function countBackPay(claim: Claim, limits: FeeLimits, retroactiveMonths: number): BackPay {
  const { program, onset, applied, awarded, als } = claim;
  const firstFull = numberOf(onset) + (onset.endsWith('-01') ? 0 : 1);
  const to = program === 'ssi' ? numberOf(awarded) : numberOf(awarded) - 1;
  let from: number;
  let waiting: BackPay['waiting'] = null;
  let limitedByApplication = false;
  if (program === 'ssi') {
    from = Math.max(numberOf(applied), numberOf(onset)) + 1;
  } else {
    const wait = als ? 0 : waitingMonths;
    const earliest = numberOf(applied) - retroactiveMonths - wait;
    const start = Math.max(firstFull, earliest);
    limitedByApplication = earliest > firstFull;
    from = start + wait;
    waiting = wait > 0 ? { from: monthOf(start), to: monthOf(from - 1) } : null;
  }
  const months = Math.max(0, to - from + 1);
  // 20 CFR 404.304(f): a benefit that is no multiple of a dollar is rounded down to one.
  const monthly = program === 'ssdi' ? Math.floor(claim.monthly / 100) * 100 : claim.monthly;
  const total = months * monthly;
  const share = Math.floor((total * limits.percent) / 100);
  const legalFee = Math.min(Math.floor(total / 4), limits.legal);
  const fee = Math.min(share, limits.promise, legalFee);
  return {
    firstFullMonth: monthOf(firstFull),
    waiting,
    limitedByApplication,
    from: monthOf(from),
    to: monthOf(to),
    months,
    monthly,
    total,
    share,
    legalFee,
    fee,
    kept: total - fee,
  };
}

/** Months are counted from the year 0. */
function numberOf(day: Day): number {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return year * 12 + month - 1;
}

function monthOf(number: number): Month {
  return `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}`;
}
