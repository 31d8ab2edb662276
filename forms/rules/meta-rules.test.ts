import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { FormDefinition } from '../definition.ts';
import { allDefinitions } from '../development.ts';
import { conditionalForm } from '../fixtures/conditional-form.ts';
import { edited, everyWidget, type Unchecked } from '../fixtures/edited-form.ts';
import { checkForm, refuseFaultyForms } from './check-form.ts';

const faultsOf = (definition: FormDefinition) => {
  const { state, sentences } = checkForm(definition, []);
  expect(state).toBe('faulty');
  return sentences.join('\n');
};

/** Gives a part another key, in place of the right one. */
function misspell(part: Unchecked, right: string, wrong: string): void {
  part[wrong] = part[right] ?? true;
  delete part[right];
}

describe('a key or a value that means nothing is refused, with its file, its place and the right word', () => {
  test.each<[string, FormDefinition, string]>([
    [
      'a hint',
      edited(({ fields }) => misspell(fields.phone, 'hint', 'hnit')),
      'every-widget/ui.json /fields/phone/hnit: there is no key "hnit" here. Did you mean "hint"?',
    ],
    [
      'a message',
      edited(({ fields }) => misspell(fields.phone.messages, 'required', 'requird')),
      'every-widget/ui.json /fields/phone/messages/requird: there is no key "requird" here. Did you mean "required"?',
    ],
    [
      'a key of a step',
      edited(({ steps }) => misspell(steps[0], 'autoAdvance', 'autoAdvanc')),
      'every-widget/ui.json /steps/0/autoAdvanc: there is no key "autoAdvanc" here. Did you mean "autoAdvance"?',
    ],
    [
      'a key of the form',
      edited((ui) => misspell(ui, 'successText', 'succesText')),
      '/succesText: there is no key "succesText" here. Did you mean "successText"?',
    ],
    [
      'a key that is far from any',
      edited((ui) => misspell(ui.fields.email, 'none', 'background')),
      '/fields/email/background: there is no key "background" here.',
    ],
    [
      'a key of a row',
      edited(({ fields }) => misspell(fields.jobs.fields.kind, 'options', 'optons')),
      '/fields/jobs/fields/kind/optons: there is no key "optons" here. Did you mean "options"?',
    ],
    [
      'a widget',
      edited(({ fields }) => (fields.email.widget = 'emial')),
      '"emial" is not possible here. Did you mean "email"?',
    ],
    [
      'a flag in words',
      edited(({ fields }) => (fields.ssn.masked = 'yes')),
      '/fields/ssn/masked: this must be of the type boolean, not "yes".',
    ],
    [
      'a rule',
      edited(({ fields }) => (fields.date_of_birth.rules = [{ rule: 'year-ago', message: 'No.' }])),
      '/fields/date_of_birth/rules/0: there is no rule "year-ago". Did you mean "years-ago"?',
    ],
    [
      'a parameter of a rule',
      edited(
        ({ fields }) => (fields.date_of_birth.rules = [{ rule: 'years-ago', year: 18, message: 'No.' }]),
      ),
      '/fields/date_of_birth/rules/0/year: there is no key "year" here. Did you mean "years"?',
    ],
    [
      'no words',
      edited(({ fields }) => (fields.email.title = '')),
      'every-widget/ui.json /fields/email/title: this must have at least 1, not "".',
    ],
    [
      'a number that is too small',
      edited(({ fields }) => (fields.date_of_birth.rules[2].years = 0)),
      '/fields/date_of_birth/rules/2/years: this must be >= 1, not 0.',
    ],
    [
      'a rule without its parameter',
      edited(({ fields }) => (fields.pin.rules = [{ rule: 'none-of', message: 'No.' }])),
      '/fields/pin/rules/0: "values" is missing.',
    ],
    [
      'a file without its meta-schema',
      edited((ui) => delete ui.$schema),
      'every-widget/ui.json /: "$schema" is missing.',
    ],
    [
      'a keyword of the schema',
      edited((_ui, { properties }) => misspell(properties.story, 'maxLength', 'maxLenght')),
      'every-widget/schema.json /properties/story/maxLenght: there is no key "maxLenght" here. Did you mean "maxLength"?',
    ],
    [
      'a type',
      edited((_ui, { properties }) => (properties.story.type = 'strng')),
      '/properties/story: there is no type "strng". Did you mean "string"?',
    ],
    [
      'a keyword of a condition',
      edited((_ui, { allOf }) => misspell(allOf[0], 'else', 'esle')),
      '/allOf/0/esle: there is no key "esle" here. Did you mean "else"?',
    ],
    [
      'a field of a condition',
      edited(
        (_ui, { allOf }) =>
          (allOf[0].if = { properties: { has_work: { const: 'yes' } }, required: ['has_work'] }),
      ),
      'A condition looks at "has_work", which is no field. Did you mean "has_worked"?',
    ],
    [
      'a field that a condition acts on',
      edited((_ui, { allOf }) => (allOf[0].else.properties = { job: false, jobs: false })),
      'A condition acts on "job", which is no field. Did you mean "jobs"?',
    ],
    [
      'a value of a condition',
      edited((_ui, { allOf }) => (allOf[0].if.properties.has_worked.const = 'yess')),
      'A condition expects "has_worked" to be "yess", which it can not be. Did you mean "yes"?',
    ],
    [
      'a field of a step',
      edited(({ steps }) => steps[0].fields.push('spose')),
      'A step asks "spose", which is not in schema.json. Did you mean "spouse"?',
    ],
    [
      'a field of the list',
      edited(({ list }) => list.push('stat')),
      '"list" names "stat", which is no field. Did you mean "state"?',
    ],
  ])('%s', (_title, definition, sentence) => {
    expect(faultsOf(definition)).toContain(sentence);
  });
});

test('a start refuses forms with such a fault, and accepts those without', () => {
  const definition = edited(({ fields }) => misspell(fields.phone, 'none', 'sealde'));
  expect(() => refuseFaultyForms([everyWidget, definition])).toThrow(
    'every-widget/ui.json /fields/phone/sealde:',
  );
  const steps = edited(({ steps }) => steps[0].fields.push('spose'));
  expect(() => refuseFaultyForms([steps])).toThrow('every-widget: A step asks "spose"');
  expect(() => refuseFaultyForms(allDefinitions())).not.toThrow();
});

test('every object of the meta-schemas is closed, or says what each of its keys holds', () => {
  const open = (value: Unchecked, path: string): string[] => {
    if (value === null || typeof value !== 'object') return [];
    const isOpen =
      value.type === 'object' &&
      value.oneOf === undefined &&
      value.additionalProperties !== false &&
      typeof value.additionalProperties !== 'object';
    const inner = Object.entries(value).flatMap(([key, each]) => open(each, `${path}/${key}`));
    return isOpen ? [path, ...inner] : inner;
  };
  for (const name of ['ui.schema.json', 'schema.schema.json']) {
    const meta = JSON.parse(readFileSync(join(import.meta.dirname, '..', name), 'utf8'));
    expect(open(meta, name)).toEqual([]);
  }
});

test.each([...allDefinitions(), conditionalForm])('$form fits the meta-schemas', (definition) => {
  expect(checkForm(definition, [])).toEqual({
    state: 'additive',
    sentences: ['This form was never released.'],
  });
});
