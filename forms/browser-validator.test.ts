import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Surroundings } from './browser-validator.ts';
import { compileForms, generatedFolder } from './compile.ts';
import type { Answers, FieldErrors, FormDefinition } from './definition.ts';
import { allDefinitions } from './development.ts';
import { conditionalForm } from './fixtures/conditional-form.ts';
import { readExamples } from './fixtures/read-examples.ts';
import { messageFor } from './messages.ts';
import { getForm } from './registry.ts';
import { answersLookedAt, stepSchema } from './ui-schema.ts';
import { hiddenFields, type Verdict, validateAnswers, validateStep } from './validate.ts';

type BrowserValidator = Awaited<ReturnType<typeof import('./browser-validator.ts').loadStepValidator>>;
type Load = (form: string, stepId: string, surroundings?: Surroundings) => Promise<BrowserValidator>;

interface InvalidExample {
  answers: Answers;
  errors: FieldErrors;
}

let loadStepValidator: Load;
let toStepValidator: typeof import('./browser-validator.ts').toStepValidator;

beforeAll(async () => {
  compileForms(allDefinitions(), generatedFolder);
  ({ loadStepValidator, toStepValidator } = await import('./browser-validator.ts'));
});

/** What the browser says of one step, in the shape of the server's verdict. */
async function browserErrors(definition: FormDefinition, stepId: string, answers: Answers, load: Load) {
  const schema = stepSchema(definition, stepId, hiddenFields(definition, answers));
  const here = Object.fromEntries(
    Object.entries(answers).filter(([field]) => Object.hasOwn(schema.properties, field)),
  );
  const earlier = answersLookedAt(definition, stepId, answers);
  const validator = await load(definition.form, stepId, { earlier });
  return validator.check(here, schema);
}

async function browserErrorsOfAllSteps(
  definition: FormDefinition,
  answers: Answers,
  load: Load = loadStepValidator,
) {
  const steps = await Promise.all(
    definition.ui.steps.map(async ({ id, fields }) => {
      const hidden = hiddenFields(definition, answers);
      return fields.every((field) => hidden.has(field)) ? {} : browserErrors(definition, id, answers, load);
    }),
  );
  return Object.assign({}, ...steps) as FieldErrors;
}

/** @param key of an error: a field's name, or `group.0.field`. */
function fieldAt({ ui }: FormDefinition, key: string) {
  const [name = '', , inner] = key.split('.');
  return inner === undefined ? ui.fields[name] : ui.fields[name]?.fields?.[inner];
}

const everyWidget = allDefinitions().find(({ form }) => form === 'every-widget') as FormDefinition;
const errorsOf = (verdict: Verdict): FieldErrors => (verdict.ok ? {} : verdict.errors);

test('a step or form that does not exist has no validator', async () => {
  await expect(loadStepValidator('case-evaluation', 'age')).rejects.toThrow(RangeError);
  await expect(loadStepValidator('__proto__', 'toString')).rejects.toThrow(RangeError);
});

describe.each(allDefinitions())('$form', (definition) => {
  const { form } = definition;

  test.each(readExamples(form, 'invalid'))(
    'refuses $name in the same words here and there',
    async ({ content }) => {
      const { answers, errors } = content as InvalidExample;
      const expected = Object.entries(errors).map(([field, key]) => {
        const ui = fieldAt(definition, field);
        return [field, ui && !key.includes(' ') ? messageFor({ keyword: key }, ui) : key];
      });
      const onServer = validateAnswers(definition, answers);
      expect(onServer.ok).toBe(false);
      expect(Object.entries(errorsOf(onServer))).toEqual(expected);
      // A browser's form has no way to hold an answer to a question that is not there.
      const { '': _ofNoField, ...ofFields } = errorsOf(onServer);
      expect(await browserErrorsOfAllSteps(definition, answers)).toEqual(ofFields);
    },
  );

  test.each(readExamples(form, 'valid'))('accepts $name here and there', async ({ content }) => {
    const answers = content as Answers;
    expect(validateAnswers(definition, answers)).toMatchObject({ ok: true });
    expect(await browserErrorsOfAllSteps(definition, answers)).toEqual({});
    for (const { id } of definition.ui.steps)
      expect(validateStep(definition, id, answers)).toMatchObject({ ok: true });
  });

  test('a schema from another release has no errors in the browser', async () => {
    for (const { id } of definition.ui.steps) {
      const validator = await loadStepValidator(form, id);
      const other = { ...stepSchema(definition, id), title: 'Changed since' } as object;
      expect(validator.check({}, other)).toEqual({});
      const same = stepSchema(definition, id);
      const wrong = { [Object.keys(same.properties)[0] ?? '']: Symbol('wrong in every field') };
      expect(validator.check(wrong, same)).not.toEqual({});
    }
  });
});

