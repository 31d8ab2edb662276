import { afterEach, describe, expect, test } from 'vitest';
import { fieldsLookedAt } from './declared-rules.ts';
import { decodeStep } from './decode.ts';
import type { Answers, FormDefinition, WidgetName } from './definition.ts';
import { hostileNames, hostileTexts, hostileValues } from './fixtures/hostile-values.ts';
import { readExamples } from './fixtures/read-examples.ts';
import { forms } from './registry.ts';
import { validateAnswers, validateStep } from './validate.ts';

/** Far more than a person would wait for, far less than a pattern that backtracks over 100,000 characters takes. */
const mostMilliseconds = 250;

afterEach(() => {
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(({} as Answers).polluted).toBeUndefined();
});

const digitCount: Partial<Record<WidgetName, number>> = { phone: 10, ssn: 9 };

/**
 * What the rules of storage say, written down a second time: ends trimmed; a phone or Social Security number as digits, a
 * date as YYYY-MM-DD, an email address of the portal in small letters, lists without what is empty; else untouched.
 */
function stored({ ui }: FormDefinition, name: string, typed: unknown): unknown {
  const field = ui.fields[name];
  if (typed === null || typed === undefined) return undefined;
  if (Array.isArray(typed)) return typed.map((each) => String(each).trim()).filter((each) => each !== '');
  if (typeof typed !== 'string') return typed;
  const text = typed.trim();
  if (text === '') return undefined;
  const digits = digitCount[field?.widget ?? 'text'];
  if (digits) return text.replace(/\D/g, '').slice(-digits);
  if (field?.tidy === 'lower-case') return text.toLowerCase();
  return field?.widget === 'textarea' ? text.replaceAll('\r\n', '\n').replaceAll('\r', '\n') : text;
}

/** The same for a native post, where all is text. */
function storedFromPost(definition: FormDefinition, name: string, typed: string): unknown {
  const type = definition.schema.properties?.[name]?.type;
  const text = typed.trim();
  if (type === 'array') return stored(definition, name, typed.split(','));
  if (type === 'boolean') return text === 'on' || text === 'true';
  return type === 'integer' && text !== '' ? Number(text) : stored(definition, name, typed);
}

/** The field and those whose rules look at it. */
function concerned({ ui }: FormDefinition, name: string): string[] {
  const dependents = Object.entries(ui.fields).filter(([, { rules = [] }]) =>
    rules.some((rule) => fieldsLookedAt(rule).includes(name)),
  );
  return [name, ...dependents.map(([field]) => field)];
}

function expectClear(message: unknown): void {
  expect(message).toBeTypeOf('string');
  expect(message).toMatch(/^[A-Z][^<>{}$]{8,120}$/);
  expect(message).not.toMatch(/must NOT|must match|should|schema|undefined|null|object|\/properties/);
}

describe.each(Object.values(forms))('$form', (definition) => {
  const [valid] = readExamples(definition.form, 'valid');
  const good = (valid?.content ?? {}) as Answers;
  const fields = Object.keys(definition.schema.properties ?? {});

  test(`each of ${hostileValues.length} hostile values in each field is told clearly or stored exactly`, () => {
    expect(hostileValues.length).toBeGreaterThanOrEqual(200);
    for (const field of fields) {
      for (const value of hostileValues) {
        const started = performance.now();
        const verdict = validateAnswers(definition, { ...good, [field]: value });
        expect(performance.now() - started).toBeLessThan(mostMilliseconds);
        if (verdict.ok) expect(verdict.answers[field]).toEqual(stored(definition, field, value));
        else {
          expect(concerned(definition, field)).toEqual(expect.arrayContaining(Object.keys(verdict.errors)));
          for (const message of Object.values(verdict.errors)) expectClear(message);
        }
      }
    }
  });

  test(`each of ${hostileTexts.length} hostile texts in a native post is told clearly or stored exactly`, () => {
    for (const { id, fields: asked } of definition.ui.steps) {
      for (const text of hostileTexts) {
        const { answers, unknown } = decodeStep(
          definition,
          id,
          asked.map((field) => [field, text] as const),
        );
        expect(unknown).toEqual([]);
        const verdict = validateStep(definition, id, answers);
        if (verdict.ok)
          for (const field of asked)
            expect(verdict.answers[field]).toEqual(storedFromPost(definition, field, text));
        else for (const message of Object.values(verdict.errors)) expectClear(message);
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
      }
    }
  });
});
