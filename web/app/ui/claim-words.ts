import { claimDateKinds } from '@claimdesk/api/claim-steps';
import { longDateWithWeekday } from '@claimdesk/forms/calendar';
import type { Outputs } from '#web/app/trpc.ts';

type Claim = Outputs['clients']['claim'][number];

/** @returns a date of a claim in words: `Hearing: Tuesday, January 14, 2025, at 1:30 PM Eastern time`. */
export function claimDateInWords({ kind, day, time }: NonNullable<Claim['next']>): string {
  return `${claimDateKinds[kind]}: ${longDateWithWeekday(day)}${time ? `, at ${clockTime(time)} Eastern time` : ''}`;
}

/** @param time `HH:MM` of 24 hours. @returns `1:30 PM`. */
function clockTime(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
}
