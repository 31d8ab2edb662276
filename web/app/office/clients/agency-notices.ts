import { shortEasternDateTime } from '@claimdesk/forms/eastern-time';
import type { Outputs } from '#web/app/trpc.ts';

type Notice = Outputs['profile']['notices'][number];

/** @returns why a notice should wait. */
export function heldWords(held: NonNullable<Notice['held']>): string {
  if (held.why === 'unverified') return 'Held: the account is not confirmed';
  return `Held until ${shortEasternDateTime(held.until)}: the account or its PIN is younger than 72 hours`;
}
