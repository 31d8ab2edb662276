import { stringify } from 'csv-stringify/sync';
import { presentAnswers, presentValue } from './answers.ts';
import type { Answers, FieldUi, FormDefinition } from './definition.ts';

export interface ExportRow {
  /** Its answers, and the form under which they were given; left out for what is no form. */
  given?: { definition: FormDefinition; answers: Answers };
  /** Facts about the record that are not answers, by title: reference, status, time of arrival. */
  facts: Readonly<Record<string, string>>;
}

interface Exported {
  /** Every version of the form that a row may have, the newest first; none for what is no form. */
  versions: readonly FormDefinition[];
  /** The titles of `facts`, in order. */
  facts: readonly string[];
  rows: Iterable<ExportRow> | AsyncIterable<ExportRow>;
}

/**
 * The answers as a table for a spreadsheet (RFC 4180, UTF-8 with the mark by which Excel knows it), in the words that
 * people read. Each field of each version has one column, in the order of the newest page; fields that only older
 * versions asked come last. Values that a spreadsheet would run as a formula start with an apostrophe. What is masked
 * says only that it was given; what is secret has no column.
 *
 * @returns pieces of text, one a row, so that nothing grows with the number of rows.
 */
export async function* answersToCsv({ versions, facts, rows }: Exported): AsyncGenerator<string> {
  const fields = exportedFields(versions);
  const titles = [...fields].map(([name, { shortTitle }]) => `${shortTitle} (${name})`);
  yield `\ufeff${csvLine([...facts, ...titles])}`;
  for await (const row of rows) {
    const shown = row.given
      ? presentAnswers(row.given.definition, openAnswers(row.given, fields), { missing: '' })
      : [];
    const values = new Map(shown.map(({ field, value }) => [field, value]));
    yield csvLine([
      ...facts.map((title) => row.facts[title] ?? ''),
      ...[...fields].map(([name, field]) => maskedText(field, values.get(name))),
    ]);
  }
}

/**
 * The answers as a JSON array for another program: what is stored, by field name, with the version it was given under.
 * What is masked says "Given"; what is secret is left out.
 *
 * @returns pieces of text, one a row.
 */
export async function* answersToJson({ versions, facts, rows }: Exported): AsyncGenerator<string> {
  const fields = exportedFields(versions);
  let before = '[\n';
  for await (const row of rows) {
    const known = facts.map((title) => [title, row.facts[title] ?? '']);
    const line = { ...Object.fromEntries(known), ...(row.given && storedAnswers(row.given, fields)) };
    yield `${before}${JSON.stringify(line)}`;
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

type Given = NonNullable<ExportRow['given']>;

function storedAnswers(given: Given, fields: ReadonlyMap<string, FieldUi>) {
  const { form, version } = given.definition;
  const answers = Object.entries(openAnswers(given, fields)).map(([name, answer]) => [
    name,
    withoutMasked(fields.get(name), answer),
  ]);
  return { form, version, answers: Object.fromEntries(answers) };
}

/** @returns the fields of all versions in page order, as strict as the strictest of them about who may see what. */
function exportedFields(versions: readonly FormDefinition[]): Map<string, FieldUi> {
  const fields = new Map<string, FieldUi>();
  for (const { ui } of versions) {
    for (const name of ui.steps.flatMap((step) => step.fields)) {
      const field = ui.fields[name];
      const newer = fields.get(name) ?? field;
      if (!field || !newer) continue;
      const masked = (newer.masked || field.masked) ?? false;
      fields.set(name, { ...newer, masked, secret: (newer.secret || field.secret) ?? false });
    }
  }
  for (const [name, { secret }] of fields) if (secret) fields.delete(name);
  return fields;
}

function openAnswers({ definition, answers }: Given, fields: ReadonlyMap<string, FieldUi>): Answers {
  const properties = definition.schema.properties ?? {};
  return Object.fromEntries(
    Object.entries(answers).filter(([name]) => fields.has(name) && Object.hasOwn(properties, name)),
  );
}

function maskedText({ masked }: FieldUi, value = ''): string {
  return masked && value ? 'Given' : value;
}

function withoutMasked(field: FieldUi | undefined, answer: unknown): unknown {
  if (field?.masked) return presentValue(field, answer, 'outside');
  if (!field?.fields || !Array.isArray(answer)) return answer;
  const questions = field.fields;
  return answer.map((row: Answers) =>
    Object.fromEntries(
      Object.entries(row).map(([name, each]) => [name, withoutMasked(questions[name], each)]),
    ),
  );
}

/** Every value in quotes: then it does not matter which line breaks are in it. */
function csvLine(values: readonly string[]): string {
  return stringify([values], {
    quoted: true,
    quoted_empty: true,
    escape_formulas: true,
    record_delimiter: '\r\n',
  });
}
