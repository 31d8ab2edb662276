import { describe, expect, test } from 'vitest';
import { defineForm } from './definition.ts';
import { conditionalForm } from './fixtures/conditional-form.ts';
import { answeredSteps, hiddenFields, validateAnswers, validateStep } from './validate.ts';

const idle = { works: 'no', name: 'Ann', agrees: true };
const busy = { works: 'yes', name: 'Ann', hours: 20, employers: ['Mill'], agrees: true };

describe('a whole submission', () => {
  test.each([null, undefined, 'yes', 1, true, [], () => idle])(
    'is refused when it is no object: %s',
    (answers) => {
      expect(validateAnswers(conditionalForm, answers)).toEqual({
        ok: false,
        errors: { '': 'We could not read your answers. Reload the page and try again.' },
      });
    },
  );

  test('names every missing field in the order of the page', () => {
    const verdict = validateAnswers(conditionalForm, { works: 'yes' });
    expect(verdict).toMatchObject({ ok: false });
    expect(!verdict.ok && Object.entries(verdict.errors)).toEqual([
      ['name', 'Enter: Name'],
      ['hours', 'Enter: Hours'],
      ['employers', 'Enter: Employers'],
      ['agrees', 'Enter: I agree'],
    ]);
  });

  test.each([
    ['hours', 0, 'Hours must be 1 or more'],
    ['hours', 169, 'Hours must be 168 or less'],
    ['hours', '20', 'Enter: Hours'],
    ['hours', 1.5, 'Enter: Hours'],
    ['wage', -1, 'Wage must be 0 or more'],
    ['wage', Number.NaN, 'Enter: Wage'],
    ['name', 'n'.repeat(41), 'Name must be 40 characters or fewer'],
    ['employers', [], 'Employers must have at least 1'],
    ['employers', ['Mill', 'Shop', 'Farm', 'Port'], 'Employers must have at most 3'],
    ['employers', ['Mill', 'Mill'], 'Employers must not have the same entry twice'],
    ['employers', ['M'], 'Employers must be 2 characters or more'],
    ['employers', 'Mill', 'Enter: Employers'],
    ['started', '2023-02-29', 'There is no February 29 in 2023'],
    ['started', '1900-02-29', 'There is no February 29 in 1900'],
    ['started', '2024-04-31', 'There is no April 31'],
    ['agrees', false, 'Enter: I agree'],
    ['homes', {}, 'Enter: Homes'],
    ['homes', [{ city: 'Trenton', zip: '1' }], 'Check your answer: Homes'],
    ['homes', ['Trenton'], 'Enter: Homes'],
    ['homes', Array(3).fill({ city: 'Trenton' }), 'Homes must have at most 2'],
  ])('refuses %s: %j in our words', (field, value, message) => {
    const verdict = validateAnswers(conditionalForm, { ...busy, tired: 'no', [field]: value });
    expect(verdict).toEqual({ ok: false, errors: { [field]: message } });
  });

  test('tells what is wrong within rows at its row, in the order of the page', () => {
    const homes = [{ city: 'Trenton' }, { city: 'a city with a long name' }];
    expect(validateAnswers(conditionalForm, { works: 'no', homes })).toEqual({
      ok: false,
      errors: {
        name: 'Enter: Name',
        agrees: 'Enter: I agree',
        'homes.1.city': 'City must be 10 characters or fewer',
      },
    });
  });

  test('refuses what is inherited, or computed by a getter, as not given', () => {
    const inherited = Object.create(idle);
    const computed = Object.defineProperty({ works: 'no', agrees: true }, 'name', {
      enumerable: true,
      get: () => expect.unreachable('an answer was run'),
    });
    expect(validateAnswers(conditionalForm, inherited)).toMatchObject({ ok: false });
    expect(validateAnswers(conditionalForm, computed)).toEqual({
      ok: false,
      errors: { name: 'Enter: Name' },
    });
  });

  test.each([
    [idle, idle],
    [busy, busy],
    [
      { ...busy, hours: 40, tired: 'no' },
      { ...busy, hours: 40, tired: 'no' },
    ],
    [{ ...idle, name: ' Ann ', started: '', wage: null }, idle],
    [
      { ...idle, started: '2024-02-29' },
      { ...idle, started: '2024-02-29' },
    ],
    [
      { ...idle, started: '2000-02-29' },
      { ...idle, started: '2000-02-29' },
    ],
    [
      { ...idle, homes: [{}, { city: ' Trenton ' }, { city: '' }] },
      { ...idle, homes: [{ city: 'Trenton' }] },
    ],
    [
      { ...idle, fax: '1' },
      { ...idle, fax: '1' },
    ],
    [
      { ...busy, employers: [' Mill ', '', 'Shop'] },
      { ...busy, employers: ['Mill', 'Shop'] },
    ],
  ])('is stored normalized: %j', (answers, stored) => {
    expect(validateAnswers(conditionalForm, answers)).toEqual({ ok: true, answers: stored });
  });

  test('leaves what it was given as it was', () => {
    const given = Object.freeze({
      ...busy,
      name: ' Ann ',
      works: 'no',
      employers: Object.freeze([' Mill ']),
    });
    expect(validateAnswers(conditionalForm, given)).toEqual({ ok: true, answers: idle });
    expect(given.employers).toEqual([' Mill ']);
  });

  test('goes by the definition it was written under, also an older one', () => {
    const schema = structuredClone(conditionalForm.schema);
    const name = schema.properties?.name;
    if (name) name.maxLength = 2;
    const older = defineForm(conditionalForm.form, schema, conditionalForm.ui);
    expect(validateAnswers(older, idle)).toMatchObject({ ok: false });
    expect(validateAnswers(conditionalForm, idle)).toMatchObject({ ok: true });
  });
});

