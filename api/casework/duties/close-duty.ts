import { longDate } from '@claimdesk/forms/calendar';
import { DomainError } from '#api/platform/domain-error.ts';
import type { Duty, DutyOutcome } from './duty.ts';

/**
 * Ends a duty with what a person says about it. An appeal that was missed can still end so, with what shows when it was filed.
 *
 * @throws DomainError `conflict` for a duty that has ended; `bad-input` without words, for a state that contradicts the days, and
 * for a hard duty with neither proof nor a second person.
 */
export function closeDuty(duty: Duty, outcome: DutyOutcome): Duty {
  const wasMissed = duty.state === 'missed' && duty.continuedBy !== undefined && !duty.outcome;
  if (duty.state !== 'open' && !wasMissed) {
    const by = duty.outcome ? ` ${duty.outcome.by} said on ${longDate(duty.outcome.on)} how.` : '';
    throw new DomainError('conflict', `This duty has ended already: ${duty.state}.${by}`);
  }
  if (outcome.what.trim() === '') refuse('note', 'Say what was done, or why nothing was.');
  checkDays(duty, outcome, wasMissed);
  const isProven = Boolean(outcome.confirmation?.trim() || outcome.paper);
  if (duty.hard && !isProven) checkSecondPerson(outcome, wasMissed);
  return { ...duty, state: outcome.state, outcome };
}

function checkDays(duty: Duty, { state, on }: DutyOutcome, wasMissed: boolean): void {
  const isLate = on > duty.due;
  const last = longDate(duty.due);
  if (wasMissed && state === 'waived') {
    refuse('how', 'This appeal was missed. It can only turn out to be done, or late with good cause.');
  }
  if (state === 'missed' && duty.isAppeal) {
    // Said by hand, it would end without the statement of good cause.
    refuse(
      'how',
      'An appeal is missed when its last day has passed, and then asks for good cause by itself.',
    );
  }
  if (state === 'done' && isLate && duty.isAppeal) {
    refuse('on', `The last day was ${last}. Say that it is late, and give the good cause.`);
  }
  if (state === 'late with good cause' && !isLate) refuse('on', `That is not late: the last day is ${last}.`);
  if (state === 'missed' && !isLate) refuse('on', `It is not missed yet: the last day is ${last}.`);
}

function checkSecondPerson({ by, secondPerson = '' }: DutyOutcome, wasMissed: boolean): void {
  if (wasMissed)
    refuse('confirmation', 'Enter the confirmation number or the paper that shows when it was filed.');
  if (secondPerson.trim() === '') {
    refuse('confirmation', 'Enter a confirmation number or a paper, or name a second reviewer.');
  }
  if (isSamePerson(by, secondPerson)) refuse('second_person', 'The second reviewer has to be somebody else.');
}

export function isSamePerson(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

function refuse(field: string, message: string): never {
  throw new DomainError('bad-input', message, { fields: { [field]: message } });
}
