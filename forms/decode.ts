import type { Answers, FieldUi, FormDefinition, JsonSchema } from './definition.ts';
import { findStep } from './journey.ts';
import { normalizeValue } from './normalize.ts';
import { type DatePart, dateParts, joinDate } from './typed-date.ts';

export interface DecodedStep {
  answers: Answers;
  /** Names that are no field of this step, each once and at most 20 of them, for the caller to refuse. */
  unknown: string[];
}

/** What was posted for one field: by the part of its name that follows the field's own, '' for none. */
type Posted = Map<string, unknown[]>;

const mostUnknown = 20;

/**
 * Reads a native form post of one step. Nothing typed is lost: what is not of its field's type stays as it was posted,
 * and so do the several values of a field that takes one; `validateStep` then refuses them.
 *
 * | widget | posts |
 * |---|---|
 * | number | digits as text |
 * | checkbox | "on", or nothing |
 * | list | one text with commas |
 * | date | `field.month`, `field.day` and `field.year`, or `field` alone; what is no date is kept as month/day/year |
 * | group | `field.0.name` for each question of each row; the rows keep their order, whatever their numbers |
 *
 * What was left empty is ''.
 *
 * @param entries of a FormData or URLSearchParams, without the post's own fields such as its token.
 * @throws RangeError when the form has no such step.
 */
export function decodeStep(
  definition: FormDefinition,
  stepId: string,
  entries: Iterable<readonly [string, unknown]>,
): DecodedStep {
  const { fields, unknown } = readEntries(definition, stepId, entries);
  const answers = [...fields].map(
    ([name, posted]) => [name, decodeField(definition, name, posted, normalizeValue)] as const,
  );
  return {
    answers: Object.fromEntries(answers.filter(([, value]) => value !== undefined)),
    unknown: [...unknown],
  };
}

/**
 * The buttons of a group in a native post: `_add=field` for one row more, `_remove=field.0` for one less. Nothing is
 * checked and nothing is sent: the step is shown again with what was typed.
 *
 * @returns the step's answers with the row added or removed, also empty rows; undefined when no such button of this
 * step was pressed.
 * @throws RangeError when the form has no such step.
 */
export function changeRows(
  definition: FormDefinition,
  stepId: string,
  entries: Iterable<readonly [string, unknown]>,
): Answers | undefined {
  const all = [...entries];
  const pressed = all.findLast(([name]) => name === '_add' || name === '_remove');
  const [, field = '', row = ''] = /^([a-z][a-z0-9_]*)(?:\.(\d{1,3}))?$/.exec(String(pressed?.[1])) ?? [];
  const isGroup =
    findStep(definition, stepId).fields.includes(field) && definition.ui.fields[field]?.widget === 'group';
  if (!pressed || !isGroup || (pressed[0] === '_remove') !== (row !== '')) return undefined;
  const { fields } = readEntries(definition, stepId, all);
  const answers = [...fields].map(([name, posted]) => {
    const isRows = definition.ui.fields[name]?.widget === 'group';
    // Empty rows stay: the visitor has just asked for them.
    return [name, decodeField(definition, name, posted, isRows ? keepValue : normalizeValue)] as const;
  });
  const schema = definition.schema.properties?.[field] ?? {};
  const rows = (answers.find(([name]) => name === field)?.[1] ?? []) as unknown[];
  const changed = row === '' ? [...rows, {}] : rows.toSpliced(Number(row), 1);
  const spare = Array.from({ length: Math.max(0, (schema.minItems ?? 0) - changed.length) }, () => ({}));
  const limited = [...changed, ...spare].slice(0, schema.maxItems);
  return {
    ...Object.fromEntries(answers.filter(([, value]) => value !== undefined)),
    [field]: limited,
  };
}

