interface AppealLevel {
  /** What the letter denies. */
  denied: string;
  /** What to ask for next. */
  next: string;
  /** What to send: the forms by name and number. */
  send: string;
}

/** The four levels of appeal with the forms that start each (20 CFR 404.900; form numbers from ssa.gov/forms). */
export const appealLevels: readonly AppealLevel[] = [
  {
    denied: 'Your first claim',
    next: 'Ask for a reconsideration',
    send: 'Forms: Request for Reconsideration (SSA-561), Disability Report – Appeal (SSA-3441), and the permission to get your records (SSA-827)',
  },
  {
    denied: 'Your reconsideration',
    next: 'Ask for a hearing with a judge',
    send: 'Forms: Request for Hearing by Administrative Law Judge (HA-501), Disability Report – Appeal (SSA-3441), and the permission to get your records (SSA-827)',
  },
  {
    denied: 'Your hearing',
    next: 'Ask the Appeals Council for a review',
    send: 'Form: Request for Review of Hearing Decision/Order (HA-520)',
  },
  {
    denied: 'Your Appeals Council review',
    next: 'Go to a federal court',
    send: 'That is a civil action in the United States District Court. Social Security has no form for it. Talk to a lawyer soon',
  },
];
