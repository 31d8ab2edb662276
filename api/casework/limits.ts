import { nameRules, toOneMailbox } from '#api/platform/limits/rules.ts';

const closed = { failsOpen: false, title: 'Please wait a while' } as const;

const clientUpload = {
  ...closed,
  refusal: 'You have sent as many files as we take in a day. Send this one in {wait}, or call us',
} as const;

const wrongResumeCode = {
  perKey: { points: 5, seconds: 60 * 60, lockSeconds: 60 * 60 },
  failsOpen: false,
  refusal:
    'Five tries did not match, so please wait an hour before the next try. Your answers are still saved. You can also call us.',
  title: 'Please wait an hour',
} as const;

/**
 * How often things may be sent, opened and downloaded. Public forms fail open: a claimant's answers matter more than a
 * spammer's.
 */
export const caseworkLimits = nameRules({
  /** Per staff account, not per address: a copy of many people's data is rarely needed twice. */
  staffExport: {
    perKey: { points: 5, seconds: 15 * 60 },
    failsOpen: false,
    refusal: 'Too many exports. Please wait 15 minutes and try again.',
    title: 'No file was made',
  },
  /** Per client: changes of what the portal keeps. */
  profileChange: {
    perKey: { points: 200, seconds: 60 * 60 },
    failsOpen: true,
    refusal: 'You made very many changes in the last hour. Please wait {wait}, or call us.',
    title: 'Please wait a while',
  },
  /** Per client: letters that they tell us of, each of which makes work for staff. */
  clientLetter: {
    perKey: { points: 20, seconds: 24 * 60 * 60 },
    ...closed,
    refusal: 'You told us of very many letters today. Please call us about this one, or wait {wait}.',
  },
  /** Per client: links that verify an email address. Each mailbox has a limit of its own, `verificationEmail`. */
  emailVerification: {
    perKey: { points: 10, seconds: 60 * 60 },
    ...closed,
    refusal: 'We sent several links in the last hour. Please check your email, or wait {wait}.',
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
    ...closed,
    refusal:
      'Many files were checked from your network in the last minutes. Please wait a while and try again.',
  },
  /** Per client: a form is filled in on every request. */
  clientDownload: {
    perKey: { points: 60, seconds: 60 * 60 },
    ...closed,
    refusal: 'You have downloaded many files in the last hour. Please wait {wait} and try again, or call us.',
  },
  /** Per client: files, however many forms they come with. */
  clientUpload: { ...clientUpload, perKey: { points: 60, seconds: 24 * 60 * 60 } },
  /** Per account that staff have not confirmed, which anybody can make. */
  unconfirmedUpload: { ...clientUpload, perKey: { points: 20, seconds: 24 * 60 * 60 } },
  /** Per client: files that can't be used, which do not count as files of the day. Reading each costs as much as a good one. */
  refusedUpload: {
    perKey: { points: 30, seconds: 15 * 60 },
    ...closed,
    refusal: 'We could not use many of the files you sent. Send this one in {wait}, or call us',
  },
  /** A copy of a submission is rendered on every request. */
  submissionCopy: {
    name: 'ownCopy',
    perKey: { points: 30, seconds: 10 * 60 },
    ...closed,
    refusal:
      'Many copies were made from your network in the last minutes. Please wait a while and try again.',
  },
  /** Wrong resume codes: per address, and per code for all addresses together. */
  resumeByAddress: wrongResumeCode,
  resumeByCode: wrongResumeCode,
  /** Per evaluation: each mail ends the link of the one before. */
  signInvitation: {
    perKey: { points: 5, seconds: 24 * 60 * 60 },
    ...closed,
    refusal: 'This person was invited five times today. Call them, or wait {wait}.',
  },
  resumeMail: {
    perKey: { points: 5, seconds: 60 * 60 },
    ...closed,
    refusal:
      'We sent several links to continue in the last hour. Please check your email, or wait a while and try again.',
  },
});
