import { beforeAll, expect, test } from 'vitest';
import { compileForms, generatedFolder } from './compile.ts';
import type { Answers, FieldErrors, FormDefinition } from './definition.ts';
import { allDefinitions } from './development.ts';
import { hostileTexts } from './fixtures/hostile-values.ts';
import { seededRandom } from './fixtures/random.ts';
import { readExamples } from './fixtures/read-examples.ts';
import { visibleSteps } from './journey.ts';
import { answersLookedAt, stepSchema } from './ui-schema.ts';
import { hiddenFields, validateAnswers, validateStep } from './validate.ts';

/** Sets of answers per form. */
const sets = 200;
const today = '2026-03-01';
/** What JSON can hold, in the browser's memory as in a request. */
const oddities: unknown[] = [null, true, false, 0, 7, -1, 1.5, [], [''], ['yes'], {}, [{}], { $ne: null }];

let loadStepValidator: typeof import('./browser-validator.ts').loadStepValidator;
beforeAll(async () => {
  compileForms(allDefinitions(), generatedFolder);
  ({ loadStepValidator } = await import('./browser-validator.ts'));
});

/** Mostly right answers, with hostile and missing ones among them. */
function makeAnswers({ form, ui }: FormDefinition, random: () => number): Answers {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const good = pick(readExamples(form, 'valid')).content as Answers;
  const spoil = (value: unknown): unknown => {
    const chance = random();
    if (chance < 0.85) return value;
    if (chance < 0.88) return undefined;
    return chance < 0.95 ? pick(hostileTexts).slice(0, 400) : pick(oddities);
  };
  const entries = Object.entries(ui.fields).map(([name, { fields }]) => {
    const value = good[name];
    if (!fields || !Array.isArray(value)) return [name, spoil(value)] as const;
    const rows = value.map((row: Answers) => (random() < 0.2 ? {} : row));
    return [
      name,
      rows.map((row: Answers) =>
        Object.fromEntries(Object.keys(fields).map((each) => [each, spoil(row[each])])),
      ),
    ] as const;
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

async function browserErrors(definition: FormDefinition, answers: Answers): Promise<FieldErrors> {
  const hidden = hiddenFields(definition, answers);
  const errors: FieldErrors = {};
  for (const { id } of visibleSteps(definition, hidden)) {
    const schema = stepSchema(definition, id, hidden);
    const earlier = answersLookedAt(definition, id, answers);
    const here = Object.entries(answers).filter(([name]) => Object.hasOwn(schema.properties, name));
    const validator = await loadStepValidator(definition.form, id, { earlier, today });
    Object.assign(errors, validator.check(Object.fromEntries(here), schema));
  }
  return errors;
}

/** The page counts empty rows, the server does not see them: without the numbers both are the same. */
function withoutRows(errors: FieldErrors): string[] {
  return Object.entries(errors).map(([key, message]) => `${key.replace(/\.\d+\./, '.')}: ${message}`);
}

test.each(allDefinitions())(
  `for ${sets} sets of right, wrong and missing answers to $form, whole form, steps and browser agree`,
  async (definition) => {
    const random = seededRandom(definition.form.length * 1009);
    let accepted = 0;
    for (let at = 0; at < sets; at += 1) {
      const answers = makeAnswers(definition, random);
      const verdict = validateAnswers(definition, answers, { today });
      const steps = visibleSteps(definition, hiddenFields(definition, answers)).map(({ id }) =>
        validateStep(definition, id, answers, { today }),
      );
      const errors = verdict.ok ? {} : verdict.errors;
      expect(Object.assign({}, ...steps.map((step) => (step.ok ? {} : step.errors)))).toEqual(errors);
      expect(withoutRows(await browserErrors(definition, answers))).toEqual(withoutRows(errors));
      if (!verdict.ok) continue;
      accepted += 1;
      // What is stored is checked again later: it must stay as it is.
      expect(validateAnswers(definition, verdict.answers, { today })).toEqual(verdict);
    }
    expect(accepted).toBeGreaterThan(0);
    expect(accepted).toBeLessThan(sets);
  },
);
