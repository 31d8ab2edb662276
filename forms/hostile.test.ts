/** @module-tag thorough */

import { afterEach, describe, expect, test } from 'vitest';
import { presentAnswers } from './answers.ts';
import { fieldsLookedAt } from './declared-rules.ts';
import { changeRows, decodeStep } from './decode.ts';
import type { Answers, FieldUi, FormDefinition, JsonSchema, WidgetName } from './definition.ts';
import { allDefinitions } from './development.ts';
import { hostileNames, hostileTexts, hostileValues } from './fixtures/hostile-values.ts';
import { readExamples } from './fixtures/read-examples.ts';
import { type Verdict, validateAnswers, validateStep } from './validate.ts';

/** Far more than any honest answer takes, far less than a pattern that backtracks over 100,000 characters takes. */
const mostMilliseconds = 250;

afterEach(() => {
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(({} as Answers).polluted).toBeUndefined();
});

/** A question of a form, or of a group's row. */
interface Question {
  schema: JsonSchema;
  field: FieldUi;
}

function questionOf({ schema, ui }: FormDefinition, name: string): Question {
  return { schema: schema.properties?.[name] ?? {}, field: ui.fields[name] as FieldUi };
}

const digitCount: Partial<Record<WidgetName, number>> = { phone: 10, ssn: 9, zip: 5 };

/**
 * What the rules of storage say, written down a second time: ends trimmed; a phone or Social Security number as digits, a phone
 * number with its extension after an x; a ZIP code as its first 5 digits; an email address of the portal in small letters, lines that all end alike, lists without what is empty; else untouched.
 */
function stored({ field }: Question, typed: unknown): unknown {
  if (typed === null || typed === undefined) return undefined;
  if (Array.isArray(typed)) return typed.map((each) => String(each).trim()).filter((each) => each !== '');
  if (typeof typed !== 'string') return typed;
  const text = typed.trim();
  if (text === '') return undefined;
  const digits = digitCount[field.widget];
  const [number = '', extension] = text.split(/;?ext[.=]?|x/);
  if (field.widget === 'zip') return number.replace(/\D/g, '').slice(0, digits);
  if (digits)
    return number.replace(/\D/g, '').slice(-digits) + (extension === undefined ? '' : `x${extension.trim()}`);
  if (field.normalize === 'lower-case') return text.toLowerCase();
  return field.widget === 'textarea' ? text.replaceAll('\r\n', '\n').replaceAll('\r', '\n') : text;
}

/** The same for a native post, where all is text. */
function storedFromPost(question: Question, typed: string): unknown {
  const { type } = question.schema;
  const text = typed.trim();
  if (type === 'array') return stored(question, typed.split(','));
  if (type === 'boolean') return text === 'on' || text === 'true';
  return type === 'integer' && text !== '' ? Number(text) : stored(question, typed);
}

/** The field, the questions of its rows, and those whose rules look at it. */
function concerned({ ui }: FormDefinition, name: string): string[] {
  const dependents = Object.entries(ui.fields).filter(([, { rules = [] }]) =>
    rules.some((rule) => fieldsLookedAt(rule).includes(name)),
  );
  const questions = Object.keys(ui.fields[name]?.fields ?? {});
  const inRows = questions.flatMap((each) => [0, 1, 2, 3].map((row) => `${name}.${row}.${each}`));
  return [name, ...inRows, ...dependents.map(([field]) => field)];
}

function expectClear(message: unknown): void {
  expect(message).toBeTypeOf('string');
  expect(message).toMatch(/^[A-Z][^<>{}$]{8,120}$/);
  expect(message).not.toMatch(/must NOT|must match|should|schema|undefined|null|object|\/properties/);
}

function expectClearErrors(verdict: Verdict, keys: readonly string[]): void {
  if (verdict.ok) return;
  expect(keys).toEqual(expect.arrayContaining(Object.keys(verdict.errors)));
  for (const message of Object.values(verdict.errors)) expectClear(message);
}

function inTime<Result>(run: () => Result): Result {
  // The thread's own time: the clock on the wall runs on while other tests have the processor.
  const before = process.threadCpuUsage();
  const result = run();
  const { user, system } = process.threadCpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(mostMilliseconds);
  return result;
}

/** Groups of the form, each with a hostile value in each question of its first row. */
function* hostileRows({ ui, schema }: FormDefinition, good: Answers, values: readonly unknown[]) {
  for (const [group, { fields }] of Object.entries(ui.fields)) {
    for (const [name, field] of Object.entries(fields ?? {})) {
      const question = { schema: schema.properties?.[group]?.items?.properties?.[name] ?? {}, field };
      const [first, ...rest] = good[group] as Answers[];
      for (const value of values)
        yield { group, name, question, value, rows: [{ ...first, [name]: value }, ...rest] };
    }
  }
}

