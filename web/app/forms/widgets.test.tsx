import type { Answers, FieldErrors } from '@claimdesk/forms/definition';
import type { RJSFSchema, UiSchema } from '@rjsf/utils';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { targetOf } from './field-ids.ts';
import { JsonForm } from './json-form.tsx';
import { lazyValidator } from './lazy-validator.ts';

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
  jobs: {
    ...ui('Your jobs', 'group', {
      'ui:options': { itemTitle: 'Job', addLabel: 'Add a job', removeLabel: 'Remove' },
    }),
    items: { city: ui('City', 'text'), begun: ui('First day', 'date') },
  },
};

/** The HTML of the form as the server sends it. */
function html(values: Answers = {}, errors: FieldErrors = {}, only?: string): string {
  const properties = only ? { [only]: schema.properties?.[only] ?? {} } : schema.properties;
  return renderToStaticMarkup(
    <JsonForm
      id="f"
      action="/here"
      schema={{ ...schema, ...(properties && { properties }) }}
      heading={only !== undefined}
      uiSchema={uiSchema}
      validator={lazyValidator(() => Promise.reject(new Error('no rules in this test')))}
      values={values}
      errors={errors}
      onInvalid={() => {}}
      onValid={() => {}}
    >
      <button type="submit">Continue</button>
    </JsonForm>,
  );
}

/** @returns the one element with this attribute, as text. */
function tag(markup: string, attribute: string): string {
  const found = markup.match(new RegExp(`<[a-z]+[^>]*${attribute}[^>]*>`, 'g')) ?? [];
  expect(found, attribute).toHaveLength(1);
  return found[0] ?? '';
}

describe('a question that is alone on its page', () => {
  test.each([
    ['story', '<h1><label for="f_story">Story</label></h1>'],
    ['born', '<legend><h1>Date of birth</h1></legend>'],
    ['jobs', '<legend><h1>Your jobs</h1></legend>'],
  ])('is its one heading: %s', (name, heading) => {
    const markup = html({}, {}, name);
    expect(markup).toContain(heading);
    expect(markup.match(/<h1/g)).toHaveLength(1);
  });
});

describe('a date', () => {
  test('is three labelled fields under one question, each with the token the browser fills it by', () => {
    const markup = html();
    expect(markup).toMatch(/<fieldset id="f_born"[^>]*aria-describedby="f_born-hint"/);
    expect(markup).toContain('<legend>Date of birth</legend>');
    for (const part of ['month', 'day', 'year']) {
      const field = tag(markup, `name="born.${part}"`);
      expect(field).toContain(`id="f_born-${part}"`);
      expect(field.toLowerCase()).toContain(`autocomplete="bday-${part}"`);
      expect(field.toLowerCase()).toContain('inputmode="numeric"');
      expect(markup).toContain(`<label for="f_born-${part}">`);
    }
  });

  test('shows a stored day, and what was typed where that is none', () => {
    expect(tag(html({ born: '1958-04-12' }), 'name="born.month"')).toContain('value="4"');
    const wrong = html({ born: '13/45/19' }, { born: 'Enter a real date' });
    expect(tag(wrong, 'name="born.month"')).toContain('value="13"');
    expect(tag(wrong, 'name="born.day"')).toContain('value="45"');
    expect(tag(wrong, 'name="born.year"')).toContain('value="19"');
    expect(tag(wrong, 'name="born.year"')).toContain('aria-invalid="true"');
    expect(tag(wrong, 'id="f_born"')).toContain('aria-describedby="f_born-hint f_born-error"');
  });
});

describe('a box to tick', () => {
  test('stands before its words, posts "on", and has its hint and error tied to it', () => {
    const markup = html({ agrees: true }, { agrees: 'Please agree' });
    const box = tag(markup, 'name="agrees"');
    expect(box).toContain('value="on"');
    expect(box).toContain('checked');
    expect(box).toContain('aria-describedby="f_agrees-hint f_agrees-error"');
    expect(markup).toMatch(/name="agrees"[^>]*\/><span>I agree<\/span><\/label>/);
  });

  test('is not ticked before somebody ticks it, also where it has to be', () => {
    expect(tag(html(), 'name="agrees"')).not.toContain('checked=');
    expect(tag(html({ agrees: false }), 'name="agrees"')).not.toContain('checked=');
  });
});

describe('numbers that only their owner should know', () => {
  test('a Social Security number is shown with its dashes while it is typed, and covered when it comes with the page', () => {
    expect(tag(html(), 'name="ssn"')).toContain('type="text"');
    expect(tag(html({ ssn: '219099999' }), 'name="ssn"')).toContain('type="password"');
    expect(tag(html({ ssn: '219099999' }), 'name="ssn"')).toContain('value="219-09-9999"');
    expect(tag(html({ ssn: '219-09' }, { ssn: 'Enter 9 digits' }), 'name="ssn"')).toContain('type="text"');
  });

  test('a PIN is covered, and never written into a page', () => {
    const markup = html({ pin: '7391' });
    expect(tag(markup, 'name="pin"')).toContain('type="password"');
    expect(markup).not.toContain('7391');
  });

  test('both bring up digits on a phone and may be pasted into', () => {
    for (const name of ['ssn', 'pin']) {
      const field = tag(html(), `name="${name}"`).toLowerCase();
      expect(field).toContain('inputmode="numeric"');
      expect(field).toContain('autocomplete="off"');
      expect(field).not.toContain('maxlength');
    }
  });
});

