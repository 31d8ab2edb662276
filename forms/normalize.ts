import type { Answers, FieldUi, FormUi, JsonSchema } from './definition.ts';
import { normalizePhone, withoutPunctuation } from './phone.ts';
import { normalizeDate } from './typed-date.ts';

/** More rows than a schema may allow. A longer group is refused for its size, so no more of its rows are looked at. */
const mostRows = 1000;

/**
 * The one form in which an answer is checked and stored, whether it came as a native post, as JSON or from a browser's
 * form: text without white space at its ends and otherwise exactly as typed, a password with it; nothing where nothing was typed; a phone
 * number as its 10 digits, with x before its extension, and a Social Security number as its 9 where it is one; of a ZIP+4 the first
 * 5; a date as YYYY-MM-DD;
 * the lines of a longer text end the same way everywhere; a list has no empty entries, a group no empty rows.
 *
 * @returns undefined for no answer; a value of the wrong kind comes back as it is, for the schema to refuse.
 */
export function normalizeValue(schema: JsonSchema, field: FieldUi | undefined, value: unknown): unknown {
  if (value === null) return undefined;
  if (typeof value === 'string') return normalizeText(field, value);
  if (schema.type === 'array' && Array.isArray(value)) {
    if (field?.widget === 'group') return normalizeRows(schema, field, value);
    return value
      .map((item) => normalizeValue(schema.items ?? {}, undefined, item))
      .filter((item) => item !== undefined);
  }
  return value;
}

/** @returns the answers to the form's questions, normalized and in the schema's order, without anything else. */
export function normalizeAnswers(
  { schema, ui }: { schema: JsonSchema; ui: Pick<FormUi, 'fields'> },
  answers: Answers,
): Answers {
  const entries = Object.entries(schema.properties ?? {}).map(
    ([name, property]) => [name, normalizeValue(property, ui.fields[name], ownValue(answers, name))] as const,
  );
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/**
 * @returns the rows to keep, normalized, with their places: those with an answer, and only as many empty ones as the
 * group must have. An unchecked box is not an answer.
 */
export function keptRows(
  { items = {}, minItems = 0 }: JsonSchema,
  { fields = {} }: FieldUi,
  rows: readonly unknown[],
): { place: number; row: unknown }[] {
  const all = rows.map((row, place) => ({ place, row: normalizeRow(items, fields, row) }));
  const filled = all.filter(({ row }) => !isEmptyRow(row));
  const spare = all.filter(({ row }) => isEmptyRow(row)).slice(0, Math.max(0, minItems - filled.length));
  return [...filled, ...spare].sort((a, b) => a.place - b.place);
}

function normalizeRows(schema: JsonSchema, field: FieldUi, rows: readonly unknown[]): unknown {
  if (rows.length > mostRows) return rows.slice(0, mostRows + 1);
  const kept = keptRows(schema, field, rows);
  return kept.length > 0 ? kept.map(({ row }) => row) : undefined;
}

/** Also keeps what the row's questions do not ask for: that is refused later, never dropped. */
function normalizeRow(
  { properties = {} }: JsonSchema,
  fields: Record<string, FieldUi>,
  row: unknown,
): unknown {
  if (!isPlain(row)) return row;
  const entries = Object.keys(row).map((name) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const value = ownValue(row, name);
    return [name, property ? normalizeValue(property, fields[name], value) : value] as const;
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function isEmptyRow(row: unknown): boolean {
  return isPlain(row) && Object.values(row).every((value) => value === undefined || value === false);
}

function isPlain(value: unknown): value is Answers {
  if (value === null || typeof value !== 'object') return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** The own property itself and no getter: reading an answer must never run anything. */
function ownValue(answers: Answers, name: string): unknown {
  return Object.getOwnPropertyDescriptor(answers, name)?.value;
}

function normalizeText(field: FieldUi | undefined, typed: string): string | undefined {
  const trimmed = typed.trim();
  if (trimmed === '') return undefined;
  const text = field?.normalize === 'lower-case' ? trimmed.toLowerCase() : trimmed;
  switch (field?.widget) {
    case 'phone':
      return normalizePhone(text);
    case 'ssn':
      return normalizeSsn(text);
    case 'zip':
      return normalizeZip(text);
    case 'date':
      return normalizeDate(text);
    case 'password':
      return typed;
    case 'textarea':
      return text.replace(/\r\n?/g, '\n');
    default:
      return text;
  }
}

/** @returns the digits alone where there are nine, else the text as typed. */
function normalizeSsn(typed: string): string {
  const digits = withoutPunctuation(typed);
  return /^\d{9}$/.test(digits) ? digits : typed;
}

/** @returns the five digits by which mail finds its post office, also of a ZIP+4; else the text as typed. */
function normalizeZip(typed: string): string {
  const digits = withoutPunctuation(typed);
  return /^\d{5}(?:\d{4})?$/.test(digits) ? digits.slice(0, 5) : typed;
}
