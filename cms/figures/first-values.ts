import type { DatedValue } from './dated-values.ts';

/** The day on which the values below were compared with their sources. */
const reviewed = '2026-11-21';
const endOfYear = '2026-12-31';

/** A value with its source, in force from a day on. */
type Source = readonly [name: string, url?: string];

/** Amounts that change each year, by year. */
function yearly(source: Source, values: Record<number, string>): DatedValue[] {
  return Object.entries(values).map(([year, value]) => ({
    value,
    validFrom: `${year}-01-01`,
    checkedOn: year === '2024' ? '2024-12-31' : reviewed,
    reviewBy: `${year}-12-31`,
    ...sourceOf(source),
  }));
}

function since(
  validFrom: string,
  value: string,
  source: Source,
  dates: Partial<DatedValue> = {},
): DatedValue {
  return { value, validFrom, checkedOn: reviewed, reviewBy: endOfYear, ...sourceOf(source), ...dates };
}

/** Stated in 2024 and not compared with anything since. */
function stated(value: string, source: Source): DatedValue[] {
  return [since('2024-01-01', value, source, { checkedOn: '2024-12-31' })];
}

function sourceOf([sourceName, sourceUrl]: Source) {
  return { sourceName, ...(sourceUrl ? { sourceUrl } : {}) };
}

const sga: Source = [
  'Social Security, Substantial Gainful Activity',
  'https://www.ssa.gov/oact/cola/sga.html',
];
const ssi: Source = [
  'Social Security, SSI Federal Payment Amounts',
  'https://www.ssa.gov/oact/cola/SSI.html',
];
const ssdi: Source = ['Social Security, Cost-of-Living Adjustment', 'https://www.ssa.gov/cola/'];
const trialWork: Source = ['Social Security, Trial Work Period', 'https://www.ssa.gov/oact/cola/twp.html'];
const workCredit: Source = ['Social Security, Quarter of Coverage', 'https://www.ssa.gov/oact/cola/QC.html'];
const resources: Source = [
  'Social Security, SSI Resources',
  'https://www.ssa.gov/ssi/text-resources-ussi.htm',
];
const feeCap: Source = ['POMS GN 03920.006', 'https://secure.ssa.gov/poms.nsf/lnx/0203920006'];
const allowances: Source = [
  'Social Security, Compassionate Allowances',
  'https://www.ssa.gov/compassionateallowances/',
];
const fiscalYearClaims: Source = [
  'Social Security, Fiscal Year Disability Claim Data',
  'https://www.ssa.gov/disability/data/ssa-sa-fywl.htm',
];
const decisionTime: Source = [
  'Social Security, Combined Disability Processing Time',
  'https://www.ssa.gov/open/data/Combined-Disability-Processing-Time.html',
];
const reconsiderationTime: Source = [
  'Social Security, Disability Reconsideration Average Processing Time',
  'https://www.ssa.gov/open/data/disability_reconsideration_average_processing_time.html',
];
const estimate: Source = ['Our estimate'];
const promise: Source = ['The firm’s own promise'];
const count: Source = ['The firm’s own count'];

function regulation(section: string): Source {
  const [part = '', number = ''] = section.split('.');
  const file = `${part}-${number.padStart(4, '0')}`;
  return [`20 CFR ${section}`, `https://www.ssa.gov/OP_Home/cfr20/${part}/${file}.htm`];
}

/** What a new database starts with; from then on editors keep the values. The only amounts in the code of the product. */
export const firstValues: Readonly<Record<string, readonly DatedValue[]>> = {
  sgaMonthly: yearly(sga, { 2024: '$1,550', 2025: '$1,620', 2026: '$1,690' }),
  sgaBlindMonthly: yearly(sga, { 2024: '$2,590', 2025: '$2,700', 2026: '$2,830' }),
  ssiMonthlyMaximum: yearly(ssi, { 2024: '$943', 2025: '$967', 2026: '$994' }),
  ssiMonthlyMaximumCouple: yearly(ssi, { 2024: '$1,415', 2025: '$1,450', 2026: '$1,491' }),
  ssiResourceSingle: [since('2024-01-01', '$2,000', resources)],
  ssiResourceCouple: [since('2024-01-01', '$3,000', resources)],
  ssdiAverageMonthly: yearly(ssdi, { 2024: '$1,500', 2025: '$1,580', 2026: '$1,630' }),
  ssdiMaximumMonthly: yearly(ssdi, { 2024: '$3,800', 2025: '$4,018', 2026: '$4,152' }),
  trialWorkMonthly: yearly(trialWork, { 2024: '$1,110', 2025: '$1,160', 2026: '$1,210' }),
  workCreditEarnings: yearly(workCredit, { 2024: '$1,730', 2025: '$1,810', 2026: '$1,890' }),
  feePercent: [since('2024-01-01', '25%', promise)],
  feeCap: [since('2024-01-01', '$7,200', promise)],
  legalFeeCap: [
    since('2022-11-30', '$7,200', feeCap, { reviewBy: '2024-11-29' }),
    // Whether it still holds was not certain when it was entered, so it asks for a review at once.
    since('2024-11-30', '$9,200', feeCap, { reviewBy: '2025-12-31' }),
  ],
  initialDenialRate: stated('70%', estimate),
  initialMedicalDenialRate: [since('2024-10-01', '62%', fiscalYearClaims)],
  reconsiderationApprovalRate: stated('10-15%', estimate),
  hearingApprovalRate: stated('50-60%', estimate),
  initialDecisionAverage: [since('2024-10-01', '7-8 months', decisionTime)],
  reconsiderationWait: stated('3-5 months', estimate),
  reconsiderationAverage: [since('2024-10-01', '7-8 months', reconsiderationTime)],
  hearingWait: stated('8-18 months', estimate),
  hearingDecisionWait: stated('30-60 days', estimate),
  compassionateAllowances: stated('200', allowances),
  compassionateAllowancesNow: [since('2025-08-01', '300', allowances)],
  appealDays: [since('2024-01-01', '60', regulation('404.909'))],
  receiptDays: [since('2024-01-01', '5', regulation('404.901'))],
  medicareWaitMonths: [
    since('2024-01-01', '24', ['42 U.S.C. 426(b)', 'https://www.ssa.gov/OP_Home/ssact/title02/0226.htm']),
  ],
  retroactiveMonths: [since('2024-01-01', '12', regulation('404.621'))],
  durationMonths: [since('2024-01-01', '12', regulation('404.1509'))],
  hearingSuccessRate: stated('85%+', count),
  yearsInService: stated('30+', count),
  clientsHelped: stated('10,000+', count),
  referralShare: stated('75%', count),
};
