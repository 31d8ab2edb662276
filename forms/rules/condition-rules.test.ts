import { describe, expect, test } from 'vitest';
import { defineForm, type FormDefinition } from '../definition.ts';
import { askWhen, condition } from '../fixtures/condition.ts';
import { conditionalForm } from '../fixtures/conditional-form.ts';
import { findConditionFaults } from './condition-rules.ts';

const atWork = { properties: { works: { const: 'yes' } }, required: ['works'] };

/** The conditional form with other conditions. */
function formWith(...allOf: unknown[]): FormDefinition {
  return defineForm('a', { ...conditionalForm.schema, allOf }, conditionalForm.ui);
}

describe('a condition is refused', () => {
  test.each<[string, FormDefinition, RegExp]>([
    [
      'when it holds before its question is answered',
      formWith(askWhen({ properties: atWork.properties }, ['hours'])),
      /"works" must also list it in "required"/,
    ],
    [
      'when the question is on the same step',
      formWith(askWhen({ properties: { name: { const: 'A' } }, required: ['name'] }, ['hours'])),
      /"hours" must be on a later step than "name"/,
    ],
    [
      'when the question is on an earlier step',
      formWith(askWhen({ properties: { tired: { const: 'yes' } }, required: ['tired'] }, ['hours'])),
      /later step than "tired"/,
    ],
    [
      'when an inner part looks at a later step',
      formWith(
        askWhen({ ...atWork, anyOf: [{ not: { required: ['tired'], properties: { tired: {} } } }] }, [
          'hours',
        ]),
      ),
      /later step than "tired"/,
    ],
    [
      'when it requires a question that the other branch still asks',
      formWith(condition(atWork, { yes: { required: ['hours'] } })),
      /the other must say "hours": false/,
    ],
    ['when it acts on no field', formWith(askWhen(atWork, ['height'])), /"height", which is no field/],
    [
      'when two conditions act on one question',
      formWith(askWhen(atWork, ['hours']), askWhen(atWork, ['hours'])),
      /"hours" is in two conditions/,
    ],
    [
      'when the form requires the question of everyone',
      formWith(askWhen(atWork, ['agrees'])),
      /"agrees" is conditional/,
    ],
    ['when it has no "if"', formWith({ else: { required: ['hours'] } }), /needs an "if"/],
    ['when it uses another keyword', formWith({ if: atWork, not: {} }), /must not use "not"/],
    [
      'when a branch does more than require and hide',
      formWith({ if: atWork, else: { minProperties: 1 } }),
      /must not use "minProperties"/,
    ],
    [
      'when a branch describes a field',
      formWith({ if: atWork, else: { properties: { hours: { type: 'string' } } } }),
      /only say that "hours" is false/,
    ],
  ])('%s', (_title, definition, fault) => {
    expect(findConditionFaults(definition).join('\n')).toMatch(fault);
  });

  test('when a step has more than four conditional questions', () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'boolean' }]));
    const steps = [...conditionalForm.ui.steps, { id: 'many', title: 'Many', fields: names }];
    const hidden = Object.fromEntries(names.map((name) => [name, false]));
    const schema = {
      ...conditionalForm.schema,
      properties: { ...conditionalForm.schema.properties, ...properties },
      allOf: [{ if: atWork, else: { properties: hidden } }],
    };
    const definition = defineForm('a', schema, { ...conditionalForm.ui, steps });
    expect(findConditionFaults(definition)).toEqual([
      'The step "many" must not have more than 4 conditional questions.',
    ]);
  });
});

test('conditions on earlier answers pass, chains included', () => {
  expect(findConditionFaults(conditionalForm)).toEqual([]);
});
