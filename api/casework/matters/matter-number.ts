import { randomInt } from 'node:crypto';
import { easternToday } from '@claimdesk/forms/eastern-time';

export const matterNumberPattern = /^M-\d{2}-\d{4,8}$/;

/** @returns the number that somebody typed as `m-26-0412` or `26-0412`; undefined for anything else. */
export function matterNumberIn(typed: string): string | undefined {
  const number = typed
    .trim()
    .toUpperCase()
    .replace(/^(?:M-)?/, 'M-');
  return matterNumberPattern.test(number) ? number : undefined;
}

/** Attempts with as many digits before there is one more. */
const perLength = 3;

/**
 * Numbers are random, so that no counter is shared by everybody who opens a matter and no number tells how many there are.
 *
 * @param attempt how many numbers were taken before: the more, the longer the next one is.
 * @returns a number such as `M-26-0412`: the year in which the matter is opened, and four digits or, where those are used up, more.
 */
export function makeMatterNumber(attempt: number, openedAt: Date): string {
  const digits = Math.min(4 + Math.floor(attempt / perLength), 8);
  const year = easternToday(openedAt).slice(2, 4);
  return `M-${year}-${String(randomInt(10 ** digits)).padStart(digits, '0')}`;
}
