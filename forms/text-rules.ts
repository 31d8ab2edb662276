import type { Answers, FieldUi } from './definition.ts';
import { type BrokenRule, messageFor } from './messages.ts';
import { longestExtension, splitExtension, withoutPunctuation } from './phone.ts';
import { readDate, splitDate } from './typed-date.ts';

/**
 * Characters that nobody types: control characters, unpaired surrogates, line and paragraph separators, and the
 * characters that turn the direction of the text after them around, by which an answer could read differently from what
 * it is.
 */
const hidden = /[\p{Cc}\p{Cs}\u2028-\u202E\u2066-\u2069]/u;

/** How many digits an answer has, by widget. */
const digitCounts: Partial<Record<FieldUi['widget'], number>> = { phone: 10, ssn: 9, zip: 5, pin: 4 };

/**
 * What must hold for every text, whatever its schema says: no hidden characters, a date's inputs hold a date, and what is made
 * of digits has as many as it should.
 *
 * @param fields those to be checked.
 * @param answers normalized ones, see `normalizeValue`.
 * @returns a broken rule per text of which it is not true, in a list or a row too.
 */
export function brokenTextRules(fields: Readonly<Record<string, FieldUi>>, answers: Answers): BrokenRule[] {
  return Object.keys(fields).flatMap((name) => findHidden([name], fields[name], answers[name]));
}

function findHidden(path: string[], field: FieldUi | undefined, value: unknown): BrokenRule[] {
  if (typeof value === 'string') {
    if (value && field?.widget === 'date') {
      const read = readDate(splitDate(value), field.shortTitle, field.messages?.required);
      return read.message ? [{ path, keyword: 'date', message: read.message }] : [];
    }
    const miscount = field && describeMiscount(field, value);
    if (miscount) return [{ path, keyword: 'digits', message: miscount }];
    // Nobody reads a password, and one that was chosen elsewhere may hold anything.
    if (field?.widget === 'password') return [];
    // Long texts may contain line breaks and tabs.
    const allowed = field?.widget === 'textarea' ? /[\n\t]/g : '';
    return hidden.test(value.replace(allowed, '')) ? [{ path, keyword: 'characters' }] : [];
  }
  if (Array.isArray(value)) return value.flatMap((entry, at) => findHidden([...path, `${at}`], field, entry));
  // Of a row only what is asked, of any other object nothing: reading it could run code.
  return Object.entries((value && field?.fields) || {}).flatMap(([name, question]) =>
    findHidden([...path, name], question, (value as Answers)[name]),
  );
}

/**
 * @returns the form's own words for an answer that is written wrong, and how many digits there are, where nothing else is wrong
 * with it: "Enter a 5-digit ZIP code, like 07102. You typed 4 digits, which is too few".
 */
function describeMiscount(field: FieldUi, text: string): string | undefined {
  const count = digitCounts[field.widget];
  if (count === undefined || text.length > 100) return undefined;
  const { number, extension } =
    field.widget === 'phone' ? splitExtension(text) : { number: text, extension: '' };
  const digits = withoutPunctuation(number);
  if (!/^\d+$/.test(digits)) return undefined;
  const advice =
    digits.length === count ? extensionFault(extension) : `You typed ${fault(digits.length, count)}`;
  return advice && `${messageFor({ keyword: 'pattern' }, field).replace(/\.$/, '')}. ${advice}`;
}

function fault(digits: number, count: number): string {
  return `${digits} ${digits === 1 ? 'digit' : 'digits'}, which is too ${digits > count ? 'many' : 'few'}`;
}

function extensionFault(extension: string): string | undefined {
  if (!/^\d+$/.test(extension) || extension.length <= longestExtension) return undefined;
  return extension.length < 10
    ? `An extension has at most ${longestExtension} digits`
    : 'Enter one number only';
}