describe.each(allDefinitions())('$form', (definition) => {
  const whole = readExamples(definition.form, 'valid').find(({ name }) => name === 'every-answer-given.json');
  const good = whole?.content as Answers;
  const fields = Object.keys(definition.schema.properties ?? {});
  const isGroup = (field: string) => definition.ui.fields[field]?.widget === 'group';

  test(`each of ${hostileValues.length} hostile values in each field is refused clearly or stored exactly`, () => {
    expect(hostileValues.length).toBeGreaterThanOrEqual(200);
    for (const field of fields) {
      for (const value of hostileValues) {
        const verdict = inTime(() => validateAnswers(definition, { ...good, [field]: value }));
        expectClearErrors(verdict, concerned(definition, field));
        if (!verdict.ok) continue;
        expect(verdict.answers[field]).toEqual(stored(questionOf(definition, field), value));
        expect(() => presentAnswers(definition, verdict.answers)).not.toThrow();
      }
    }
  });

  test('each of them in each question of a row is refused clearly at its row, or stored exactly', () => {
    for (const { group, name, question, value, rows } of hostileRows(definition, good, hostileValues)) {
      const verdict = inTime(() => validateAnswers(definition, { ...good, [group]: rows }));
      expectClearErrors(verdict, [`${group}.0.${name}`]);
      if (!verdict.ok) continue;
      const [first] = verdict.answers[group] as Answers[];
      expect(first?.[name]).toEqual(stored(question, value));
    }
  });

  test('each of them as a row, or as a name in a row, is refused or left out as empty', () => {
    for (const group of fields.filter(isGroup)) {
      const [row] = good[group] as Answers[];
      for (const value of hostileValues) {
        const verdict = inTime(() => validateAnswers(definition, { ...good, [group]: [row, value] }));
        expectClearErrors(verdict, concerned(definition, group));
        if (verdict.ok) expect(verdict.answers[group]).toEqual([row]);
      }
      for (const name of hostileNames) {
        const forged = Object.defineProperty({ ...row }, name, { value: 'x', enumerable: true });
        expect(validateAnswers(definition, { ...good, [group]: [forged] }).ok).toBe(false);
      }
      const many = Array(100_000).fill(row);
      expect(inTime(() => validateAnswers(definition, { ...good, [group]: many })).ok).toBe(false);
    }
  });

  test(`each of ${hostileTexts.length} hostile texts in a native post is refused clearly or stored exactly`, () => {
    for (const { id, fields: all } of definition.ui.steps) {
      const asked = all.filter((field) => !isGroup(field));
      for (const text of hostileTexts) {
        const post = asked.map((field) => [field, text] as const);
        const { answers, unknown } = inTime(() => decodeStep(definition, id, post));
        expect(unknown).toEqual([]);
        const verdict = validateStep(definition, id, answers);
        expectClearErrors(verdict, all);
        for (const field of verdict.ok ? asked : [])
          expect(verdict.ok && verdict.answers[field]).toEqual(
            storedFromPost(questionOf(definition, field), text),
          );
      }
    }
  });

  test('each of them in each part of a date, and in each input of a row, keeps what was typed', () => {
    for (const { id, fields: asked } of definition.ui.steps) {
      for (const text of hostileTexts.filter((each) => each.trim() !== '')) {
        const dates = asked.filter((field) => definition.ui.fields[field]?.widget === 'date');
        const post = dates.flatMap((field) =>
          ['month', 'day', 'year'].map((part) => [`${field}.${part}`, text] as const),
        );
        const { answers } = inTime(() => decodeStep(definition, id, post));
        for (const field of dates) {
          expect(answers[field]).toBe([text, text, text].map((each) => each.trim()).join('/'));
          expectClearErrors(validateStep(definition, id, answers), asked);
        }
      }
      for (const group of asked.filter(isGroup)) {
        const questions = Object.keys(definition.ui.fields[group]?.fields ?? {});
        for (const text of hostileTexts) {
          const post = questions.map((name) => [`${group}.0.${name}`, text] as const);
          const { answers, unknown } = inTime(() => decodeStep(definition, id, post));
          expect(unknown).toEqual([]);
          const inner = questions.map((name) => `${group}.0.${name}`);
          expectClearErrors(validateStep(definition, id, { ...good, ...answers }), [...asked, ...inner]);
        }
      }
    }
  });

  test('hostile values as the whole submission are refused', () => {
    for (const value of hostileValues) {
      const verdict = validateAnswers(definition, value);
      expect(verdict.ok).toBe(false);
      if (!verdict.ok) for (const message of Object.values(verdict.errors)) expectClear(message);
    }
  });

  test(`each of ${hostileNames.length} hostile names is refused and nothing is set on any prototype`, () => {
    for (const name of hostileNames) {
      const forged = Object.defineProperty({ ...good }, name, { value: 'x', enumerable: true });
      const verdict = validateAnswers(definition, forged);
      expect(verdict).toMatchObject({
        ok: false,
        errors: { '': expect.stringContaining('not on this form') },
      });
      for (const { id } of definition.ui.steps) {
        expect(decodeStep(definition, id, [[name, 'x']]).unknown).toEqual([name]);
        expect(changeRows(definition, id, [['_add', name]])).toBeUndefined();
        expect(changeRows(definition, id, [['_remove', name]])).toBeUndefined();
      }
    }
  });
});
