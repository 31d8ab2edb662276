import type { Answers, FieldErrors } from '@claimdesk/forms/definition';
import type { RJSFSchema, UiSchema } from '@rjsf/utils';
import { describe, expect, test } from 'vitest';
import { formHtml, openingTag } from '#web/testing/form-html.tsx';
import { targetOf } from './field-ids.ts';

const schema: RJSFSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['state', 'agrees', 'born', 'ssn', 'pin'],
  properties: {
    state: { type: 'string', maxLength: 2, enum: ['NJ', 'NY'] },
    story: { type: 'string', maxLength: 2000 },
    years: { type: 'integer', minimum: 0, maximum: 80 },
    skills: { type: 'array', maxItems: 20, items: { type: 'string', maxLength: 60 } },
    agrees: { type: 'boolean', const: true },
    born: { type: 'string', maxLength: 10, format: 'date' },
    ssn: { type: 'string', maxLength: 9 },
    pin: { type: 'string', maxLength: 4 },
    password: { type: 'string', maxLength: 200 },
    jobs: {
      type: 'array',
      minItems: 1,
      maxItems: 3,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['city'],
        properties: {
          city: { type: 'string', maxLength: 40 },
          begun: { type: 'string', maxLength: 10, format: 'date' },
        },
      },
    },
  },
};

const ui = (title: string, widget: string, more: object = {}) => ({
  'ui:title': title,
  'ui:widget': widget,
  ...more,
});
const uiSchema: UiSchema = {
  state: ui('State', 'select', { 'ui:enumNames': { NJ: 'New Jersey', NY: 'New York' } }),
  story: ui('Story', 'textarea', { 'ui:description': 'In your own words.' }),
  years: ui('Years', 'number'),
  skills: ui('Skills', 'list', { 'ui:description': 'With commas.' }),
  agrees: ui('I agree', 'checkbox', { 'ui:description': 'What that means.' }),
  born: ui('Date of birth', 'date', { 'ui:autocomplete': 'bday', 'ui:description': 'Like 4 12 1958.' }),
  ssn: ui('Social Security number', 'ssn'),
  pin: ui('PIN', 'pin'),
  password: ui('Password', 'password'),
  jobs: {
    ...ui('Your jobs', 'group', {
      'ui:options': { itemTitle: 'Job', addLabel: 'Add a job', removeLabel: 'Remove' },
    }),
    items: { city: ui('City', 'text'), begun: ui('First day', 'date') },
  },
};

/** @returns the form's HTML as the server renders it. */
function html(values: Answers = {}, errors: FieldErrors = {}, only?: string): string {
  const properties = only ? { [only]: schema.properties?.[only] ?? {} } : schema.properties;
  return formHtml({
    id: 'f',
    schema: { ...schema, ...(properties && { properties }) },
    heading: only !== undefined,
    uiSchema,
    values,
    errors,
  });
}

describe('the only question on a page', () => {
  test.each([
    ['story', '<h1><label for="f_story">Story</label></h1>'],
    ['born', '<legend><h1>Date of birth</h1></legend>'],
    ['jobs', '<legend><h1>Your jobs</h1></legend>'],
  ])("is the page's only h1: %s", (name, heading) => {
    const markup = html({}, {}, name);
    expect(markup).toContain(heading);
    expect(markup.match(/<h1/g)).toHaveLength(1);
  });
});

describe('a date', () => {
  test('is three labeled inputs under one legend, each with its autocomplete token', () => {
    const markup = html();
    expect(markup).toMatch(/<fieldset id="f_born"[^>]*aria-describedby="f_born-hint"/);
    expect(markup).toContain('<legend>Date of birth</legend>');
    for (const part of ['month', 'day', 'year']) {
      const field = openingTag(markup, `name="born.${part}"`);
      expect(field).toContain(`id="f_born-${part}"`);
      expect(field.toLowerCase()).toContain(`autocomplete="bday-${part}"`);
      expect(field.toLowerCase()).toContain('inputmode="numeric"');
      expect(markup).toContain(`<label for="f_born-${part}">`);
    }
  });

  test('shows a stored date, or the raw input if it is not one', () => {
    expect(openingTag(html({ born: '1958-04-12' }), 'name="born.month"')).toContain('value="4"');
    const wrong = html({ born: '13/45/19' }, { born: 'Enter a real date' });
    expect(openingTag(wrong, 'name="born.month"')).toContain('value="13"');
    expect(openingTag(wrong, 'name="born.day"')).toContain('value="45"');
    expect(openingTag(wrong, 'name="born.year"')).toContain('value="19"');
    expect(openingTag(wrong, 'name="born.year"')).toContain('aria-invalid="true"');
    expect(openingTag(wrong, 'id="f_born"')).toContain('aria-describedby="f_born-hint f_born-error"');
  });
});

