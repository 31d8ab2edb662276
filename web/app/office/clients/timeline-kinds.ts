import { kindWords } from '#web/app/event-words.ts';
import type { Outputs } from '#web/app/trpc.ts';
import { clientPath } from './client-table.tsx';

type Event = Outputs['clients']['timeline']['events'][number];

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
