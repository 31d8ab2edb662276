import { todayInNewJersey } from '@claimdesk/forms/calendar';
import type { TypedDate } from '@claimdesk/forms/typed-date';
import { readFacts } from '#api/content/read-site.ts';
import type { Deps } from '#api/platform/deps.ts';
import { type AppealDeadline, findAppealDeadline } from './appeal-deadline.ts';
import { readLetterDate } from './read-letter-date.ts';

/**
 * @param letter the date on the letter, as typed.
 * @returns the last day to appeal, using the time limits that editors maintain in the facts.
 * @throws DomainError `bad-input` for a date that can't be on a letter, with the parts that are wrong as `fields`.
 */
export async function countDeadline(
  letter: TypedDate,
  deps: Pick<Deps, 'payload' | 'content'>,
  now = new Date(),
): Promise<AppealDeadline> {
  const today = todayInNewJersey(now);
  const date = readLetterDate(letter, today);
  const { receiptDays, appealDays } = await readFacts(deps);
  return findAppealDeadline(date, today, {
    receiptDays: Number(receiptDays),
    appealDays: Number(appealDays),
  });
}
