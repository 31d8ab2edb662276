import { partNames, readDate, type TypedDate } from '@claimdesk/forms/typed-date';
import { DomainError } from '#api/platform/domain-error.ts';

/** The faults in a form: how to correct each, by the name of the input, in the order of the questions. */
export type Faults = Record<string, string>;

/** Every input of a calculator takes no more characters than that. */
export const mostCharacters = 20;

/** More is a typing error: no wage of a month comes near it. In cents. */
const mostMoney = 10_000_000;

/** The most that an amount can be, in cents, and the sentence for more. */
export interface Most {
  amount: number;
  message: string;
}

export function addFault(faults: Faults, names: readonly string[], message: string): undefined {
  for (const name of names) faults[name] ??= message;
}

/** @throws DomainError `bad-input` with everything that is wrong. */
export function refuse(faults: Faults): never {
  throw new DomainError('bad-input', Object.values(faults)[0] ?? '', { fields: faults });
}

/**
 * @param label of the date, as its sentences begin: "The date on your letter".
 * @returns the date as YYYY-MM-DD; undefined, with what is wrong added to `faults`, if it is none.
 */
export function readDay(
  name: string,
  typed: TypedDate,
  { label, ask }: { label: string; ask: string },
  faults: Faults,
): string | undefined {
  const { date, message, wrong } = readDate(typed, label, ask);
  return message === undefined ? date : addFault(faults, partNames(name, wrong), message);
}

/**
 * Reads an amount as people type it: "850", "$85.50", with or without commas.
 *
 * @param ask the sentence where nothing or zero was typed; without one, nothing is zero.
 * @param most left out, more than anybody earns.
 * @returns cents.
 */
export function readMoney(
  name: string,
  typed: string,
  { label, ask, most }: { label: string; ask?: string; most?: Most },
  faults: Faults,
): number | undefined {
  const text = typed.normalize('NFKC').trim();
  if (!text) return ask === undefined ? 0 : addFault(faults, [name], ask);
  const [, dollars, cents = ''] = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  if (dollars === undefined) {
    return addFault(faults, [name], `${label} must be an amount in dollars, such as 850 or 850.50`);
  }
  const amount = Number(dollars.replaceAll(',', '')) * 100 + Number(cents.padEnd(2, '0'));
  const { amount: limit, message } = most ?? {
    amount: mostMoney,
    message: `${label} is more than we can count. Enter the amount for one month`,
  };
  if (amount === 0 && ask !== undefined) return addFault(faults, [name], ask);
  return amount > limit ? addFault(faults, [name], message) : amount;
}

/** @returns the year, if it is one between the first and the last that make sense. */
export function readYear(
  name: string,
  typed: string,
  { label, ask, first, last }: { label: string; ask: string; first: number; last: number },
  faults: Faults,
): number | undefined {
  const text = typed.normalize('NFKC').trim();
  if (!text) return addFault(faults, [name], ask);
  if (!/^\d{4}$/.test(text)) return addFault(faults, [name], `${label} must have 4 digits, such as 2010`);
  const year = Number(text);
  return year < first || year > last
    ? addFault(faults, [name], `${label} must be from ${first} to ${last}`)
    : year;
}
