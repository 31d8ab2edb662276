import { shortEasternDateTime } from '@claimdesk/forms/eastern-time';
import type { Outputs } from '#web/app/trpc.ts';

type Notice = Outputs['profile']['notices'][number];

/** How Social Security was told. */
export const noticeWays = {
  letter: 'By letter',
  'their portal': 'On their website for representatives',
} as const;

/** How staff know that a change of address is the client's, if they send a notice before its hold ends. */
export const earlyReasons = {
  call: 'I called the client at a number that we had before',
  'in person': 'The client told me in person, and I checked who they are',
} as const;

/** @returns why a notice should wait. */
export function heldWords(held: NonNullable<Notice['held']>): string {
  if (held.why === 'unverified') return 'Held: the account is not confirmed';
  return `Held until ${shortEasternDateTime(held.until)}: the account or its PIN is younger than 72 hours`;
}
