import { describe, expect, test } from 'vitest';
import { type DeclaredRule, defineForm, type FormDefinition, type JsonSchema } from '../definition.ts';
import { askWhen } from '../fixtures/condition.ts';
import { conditionalForm } from '../fixtures/conditional-form.ts';
import { checkForm } from './check-form.ts';
import { compareDefinitions } from './compatibility.ts';

/** The conditional form after an edit of its schema. */
function edited(
  edit: (properties: Record<string, JsonSchema>, schema: JsonSchema) => unknown,
): FormDefinition {
  const schema = structuredClone(conditionalForm.schema);
  edit(schema.properties ?? {}, schema);
  return defineForm(conditionalForm.form, schema, conditionalForm.ui);
}

const change = (name: string, rule: JsonSchema) =>
  edited((properties) => Object.assign(properties[name] ?? {}, rule));
const without = (list: readonly string[] | undefined, name: string) =>
  (list ?? []).filter((each) => each !== name);

/** The conditional form with rules about its date. */
function withRules(rules: readonly DeclaredRule[]): FormDefinition {
  const { form, schema, ui } = structuredClone(conditionalForm);
  Object.assign(ui.fields.started ?? {}, { rules });
  return defineForm(form, schema, ui);
}

describe('a change that stored answers may not survive is breaking', () => {
  test.each<[string, FormDefinition, RegExp]>([
    ['a removed field', edited((properties) => delete properties.wage), /"wage" was removed; .*deprecated/],
    [
      'a renamed field',
      edited((properties) => {
        properties.pay = properties.wage ?? {};
        delete properties.wage;
      }),
      /"wage" was removed/,
    ],
    ['another type', change('hours', { type: 'number' }), /"hours" changed its type from integer to number/],
    ['a removed option', change('works', { enum: ['yes'] }), /"works" lost the option "no"/],
    ['a first list of options', change('name', { enum: ['Ann'] }), /"name" takes only certain values/],
    ['a lower maxLength', change('name', { maxLength: 39 }), /"name" has a tighter maxLength/],
    ['a first minLength', change('name', { minLength: 1 }), /"name" has a tighter minLength/],
    ['a higher minimum', change('hours', { minimum: 2 }), /tighter minimum/],
    ['a lower maximum', change('hours', { maximum: 100 }), /tighter maximum/],
    ['fewer entries', change('employers', { maxItems: 2 }), /tighter maxItems/],
    ['more entries', change('employers', { minItems: 2 }), /tighter minItems/],
    [
      'shorter entries',
      change('employers', { items: { type: 'string', minLength: 2, maxLength: 19 } }),
      /"employers\[\]" has a tighter/,
    ],
    [
      'a tighter field of a group',
      edited(({ homes }) => {
        Object.assign(homes?.items?.properties ?? {}, { city: { type: 'string', maxLength: 9 } });
      }),
      /"homes\[\].city" has a tighter/,
    ],
    [
      'a required new field of a group',
      edited(({ homes }) => {
        Object.assign(homes?.items?.properties ?? {}, { state: { type: 'string', maxLength: 2 } });
        Object.assign(homes?.items ?? {}, { required: ['city', 'state'] });
      }),
      /"homes\[\].state" is new and required/,
    ],
    ['a first rule', withRules([{ rule: 'not-after-today', message: 'No.' }]), /"started" has a new rule/],
    ['a first pattern', change('name', { pattern: '^A' }), /"name" has a new pattern/],
    ['another format', change('started', { format: 'email' }), /"started" has a new format/],
    ['another constant', change('agrees', { const: false }), /"agrees" has a new const/],
    [
      'a tightened field that is marked as deprecated',
      change('wage', { deprecated: true, maximum: 1 }),
      /"wage" has a tighter maximum/,
    ],
  ])('%s', (_title, current, sentence) => {
    const changes = compareDefinitions(conditionalForm, current);
    expect(
      changes
        .filter(({ kind }) => kind === 'breaking')
        .map((each) => each.sentence)
        .join('\n'),
    ).toMatch(sentence);
  });
});

describe('a change after which drafts are asked for more, and lose nothing, is called so', () => {
  test.each<[string, FormDefinition, RegExp]>([
    [
      'a newly required field',
      edited((_properties, schema) =>
        Object.assign(schema, { required: [...(schema.required ?? []), 'started'] }),
      ),
      /^"started" became required; drafts without it are asked for it\.$/,
    ],
    [
      'a required question asked of more people',
      edited((_properties, schema) =>
        Object.assign(schema, {
          allOf: JSON.parse(JSON.stringify(schema.allOf).replace('"minimum":40', '"minimum":30')),
        }),
      ),
      /"tired" is required under another condition; drafts without it are asked for it/,
    ],
  ])('%s', (_title, current, sentence) => {
    const changes = compareDefinitions(conditionalForm, current);
    expect(changes).toEqual([{ kind: 'asking', sentence: expect.stringMatching(sentence) }]);
  });
});

