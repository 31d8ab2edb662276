import type { Outputs } from '#web/app/trpc.ts';
import { clientPath } from './client-table.tsx';

type Event = Outputs['clients']['timeline']['events'][number];

/** The texts of events, for the timeline and the list of changes to the login. */
export const eventWords: Record<Event['name'], string> = {
  registered: 'Registered',
  'confirmation-code-issued': 'Confirmation code given',
  confirmed: 'Account confirmed',
  renamed: 'Name corrected',
  'code-issued': 'PIN code given',
  reopened: 'Login attempts reset',
  'sessions-ended': 'Logged out everywhere',
  'notice-unmarked': 'Social Security was not told after all',
  freed: 'Number freed',
  closed: 'Account closed',
  revealed: 'Number revealed',
  'entry-added': 'Entry added in the portal',
  'entry-changed': 'Entry changed in the portal',
  'entry-deleted': 'Entry deleted in the portal',
  'entry-restored': 'Entry restored in the portal',
  'entry-made-primary': 'Entry made the primary one',
  'entry-allowed': 'Consent given',
  'entry-disallowed': 'Consent withdrawn',
  'entry-link-asked': 'Verification link requested',
  'entry-verified': 'Email address verified',
  'claim-set': 'Claim updated',
  'contract-signed': 'Contract signed',
  'contract-pdf-made': 'PDF of the contract made',
  'contract-linked': 'Contract linked',
  'contract-separate': 'Contract marked as not this client’s',
  'evaluation-sent': 'Case evaluation sent',
  'evaluation-linked': 'Case evaluation linked',
  'evaluation-separate': 'Case evaluation marked as not this client’s',
  'document-added': 'Document uploaded',
  'document-sent': 'Document sent in the portal',
  'document-changed': 'Document renamed',
  'document-removed': 'Document deleted',
  'note-added': 'Note added',
  'note-corrected': 'Note corrected',
  'notice-made': 'Notice to Social Security due',
  'notice-sent': 'Social Security told of the address',
  'call-asked': 'Call requested',
};

/** The kinds that a timeline can be filtered by. */
export const kindWords: Record<Event['kind'], string> = {
  account: 'Account',
  entry: 'What the client entered',
  claim: 'Claim',
  contract: 'Contracts',
  evaluation: 'Case evaluations',
  document: 'Documents',
  note: 'Notes',
  notice: 'Notices to Social Security',
  call: 'Call requests',
};

export function isKind(kind: string | null): kind is Event['kind'] {
  return kind !== null && Object.hasOwn(kindWords, kind);
}

/** @returns who did it, in words. */
export function actorOf({ who }: Pick<Event, 'who'>): string {
  if (who === 'client') return 'Client';
  if (who === 'site') return 'The site';
  if (who === 'caller') return 'Somebody with the client’s phone number';
  return who?.staff ?? 'An account that was deleted';
}

/** @returns the address of a client's timeline, or of those after the cursor. */
export function timelinePath(id: string, query: { kind?: string | null; cursor?: string } = {}): string {
  const given = Object.entries(query).filter((each): each is [string, string] => Boolean(each[1]));
  const text = new URLSearchParams(given).toString();
  return `${clientPath(id)}/timeline${text && `?${text}`}`;
}
