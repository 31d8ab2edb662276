export interface Rate {
  points: number;
  seconds: number;
  /** How long to refuse once all are used up; without it, until the period ends. */
  lockSeconds?: number;
}

export interface Rule {
  /** For each IPv4 address, IPv6 /64 or other key; an IPv6 /48 gets four times as many. */
  perKey: Rate;
  /** For each of them within 24 hours. */
  perDay?: number;
  /** For each browser that is known for the account, in place of all others: strangers can't use it up. */
  perKnownBrowser?: Rate;
  /**
   * Across all networks together. `raise-cost`: once it is reached, staff are notified, and callers may ask for proof of
   * work or a wait. `refuse`: once it is used up, everyone is refused.
   */
  overall?: Rate & { effect: 'raise-cost' | 'refuse' };
  /** Whether to allow attempts when the counters can't be read. */
  failsOpen: boolean;
  /** The message; `{wait}` stands for the remaining time. */
  refusal: string;
  title: string;
  /** The stored name of its counters, where it is not the rule's own. */
  storedAs?: string;
}

/** Sign-in with a password: to the back office and to the CMS. */
const passwordSignIn = {
  failsOpen: false,
  refusal: 'Too many attempts. Please wait {wait} and try again.',
  title: 'Login Failed',
} as const;

const clientLogin = {
  failsOpen: false,
  refusal: 'Too many tries. Try again in {wait}, or call us.',
  title: 'Login Failed',
} as const;

const clientUpload = {
  failsOpen: false,
  refusal: 'You have sent as many files as we take in a day. Send this one in {wait}, or call us',
  title: 'Please wait a while',
} as const;

/** The message is never shown: a withheld email is not reported. */
const toOneMailbox = { failsOpen: false, refusal: 'Enough for today.', title: 'Email' } as const;

const wrongResumeCode = {
  perKey: { points: 5, seconds: 60 * 60, lockSeconds: 60 * 60 },
  failsOpen: false,
  refusal:
    'Five tries did not match, so please wait an hour before the next try. Your answers are still saved. You can also call us.',
  title: 'Please wait an hour',
} as const;

/**
 * How often each thing may happen. Sign-in fails closed, so that passwords can't be guessed without the counters. Public forms
 * fail open: a claimant's answers matter more than a spammer's.
 */