function readEntries(
  definition: FormDefinition,
  stepId: string,
  entries: Iterable<readonly [string, unknown]>,
): { fields: Map<string, Posted>; unknown: Set<string> } {
  const fields = new Map(
    findStep(definition, stepId).fields.map((field): [string, Posted] => [field, new Map()]),
  );
  const unknown = new Set<string>();
  for (const [name, value] of entries) {
    const [field = '', ...parts] = name.split('.');
    const posted = fields.get(field);
    const part = parts.join('.');
    if (!posted || !takesPart(definition.ui.fields[field], parts)) {
      if (unknown.size < mostUnknown) unknown.add(name);
      continue;
    }
    const values = posted.get(part);
    if (values) values.push(value);
    else posted.set(part, [value]);
  }
  return { fields, unknown };
}

function takesPart(field: FieldUi | undefined, [part, ...rest]: readonly string[]): boolean {
  if (part === undefined) return field?.widget !== 'group';
  if (field?.widget === 'date') return dateParts.includes(part as DatePart) && rest.length === 0;
  if (field?.widget !== 'group' || !/^\d{1,3}$/.test(part)) return false;
  const [question = '', ...inner] = rest;
  const questions = field.fields ?? {};
  return Object.hasOwn(questions, question) && takesPart(questions[question], inner);
}

function decodeField(
  { schema, ui }: FormDefinition,
  name: string,
  posted: Posted,
  normalize: typeof normalizeValue,
): unknown {
  const property = schema.properties?.[name] ?? {};
  const field = ui.fields[name];
  return field?.widget === 'group'
    ? normalize(property, field, decodeRows(property, field, posted))
    : decodeValue(property, field, posted);
}

function decodeRows({ items = {} }: JsonSchema, { fields = {} }: FieldUi, posted: Posted): Answers[] {
  const rows = new Map<number, Map<string, Posted>>();
  for (const [part, values] of posted) {
    const [row = '', name = '', ...rest] = part.split('.');
    const questions = rows.get(Number(row)) ?? new Map<string, Posted>();
    rows.set(Number(row), questions.set(name, new Map(questions.get(name)).set(rest.join('.'), values)));
  }
  return [...rows]
    .sort(([a], [b]) => a - b)
    .map(([, questions]) => {
      const answers = Object.keys(fields).map(
        (name) =>
          [
            name,
            decodeValue(items.properties?.[name] ?? {}, fields[name], questions.get(name) ?? new Map()),
          ] as const,
      );
      return Object.fromEntries(answers.filter(([, value]) => value !== undefined));
    });
}

function decodeValue(property: JsonSchema, field: FieldUi | undefined, posted: Posted): unknown {
  const values = [...(posted.get('') ?? []), ...joinParts(posted)];
  if (property.type === 'array') {
    const items = property.items ?? {};
    const split = (each: unknown) =>
      typeof each === 'string' && field?.widget === 'list' ? each.split(',') : [each];
    const list = values
      .flatMap(split)
      .map((each) => convertText(items, normalizeValue(items, undefined, each)));
    const given = list.filter((each) => each !== undefined);
    return given.length > 0 ? given : undefined;
  }
  if (values.length > 1) return values;
  const value = convertText(property, normalizeValue(property, field, values[0]));
  return property.type === 'boolean' ? (value ?? false) : value;
}

/** @returns the one text that the parts of a date make, or nothing when none was filled in. */
function joinParts(posted: Posted): unknown[] {
  const parts = dateParts.map((part) => posted.get(part) ?? []);
  // Several values of one part, or something that is no text, are refused as they are.
  if (parts.some((values) => values.length > 1 || values.some((value) => typeof value !== 'string')))
    return [parts.flat()];
  const [month = '', day = '', year = ''] = parts.map(([text]) => String(text ?? ''));
  const joined = joinDate({ month, day, year });
  return joined === undefined ? [] : [joined];
}

function keepValue(_schema: JsonSchema, _field: FieldUi | undefined, value: unknown): unknown {
  return value;
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