describe('a change that stored answers survive is additive', () => {
  test.each<[string, FormDefinition, RegExp]>([
    [
      'a new question, required or not',
      edited((properties, schema) => {
        properties.height = { type: 'integer' };
        Object.assign(schema, { required: [...(schema.required ?? []), 'height'] });
      }),
      /"height" is new/,
    ],
    [
      'a new option',
      change('works', { enum: ['yes', 'no', 'sometimes'] }),
      /"works" has the new option "sometimes"/,
    ],
    ['any value', edited(({ works }) => delete works?.enum), /"works" takes any value/],
    ['a higher maxLength', change('name', { maxLength: 80 }), /"name" has a looser maxLength/],
    ['a lower minimum', change('hours', { minimum: 0 }), /looser minimum/],
    ['no format', edited(({ started }) => delete started?.format), /"started" lost its format/],
    [
      'a field that is no longer required',
      edited((_properties, schema) => Object.assign(schema, { required: without(schema.required, 'name') })),
      /"name" is no longer required/,
    ],
    [
      'a field that is marked as deprecated',
      edited((properties, schema) => {
        Object.assign(properties.name ?? {}, { deprecated: true });
        Object.assign(schema, { required: without(schema.required, 'name') });
      }),
      /"name" is no longer asked/,
    ],
    [
      'a question asked of fewer people',
      edited((_properties, schema) => {
        const atWork = { properties: { works: { const: 'yes' } }, required: ['works'] };
        const entry = askWhen(atWork, ['agrees']);
        Object.assign(schema, {
          required: without(schema.required, 'agrees'),
          allOf: [...(schema.allOf ?? []), entry],
        });
      }),
      /"agrees" is asked under another condition/,
    ],
    [
      'other words',
      defineForm(conditionalForm.form, conditionalForm.schema, { ...conditionalForm.ui, title: 'Work' }),
      /words/,
    ],
    [
      'another title of the schema',
      edited((_properties, schema) => Object.assign(schema, { title: 'Work' })),
      /rewritten/,
    ],
  ])('%s', (_title, current, sentence) => {
    const changes = compareDefinitions(conditionalForm, current);
    expect(changes.filter(({ kind }) => kind !== 'additive')).toEqual([]);
    expect(changes.map((each) => each.sentence).join('\n')).toMatch(sentence);
  });
});

describe('a form as a whole', () => {
  const released = { previous: [], definition: conditionalForm };
  const shorter = change('name', { maxLength: 20 });
  const longer = change('name', { maxLength: 80 });

  test('is faulty before anything else', () => {
    expect(
      checkForm(
        edited(({ name }) => delete name?.maxLength),
        [released],
      ),
    ).toEqual({
      state: 'faulty',
      sentences: ['"name" needs a maxLength.'],
    });
  });

  test('is breaking when it breaks with any of the newest releases', () => {
    const branch = { previous: [conditionalForm.version], definition: longer };
    const other = { previous: [conditionalForm.version], definition: change('name', { maxLength: 90 }) };
    expect(checkForm(shorter, [released]).state).toBe('breaking');
    expect(checkForm(conditionalForm, [released, branch]).state).toBe('breaking');
    expect(checkForm(change('name', { maxLength: 85 }), [released, branch, other]).state).toBe('breaking');
  });

  test('tells each change with its kind', () => {
    const both = edited(
      ({ name, hours }) =>
        Object.assign(name ?? {}, { maxLength: 20 }) && Object.assign(hours ?? {}, { maximum: 200 }),
    );
    expect(checkForm(both, [released]).sentences).toEqual([
      'breaking: "name" has a tighter maxLength, which stored answers may not meet.',
      'additive: "hours" has a looser maximum.',
      `Drafts of ${conditionalForm.version} need migrations/${conditionalForm.version}.ts, listed in forms/migrations.ts.`,
    ]);
  });

  test('may break with a release that drafts are migrated from, and with no other', () => {
    const migrations = { [conditionalForm.version]: (answers: object) => ({ ...answers }) };
    const other = { previous: [], definition: longer };
    expect(checkForm(shorter, [released], migrations).state).toBe('migrated');
    expect(checkForm(shorter, [released, other], migrations).state).toBe('breaking');
    expect(checkForm(shorter, [other], migrations)).toEqual({
      state: 'faulty',
      sentences: [`There is a migration from ${conditionalForm.version}, which was never released.`],
    });
    const after = { previous: [conditionalForm.version], definition: shorter };
    expect(checkForm(shorter, [released, after], migrations)).toEqual({ state: 'unchanged', sentences: [] });
  });

  test('loses no draft to other words of a rule', () => {
    const rule = { rule: 'not-after-today', message: 'No.' } as const;
    const [before, after] = [withRules([rule]), withRules([{ ...rule, message: 'Not yet.' }])];
    expect(compareDefinitions(before, after).map(({ kind }) => kind)).toEqual(['additive']);
    const dropped = compareDefinitions(before, conditionalForm).map(({ kind }) => kind);
    expect(dropped).toEqual(['exposing', 'additive']);
  });

  test('is additive when it is new or adds to the newest release', () => {
    expect(checkForm(conditionalForm, []).state).toBe('additive');
    expect(checkForm(longer, [released])).toEqual({
      state: 'additive',
      sentences: ['additive: "name" has a looser maxLength.'],
    });
  });

  test('is unchanged when it is released', () => {
    expect(checkForm(conditionalForm, [released])).toEqual({ state: 'unchanged', sentences: [] });
  });
});