describe('a conditional question', () => {
  test.each([
    ['nothing answered', {}, ['hours', 'employers', 'wage', 'tired']],
    ['not at work', { works: 'no' }, ['hours', 'employers', 'wage', 'tired']],
    ['a wrong answer to what it depends on', { works: ['yes'] }, ['hours', 'employers', 'wage', 'tired']],
    ['at work', { works: 'yes' }, ['tired']],
    ['few hours', { works: 'yes', hours: 39 }, ['tired']],
    ['many hours', { works: 'yes', hours: 40 }, []],
    [
      'many hours left over from before',
      { works: 'no', hours: 40, tired: 'yes' },
      ['hours', 'employers', 'wage', 'tired'],
    ],
  ])('is hidden or asked by the answers before it: %s', (_title, answers, hidden) => {
    expect([...hiddenFields(conditionalForm, answers)].sort()).toEqual([...hidden].sort());
  });

  test('is required where it is asked', () => {
    expect(validateAnswers(conditionalForm, { ...busy, hours: 40 })).toEqual({
      ok: false,
      errors: { tired: 'Enter: Are you tired?' },
    });
  });

  test('loses its answer, valid or not, where it is not asked', () => {
    const before = { ...busy, works: 'no', tired: 'perhaps', hours: 40 };
    expect(validateAnswers(conditionalForm, before)).toEqual({ ok: true, answers: idle });
  });
});

describe('one step', () => {
  test('is refused for its own fields alone', () => {
    expect(validateStep(conditionalForm, 'job', { works: 'yes', agrees: 'x' })).toEqual({
      ok: false,
      errors: { name: 'Enter: Name', hours: 'Enter: Hours', employers: 'Enter: Employers' },
    });
  });

  test('asks only what the answers before it ask for', () => {
    expect(validateStep(conditionalForm, 'job', { works: 'no', name: 'Ann', hours: 'x' })).toEqual({
      ok: true,
      answers: { name: 'Ann' },
    });
  });

  test('refuses an answer that the form has no question for, and does not exist under another name', () => {
    expect(validateStep(conditionalForm, 'works', { works: 'no', role: 'admin' })).toMatchObject({
      ok: false,
    });
    expect(() => validateStep(conditionalForm, 'pay', {})).toThrow('has no step "pay"');
    expect(() => validateStep(conditionalForm, '__proto__', {})).toThrow(RangeError);
  });

  test('counts as answered when it is asked and valid', () => {
    expect([...answeredSteps(conditionalForm, {})]).toEqual([]);
    expect([...answeredSteps(conditionalForm, { works: 'no' })]).toEqual(['works']);
    expect([...answeredSteps(conditionalForm, idle)]).toEqual(['works', 'job', 'rest']);
    expect([...answeredSteps(conditionalForm, { ...busy, hours: 40, tired: 'no' })]).toHaveLength(4);
  });
});