describe('a form with conditions', () => {
  const values: Answers[] = ['works', 'hours', 'employers', 'tired', 'wage', 'homes', 'started'].reduce<
    Answers[]
  >(
    (all, field) => {
      const choices: Record<string, unknown[]> = {
        works: ['yes', 'no', 'maybe'],
        hours: [undefined, 20, 40, 400],
        employers: [undefined, ['Mill'], ['M', 'M']],
        tired: [undefined, 'no'],
        wage: [undefined, 'x'],
        homes: [undefined, [{}, { city: 'Trenton' }], [{ city: 'a city with a long name' }, {}]],
        started: ['2024-02-29', '2023-02-29'],
      };
      return all.flatMap((answers) =>
        (choices[field] ?? []).map((value) => ({ ...answers, [field]: value })),
      );
    },
    [{ name: 'Ann', agrees: true }],
  );

  test(`gets the same verdict here and there for ${values.length} sets of answers`, {
    tags: 'thorough',
  }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'forms-'));
    compileForms([conditionalForm], folder);
    const modules = new Map<string, BrowserValidator>();
    for (const { id } of conditionalForm.ui.steps) {
      const { step } = await import(/* @vite-ignore */ join(folder, conditionalForm.form, `${id}.js`));
      modules.set(id, toStepValidator(step));
    }
    rmSync(folder, { recursive: true });
    const load: Load = async (_form, id) => modules.get(id) ?? expect.unreachable();
    let accepted = 0;
    for (const answers of values) {
      const verdict = validateAnswers(conditionalForm, answers);
      if (verdict.ok) accepted += 1;
      expect(await browserErrorsOfAllSteps(conditionalForm, answers, load)).toEqual(errorsOf(verdict));
    }
    expect(accepted).toBeGreaterThan(0);
    expect(accepted).toBeLessThan(values.length);
  });

  test('an error in a row is shown at the row as the page counts, including empty rows', async () => {
    const schema = stepSchema(everyWidget, 'work');
    const validator = await loadStepValidator('every-widget', 'work');
    const job = { title: 'Cook', kind: 'full', started: '2019-03-15' };
    const answers = { jobs: [{}, job, { still_there: false }, { ...job, hours: 0 }] };
    expect(Object.keys(validator.check(answers, schema))).toEqual(['jobs.3.hours']);
    expect(validateStep(everyWidget, 'work', { has_worked: 'yes', ...answers })).toMatchObject({
      errors: { 'jobs.1.hours': 'Hours a week must be 1 or more' },
    });
  });
});

describe('a declared rule', () => {
  const contract = getForm('contract');
  const schema = stepSchema(contract, 'sign') as object;
  const signed = {
    agreed_to_terms: true,
    agreed_to_privacy: true,
    consent_to_contact: true,
    electronic_records: true,
    signature_name: 'Maria Lopez',
  };

  test('that looks at an earlier step is left to the server where the page did not say what was answered there', async () => {
    const alone = await loadStepValidator('contract', 'sign');
    expect(alone.check(signed, schema)).toEqual({});
    const earlier = answersLookedAt(contract, 'sign', {
      first_name: 'Ana',
      last_name: 'Lopez',
      ssn: '123456789',
    });
    expect(earlier).toEqual({ first_name: 'Ana', last_name: 'Lopez' });
    const knowing = await loadStepValidator('contract', 'sign', { earlier });
    expect(knowing.check(signed, schema)).toEqual({
      signature_name: 'Type your full name as you gave it: first and last name',
    });
  });

  test.each(['2026-04-26', '2026-04-27', '2026-04-28'])(
    'about an age gives the same verdict here and there on %s',
    async (today) => {
      const answers = {
        first_name: 'Ana',
        last_name: 'Lopez',
        ssn: '123456789',
        date_of_birth: '2008-04-27',
      };
      const validator = await loadStepValidator('contract', 'about-you', { today });
      const errors = validator.check(answers, stepSchema(contract, 'about-you'));
      const verdict = validateStep(contract, 'about-you', answers, { today });
      expect(verdict.ok).toBe(today >= '2026-04-27');
      expect(errors).toEqual(errorsOf(verdict));
    },
  );
});
