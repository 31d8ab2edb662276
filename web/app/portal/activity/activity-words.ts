import { downloads } from '@claimdesk/api/download-names';
import type { Outputs } from '#web/app/trpc.ts';

type Event = Outputs['clients']['activity']['events'][number];

/** What clients do, by the procedure. */
const clientActions: Record<string, string> = {
  'clients.signIn': 'Logged in',
  'clients.signOut': 'Logged out',
  'clients.signOutEverywhere': 'Logged out everywhere',
  'clients.setPin': 'Set a new PIN',
  'clients.confirmWithCode': 'Typed a code to confirm your account',
  'uploads.send': 'Sent us papers',
  'uploads.begin': 'Began to send us papers',
  'uploads.finish': 'Sent us a paper',
  'uploads.documentFile': 'Opened a paper that you sent',
};

/** What clients do with an entry, before its name. */
const entryActions: Record<string, string> = {
  added: 'Added',
  changed: 'Changed',
  deleted: 'Deleted',
  restored: 'Restored',
  'made-primary': 'Made a different one the primary',
  allowed: 'Gave consent for',
  disallowed: 'Withdrew consent for',
  'link-asked': 'Asked for a link to verify',
  verified: 'Verified',
};

/** By the form. */
const entryNames: Record<string, string> = {
  'mailing-address': 'mailing address',
  'phone-number': 'phone number',
  'email-address': 'email address',
  'emergency-contact': 'emergency contact',
  'medical-facility': 'facility',
  'medical-treatment': 'treatment',
};

/** What our office does: by the procedure, or by what it did about the login. */
const officeActions: Record<string, string> = {
  'clients.detail': 'Opened your record',
  'clients.printRecord': 'Opened your record to print it',
  'clients.documentFile': 'Opened a paper in your record',
  revealed: 'Viewed your full Social Security number',
  confirmed: 'Confirmed your account',
  renamed: 'Corrected your name',
  'confirmation-code-issued': 'Gave you a code to confirm your account',
  'code-issued': 'Gave you a code for a new PIN',
  reopened: 'Let you try to log in again',
  'sessions-ended': 'Logged you out everywhere',
  'notice-unmarked': 'Corrected that Social Security was told about your address: it was not told yet',
};

/** @returns what happened, in words for the client. */
export function describeEvent({ by, what, subject }: Event): string {
  if (by === 'office') return officeActions[what] ?? 'Changed your account';
  if (what === 'downloads.documentFile') return `Downloaded ${titleOf(subject)}`;
  const [action, name] = [entryActions[what], subject && entryNames[subject]];
  if (action && name) return what === 'made-primary' ? `${action} ${name}` : `${action} ${withArticle(name)}`;
  return clientActions[what] ?? 'Changed your details';
}

function withArticle(name: string): string {
  return `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`;
}

function titleOf(subject: string | null): string {
  return Object.entries(downloads).find(([name]) => name === subject)?.[1].title ?? 'a document';
}
