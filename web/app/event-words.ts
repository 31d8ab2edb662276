import { downloads } from '@claimdesk/api/download-names';
import { longDate } from '@claimdesk/forms/calendar';
import { decisionSentence } from './portal/claim/claim-words.ts';
import type { Outputs } from './trpc.ts';

type StaffEvent = Outputs['clients']['timeline']['events'][number];
type StaffName = StaffEvent['name'];
type ClientEvent = Outputs['clients']['activity']['events'][number];
type ClientName = ClientEvent['what'];

type Words<Name> = (Name extends StaffName ? { staff: string } : { staff?: never }) &
  (Name extends ClientName ? { client: string } : { client?: never });

/** What happened to a client, in words for staff and for the client. `…` stands for what it was about. */
export const eventWords: { readonly [Name in StaffName | ClientName]: Words<Name> } = {
  registered: { staff: 'Registered' },
  'confirmation-code-issued': {
    staff: 'Confirmation code given',
    client: 'Gave you a code to confirm your account',
  },
  confirmed: { staff: 'Account confirmed', client: 'Confirmed your account' },
  renamed: { staff: 'Name corrected', client: 'Corrected your name' },
  'code-issued': { staff: 'PIN code given', client: 'Gave you a code for a new PIN' },
  reopened: { staff: 'Login attempts reset', client: 'Let you try to log in again' },
  'sessions-ended': { staff: 'Logged out everywhere', client: 'Logged you out everywhere' },
  'notice-unmarked': {
    staff: 'Social Security was not told after all',
    client: 'Corrected that Social Security was told about your address: it was not told yet',
  },
  freed: { staff: 'Number freed', client: 'Changed your account' },
  closed: { staff: 'Account closed', client: 'Changed your account' },
  revealed: { staff: 'Number revealed', client: 'Viewed your full Social Security number' },
  'entry-added': { staff: 'Entry added in the portal', client: 'Added a …' },
  'entry-changed': { staff: 'Entry changed in the portal', client: 'Changed a …' },
  'entry-deleted': { staff: 'Entry deleted in the portal', client: 'Deleted a …' },
  'entry-restored': { staff: 'Entry restored in the portal', client: 'Restored a …' },
  'entry-made-primary': {
    staff: 'Entry made the primary one',
    client: 'Made a different one the primary …',
  },
  'entry-allowed': { staff: 'Consent given', client: 'Gave consent for a …' },
  'entry-disallowed': { staff: 'Consent withdrawn', client: 'Withdrew consent for a …' },
  'entry-link-asked': {
    staff: 'Verification link requested',
    client: 'Asked for a link to verify a …',
  },
  'entry-verified': { staff: 'Email address verified', client: 'Verified a …' },
  'clients.signIn': { client: 'Logged in' },
  'clients.signOut': { client: 'Logged out' },
  'clients.signOutEverywhere': { client: 'Logged out everywhere' },
  'clients.setPin': { client: 'Set a new PIN' },
  'clients.confirmWithCode': { client: 'Typed a code to confirm your account' },
  'clients.detail': { client: 'Opened your record' },
  'clients.printRecord': { client: 'Opened your record to print it' },
  'clients.documentFile': { client: 'Opened a paper in your record' },
  'uploads.send': { client: 'Sent us papers' },
  'uploads.begin': { client: 'Began to send us papers' },
  'uploads.finish': { client: 'Sent us a paper' },
  'uploads.documentFile': { client: 'Opened a paper that you sent' },
  'downloads.documentFile': { client: 'Downloaded …' },
  'claims.enterLetter': { client: 'Told us about a letter' },
  'claim-set': { staff: 'Claim updated' },
  'contract-signed': { staff: 'Contract signed' },
  'contract-pdf-made': { staff: 'PDF of the contract made' },
  'contract-linked': { staff: 'Contract linked' },
  'contract-separate': { staff: 'Contract marked as not this client’s' },
  'evaluation-sent': { staff: 'Case evaluation sent' },
  'evaluation-linked': { staff: 'Case evaluation linked' },
  'evaluation-separate': { staff: 'Case evaluation marked as not this client’s' },
  'document-added': { staff: 'Document uploaded' },
  'document-sent': { staff: 'Document sent in the portal' },
  'document-changed': { staff: 'Document renamed' },
  'document-removed': { staff: 'Document deleted' },
  'note-added': { staff: 'Note added' },
  'note-corrected': { staff: 'Note corrected' },
  'notice-made': { staff: 'Notice to Social Security due' },
  'notice-sent': { staff: 'Social Security told of the address' },
  'call-asked': { staff: 'Call requested' },
  'matter-event': { staff: 'In the matter', client: 'Recorded something about your claim' },
  'matter-call': { staff: 'Call' },
};

/** Subjects by which staff filter the timeline. */
export const kindWords: Readonly<Record<StaffEvent['kind'], string>> = {
  account: 'Account',
  entry: 'What the client entered',
  claim: 'Claim',
  contract: 'Contracts',
  evaluation: 'Case evaluations',
  document: 'Documents',
  note: 'Notes',
  notice: 'Notices to Social Security',
  call: 'Call requests',
  matter: 'Matters',
};

/** What clients enter, by its form. */
const entryNames: Record<string, string> = {
  'mailing-address': 'mailing address',
  'phone-number': 'phone number',
  'email-address': 'email address',
  'emergency-contact': 'emergency contact',
  'medical-facility': 'facility',
  'medical-treatment': 'treatment',
};

/** @returns what happened, in words for the client. */
export function describeEvent({
  what,
  subject,
  said,
}: Pick<ClientEvent, 'what' | 'subject' | 'said'>): string {
  if (said) return matterWords(said);
  const { client } = eventWords[what];
  if (!client.includes('…')) return client;
  if (what === 'downloads.documentFile') return client.replace('…', titleOf(subject));
  const name = entryNames[subject ?? ''];
  if (!name) return 'Changed your details';
  return client.replace('a …', `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`).replace('…', name);
}

const appeals = {
  reconsideration: 'your request for reconsideration',
  hearing: 'your request for a hearing',
  council: 'your request for a review by the Appeals Council',
  court: 'your appeal to the federal court',
} as const;

/** @returns what came or was done in a matter, in words for the client. */
function matterWords(said: NonNullable<ClientEvent['said']>): string {
  const day = longDate(said.day);
  switch (said.kind) {
    case 'decision':
      return `Received a decision: ${decisionSentence(said).replace(/\.$/, '')}`;
    case 'hearing notice':
      return `Received the notice of your hearing, dated ${day}`;
    case 'amended notice':
      return `Received a changed notice of your hearing, dated ${day}`;
    case 'exam notice':
      return `Received the notice of an exam for you, dated ${day}`;
    case 'exam missed':
      return `Recorded that you missed an exam on ${day}`;
    case 'form request':
      return `Received a letter that asks for forms, dated ${day}`;
    case 'evidence request':
      return `Received a letter that asks for evidence, dated ${day}`;
    case 'fee notice':
      return `Received the letter that sets our fee, dated ${day}`;
    case 'application filed':
      return `Filed your application on ${day}`;
    case 'appeal filed':
      return `Filed ${appeals[said.level]} on ${day}`;
    case 'closed':
      return `${said.isWithdrawn ? 'Withdrew your claim' : 'Closed your case'} on ${day}`;
  }
}

function titleOf(subject: string | null): string {
  return Object.entries(downloads).find(([name]) => name === subject)?.[1].title ?? 'a document';
}
