import type { Deps } from '../connect.ts';
import { readFacts } from '../content/read-site.ts';
import { type AppealDeadline, findAppealDeadline } from './appeal-deadline.ts';
import { todayInEasternTime } from './calendar-date.ts';
import { readLetterDate, type TypedDate } from './read-letter-date.ts';

/**
 * @param letter the date on the letter as it was typed.
 * @returns the last day to appeal, counted with the time limits that editors keep in the facts.
 * @throws DomainError `bad-input` for a date that can't be on a letter, with the parts that are wrong as `fields`.
 */
export async function countDeadline(
  letter: TypedDate,
  deps: Pick<Deps, 'payload' | 'content'>,
  now = new Date(),
): Promise<AppealDeadline> {
  const today = todayInEasternTime(now);
  const date = readLetterDate(letter, today);
  const { receiptDays, appealDays } = await readFacts(deps);
  return findAppealDeadline(date, today, {
    receiptDays: Number(receiptDays),
    appealDays: Number(appealDays),
  });
}
