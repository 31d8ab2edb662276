import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { toStepValidator } from './browser-validator.ts';
import { compileForms } from './compile.ts';
import {
  type Answers,
  defineForm,
  type FieldErrors,
  type FormDefinition,
  type FormUi,
} from './definition.ts';
import { allDefinitions } from './development.ts';
import { readExamples } from './fixtures/read-examples.ts';
import { getForm } from './registry.ts';
import { stepSchema } from './ui-schema.ts';
import { hiddenFields, validateStep } from './validate.ts';

const today = '2026-03-01';
const folder = mkdtempSync(join(tmpdir(), 'forms-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The forms as an author writes them who forgets patterns and messages. */
function carelessly({ form, schema, ui }: FormDefinition): FormDefinition {
  const plain = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(plain);
    if (value === null || typeof value !== 'object') return value;
    const kept = Object.entries(value).filter(
      ([key, each]) =>
        !(key === 'pattern' && typeof each === 'string') &&
        !(key === 'messages' && typeof each === 'object') &&
        !(key === 'format' && typeof each === 'string') &&
        !(key === 'enum' && Array.isArray(each)),
    );
    return Object.fromEntries(kept.map(([key, each]) => [key, plain(each)]));
  };
  return defineForm(`careless-${form}`, plain(schema), plain(ui) as FormUi);
}

const definitions = allDefinitions().map(carelessly);
compileForms(definitions, folder);

async function browserErrors(
  definition: FormDefinition,
  step: string,
  answers: Answers,
): Promise<FieldErrors> {
  const { step: compiled } = await import(/* @vite-ignore */ join(folder, definition.form, `${step}.js`));
  const schema = stepSchema(definition, step, hiddenFields(definition, answers));
  const here = Object.entries(answers).filter(([name]) => Object.hasOwn(schema.properties, name));
  return toStepValidator(compiled, { earlier: answers, today }).check(Object.fromEntries(here), schema);
}

/** Each text of the answers, also in lists and rows, with a way to put another one in its place. */
function* texts(value: unknown, path: string[] = []): Generator<string[]> {
  if (typeof value === 'string') yield path;
  else if (value !== null && typeof value === 'object')
    for (const [key, each] of Object.entries(value)) yield* texts(each, [...path, key]);
}

function replaced(value: unknown, [key, ...rest]: string[], text: string): unknown {
  if (key === undefined) return text;
  if (Array.isArray(value)) return value.with(Number(key), replaced(value[Number(key)], rest, text));
  return { ...(value as Answers), [key]: replaced((value as Answers)[key], rest, text) };
}

const hidden = ['\u0000', '\u0007', '\u001b', '\u007f', '\u0085', '\u202e', '\u2066', '\u2069', '\u2028'];

test.each(definitions)(
  'in $form without patterns and messages, a text with hidden characters is refused in words by server and browser',
  async (definition) => {
    const name = definition.form.replace('careless-', '');
    const good = readExamples(name, 'valid').find((each) => each.name === 'every-answer-given.json');
    for (const path of texts(good?.content)) {
      const [field = '', row = '', inner = ''] = path;
      const step = definition.ui.steps.find(({ fields }) => fields.includes(field));
      const key = inner ? `${field}.${row}.${inner}` : field;
      for (const character of hidden) {
        const answers = replaced(good?.content, path, `a${character}b`) as Answers;
        const verdict = validateStep(definition, step?.id ?? '', answers, { today });
        const errors = verdict.ok ? {} : verdict.errors;
        expect(errors[key]).toMatch(
          /^Check your answer( for hidden characters)?: |^Select: | must include a day and a year$/,
        );
        expect(await browserErrors(definition, step?.id ?? '', answers)).toEqual(errors);
      }
    }
  },
);

test.each(definitions)(
  'in $form without messages, whatever is too long, too short, missing or of the wrong type gets a sentence',
  async (definition) => {
    for (const value of [
      '',
      'x',
      'x'.repeat(2001),
      7,
      -1,
      1e9,
      true,
      false,
      null,
      [],
      ['x'.repeat(201)],
      {},
      [{}],
    ]) {
      const { fields } = definition.ui;
      const answers = Object.fromEntries(Object.keys(fields).map((field) => [field, value]));
      for (const { id } of definition.ui.steps) {
        const verdict = validateStep(definition, id, answers, { today });
        const errors = verdict.ok ? {} : verdict.errors;
        for (const sentence of Object.values(errors)) expect(sentence).toMatch(/^[A-Z][^{}<>]{5,}$/);
        expect(await browserErrors(definition, id, answers)).toEqual(errors);
      }
    }
  },
);

test('the ends of lines and tabs of a longer text, and marks that names need, are no hidden characters', () => {
  const definition = definitions.find(({ form }) => form === 'careless-every-widget') as FormDefinition;
  const good = readExamples('every-widget', 'valid').find(({ name }) => name === 'every-answer-given.json');
  const story = 'First line\n\tsecond line\r\nthird';
  const answers = { ...(good?.content as Answers), story, full_name: 'نرگس\u200c خان\u200f' };
  expect(validateStep(definition, 'details', answers, { today })).toMatchObject({
    ok: true,
    answers: { story: 'First line\n\tsecond line\nthird' },
  });
  for (const full_name of ['Ann\tLee', 'Ann\nLee'])
    expect(validateStep(definition, 'details', { ...answers, full_name }, { today }).ok).toBe(false);
});

test.each([
  ['contract', 'phone', '201-555-012', 'You typed 9 digits, which is too few'],
  ['contract', 'phone', '(201) 555-01234', 'You typed 11 digits, which is too many'],
  ['contract', 'phone', '555-0123 x89', 'You typed 7 digits, which is too few'],
  ['contract', 'phone', '201-555-0123 #123456789', 'An extension has at most 8 digits'],
  ['contract', 'zip_code', '071022', 'You typed 6 digits, which is too many'],
  ['contract', 'ssn', '123-45-67890', 'You typed 10 digits, which is too many'],
  ['client-login', 'pin', '1', 'You typed 1 digit, which is too few'],
  ['phone-number', 'phone_number', '12015550123456', 'You typed 14 digits, which is too many'],
] as const)(
  'of %s, digits that are too many or too few are said to be so: %s %s',
  (form, name, typed, advice) => {
    const definition = getForm(form);
    const step = definition.ui.steps.find(({ fields }) => fields.includes(name))?.id ?? '';
    const verdict = validateStep(definition, step, { [name]: typed });
    const own = definition.ui.fields[name]?.messages?.pattern?.replace(/\.$/, '');
    expect(verdict).toMatchObject({ ok: false, errors: { [name]: `${own}. ${advice}` } });
  },
);

test.each(['201-555-CALL', 'my sister’s', '+44 (0)20 7946 0958 work'])(
  'what is made of more than digits is not counted: %s',
  (phone) => {
    const verdict = validateStep(getForm('contract'), 'contact', { phone });
    expect(verdict).toMatchObject({
      errors: { phone: 'Enter a 10-digit phone number, like (201) 555-0123' },
    });
  },
);
