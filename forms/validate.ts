import type { ValidateFunction } from 'ajv';
import { compileSchema } from './ajv.ts';
import { type Condition, readConditions } from './conditions.ts';
import { brokenDeclaredRules } from './declared-rules.ts';
import type { Answers, FieldErrors, FormDefinition, JsonSchema } from './definition.ts';
import { easternToday } from './eastern-time.ts';
import { findStep, visibleSteps } from './journey.ts';
import {
  type AjvError,
  describeErrors,
  describeUnknown,
  toBrokenRules,
  unreadableAnswers,
} from './messages.ts';
import { normalizeAnswers } from './normalize.ts';
import { brokenTextRules } from './text-rules.ts';
import { stepSchema } from './ui-schema.ts';
import { isWriteOnly } from './write-only.ts';

export type Verdict = { ok: true; answers: Answers } | { ok: false; errors: FieldErrors };

/** @property today YYYY-MM-DD, by which dates are judged; today in New Jersey unless a test says otherwise. */
export interface Clock {
  today?: string;
}

interface Compiled {
  whole: ValidateFunction;
  conditions: (Condition & { holds: ValidateFunction })[];
  /** By step and by the fields hidden on it. */
  steps: Map<string, ValidateFunction>;
}

/** One entry per definition that was ever used; they are few, and their version is the hash of their content. */
const compiled = new Map<string, Compiled>();

/**
 * Checks a whole submission, by today's definition or by an older one from the database.
 *
 * @param answers anything at all: it is read as data, nothing in it is run, and its size does not matter.
 * @returns the answers as they are to be stored: normalized (see `normalizeValue`), without those to questions that
 * this visitor was not asked; or one sentence per field, in the order of the page. An answer to no question of the form
 * is refused, never dropped.
 */
export function validateAnswers(definition: FormDefinition, answers: unknown, clock: Clock = {}): Verdict {
  const read = readAnswers(definition, answers);
  if (!read) return { ok: false, errors: { '': unreadableAnswers } };
  const asked = without(read.known, hiddenFields(definition, read.known));
  const { whole } = compile(definition);
  return judge(definition, whole, { asked, all: asked, unknown: read.unknown }, clock);
}

/**
 * Checks the answers of one step by the rules of that step alone.
 *
 * @param answers those of the whole form so far, because earlier ones decide what is asked here.
 * @returns as `validateAnswers`, with the answers of this step only.
 * @throws RangeError when the form has no such step.
 */
export function validateStep(
  definition: FormDefinition,
  stepId: string,
  answers: unknown,
  clock: Clock = {},
): Verdict {
  const read = readAnswers(definition, answers);
  if (!read) return { ok: false, errors: { '': unreadableAnswers } };
  const hidden = hiddenFields(definition, read.known);
  const schema = stepSchema(definition, stepId, hidden);
  const asked = Object.keys(schema.properties);
  const { steps } = compile(definition);
  const key = [stepId, ...asked].join(' ');
  const validate = steps.get(key) ?? compileSchema(schema);
  steps.set(key, validate);
  const all = without(read.known, hidden);
  const here = Object.fromEntries(Object.entries(all).filter(([field]) => asked.includes(field)));
  return judge(definition, validate, { asked: here, all, unknown: read.unknown }, clock);
}

/**
 * @param answers those of the whole form so far.
 * @returns the write-only answers of a step that are valid by themselves. Invalid ones are not kept: nobody could see
 * them again to correct them.
 * @throws RangeError when the form has no such step.
 */
export function rightWriteOnly(definition: FormDefinition, stepId: string, answers: Answers): Answers {
  const fields = findStep(definition, stepId).fields.filter((name) => {
    const field = definition.ui.fields[name];
    return field && isWriteOnly(field) && answers[name] !== undefined;
  });
  if (fields.length === 0) return {};
  const verdict = validateStep(definition, stepId, answers);
  const hidden = hiddenFields(definition, answers);
  const right = fields.filter(
    (name) => !hidden.has(name) && (verdict.ok || !Object.hasOwn(verdict.errors, name)),
  );
  return Object.fromEntries(right.map((name) => [name, answers[name]]));
}

/** @returns the ids of the steps that this visitor is asked and whose answers are valid. */
export function answeredSteps(definition: FormDefinition, answers: Answers): Set<string> {
  const steps = visibleSteps(definition, hiddenFields(definition, answers));
  const read = normalizeAnswers(definition, answers);
  return new Set(steps.filter(({ id }) => validateStep(definition, id, read).ok).map(({ id }) => id));
}

/**
 * @returns the fields that are not asked, given these answers. Answers to hidden questions decide nothing themselves.
 */
