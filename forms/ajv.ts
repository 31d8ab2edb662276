import { Ajv, type CodeOptions, type Options, type ValidateFunction } from 'ajv';
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
const options: Options = {
  allErrors: true,
  strict: true,
  strictRequired: false,
  ownProperties: true,
  messages: false,
  formats,
};

/** The only one that knows JSON Schema's own schema, which takes longer to compile than most forms do. */
const schemaJudge = new Ajv(options);

/** Takes any schema for valid: `compileSchema` and `forms:check` have looked at it. */
export function createAjv(code: CodeOptions = {}): Ajv {
  return new Ajv({ ...options, meta: false, validateSchema: false, code });
}

/** @throws Error when it is no JSON Schema, or strict mode refuses it. */
export function compileSchema(schema: object): ValidateFunction {
  schemaJudge.validateSchema(schema, true);
  return createAjv().compile(schema);
}
