import { partNames, type TypedDate } from '@claimdesk/forms/typed-date';
import { addFault, type Faults, readDay, refuse } from '#api/content/calculators/read-typed.ts';
import { type CalendarDate, yearsBefore } from './calendar-date.ts';

/** An older date is more often a typo than a case. */
const maxYears = 10;
const label = 'The date on your letter';

/**
 * Reads the date on a decision letter as a person types it.
 *
 * @param today in Eastern time.
 * @throws DomainError `bad-input` that says what to do; its `fields` name the wrong inputs, such as `letter-month`.
 */
export function readLetterDate(typed: TypedDate, today: CalendarDate): CalendarDate {
  const faults: Faults = {};
  const date = readDay('letter', typed, { label, ask: 'Enter the date on your letter' }, faults);
  if (!date) return refuse(faults);
  if (date > today) addFault(faults, partNames('letter'), `${label} must be today or in the past`);
  else if (date < yearsBefore(today, maxYears)) {
    addFault(faults, ['letter-year'], `${label} must be in the last ${maxYears} years`);
  }
  return Object.keys(faults).length > 0 ? refuse(faults) : date;
}