export function hiddenFields(definition: FormDefinition, answers: Answers): Set<string> {
  return decideConditions(definition, answers).hidden;
}

/** @returns whether each condition of the form holds, in the order of `readConditions`. */
export function conditionOutcomes(definition: FormDefinition, answers: Answers): boolean[] {
  return decideConditions(definition, answers).outcomes;
}

function decideConditions(
  definition: FormDefinition,
  answers: Answers,
): { hidden: Set<string>; outcomes: boolean[] } {
  const hidden = new Set<string>();
  const { conditions } = compile(definition);
  if (conditions.length === 0) return { hidden, outcomes: [] };
  const visible = readAnswers(definition, answers)?.known ?? {};
  const outcomes = conditions.map(({ holds, hiddenWhenTrue, hiddenWhenFalse }) => {
    const outcome = holds(bounded(definition, visible));
    for (const field of outcome ? hiddenWhenTrue : hiddenWhenFalse) {
      hidden.add(field);
      delete visible[field];
    }
    return outcome;
  });
  return { hidden, outcomes };
}

interface Judged {
  /** What is asked here, */
  asked: Answers;
  /** and what a declared rule may look at besides. */
  all: Answers;
  unknown: string[];
}

function judge(
  definition: FormDefinition,
  validate: ValidateFunction,
  { asked, all, unknown }: Judged,
  { today = easternToday() }: Clock,
): Verdict {
  const { fields, steps } = definition.ui;
  const found: AjvError[] = validate(bounded(definition, asked)) ? [] : (validate.errors ?? []);
  const here = Object.fromEntries(Object.entries(fields).filter(([field]) => Object.hasOwn(asked, field)));
  const answers = bounded(definition, all) as Answers;
  const broken = [
    ...toBrokenRules(found),
    // Whole, since a date that was cut would be told to lack its year.
    ...brokenTextRules(here, all),
    ...brokenDeclaredRules(here, { answers, today }),
  ];
  if (broken.length === 0 && unknown.length === 0) return { ok: true, answers: asked };
  const order = steps.flatMap((step) => step.fields);
  const errors = describeErrors(broken, fields, order);
  if (unknown.length > 0) errors[''] = describeUnknown(unknown);
  return { ok: false, errors };
}

function readAnswers(
  definition: FormDefinition,
  answers: unknown,
): { known: Answers; unknown: string[] } | undefined {
  if (answers === null || typeof answers !== 'object' || Array.isArray(answers)) return undefined;
  const properties = definition.schema.properties ?? {};
  return {
    known: normalizeAnswers(definition, answers as Answers),
    unknown: Object.keys(answers).filter((name) => !Object.hasOwn(properties, name)),
  };
}

function bounded({ schema }: FormDefinition, answers: Answers): unknown {
  return associatedValue(schema, answers);
}

function without(answers: Answers, hidden: ReadonlySet<string>): Answers {
  return Object.fromEntries(Object.entries(answers).filter(([field]) => !hidden.has(field)));
}

function compile(definition: FormDefinition): Compiled {
  const key = `${definition.form}@${definition.version}`;
  const known = compiled.get(key);
  if (known) return known;
  const fresh: Compiled = {
    whole: compileSchema(definition.schema),
    conditions: readConditions(definition).map((each) => ({
      ...each,
      // Alone, the condition would lack the form's own `type`, which strict mode wants to see.
      holds: compileSchema({ type: 'object', ...each.if }),
    })),
    steps: new Map(),
  };
  compiled.set(key, fresh);
  return fresh;
}

/**
 * Cuts a value down to just over what its schema allows. A validator that reports all errors would otherwise run every
 * pattern over megabytes; what is cut here is still too long, so it is refused for its length as it would have been.
 */
function associatedValue(schema: JsonSchema, value: unknown): unknown {
  if (typeof value === 'string') {
    // Lengths count code points, of which one takes at most two units of a string.
    return schema.maxLength === undefined ? value : value.slice(0, 2 * schema.maxLength + 1);
  }
  if (schema.type === 'array' && Array.isArray(value)) {
    return value
      .slice(0, (schema.maxItems ?? 0) + 1)
      .map((item) => associatedValue(schema.items ?? {}, item));
  }
  if (schema.type === 'object' && value !== null && typeof value === 'object' && !Array.isArray(value)) {
    const properties = schema.properties ?? {};
    const known = Object.keys(value).filter((name) => Object.hasOwn(properties, name));
    const strange = Object.keys(value).find((name) => !Object.hasOwn(properties, name));
    const kept = strange === undefined ? known : [...known, strange];
    return Object.fromEntries(
      kept.map((name) => [
        name,
        associatedValue(properties[name] ?? {}, (value as Record<string, unknown>)[name]),
      ]),
    );
  }
  return value;
}
