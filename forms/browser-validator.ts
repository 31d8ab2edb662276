import { deepEquals } from '@rjsf/utils';
import { steps } from './.generated/index.js';
import { brokenDeclaredRules, type RuleContext } from './declared-rules.ts';
import type { Answers, FieldErrors } from './definition.ts';
import { easternToday } from './eastern-time.ts';
import { type BrokenRule, describeErrors } from './messages.ts';
import { keptRows, normalizeAnswers } from './normalize.ts';
import { brokenTextRules } from './text-rules.ts';
import type { CompiledStep, StepSchema } from './ui-schema.ts';

/** Checks the answers of one step. */
export interface StepValidator {
  /**
   * @param schema of the step as the page shows it. @returns a message for each wrong field, by its path as the page counts rows:
   * `jobs.0.title`.
   */
  check(answers: Answers, schema: object): FieldErrors;
}

/** What a validator can't know of the step alone. */
export interface Surroundings {
  /** Answers of earlier steps that declared rules of this one look at, see `answersLookedAt` in `ui-schema.ts`. */
  earlier?: Answers;
  /** @returns the fields that may stay empty because their answer is stored and not shown (`write-only.ts`). */
  given?: () => readonly string[];
  /** YYYY-MM-DD; today in New Jersey unless a test says otherwise. */
  today?: string;
}

/**
 * The validator of one step, compiled at build time: nothing is compiled in the browser, so the content security policy needs no
 * `unsafe-eval`, and of rjsf's validator and AJV nothing is shipped but the functions that they made.
 *
 * It checks what the server would store (see `normalizeValue`) and speaks the form's own words, one sentence per field.
 * A schema it was not made from, as a page that was open during a release may get, has no errors here; the server
 * decides.
 *
 * @param among the steps of forms that there are: see `staff-validator.ts`.
 * @throws RangeError when there is no such form or step.
 */
export async function loadStepValidator(
  form: string,
  stepId: string,
  surroundings: Surroundings = {},
  among = steps,
): Promise<StepValidator> {
  const load = Object.hasOwn(among, form) ? among[form]?.[stepId] : undefined;
  if (!load) throw new RangeError(`There is no step ${stepId} of a form ${form}.`);
  const { step } = await load();
  return toStepValidator(step, surroundings);
}

/** @param step a module that `compile.ts` wrote. */
export function toStepValidator(
  { variants, fields }: CompiledStep,
  { earlier = {}, given = () => [], today }: Surroundings = {},
): StepValidator {
  return {
    check(typed, shown) {
      const found = variants.find((each) => deepEquals(each.schema, shown));
      if (!found) return {};
      const { schema, validate } = found;
      const read = normalizeAnswers({ schema, ui: { fields } }, typed);
      const errors = validate(read) ? [] : (validate.errors ?? []);
      // Not when the page was opened: it may stay open past midnight.
      const context = { answers: { ...earlier, ...read }, today: today ?? easternToday() };
      return describe(errors, { fields, schema, typed, given: given(), context });
    },
  };
}

interface Described {
  fields: CompiledStep['fields'];
  schema: StepSchema;
  /** As the page shows it, with the empty rows that were not checked. */
  typed: Answers;
  given: readonly string[];
  context: RuleContext;
}

type Found = NonNullable<CompiledStep['variants'][number]['validate']['errors']>;

function describe(errors: Found, { fields, schema, typed, given, context }: Described): FieldErrors {
  const order = Object.keys(schema.properties);
  const asked = Object.fromEntries(Object.entries(fields).filter(([field]) => order.includes(field)));
  const found = errors.map(({ keyword, instancePath, params }): BrokenRule => {
    const path = instancePath.split('/').slice(1);
    if (params.missingProperty) path.push(params.missingProperty);
    return { path, keyword, limit: params.limit };
  });
  const missing = found.filter(
    ({ path, keyword }) => !(keyword === 'required' && given.includes(path.join('.'))),
  );
  const all = [
    ...missing,
    ...brokenTextRules(asked, context.answers),
    ...brokenDeclaredRules(asked, context),
  ];
  const broken = all.map((rule) => ({ ...rule, path: shownRow(rule.path, fields, schema, typed) }));
  return describeErrors(broken, fields, order);
}

/** @returns the path with the number of its row as the page counts, which shows empty rows too. */
function shownRow(
  path: readonly string[],
  fields: CompiledStep['fields'],
  schema: StepSchema,
  typed: Answers,
): readonly string[] {
  const [name = '', row, ...rest] = path;
  const field = fields[name];
  const rows = typed[name];
  if (row === undefined || field?.widget !== 'group' || !Array.isArray(rows)) return path;
  const { place } = keptRows(schema.properties[name] ?? {}, field, rows)[Number(row)] ?? {};
  return [name, String(place ?? row), ...rest];
}
