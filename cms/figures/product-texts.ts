/** Texts that are part of the product, with the figures in them. Forms have none: what they ask and say depends on no figure. */
export const productTexts = [
  {
    title: 'Where is my claim, in the client portal',
    publicPath: '/client-portal/claim',
    figures: [
      'hearingWait',
      'appealDays',
      'reconsiderationWait',
      'reconsiderationAverage',
      'hearingDecisionWait',
    ],
  },
  {
    title: 'The agreement, which states its own amounts: ask us before you change this',
    publicPath: '/sign-contract/agreement',
    figures: ['feePercent', 'feeCap'],
  },
] as const;
