/** The documents that the client portal offers: their names, their categories, and what they are for. */
export const downloads = {
  'evidence-of-filing': {
    title: 'Evidence of Filing',
    category: 'Proof',
    about: 'Shows that your claim was filed with Social Security.',
  },
  'medical-source-statement': {
    title: 'Medical Source Statement',
    category: 'Medical',
    about: 'Print it and take it to your doctor. It asks what you can still do at work.',
  },
  'disability-questionnaire': {
    title: 'Disability Questionnaire',
    category: 'Forms',
    about: 'Print it and fill it in. It asks about your days, your conditions, your treatment and your work.',
  },
  'client-contract': {
    title: 'Client Contract',
    category: 'Legal',
    about: 'The contract that you signed with us.',
  },
} as const;

export type DownloadName = keyof typeof downloads;
export const downloadNames = Object.keys(downloads) as [DownloadName, ...DownloadName[]];