test('a list shows its entries with commas, and what was typed where that is no list', () => {
  expect(tag(html({ skills: ['SSDI', 'SSI'] }), 'name="skills"')).toContain('value="SSDI, SSI"');
  expect(tag(html({ skills: 'a,,b' }), 'name="skills"')).toContain('value="a,,b"');
});

test('a number shows what was typed where that is no number', () => {
  expect(tag(html({ years: 12 }), 'name="years"')).toContain('value="12"');
  expect(tag(html({ years: 'twelve' }), 'name="years"')).toContain('value="twelve"');
});

test('a choice from many has each by name, and is empty where nothing known was chosen', () => {
  expect(html({ state: 'NY' })).toContain('<option value="NY" selected="">New York</option>');
  expect(html({ state: 'ZZ' })).toContain('<option value="" selected="">Choose one</option>');
});

test('long text has room, and keeps its lines', () => {
  expect(html({ story: 'one\ntwo' })).toMatch(/<textarea [^>]*name="story"[^>]*>one\ntwo<\/textarea>/);
});

describe('a group', () => {
  const two = { jobs: [{ city: 'Newark' }, { begun: '2001-09-03' }] };

  test('has a fieldset for each item, with its number, and fields named by it', () => {
    const markup = html(two);
    expect(markup).toContain('<legend>Job 1</legend>');
    expect(markup).toContain('<legend>Job 2</legend>');
    expect(tag(markup, 'name="jobs.0.city"')).toContain('value="Newark"');
    expect(tag(markup, 'name="jobs.1.begun.year"')).toContain('value="2001"');
  });

  test('works by posting: each button says what it does to which item', () => {
    const markup = html(two);
    expect(markup).toMatch(
      /<button type="submit" value="jobs.1"[^>]* name="_remove">Remove<span class="visually-hidden"> \(Job 2\)<\/span>/,
    );
    expect(markup).toMatch(/<button type="submit" value="jobs"[^>]* name="_add">Add a job<\/button>/);
  });

  test('has the items it must have from the start, and these can not be removed', () => {
    expect(html()).toContain('name="jobs.0.city"');
    expect(html()).not.toContain('name="_remove"');
  });

  test('says so when there is no room for more', () => {
    const markup = html({ jobs: [{}, {}, {}] });
    expect(markup).not.toContain('name="_add"');
    expect(markup).toContain('There is room for 3 here');
  });

  test('says an error at the field of the item, and the summary leads there', () => {
    const markup = html(two, { 'jobs.1.city': 'Enter the city', 'jobs.0.begun': 'Enter a real date' });
    expect(tag(markup, 'name="jobs.1.city"')).toContain('aria-describedby="f_jobs_1_city-error"');
    expect(tag(markup, 'name="jobs.0.city"')).not.toContain('aria-invalid');
    expect(markup).toContain(`id="${targetOf('f', uiSchema, 'jobs.1.city')}"`);
    expect(markup).toContain(`id="${targetOf('f', uiSchema, 'jobs.0.begun')}"`);
  });

  test('is sent by Enter, not changed: the first button of the form is no button of the group', () => {
    expect(html(two).match(/<button[^>]*type="submit"[^>]*>/)?.[0]).not.toContain('name=');
  });
});

test('the error summary leads to an input that is there, whatever the field', () => {
  const markup = html({ jobs: [{}] });
  for (const field of Object.keys(uiSchema)) {
    expect(markup).toContain(`id="${targetOf('f', uiSchema, field)}"`);
  }
});

describe('of a date that is wrong', () => {
  const inputs = (markup: string, name: string) =>
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
  ])('only the wrong parts are marked, and the summary leads to the first of them: %j', (born, wrong) => {
    const values: Answers = born === undefined ? {} : { born };
    const markup = html(values, { born: 'What is wrong' });
    expect(inputs(markup, 'born')).toEqual(wrong);
    expect(targetOf('f', uiSchema, 'born', values)).toBe(`f_born-${wrong[0]}`);
    expect(markup).toContain('aria-describedby="f_born-hint f_born-error"');
  });

  test('so it is in a row of a group', () => {
    const values: Answers = { jobs: [{ begun: '3/1/2019' }, { begun: '3//2019' }] };
    const markup = html(values, { 'jobs.1.begun': 'What is wrong' });
    expect(inputs(markup, 'jobs.0.begun'.replaceAll('.', '\\.'))).toEqual([]);
    expect(inputs(markup, 'jobs.1.begun'.replaceAll('.', '\\.'))).toEqual(['day']);
    expect(targetOf('f', uiSchema, 'jobs.1.begun', values)).toBe('f_jobs_1_begun-day');
  });

  test('of one that is right no part is', () => {
    expect(inputs(html({ born: '1968-04-27' }), 'born')).toEqual([]);
  });
});
