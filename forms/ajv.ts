import { Ajv, type Options, type ValidateFunction } from 'ajv';
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
 * - all errors are wanted, therefore callers bound the input first (`validate.ts`);
 * - only own properties count, so a field can't be answered through a prototype;
 * - its English texts are switched off, so that none can reach a person;
 * - strict, except `strictRequired`, which can't see across the branches of a condition.
 */
const ajvOptions: Options = {
  allErrors: true,
  strict: true,
  strictRequired: false,
  ownProperties: true,
  messages: false,
  formats,
};

/** The only one that knows JSON Schema's own schema, which takes longer to compile than most forms do. */
const schemaJudge = new Ajv(ajvOptions);

/** For schemas that `compileSchema` and `forms:check` have looked at: any is taken for valid. */
export const uncheckedOptions: Options = { ...ajvOptions, meta: false, validateSchema: false };

/** @throws Error when it is no JSON Schema, or strict mode refuses it. */
export function compileSchema(schema: object): ValidateFunction {
  schemaJudge.validateSchema(schema, true);
  return new Ajv(uncheckedOptions).compile(schema);
}
