/** A step of a claim, with its texts for the client. */
interface ClaimStep {
  title: string;
  /** What happens in it. */
  now: string;
  /** What comes after it. */
  next: string;
  /** How long it usually takes, from the figures that editors maintain: `{{hearingWait}}`. Omitted if we have no figure. */
  usually?: string;
}

/** The steps of a claim in order: first ours, then the levels at which the claim is decided. */
export const claimStepNames = [
  'contract-signed',
  'records-requested',
  'filed',
  'application',
  'reconsideration',
  'hearing',
  'appeals-council',
  'federal-court',
] as const;

export type ClaimStepName = (typeof claimStepNames)[number];

export const claimSteps: Readonly<Record<ClaimStepName, ClaimStep>> = {
  'contract-signed': {
    title: 'Contract signed',
    now: 'We go through what you told us, and plan what your claim needs.',
    next: 'We ask your doctors and hospitals for your medical records.',
  },
  'records-requested': {
    title: 'Records requested',
    now: 'We ask your doctors and hospitals for your medical records. They need time to answer. We do not wait for them if a deadline is near.',
    next: 'We file your claim or your appeal with Social Security. Records can follow later. If you have a deadline and have not heard from us, call us today.',
  },
  filed: {
    title: 'Filed',
    now: 'Your claim or your appeal is with Social Security.',
    next: 'Social Security opens your file and begins to look at it.',
  },
  application: {
    title: 'Application',
    now: 'Social Security decides on your application. It may send you forms to fill in, or send you to a medical exam.',
    next: 'You get a letter with the decision. If it is a denial, we can ask for reconsideration within {{appealDays}} days. Send us the letter the day it comes.',
  },
  reconsideration: {
    title: 'Reconsideration',
    now: 'A new examiner at the state agency looks at your claim again, with anything new we send.',
    next: 'You get a letter with the decision. If it is a denial, we can ask for a hearing within {{appealDays}} days. Send us the letter the day it comes.',
    usually:
      'It usually takes {{reconsiderationWait}}. The national average was {{reconsiderationAverage}} in fiscal year 2024.',
  },
  hearing: {
    title: 'Hearing',
    now: 'Your claim is waiting for a hearing before an administrative law judge, or for the decision after it.',
    next: 'You get a letter with the judge’s decision. If it is a denial, we can ask the Appeals Council for a review within {{appealDays}} days. Send us the letter the day it comes.',
    usually:
      'The wait for a hearing is usually {{hearingWait}}, and for the decision after it {{hearingDecisionWait}}.',
  },
  'appeals-council': {
    title: 'Appeals Council',
    now: 'The Appeals Council looks for errors in the judge’s decision.',
    next: 'It decides, sends the claim back to a judge, or lets the decision stand. After that, you have {{appealDays}} days to go to federal court. A lawyer in our network can file for you.',
  },
  'federal-court': {
    title: 'Federal court',
    now: 'A federal court reviews the decision of Social Security.',
    next: 'The court lets the decision stand, changes it, or sends the claim back to Social Security.',
  },
};

export const claimFigures: readonly string[] = [
  ...new Set(
    Object.values(claimSteps).flatMap(({ next, usually = '' }) =>
      [...`${next} ${usually}`.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name),
    ),
  ),
];

export const claimDateKinds = {
  hearing: 'Hearing',
  deadline: 'Deadline',
  examination: 'Medical examination',
  appointment: 'Appointment with our office',
} as const;

export type ClaimDateKind = keyof typeof claimDateKinds;
export const claimDateKindNames = Object.keys(claimDateKinds) as [ClaimDateKind, ...ClaimDateKind[]];

/** Maximum characters of each text for the client. */
export const maxClaimText = 500;
