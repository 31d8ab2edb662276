export interface Rate {
  points: number;
  seconds: number;
  /** How long to refuse once all are used up; without it, until the period ends. */
  lockSeconds?: number;
}

export interface Rule {
  /** For each IPv4 address, IPv6 /64 or other key; an IPv6 /48 gets four times as many. */
  perAddress: Rate;
  /** For each of them within 24 hours. */
  perDay?: number;
  /** The number across all networks from which the pressure is high: staff are notified, and callers may raise the cost. */
  highFrom?: Rate;
  /** Across all networks: refuses everyone once it is used up. */
  overall?: Rate;
  /** Whether to allow attempts when the counters can't be read. */
  failsOpen: boolean;
  /** The message; `{wait}` stands for the remaining time. */
  refusal: string;
  title: string;
}

const signInRefusal = 'Too many attempts. Please wait {wait} and try again.';

/** The message is never shown: nobody is told about a withheld email. */
const toOneMailbox = { failsOpen: false, refusal: 'Enough for today.', title: 'Email' } as const;

const lockedCode =
  'Five tries did not match, so please wait an hour before the next try. Your answers are still saved. You can also call us.';

/**
 * How often each thing may happen. Sign-in fails closed: without the counters nobody can guess passwords. Public forms
 * fail open: a claimant's answers matter more than a spammer's.
 */
