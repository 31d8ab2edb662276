import type { Answers, FormDefinition, JsonSchema } from './definition.ts';
import { findStep } from './journey.ts';
import { tidyValue } from './tidy.ts';

export interface DecodedStep {
  answers: Answers;
  /** Names that are no field of this step, each once and at most 20 of them, for the caller to refuse. */
  unknown: string[];
}

const mostUnknown = 20;

/**
 * Reads a native form post of one step: numbers come as text, checkboxes as "on" or not at all, what was left empty as
 * ''. Nothing typed is lost: what is not of its field's kind stays as it was posted, and so do the several values of a
 * field that takes one; `validateStep` then refuses them.
 *
 * @param entries of a FormData or URLSearchParams, without the post's own fields such as its token.
 * @throws RangeError when the form has no such step.
 */
export function decodeStep(
  definition: FormDefinition,
  stepId: string,
  entries: Iterable<readonly [string, unknown]>,
): DecodedStep {
  const posted = new Map<string, unknown[]>(findStep(definition, stepId).fields.map((field) => [field, []]));
  const unknown = new Set<string>();
  for (const [name, value] of entries) {
    const values = posted.get(name);
    if (values) values.push(value);
    else if (unknown.size < mostUnknown) unknown.add(name);
  }
  const answers = [...posted]
    .map(([name, values]) => [name, decodeField(definition, name, values)] as const)
    .filter(([, value]) => value !== undefined);
  return { answers: Object.fromEntries(answers), unknown: [...unknown] };
}

function decodeField({ schema, ui }: FormDefinition, name: string, values: unknown[]): unknown {
  const property = schema.properties?.[name] ?? {};
  const convert = (each: unknown) => convertText(property, tidyValue(property, ui.fields[name], each));
  if (property.type === 'array') {
    const items = property.items ?? {};
    const list = values.map((each) => convertText(items, tidyValue(items, undefined, each)));
    const given = list.filter((each) => each !== undefined);
    return given.length > 0 ? given : undefined;
  }
  if (values.length > 1) return values;
  const value = convert(values[0]);
  return property.type === 'boolean' ? (value ?? false) : value;
}

function convertText({ type }: JsonSchema, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (type === 'boolean')
    return value === 'on' || value === 'true' ? true : value === 'false' ? false : value;
  if (type === 'number' || type === 'integer') {
    const number = /^-?\d{1,15}(\.\d{1,15})?$/.test(value) ? Number(value) : Number.NaN;
    return Number.isNaN(number) ? value : number;
  }
  return value;
}
