import { claimDateKinds } from '@claimdesk/api/claim-steps';
import { longDateWithWeekday } from '@claimdesk/forms/calendar';
import { clockTime } from '@claimdesk/forms/clock-time';
import type { Outputs } from '#web/app/trpc.ts';

type Claim = Outputs['clients']['claim'][number];

/** @returns a date of a claim in words: `Hearing: Tuesday, January 14, 2025, at 1:30 PM Eastern time`. */
export function claimDateInWords({ kind, day, time }: NonNullable<Claim['next']>): string {
  return `${claimDateKinds[kind]}: ${longDateWithWeekday(day)}${time ? `, at ${clockTime(time)} Eastern time` : ''}`;
}
