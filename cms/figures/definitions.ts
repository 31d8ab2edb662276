/** The format of a figure; the site calculates with a `number` and shows the others as they are. */
export type FigureKind = 'money' | 'percent' | 'duration' | 'count' | 'number';

/** One figure that pages show. Which there are is part of the product; editors keep their values. */
export interface FigureDefinition {
  /** Written in texts as `{{name}}`. */
  name: string;
  label: string;
  description: string;
  kind: FigureKind;
  /** Changes each year, so the site shows the year beside it. */
  yearly?: true;
  /** A share or a wait of everybody's claims, beside which the site says whose figure it is. */
  attributed?: true;
  /**
   * A result that the firm claims for itself. The site says beside it that it is the firm's own count, of which time, and what
   * was counted. This is what a trial says while the firm has entered neither; a public site never shows it.
   */
  ownCount?: OwnCount;
}

/** Of which time the firm counted, such as `2019 to 2025`, and what. */
export interface OwnCount {
  period: string;
  counted: string;
}

export interface FigureGroup {
  label: string;
  figures: FigureDefinition[];
}

export const figureGroups: FigureGroup[] = [
  {
    label: 'Amounts',
    figures: [
      {
        name: 'sgaMonthly',
        label: 'Work limit per month (SGA)',
        description: 'Substantial gainful activity: earnings per month above which a claim is denied.',
        kind: 'money',
        yearly: true,
      },
      {
        name: 'sgaBlindMonthly',
        label: 'Work limit per month, blind (SGA)',
        description: 'The same limit for people who are blind.',
        kind: 'money',
        yearly: true,
      },
      {
        name: 'ssiMonthlyMaximum',
        label: 'SSI per month, at most',
        description: 'The largest federal SSI payment for one person.',
        kind: 'money',
        yearly: true,
      },
      {
        name: 'ssiMonthlyMaximumCouple',
        label: 'SSI per month, at most, couple',
        description: 'The largest federal SSI payment for a couple.',
        kind: 'money',
        yearly: true,
      },
      {
        name: 'ssiResourceSingle',
        label: 'SSI resource limit, one person',
        description: 'What one person may own and still get SSI.',
        kind: 'money',
      },
      {
        name: 'ssiResourceCouple',
        label: 'SSI resource limit, couple',
        description: 'What a couple may own and still get SSI.',
        kind: 'money',
      },
      {
        name: 'ssdiAverageMonthly',
        label: 'SSDI per month, average',
        description: 'The average SSDI payment.',
        kind: 'money',
        yearly: true,
      },
      {
        name: 'ssdiMaximumMonthly',
        label: 'SSDI per month, at most',
        description: 'The largest SSDI payment.',
        kind: 'money',
        yearly: true,
      },
      {
        name: 'trialWorkMonthly',
        label: 'Trial work month',
        description: 'Earnings in a month that make it a month of the trial work period.',
        kind: 'money',
        yearly: true,
      },
      {
        name: 'workCreditEarnings',
        label: 'Earnings for one work credit',
        description: 'Earnings that count as one work credit, up to four a year.',
        kind: 'money',
        yearly: true,
      },
      {
        name: 'feePercent',
        label: 'Our fee: share of back pay',
        description: 'Our share of back pay when a claim is won, such as 25%.',
        kind: 'percent',
      },
      {
        name: 'feeCap',
        label: 'Our fee: at most',
        description: 'Our own promise: the largest fee we take, whatever the back pay.',
        kind: 'money',
      },
      {
        name: 'legalFeeCap',
        label: 'Fee cap set by law',
        description:
          'The largest fee that the law allows under a fee agreement, by the day on which Social Security decides on it.',
        kind: 'money',
      },
    ],
  },
  {
    label: 'Chances and waits',
    figures: [
      {
        name: 'initialDenialRate',
        label: 'First claims denied',
        description: 'Share of first claims that are denied, such as 70%.',
        kind: 'percent',
        attributed: true,
      },
      {
        name: 'initialMedicalDenialRate',
        label: 'First claims denied for medical reasons',
        description: 'Share of first decisions on health that were denials in fiscal year 2024, such as 62%.',
        kind: 'percent',
        attributed: true,
      },
      {
        name: 'reconsiderationApprovalRate',
        label: 'Reconsiderations approved',
        description: 'Share of reconsiderations that are approved, such as 10-15%.',
        kind: 'percent',
        attributed: true,
      },
      {
        name: 'hearingApprovalRate',
        label: 'Hearings approved, everybody',
        description: 'Share of all hearings, not only ours, that are approved, such as 50-60%.',
        kind: 'percent',
        attributed: true,
      },
      {
        name: 'initialDecisionAverage',
        label: 'Average wait for a first decision',
        description: 'The national average in fiscal year 2024, with the unit, such as 7-8 months.',
        kind: 'duration',
        attributed: true,
      },
      {
        name: 'reconsiderationWait',
        label: 'Wait for a reconsideration',
        description: 'How long a reconsideration takes, with the unit, such as 3-5 months.',
        kind: 'duration',
      },
      {
        name: 'reconsiderationAverage',
        label: 'Average wait for a reconsideration',
        description: 'The national average in fiscal year 2024, with the unit, such as 7-8 months.',
        kind: 'duration',
        attributed: true,
      },
      {
        name: 'hearingWait',
        label: 'Wait for a hearing',
        description: 'How long people wait for a hearing, with the unit, such as 8-18 months.',
        kind: 'duration',
      },
      {
        name: 'hearingDecisionWait',
        label: 'Wait for the decision after a hearing',
        description: 'How long the decision takes after the hearing, with the unit, such as 30-60 days.',
        kind: 'duration',
      },
      {
        name: 'compassionateAllowances',
        label: 'Compassionate allowance conditions',
        description: 'How many conditions are on the fast-track list, such as 200.',
        kind: 'count',
      },
      {
        name: 'compassionateAllowancesNow',
        label: 'Compassionate allowance conditions now',
        description: 'How many conditions are on the list since August 2025, about, such as 300.',
        kind: 'count',
      },
    ],
  },
  {
    label: 'Time limits',
    figures: [
      {
        name: 'appealDays',
        label: 'Days to appeal',
        description:
          'Days to appeal at each level, counted from when the letter is received. A whole number.',
        kind: 'number',
      },
      {
        name: 'receiptDays',
        label: 'Days for the mail',
        description: 'Days after which a mailed letter counts as received. A whole number.',
        kind: 'number',
      },
      {
        name: 'medicareWaitMonths',
        label: 'Months until Medicare',
        description: 'Months of SSDI before Medicare starts. A whole number.',
        kind: 'number',
      },
      {
        name: 'retroactiveMonths',
        label: 'Months of SSDI paid for the past',
        description: 'Months before the application that SSDI can pay for. A whole number.',
        kind: 'number',
      },
      {
        name: 'durationMonths',
        label: 'Months a disability must last',
        description: 'Months a condition must last, or be expected to last. A whole number.',
        kind: 'number',
      },
    ],
  },
  {
    label: 'Our results',
    figures: [
      {
        name: 'hearingSuccessRate',
        label: 'Our hearings won',
        description: 'Share of our own hearings that were won, such as 85%+.',
        kind: 'percent',
        ownCount: {
          period: 'since 1993',
          counted: 'hearings won in full or in part, of all decided',
        },
      },
      {
        name: 'yearsInService',
        label: 'Years in service',
        description: 'How long the firm has worked, such as 30+.',
        kind: 'count',
        ownCount: {
          period: 'since 1993',
          counted: 'calendar years',
        },
      },
      {
        name: 'clientsHelped',
        label: 'Clients helped',
        description: 'How many clients the firm has helped, such as 10,000+.',
        kind: 'count',
        ownCount: {
          period: 'since 1993',
          counted: 'people who signed a contract with us',
        },
      },
      {
        name: 'referralShare',
        label: 'Clients by referral',
        description: 'Share of clients who come by referral, such as 75%.',
        kind: 'percent',
        ownCount: {
          period: 'since 1993',
          counted: 'new clients who named who sent them, of all',
        },
      },
    ],
  },
];

export const figureDefinitions: readonly FigureDefinition[] = figureGroups.flatMap(({ figures }) => figures);

/** @returns the definition; undefined for a figure that only a newer version of the product has. */
export function definitionOf(name: string): FigureDefinition | undefined {
  return figureDefinitions.find((figure) => figure.name === name);
}
