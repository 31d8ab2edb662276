import { Ajv, type CodeOptions } from 'ajv';
import { fullFormats } from 'ajv-formats/dist/formats.js';

/**
 * Formats are regular expressions, never functions: the validators that are compiled for the browser then carry them
 * inside and import nothing.
 */
const formats = {
  email: fullFormats.email as RegExp,
  /** A day of the calendar, YYYY-MM-DD, leap years included. */
  date: /^(?:\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8]))|(?:\d\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)$/,
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
