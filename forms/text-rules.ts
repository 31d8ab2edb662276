import type { Answers, FieldUi } from './definition.ts';
import type { BrokenRule } from './messages.ts';
import { readDate, splitDate } from './typed-date.ts';

/**
 * Characters that nobody types: control characters, unpaired surrogates, line and paragraph separators, and the
 * characters that turn the direction of the text after them around, by which an answer could read differently from what
 * it is.
 */
const hidden = /[\p{Cc}\p{Cs}\u2028-\u202E\u2066-\u2069]/u;

/**
 * What must hold for every text, whatever its schema says: no hidden characters, and a date's inputs hold a date.
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
