import type { Answers, FormDefinition, JsonSchema } from './definition.ts';
import { findStep } from './journey.ts';
import { type BrokenRule, describeErrors } from './messages.ts';
import type { Verdict } from './validate.ts';

/** What was typed where a number or a tick is asked, and is none. */
const longestOther = 40;

/**
 * Checks answers that are kept unfinished, right or wrong, by their size alone: what the schema would refuse for its
 * length or number is refused here in the same words, so that nobody can store more than a finished form holds.
 *
 * @param answers of this step; those of others are not looked at.
 * @throws RangeError when the form has no such step.
 */
export function checkSizes(definition: FormDefinition, stepId: string, answers: Answers): Verdict {
  const { fields } = findStep(definition, stepId);
  const broken = fields.flatMap((name) =>
    tooLarge(definition.schema.properties?.[name] ?? {}, answers[name], [name]),
  );
  if (broken.length === 0) return { ok: true, answers };
  const order = definition.ui.steps.flatMap((step) => step.fields);
  return { ok: false, errors: describeErrors(broken, definition.ui.fields, order) };
}

function tooLarge(schema: JsonSchema, value: unknown, path: string[]): BrokenRule[] {
  if (schema.type === 'array' && Array.isArray(value)) {
    const most = schema.maxItems ?? 0;
    if (value.length > most) return [{ path, keyword: 'maxItems', limit: most }];
    return value.flatMap((item, at) => tooLarge(schema.items ?? {}, item, [...path, String(at)]));
  }
  if (typeof value === 'string') {
    const most = schema.maxLength ?? longestOther;
    // Code points, as the schema counts; more units than twice as many need no counting.
    const fits = value.length <= 2 * most && [...value].length <= most;
    return fits ? [] : [{ path, keyword: 'maxLength', limit: most }];
  }
  if (typeof value !== 'object' || value === null) return [];
  if (schema.type !== 'object' || Array.isArray(value)) return [{ path, keyword: 'type' }];
  const properties = schema.properties ?? {};
  return Object.entries(value).flatMap(([name, each]) =>
    Object.hasOwn(properties, name)
      ? tooLarge(properties[name] ?? {}, each, [...path, name])
      : [{ path, keyword: 'type' }],
  );
}