export const rules = {
  staffSignIn: {
    ...passwordSignIn,
    perKey: { points: 5, seconds: 15 * 60 },
    perDay: 20,
    perKnownBrowser: { points: 5, seconds: 15 * 60 },
    overall: { points: 30, seconds: 60 * 60, effect: 'raise-cost' },
  },
  /** Per account: when a signed-in member of staff confirms the password. */
  staffPassword: { ...passwordSignIn, perKey: { points: 5, seconds: 15 * 60 } },
  /** Per account: wrong codes of two-step sign-in from unknown browsers, all of which know the password. */
  staffCode: { ...passwordSignIn, perKey: { points: 5, seconds: 15 * 60 }, perDay: 20 },
  /** As for staff. No account is ever locked: strangers could use that to shut people out. */
  cmsSignIn: {
    ...passwordSignIn,
    perKey: { points: 10, seconds: 15 * 60 },
    perDay: 40,
    perKnownBrowser: { points: 10, seconds: 15 * 60 },
    overall: { points: 30, seconds: 60 * 60, effect: 'raise-cost' },
  },
  /** Every attempt, right or wrong. Limits on failures are in `accounts/clients/sign-in-attempts.ts`. */
  clientSignIn: {
    ...clientLogin,
    perKey: { points: 20, seconds: 60 },
    perKnownBrowser: { points: 120, seconds: 60 },
  },
  /** While sign-in is under attack across all networks: from unknown devices without a proof of work. */
  clientSignInUnderAttack: { ...clientLogin, perKey: { points: 1, seconds: 60 } },
  clientRegistration: {
    perKey: { points: 5, seconds: 60 * 60 },
    overall: { points: 60, seconds: 60 * 60, effect: 'raise-cost' },
    failsOpen: false,
    refusal: 'Too many tries. Try again in {wait}, or call us and we will help you register.',
    title: 'Registration Failed',
  },
  /** Without a proof of work, in addition to `clientRegistration`. */
  unprovenRegistration: {
    perKey: { points: 2, seconds: 60 * 60 },
    failsOpen: false,
    refusal:
      'We could not tell if a person sent this form, so we did not take it. Try again in {wait}, or call us and we will help you register.',
    title: 'Registration Failed',
  },
  /** Counted by Social Security number and network, whether the number is registered or not. */
  clientRegistrationOfSsn: {
    perKey: { points: 3, seconds: 24 * 60 * 60 },
    failsOpen: false,
    refusal:
      'Too many tries with this number. Try again in {wait}, or call us and we will help you register.',
    title: 'Registration Failed',
  },
  /** Per staff account, not per address: a copy of many people's data is rarely needed twice. */
  staffExport: {
    perKey: { points: 5, seconds: 15 * 60 },
    failsOpen: false,
    refusal: 'Too many exports. Please wait 15 minutes and try again.',
    title: 'No file was made',
  },
  /** Per staff account: whole Social Security numbers. No one takes thirty calls an hour. */
  staffReveal: {
    perKey: { points: 30, seconds: 60 * 60 },
    failsOpen: false,
    refusal: 'You have opened 30 numbers in the last hour, which is the most. Please wait {wait}.',
    title: 'The number was not shown',
  },
  /** Per client: changes of what the portal keeps. */
  profileChange: {
    perKey: { points: 200, seconds: 60 * 60 },
    failsOpen: true,
    refusal: 'You made very many changes in the last hour. Please wait {wait}, or call us.',
    title: 'Please wait a while',
  },
  /** Per client: links that verify an email address. Each mailbox has a limit of its own, `verificationEmail`. */
  emailVerification: {
    perKey: { points: 10, seconds: 60 * 60 },
    failsOpen: false,
    refusal: 'We sent several links in the last hour. Please check your email, or wait {wait}.',
    title: 'Please wait a while',
  },
  /** Codes for a new PIN by email: per network. */
  pinCodeRequest: {
    perKey: { points: 5, seconds: 60 * 60 },
    failsOpen: false,
    refusal: 'Too many tries. Try again in {wait}, or call us.',
    title: 'We sent no code',
  },
  /** Without a proof of work, in addition to `pinCodeRequest`. */
  unprovenPinCodeRequest: {
    perKey: { points: 2, seconds: 60 * 60 },
    failsOpen: false,
    refusal:
      'We could not tell if a person sent this form, so we did not take it. Try again in {wait}, or call us.',
    title: 'We sent no code',
  },
  /** Per number and date of birth as typed, right or wrong. Not reported: the response stays the same. */
  pinCodeEmail: {
    ...toOneMailbox,
    perKey: { points: 3, seconds: 24 * 60 * 60 },
    perKnownBrowser: { points: 3, seconds: 24 * 60 * 60 },
  },
  /** Per client: emails that contact details were changed. Reaching the limit is not reported. */
  contactChangedEmail: { ...toOneMailbox, perKey: { points: 3, seconds: 60 * 60 } },
  publicForm: {
    perKey: { points: 5, seconds: 60 * 60 },
    failsOpen: true,
    refusal:
      'This form was sent several times from your network in the last hour. Your answers are kept. Please wait a while and send again, or call us and we will take it down for you.',
    title: 'Submission Error',
  },
  /** Drafts beyond this are not refused but cost work or a wait, see `casework/intake/admit-draft.ts`. */
  beginDraft: {
    perKey: { points: 60, seconds: 60 * 60 },
    overall: { points: 3_000, seconds: 60 * 60, effect: 'refuse' },
    failsOpen: true,
    refusal: 'Very many forms were begun in the last hour.',
    title: 'Please wait a minute',
  },
  verify: {
    perKey: { points: 30, seconds: 10 * 60 },
    failsOpen: false,
    refusal:
      'Many files were checked from your network in the last minutes. Please wait a while and try again.',
    title: 'Please wait a while',
  },
  /** Per client: a form is filled in on every request. */
  clientDownload: {
    perKey: { points: 60, seconds: 60 * 60 },
    failsOpen: false,
    refusal: 'You have downloaded many files in the last hour. Please wait {wait} and try again, or call us.',
    title: 'Please wait a while',
  },
  /** Per client: files, however many forms they come with. */
  clientUpload: { ...clientUpload, perKey: { points: 60, seconds: 24 * 60 * 60 } },
  /** Per account that staff have not confirmed, which anybody can make. */
  unconfirmedUpload: { ...clientUpload, perKey: { points: 20, seconds: 24 * 60 * 60 } },
  /** A copy of a submission is rendered on every request. */
  submissionCopy: {
    storedAs: 'ownCopy',
    perKey: { points: 30, seconds: 10 * 60 },
    failsOpen: false,
    refusal:
      'Many copies were made from your network in the last minutes. Please wait a while and try again.',
    title: 'Please wait a while',
  },
  /** Without a proof of work, in addition to `publicForm`: see `robots/refuse-robots.ts`. */
  unprovenForm: {
    perKey: { points: 2, seconds: 60 * 60 },
    overall: { points: 30, seconds: 60 * 60, effect: 'raise-cost' },
    failsOpen: true,
    refusal: 'This form was sent several times in the last hour.',
    title: 'Submission Error',
  },
  /** Wrong resume codes: per address, and per code for all addresses together. */
  resumeByAddress: wrongResumeCode,
  resumeByCode: wrongResumeCode,
  resumeMail: {
    perKey: { points: 5, seconds: 60 * 60 },
    failsOpen: false,
    refusal:
      'We sent several links to continue in the last hour. Please check your email, or wait a while and try again.',
    title: 'Please wait a while',
  },
  /** Emails that anyone can trigger, per recipient's mailbox: see `email/recipient-limit.ts`. No form is refused. */
  confirmationEmail: { ...toOneMailbox, perKey: { points: 3, seconds: 24 * 60 * 60 } },
  contractEmail: { ...toOneMailbox, perKey: { points: 3, seconds: 24 * 60 * 60 } },
  unverifiedNoticeEmail: { ...toOneMailbox, perKey: { points: 3, seconds: 24 * 60 * 60 } },
  verificationEmail: { ...toOneMailbox, perKey: { points: 3, seconds: 24 * 60 * 60 } },
  resumeLinkEmail: { ...toOneMailbox, perKey: { points: 3, seconds: 24 * 60 * 60 } },
  lastEmail: { ...toOneMailbox, perKey: { points: 1, seconds: 24 * 60 * 60 } },
  /** Per kind of alert. */
  staffAlert: {
    perKey: { points: 1, seconds: 60 * 60 },
    failsOpen: false,
    refusal: 'Staff were told within the last hour.',
    title: '',
  },
} as const satisfies Record<string, Rule>;

export type LimitName = keyof typeof rules;

/** The rules by which known browsers are counted on their own. */
export type KnownBrowserLimit = {
  [Name in LimitName]: (typeof rules)[Name] extends { perKnownBrowser: Rate } ? Name : never;
}[LimitName];
