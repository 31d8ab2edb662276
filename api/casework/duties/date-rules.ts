import type { CalendarDate } from '#api/content/deadlines/calendar-date.ts';
import { appealRules } from './appeal-rules.ts';
import type { Trigger } from './case-event.ts';
import { claimRules } from './claim-rules.ts';
import type { DateRule } from './date-rule.ts';
import { hearingRules } from './hearing-rules.ts';

/** Every rule of dates, each with its source and its days of force. */
export const dateRules: readonly DateRule[] = [...appealRules, ...hearingRules, ...claimRules];

/**
 * @param appointmentDay of the hearing or exam, in its own zone.
 * @returns the rules that the trigger chooses and that were in force on its day. Of a rule that counts back from an
 * appointment alone, that is the day of the appointment.
 */
export function rulesFor(trigger: Trigger, appointmentDay?: CalendarDate): DateRule[] {
  return dateRules.filter((rule) => {
    const isBeforeAppointment = rule.counts.every(({ from }) => from === 'appointment');
    const day = isBeforeAppointment && appointmentDay ? appointmentDay : trigger.day;
    return chooses(rule, trigger) && rule.from <= day && day <= (rule.until ?? day);
  });
}

function chooses({ when }: DateRule, trigger: Trigger): boolean {
  if (!when.kinds.includes(trigger.kind)) return false;
  switch (trigger.kind) {
    case 'decision':
      return (
        (when.levels?.includes(trigger.level) ?? true) &&
        (when.outcomes?.includes(trigger.outcome) ?? true) &&
        (when.feeAgreement === undefined || when.feeAgreement === trigger.feeAgreement)
      );
    case 'first contact':
      return trigger.benefits.some((benefit) => when.benefits?.includes(benefit));
    case 'representation ending':
      return trigger.hearingSet;
    default:
      return true;
  }
}
