import { nameRules, type StaffAlert, toOneMailbox } from '#api/platform/limits/rules.ts';

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

/** How often sign-in and what belongs to it may happen. It fails closed, so that nothing can be guessed without the counters. */
export const accountLimits = nameRules({
  staffSignIn: {
    ...passwordSignIn,
    perKey: { points: 5, seconds: 15 * 60 },
    perDay: 20,
    perKnownBrowser: { points: 5, seconds: 15 * 60 },
    overall: {
      points: 30,
      seconds: 60 * 60,
      effect: 'raise-cost',
      alert: {
        heading: 'Many failed logins to the back office',
        what: 'Far more logins to the back office than usual fail right now. Somebody may be guessing passwords.',
      },
    },
  },
  /** Per network: wrong secrets of calendars. Calendar apps of many people, which ask on after an address has ended, share networks. */
  calendarAddress: {
    perKey: { points: 60, seconds: 60 * 60 },
    failsOpen: false,
    refusal: 'Too many tries. Please wait {wait} and try again.',
    title: 'No calendar',
  },
  /** Per account: when a signed-in member of staff confirms with the password, and with a code where the account has two steps. */
  staffPassword: { ...passwordSignIn, perKey: { points: 5, seconds: 15 * 60 }, perDay: 20 },
  /** Per account: wrong codes of two-step sign-in from unknown browsers, all of which know the password. */
  staffCode: { ...passwordSignIn, perKey: { points: 5, seconds: 15 * 60 }, perDay: 20 },
  /** As for staff. No account is ever locked: strangers could use that to shut people out. */
  cmsSignIn: {
    ...passwordSignIn,
    perKey: { points: 10, seconds: 15 * 60 },
    perDay: 40,
    perKnownBrowser: { points: 10, seconds: 15 * 60 },
    overall: {
      points: 30,
      seconds: 60 * 60,
      effect: 'raise-cost',
      alert: {
        heading: 'Many failed logins to the CMS',
        what: 'Far more logins to the CMS than usual fail right now. Somebody may be guessing passwords.',
      },
    },
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
    overall: {
      points: 60,
      seconds: 60 * 60,
      effect: 'raise-cost',
      alert: {
        heading: 'Many registrations in the client portal',
        what: 'Far more people than usual try to register for the client portal right now.',
      },
    },
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
  /** Per staff account: whole Social Security numbers. No one takes thirty calls an hour. */
  staffReveal: {
    perKey: { points: 30, seconds: 60 * 60 },
    failsOpen: false,
    refusal: 'You have opened 30 numbers in the last hour, which is the most. Please wait {wait}.',
    title: 'The number was not shown',
  },
});

/** When very many client logins fail, which `clients/sign-in-attempts.ts` counts. */
export const clientSignInAlert: StaffAlert = {
  heading: 'Many failed logins to the client portal',
  what: 'Far more client logins than usual fail right now. Somebody may be guessing PINs.',
};
