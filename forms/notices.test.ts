import { expect, test } from 'vitest';
import { noticesFor, sentText } from './define-intake.ts';
import type { Answers } from './definition.ts';
import { firstUnansweredStep } from './journey.ts';
import { caseEvaluation } from './public-forms.ts';
import { getForm } from './registry.ts';
import { answeredSteps, hiddenFields, validateAnswers } from './validate.ts';

const definition = getForm('case-evaluation');
const contact = { first_name: 'Maria', last_name: 'Lopez', phone: '2015550123', email: 'maria@example.com' };

/** Every question with options that has to be answered, with its options. */
const choices = definition.ui.steps
  .flatMap(({ fields }) => fields)
  .filter((field) => definition.schema.required?.includes(field))
  .map((field) => ({ field, options: (definition.schema.properties?.[field]?.enum ?? []) as string[] }))
  .filter(({ options }) => options.length > 0);

const combinations = choices.reduce<Answers[]>(
  (before, { field, options }) =>
    before.flatMap((answers) => options.map((option) => ({ ...answers, [field]: option }))),
  [{}],
);

/** What the visitor is told, by benefits, lawyer and age: nothing else changes it. */
const outcomes = new Map<string, string[]>([
  ['no no younger', []],
  ['yes no younger', ['You get disability benefits now']],
  ['no yes younger', ['You have a lawyer']],
  ['no no 65', ['You are 65 or older']],
  ['yes yes younger', ['You get disability benefits now', 'You have a lawyer']],
  ['yes no 65', ['You get disability benefits now', 'You are 65 or older']],
  ['no yes 65', ['You have a lawyer', 'You are 65 or older']],
  ['yes yes 65', ['You get disability benefits now', 'You have a lawyer', 'You are 65 or older']],
]);

test('each of the 640 ways to answer the evaluation has its outcome, and can be sent', () => {
  expect(combinations).toHaveLength(640);
  const seen = new Map<string, number>();
  for (const answers of combinations) {
    const { receiving_benefits, has_lawyer, age_range } = answers;
    const outcome = `${receiving_benefits} ${has_lawyer} ${age_range === '65 or older' ? '65' : 'younger'}`;
    const label = JSON.stringify(answers);
    expect(
      noticesFor(caseEvaluation, answers).map(({ title }) => title),
      label,
    ).toEqual(outcomes.get(outcome));
    expect(validateAnswers(definition, { ...answers, ...contact }), label).toMatchObject({ ok: true });
    const hidden = hiddenFields(definition, answers);
    expect(firstUnansweredStep(definition, hidden, answeredSteps(definition, answers))?.id, label).toBe(
      'contact',
    );
    seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
  }
  expect(Object.fromEntries(seen)).toEqual({
    'no no younger': 128,
    'yes no younger': 128,
    'no yes younger': 128,
    'yes yes younger': 128,
    'no no 65': 32,
    'yes no 65': 32,
    'no yes 65': 32,
    'yes yes 65': 32,
  });
});

test('a promise of a call within 24 hours has the words of the definition, and no time is promised where none is known', () => {
  const { sent } = caseEvaluation.site;
  expect(sentText(sent, definition.ui, 'within 24 hours')).toBe(definition.ui.successText);
  expect(sentText(sent, definition.ui, 'by Monday, 10:00 AM Eastern time')).toBe(
    'A disability expert will contact you by Monday, 10:00 AM Eastern time.',
  );
  expect(sentText(sent, definition.ui)).not.toMatch(/hours\b.*\d|\d.*hours/);
});
