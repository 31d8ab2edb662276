interface LetterResponse {
  /** What the letter says. */
  letter: string;
  /** What to ask for next. */
  next: string;
  /** What to send: the forms by name and number. */
  send: string;
}

/**
 * What one can do about a letter: the four levels of appeal with the forms that start each (20 CFR 404.900), an end of
 * benefits for medical reasons (20 CFR 404.1597a, 416.996), an end of SSDI because of work (POMS DI 12025.001,
 * DI 12027.015), an end or a cut of SSI for other reasons (20 CFR 416.1336) and an overpayment (20 CFR 404.502a). Form
 * numbers are those of ssa.gov/forms.
 */
export const letterResponses: readonly LetterResponse[] = [
  {
    letter: 'Your first claim is denied',
    next: 'Ask for a reconsideration',
    send: 'Forms: Request for Reconsideration (SSA-561), Disability Report – Appeal (SSA-3441), and the permission to get your records (SSA-827)',
  },
  {
    letter: 'Your reconsideration is denied',
    next: 'Ask for a hearing with a judge. If your payments continued during the reconsideration, also ask to keep them, within 10 days of getting the letter',
    send: 'Forms: Request for Hearing by Administrative Law Judge (HA-501), Disability Report – Appeal (SSA-3441), the permission to get your records (SSA-827) and, to keep your payments, a new Statutory Benefit Continuation Election Statement (SSA-792)',
  },
  {
    letter: 'The judge denies your claim',
    next: 'Ask the Appeals Council for a review',
    send: 'Form: Request for Review of Hearing Decision/Order (HA-520)',
  },
  {
    letter: 'The Appeals Council denies a review or your claim',
    next: 'Go to a federal court',
    send: 'That is a civil action in the United States District Court. Social Security has no form for it. Talk to a lawyer soon',
  },
  {
    letter: 'Benefits that you get now will stop because your health is better',
    next: 'Ask for a reconsideration. Within 10 days of getting the letter, also ask to keep your payments',
    send: 'Forms: Request for Reconsideration – Disability Cessation (SSA-789) and, to keep your payments, Statutory Benefit Continuation Election Statement (SSA-792), which you sign yourself, or your representative payee does once the appeal is filed',
  },
  {
    letter: 'Your SSDI will stop because of work',
    next: 'Ask for a reconsideration. Payments do not continue during this appeal',
    send: 'Form: Request for Reconsideration (SSA-561)',
  },
  {
    letter: 'Your SSI will stop or go down, but not because of your health',
    next: 'Ask for a reconsideration within 10 days of getting the letter to keep your payments, and by your last day to appeal in any case',
    send: 'Form: Request for Reconsideration (SSA-561)',
  },
  {
    letter: 'You were paid too much',
    next: 'Ask for a reconsideration, a waiver, or both, best within 30 days of the date on the letter',
    send: 'Forms: Request for Reconsideration (SSA-561), Request for Waiver of Overpayment Recovery (SSA-632)',
  },
];