describe('a checkbox', () => {
  test('comes before its label, posts "on", and has its hint and error tied to it', () => {
    const markup = html({ agrees: true }, { agrees: 'Please agree' });
    const box = openingTag(markup, 'name="agrees"');
    expect(box).toContain('value="on"');
    expect(box).toContain('checked');
    expect(box).toContain('aria-describedby="f_agrees-hint f_agrees-error"');
    expect(markup).toMatch(/name="agrees"[^>]*\/><span>I agree<\/span><\/label>/);
  });

  test('is never pre-checked, even if it is required', () => {
    expect(openingTag(html(), 'name="agrees"')).not.toContain('checked=');
    expect(openingTag(html({ agrees: false }), 'name="agrees"')).not.toContain('checked=');
  });
});

describe('secrets', () => {
  test('a Social Security number is visible while typing, and masked and formatted when it comes with the page', () => {
    expect(openingTag(html(), 'name="ssn"')).toContain('type="text"');
    expect(openingTag(html({ ssn: '219099999' }), 'name="ssn"')).toContain('type="password"');
    expect(openingTag(html({ ssn: '219099999' }), 'name="ssn"')).toContain('value="219-09-9999"');
    expect(openingTag(html({ ssn: '219-09' }, { ssn: 'Enter 9 digits' }), 'name="ssn"')).toContain(
      'type="text"',
    );
  });

  test('a PIN is masked, and never rendered into a page', () => {
    const markup = html({ pin: '7391' });
    expect(openingTag(markup, 'name="pin"')).toContain('type="password"');
    expect(markup).not.toContain('7391');
  });

  test('a password is masked, never rendered into a page, and checked by no spelling service', () => {
    const markup = html({ password: 'four words in a row' });
    expect(openingTag(markup, 'name="password"')).toContain('type="password"');
    expect(openingTag(markup, 'name="password"').toLowerCase()).toContain('spellcheck="false"');
    expect(markup).not.toContain('four words');
  });

  test('both numbers bring up the numeric keyboard on phones and accept pasted text', () => {
    for (const name of ['ssn', 'pin']) {
      const field = openingTag(html(), `name="${name}"`).toLowerCase();
      expect(field).toContain('inputmode="numeric"');
      expect(field).toContain('autocomplete="off"');
      expect(field).not.toContain('maxlength');
    }
  });
});

test('a list shows its entries separated by commas, or the raw input if it is not a list', () => {
  expect(openingTag(html({ skills: ['SSDI', 'SSI'] }), 'name="skills"')).toContain('value="SSDI, SSI"');
  expect(openingTag(html({ skills: 'a,,b' }), 'name="skills"')).toContain('value="a,,b"');
});

test('a number field shows the raw input if it is not a number', () => {
  expect(openingTag(html({ years: 12 }), 'name="years"')).toContain('value="12"');
  expect(openingTag(html({ years: 'twelve' }), 'name="years"')).toContain('value="twelve"');
});

test('a select lists every option by its label, and is empty if the value is unknown', () => {
  expect(html({ state: 'NY' })).toContain('<option value="NY" selected="">New York</option>');
  expect(html({ state: 'ZZ' })).toContain('<option value="" selected="">Choose one</option>');
});

test('long text is a textarea, and keeps its line breaks', () => {
  expect(html({ story: 'one\ntwo' })).toMatch(/<textarea [^>]*name="story"[^>]*>one\ntwo<\/textarea>/);
});

