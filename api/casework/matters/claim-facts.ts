import { easternMoment, easternZone } from '@claimdesk/forms/eastern-time';
import { claimDateKinds } from '#api/casework/claims/claim-steps.ts';
import type { ClaimDate, ClaimUpdate } from '#api/casework/claims/claim-update.model.ts';
import type { CaseFacts } from '#api/casework/duties/case-event.ts';
import type { CalendarDate } from '#api/content/deadlines/calendar-date.ts';

/** @returns what an update of a claim says, as an event of its matter. */
export function updateFacts({
  step,
  since,
  needed,
  note,
}: Pick<ClaimUpdate, 'step' | 'since' | 'needed' | 'note'>): CaseFacts {
  return { kind: 'claim update', day: since, step, needed, note };
}

/** @param entered the day on which staff entered the date. @returns what is to be done on the date, as an event of the matter. */
export function dateFacts({ kind, day, time }: ClaimDate, entered: CalendarDate): CaseFacts {
  const appointment = time && { at: easternMoment(day, time).toISOString(), zone: easternZone };
  return {
    kind: 'task',
    day: entered,
    what: claimDateKinds[kind],
    dueOn: day,
    hard: kind === 'deadline',
    clientDate: kind,
    ...(appointment && { appointment }),
  };
}
