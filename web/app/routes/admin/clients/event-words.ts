import type { Outputs } from '#web/app/trpc.ts';
import { clientPath } from './client-table.tsx';

type Event = Outputs['clients']['timeline']['events'][number];

/** What happened with a client, as the timeline and the list of changes to the login say it. */
export const eventWords: Record<Event['name'], string> = {
  registered: 'Registered',
  confirmed: 'Account confirmed',
  renamed: 'Name corrected',
  'code-issued': 'PIN code given',
  reopened: 'Let try again',
  'sessions-ended': 'Logged out everywhere',
  freed: 'Number freed',
  closed: 'Account closed',
  revealed: 'Number revealed',
  'contract-signed': 'Contract signed',
  'contract-pdf-made': 'PDF of the contract made',
  'document-added': 'Document uploaded',
  'document-changed': 'Document renamed',
  'document-removed': 'Document deleted',
  'note-added': 'Note added',
  'note-corrected': 'Note corrected',
};

/** The kinds that a timeline can be narrowed to. */
export const kindWords: Record<Event['kind'], string> = {
  account: 'Account',
  contract: 'Contracts',
  document: 'Documents',
  note: 'Notes',
};

export function isKind(kind: string | null): kind is Event['kind'] {
  return kind !== null && Object.hasOwn(kindWords, kind);
}

/** @returns who did it, in words. */
export function actorOf({ who }: Pick<Event, 'who'>): string {
  if (who === 'client') return 'Client';
  if (who === 'site') return 'The site';
  return who?.staff ?? 'An account that was deleted';
}

/** @returns the address of a client's timeline, or of those after the cursor. */
export function timelinePath(id: string, query: { kind?: string | null; cursor?: string } = {}): string {
  const given = Object.entries(query).filter((each): each is [string, string] => Boolean(each[1]));
  const text = new URLSearchParams(given).toString();
  return `${clientPath(id)}/timeline${text && `?${text}`}`;
}