describe('a group', () => {
  const two = { jobs: [{ city: 'Newark' }, { begun: '2001-09-03' }] };

  test("has a numbered fieldset for each item, and input names that contain the item's index", () => {
    const markup = html(two);
    expect(markup).toContain('<legend>Job 1</legend>');
    expect(markup).toContain('<legend>Job 2</legend>');
    expect(openingTag(markup, 'name="jobs.0.city"')).toContain('value="Newark"');
    expect(openingTag(markup, 'name="jobs.1.begun.year"')).toContain('value="2001"');
  });

  test('works without JavaScript: each button posts what it does to which item', () => {
    const markup = html(two);
    expect(markup).toMatch(
      /<button type="submit" value="jobs.1"[^>]* name="_remove">Remove<span class="visually-hidden"> \(Job 2\)<\/span>/,
    );
    expect(markup).toMatch(/<button type="submit" value="jobs"[^>]* name="_add">Add a job<\/button>/);
  });

  test("starts with the minimum number of items, which can't be removed", () => {
    expect(html()).toContain('name="jobs.0.city"');
    expect(html()).not.toContain('name="_remove"');
  });

  test('says so when it is full', () => {
    const markup = html({ jobs: [{}, {}, {}] });
    expect(markup).not.toContain('name="_add"');
    expect(markup).toContain('There is room for 3 here');
  });

  test('shows an error at the field of its item, and the summary links to it', () => {
    const markup = html(two, { 'jobs.1.city': 'Enter the city', 'jobs.0.begun': 'Enter a real date' });
    expect(openingTag(markup, 'name="jobs.1.city"')).toContain('aria-describedby="f_jobs_1_city-error"');
    expect(openingTag(markup, 'name="jobs.0.city"')).not.toContain('aria-invalid');
    expect(markup).toContain(`id="${targetOf('f', uiSchema, 'jobs.1.city')}"`);
    expect(markup).toContain(`id="${targetOf('f', uiSchema, 'jobs.0.begun')}"`);
  });

  test("is submitted by Enter, not changed: the form's first submit button is not one of the group's", () => {
    expect(html(two).match(/<button[^>]*type="submit"[^>]*>/)?.[0]).not.toContain('name=');
  });
});

test('the error summary links to an existing input for every kind of field', () => {
  const markup = html({ jobs: [{}] });
  for (const field of Object.keys(uiSchema)) {
    expect(markup).toContain(`id="${targetOf('f', uiSchema, field)}"`);
  }
});

describe('an invalid date', () => {
  const invalidParts = (markup: string, name: string) =>
    ['month', 'day', 'year'].filter((part) =>
      markup.match(new RegExp(`<input[^>]*name="${name}\\.${part}"[^>]*>`))?.[0].includes('aria-invalid'),
    );

  test.each([
    [undefined, ['month', 'day', 'year']],
    ['4/27/', ['year']],
    ['/27/', ['month', 'year']],
    ['13/27/1968', ['month']],
    ['2/30/1968', ['month', 'day']],
    ['2999-01-01', ['year']],
  ])('has only its wrong parts marked, and the summary links to the first of them: %j', (born, wrong) => {
    const values: Answers = born === undefined ? {} : { born };
    const markup = html(values, { born: 'What is wrong' });
    expect(invalidParts(markup, 'born')).toEqual(wrong);
    expect(targetOf('f', uiSchema, 'born', values)).toBe(`f_born-${wrong[0]}`);
    expect(markup).toContain('aria-describedby="f_born-hint f_born-error"');
  });

  test('does the same inside an item of a group', () => {
    const values: Answers = { jobs: [{ begun: '3/1/2019' }, { begun: '3//2019' }] };
    const markup = html(values, { 'jobs.1.begun': 'What is wrong' });
    expect(invalidParts(markup, 'jobs.0.begun'.replaceAll('.', '\\.'))).toEqual([]);
    expect(invalidParts(markup, 'jobs.1.begun'.replaceAll('.', '\\.'))).toEqual(['day']);
    expect(targetOf('f', uiSchema, 'jobs.1.begun', values)).toBe('f_jobs_1_begun-day');
  });

  test('has no part marked once it is valid', () => {
    expect(invalidParts(html({ born: '1968-04-27' }), 'born')).toEqual([]);
  });
});
