import { Ajv, type CodeOptions } from 'ajv';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { calendarDate } from './calendar.ts';

/**
 * Formats are regular expressions, never functions: the validators that are compiled for the browser then carry them
 * inside and import nothing.
 */
const formats = {
  email: fullFormats.email as RegExp,
  date: calendarDate,
};

/**
 * The one AJV set-up: the server's validators and the browser's precompiled ones come from here, so that their verdicts
 * agree.
 *
 * - nothing is coerced, defaulted or removed: what passes is what is stored;
 * - all errors are wanted, therefore callers bound the input first (`bound-answers.ts`);
 * - only own properties count, so a field can't be answered through a prototype;
 * - its English texts are switched off, so that none can reach a person;
 * - strict, except `strictRequired`, which can't see across the branches of a condition.
 */
export function createAjv(code: CodeOptions = {}): Ajv {
  return new Ajv({
    allErrors: true,
    strict: true,
    strictRequired: false,
    ownProperties: true,
    messages: false,
    formats,
    code,
  });
}