export const rules = {
  /** From browsers that are not known for the account. */
  staffSignIn: {
    perAddress: { points: 5, seconds: 15 * 60 },
    perDay: 20,
    highFrom: { points: 30, seconds: 60 * 60 },
    failsOpen: false,
    refusal: signInRefusal,
    title: 'Login Failed',
  },
  /** Per browser and account: strangers can't use it up. */
  staffSignInKnown: {
    perAddress: { points: 5, seconds: 15 * 60 },
    failsOpen: false,
    refusal: signInRefusal,
    title: 'Login Failed',
  },
  /** Per account: when a signed-in member of staff confirms the password. */
  staffPassword: {
    perAddress: { points: 5, seconds: 15 * 60 },
    failsOpen: false,
    refusal: signInRefusal,
    title: 'Login Failed',
  },
  /** Every client sign-in attempt from an unknown browser, right or wrong. Limits on failures are in `accounts/clients/sign-in-attempts.ts`. */
  clientSignIn: {
    perAddress: { points: 20, seconds: 60 },
    failsOpen: false,
    refusal: 'Too many tries. Try again in {wait}, or call us.',
    title: 'Login Failed',
  },
  /** Per known client device: failures are limited in `sign-in-attempts.ts`; this limits successful attempts. */
  clientSignInKnown: {
    perAddress: { points: 120, seconds: 60 },
    failsOpen: false,
    refusal: 'Too many tries. Try again in {wait}, or call us.',
    title: 'Login Failed',
  },
  /** While sign-in is under attack across all networks: from unknown devices without a proof of work. */
  clientSignInUnderAttack: {
    perAddress: { points: 1, seconds: 60 },
    failsOpen: false,
    refusal: 'Too many tries. Try again in {wait}, or call us.',
    title: 'Login Failed',
  },
  clientRegistration: {
    perAddress: { points: 5, seconds: 60 * 60 },
    highFrom: { points: 60, seconds: 60 * 60 },
    failsOpen: false,
    refusal: 'Too many tries. Try again in {wait}, or call us and we will help you register.',
    title: 'Registration Failed',
  },
  /** Without a proof of work, in addition to `clientRegistration`. */
  unprovenRegistration: {
    perAddress: { points: 2, seconds: 60 * 60 },
    failsOpen: false,
    refusal:
      'We could not tell if a person sent this form, so we did not take it. Try again in {wait}, or call us and we will help you register.',
    title: 'Registration Failed',
  },
  /** Counted by Social Security number and network, whether the number is registered or not. */
  clientRegistrationOfSsn: {
    perAddress: { points: 3, seconds: 24 * 60 * 60 },
    failsOpen: false,
    refusal:
      'Too many tries with this number. Try again in {wait}, or call us and we will help you register.',
    title: 'Registration Failed',
  },
  /** As for staff. No account is ever locked: strangers could use that to shut people out. */
  cmsSignIn: {
    perAddress: { points: 10, seconds: 15 * 60 },
    perDay: 40,
    highFrom: { points: 30, seconds: 60 * 60 },
    failsOpen: false,
    refusal: signInRefusal,
    title: 'Login Failed',
  },
  cmsSignInKnown: {
    perAddress: { points: 10, seconds: 15 * 60 },
    failsOpen: false,
    refusal: signInRefusal,
    title: 'Login Failed',
  },
  /** Per staff account, not per address: a copy of many people's data is rarely needed twice. */
  staffExport: {
    perAddress: { points: 5, seconds: 15 * 60 },
    failsOpen: false,
    refusal: 'Too many exports. Please wait 15 minutes and try again.',
    title: 'No file was made',
  },
  publicForm: {
    perAddress: { points: 5, seconds: 60 * 60 },
    failsOpen: true,
    refusal:
      'This form was sent several times from your network in the last hour. Your answers are kept. Please wait a while and send again, or call us and we will take it down for you.',
    title: 'Submission Error',
  },
  /** Drafts beyond this are not refused but cost work or a wait, see `casework/intake/admit-draft.ts`. */
  beginDraft: {
    perAddress: { points: 60, seconds: 60 * 60 },
    overall: { points: 3_000, seconds: 60 * 60 },
    failsOpen: true,
    refusal: 'Very many forms were begun in the last hour.',
    title: 'Please wait a minute',
  },
  verify: {
    perAddress: { points: 30, seconds: 10 * 60 },
    failsOpen: false,
    refusal:
      'Many files were checked from your network in the last minutes. Please wait a while and try again.',
    title: 'Please wait a while',
  },
  /** A copy of a submission is rendered on every request. */
  ownCopy: {
    perAddress: { points: 30, seconds: 10 * 60 },
    failsOpen: false,
    refusal:
      'Many copies were made from your network in the last minutes. Please wait a while and try again.',
    title: 'Please wait a while',
  },
  /** Without a proof of work, in addition to `publicForm`: see `robots/refuse-robots.ts`. */
  unprovenForm: {
    perAddress: { points: 2, seconds: 60 * 60 },
    highFrom: { points: 30, seconds: 60 * 60 },
    failsOpen: true,
    refusal: 'This form was sent several times in the last hour.',
    title: 'Submission Error',
  },
  /** Wrong resume codes: per address, and per code for all addresses together. */
  resumeByAddress: {
    perAddress: { points: 5, seconds: 60 * 60, lockSeconds: 60 * 60 },
    failsOpen: false,
    refusal: lockedCode,
    title: 'Please wait an hour',
  },
  resumeByCode: {
    perAddress: { points: 5, seconds: 60 * 60, lockSeconds: 60 * 60 },
    failsOpen: false,
    refusal: lockedCode,
    title: 'Please wait an hour',
  },
  resumeMail: {
    perAddress: { points: 5, seconds: 60 * 60 },
    failsOpen: false,
    refusal:
      'We sent several links to continue in the last hour. Please check your email, or wait a while and try again.',
    title: 'Please wait a while',
  },
  /** Emails that anyone can trigger, per recipient's mailbox: see `email/recipient-limit.ts`. No form is refused. */
  confirmationEmail: { ...toOneMailbox, perAddress: { points: 3, seconds: 24 * 60 * 60 } },
  contractEmail: { ...toOneMailbox, perAddress: { points: 3, seconds: 24 * 60 * 60 } },
  resumeLinkEmail: { ...toOneMailbox, perAddress: { points: 3, seconds: 24 * 60 * 60 } },
  lastEmail: { ...toOneMailbox, perAddress: { points: 1, seconds: 24 * 60 * 60 } },
  /** Per kind of alert. */
  staffAlert: {
    perAddress: { points: 1, seconds: 60 * 60 },
    failsOpen: false,
    refusal: 'Staff were told within the last hour.',
    title: '',
  },
} as const satisfies Record<string, Rule>;

export type LimitName = keyof typeof rules;
