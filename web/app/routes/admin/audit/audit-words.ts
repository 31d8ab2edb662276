import { editPath } from '#web/app/routes/admin/attorneys/addresses.ts';
import { clientPath } from '#web/app/routes/admin/clients/client-table.tsx';
import { contractPath } from '#web/app/routes/admin/contracts/addresses.ts';
import { accountPath } from '#web/app/routes/admin/staff/account-words.ts';
import { queues } from '#web/app/routes/admin/submissions/queues.ts';

/** @returns the address of the audit log; with an id, of the entries about this record. */
export function auditPath(record = ''): string {
  return `/admin/audit${record && `?record=${record}`}`;
}

/** Where something was done, by the router of the procedure. */
const places: Record<string, string> = {
  ...Object.fromEntries(queues.map(({ name, heading }) => [name, heading])),
  audit: 'Audit log',
  claims: 'Client portal: claim',
  clients: 'Clients',
  contracts: 'Contracts',
  directory: 'Attorneys',
  downloads: 'Client portal: downloads',
  exports: 'Exports',
  failedEmails: 'Mail',
  lists: 'Lists',
  profile: 'Client portal: details',
  samples: 'Samples',
  staff: 'Back office',
  staffAccounts: 'Staff accounts',
  uploads: 'Client portal: papers sent',
  'cms-articles': 'CMS: articles',
  'cms-attorneys': 'CMS: attorneys',
  'cms-facts': 'CMS: figures',
  'cms-faq': 'CMS: questions',
  'cms-figures': 'CMS: figures',
  'cms-listings': 'CMS: listings',
  'cms-media': 'CMS: files',
  'cms-navigation': 'CMS: menus',
  'cms-pages': 'CMS: pages',
  'cms-people': 'CMS: people who work here',
  'cms-redirects': 'CMS: redirects',
  'cms-site': 'CMS: settings',
  'cms-testimonials': 'CMS: testimonials',
  'cms-users': 'CMS: people',
};

/** What was done, by the procedure's name. */
const deeds: Record<string, string> = {
  abandon: 'Gave up on an email',
  add: 'Added an entry',
  addPasskey: 'Added a passkey',
  addDocument: 'Uploaded a document',
  ofEvaluation: 'Looked up the client of an evaluation',
  linkable: 'Opened a record to decide whose it is',
  decideLink: 'Decided whose a record is',
  addNote: 'Added a note',
  account: 'Opened their own account',
  begin: 'Began to send a file',
  beginTwoStep: 'Began two-step sign-in',
  change: 'Changed an entry',
  changeDocument: 'Renamed a document',
  changePassword: 'Changed their own password',
  changed: 'Saved changes',
  claim: 'Read the status of a claim',
  close: 'Closed an account',
  confirm: 'Confirmed an account',
  confirmWithPasskey: 'Confirmed who they are with a passkey',
  confirmWithPassword: 'Confirmed who they are with the password',
  confirmTwoStep: 'Turned two-step sign-in on',
  correctName: 'Corrected a name',
  create: 'Added an entry',
  decide: 'Decided',
  delete: 'Deleted an entry',
  detail: 'Opened',
  disable: 'Disabled an account',
  document: 'Looked at the title of a document',
  documentFile: 'Downloaded a document',
  documents: 'Read the list of documents',
  editNote: 'Changed a note',
  enable: 'Enabled an account',
  endSessions: 'Logged a client out everywhere',
  endTwoStep: 'Turned two-step sign-in off',
  file: 'Downloaded the signed file',
  finish: 'Sent a file',
  forgetTyped: 'Discarded what was typed and not saved',
  freeSsn: 'Freed a number',
  invite: 'Invited somebody',
  issuePinCode: 'Issued a PIN code',
  list: 'Read the list',
  make: 'Exported a file',
  makePrimary: 'Made an entry the primary one',
  markNoticeSent: 'Marked a notice to Social Security as sent',
  note: 'Read a note',
  notices: 'Read the notices to Social Security',
  notes: 'Read the notes',
  print: 'Made a PDF',
  publish: 'Published',
  passkeys: 'Began to add a passkey',
  printRecord: 'Opened the record to print it',
  remove: 'Deleted an entry',
  removeAll: 'Deleted all samples',
  restore: 'Restored an entry',
  removePasskey: 'Removed a passkey',
  removePasskeys: 'Removed all passkeys of an account',
  removeDocument: 'Deleted a document',
  reopen: 'Reset the login attempts of a number',
  retry: 'Sent an email again',
  retryAll: 'Sent all emails again',
  search: 'Searched a list',
  send: 'Sent papers',
  sendVerification: 'Asked for a link to verify an email address',
  setConsent: 'Gave or withdrew consent',
  sendLink: 'Sent a link to choose a password',
  setClaim: 'Updated the status of a claim',
  setPassword: 'Chose a password',
  revealSsn: 'Opened a whole Social Security number',
  setPin: 'Set a new PIN with a code',
  signIn: 'Signed in',
  signOut: 'Signed out',
  signOutEverywhere: 'Signed out everywhere',
  timeline: 'Read the timeline',
  turnOffShared: 'Turned the shared password off',
  turnOnShared: 'Turned the shared password on',
  twoStepSetup: 'Looked at the code for two-step sign-in',
  unpublish: 'Took off the site',
  verifyEmail: 'Verified an email address',
};

/** @returns what an entry says in words; undefined for a procedure without words. */
export function wordsFor(action: string): { place: string; deed: string } | undefined {
  const [router = '', procedure = ''] = action.split('.');
  const [place, deed] = [places[router], deeds[procedure]];
  return place && deed ? { place, deed } : undefined;
}

/** @returns the address of the record that an entry is about; undefined when it has no page of its own. */
export function recordPath(action: string, subject: string | null): string | undefined {
  const [router] = action.split('.');
  if (!subject) return undefined;
  if (router === 'contracts') return contractPath(subject);
  if (router === 'clients' || router === 'profile') return clientPath(subject);
  if (router === 'directory') return editPath(subject);
  if (router === 'staffAccounts') return accountPath(subject);
  const [, collection] =
    /^cms-(articles|attorneys|faq|listings|media|pages|people|redirects|testimonials|users)$/.exec(
      router ?? '',
    ) ?? [];
  if (collection) return `/cms/collections/${collection}/${subject}`;
  const queue = queues.find(({ name }) => name === router);
  return queue && `${queue.path}/${subject}`;
}
