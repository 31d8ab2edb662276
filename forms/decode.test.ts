import { describe, expect, test } from 'vitest';
import { changeRows, decodeStep } from './decode.ts';
import type { FormDefinition } from './definition.ts';
import { allDefinitions } from './development.ts';
import { conditionalForm } from './fixtures/conditional-form.ts';
import { getForm } from './registry.ts';
import { validateStep } from './validate.ts';

const form = getForm('case-evaluation');
const everyWidget = allDefinitions().find((each) => each.form === 'every-widget') as FormDefinition;
const decode = (step: string, post: string) => decodeStep(conditionalForm, step, new URLSearchParams(post));

test('names that are no field of the step come back apart, each once and at most 20', () => {
  const post = 'works=yes&role=admin&role=x&name=Ann&__proto__=1&constructor=1';
  expect(decode('works', post)).toEqual({
    answers: { works: 'yes' },
    unknown: ['role', 'name', '__proto__', 'constructor'],
  });
  const many = Array.from({ length: 500 }, (_, at) => [`x${at}`, ''] as const);
  expect(decodeStep(conditionalForm, 'works', many).unknown).toHaveLength(20);
  expect(() => decode('pay', '')).toThrow(RangeError);
});

test('a field that was posted twice keeps both values and is refused', () => {
  const { answers } = decodeStep(form, 'contact', new URLSearchParams('phone=2015550123&phone=2015550124'));
  expect(answers).toEqual({ phone: ['2015550123', '2015550124'] });
  expect(validateStep(form, 'contact', answers)).toMatchObject({
    errors: { phone: 'Enter your phone number' },
  });
});

test('a file in place of text is refused', () => {
  const { answers } = decodeStep(form, 'contact', [['first_name', new File(['x'], 'x.txt')]]);
  expect(validateStep(form, 'contact', answers)).toMatchObject({
    errors: { first_name: 'Enter your first name' },
  });
});

describe('a value', () => {
  test.each([
    ['hours=', undefined],
    ['hours=+%09', undefined],
    ['hours=ten', 'ten'],
    ['hours=1e3', '1e3'],
    ['hours=0x10', '0x10'],
    ['hours=1,000', '1,000'],
    ['hours=99999999999999999999', '99999999999999999999'],
    ['hours=7', 7],
    ['hours=007', 7],
    ['hours=-3', -3],
    ['hours=+8+', 8],
    ['hours=7.5', 7.5],
  ])('becomes a number where it is one and else stays as typed: %s', (post, hours) => {
    expect(decode('job', post).answers.hours).toBe(hours);
  });

  test.each([
    ['', false],
    ['agrees=', false],
    ['agrees=on', true],
    ['agrees=true', true],
    ['agrees=false', false],
    ['agrees=maybe', 'maybe'],
  ])('of a checkbox is true, false, or as typed: "%s"', (post, agrees) => {
    expect(decode('rest', post).answers).toEqual({ agrees });
  });

  test.each([
    ['', undefined],
    ['employers=&employers=+', undefined],
    ['employers=Mill', ['Mill']],
    ['employers=+Mill&employers=&employers=Shop', ['Mill', 'Shop']],
  ])('of a list comes from every key of its name: "%s"', (post, employers) => {
    expect(decode('job', post).answers.employers).toEqual(employers);
  });

  test.each([
    ['2015550123', '2015550123'],
    ['(201) 555-0123', '2015550123'],
    ['201.555.0123', '2015550123'],
    ['201–555–0123', '2015550123'],
    [' +1 201 555 0123 ', '2015550123'],
    ['1-201-555-0123', '2015550123'],
    ['\u202a(201)\u00a0555-0123\u202c', '2015550123'],
    ['555-0123', '555-0123'],
    ['+44 20 7946 0958', '+44 20 7946 0958'],
    ['2015550123 x5', '2015550123x5'],
    ['22015550123', '22015550123'],
  ])('that is a phone number is stored as its 10 digits and extension, else as typed: %s', (typed, phone) => {
    expect(decodeStep(form, 'contact', [['phone', typed]]).answers).toEqual({ phone });
  });

  test.each([
    ['07102', '07102'],
    ['07102-1234', '07102'],
    ['07102 1234', '07102'],
    ['071021234', '07102'],
    ['071021', '071021'],
    ['0710a', '0710a'],
  ])('that is a ZIP code is stored as its first 5 digits, else as typed: %s', (typed, zip_code) => {
    expect(decodeStep(form, 'contact', [['zip_code', typed]]).answers).toEqual({ zip_code });
  });

  test('is text as typed, without white space at its ends', () => {
    const post = [
      ['first_name', '\u00a0 <b>Mary  Ann</b>\r\n'],
      ['email', ' Mary@Example.COM '],
      ['zip_code', ''],
    ] as const;
    expect(decodeStep(form, 'contact', post)).toEqual({
      answers: { first_name: '<b>Mary  Ann</b>', email: 'Mary@Example.COM' },
      unknown: [],
    });
  });
});

const every = (step: string, post: string) => decodeStep(everyWidget, step, new URLSearchParams(post));

describe('a date', () => {
  test.each([
    ['', undefined],
    ['date_of_birth.month=&date_of_birth.day=+&date_of_birth.year=', undefined],
    ['date_of_birth.month=4&date_of_birth.day=27&date_of_birth.year=1968', '1968-04-27'],
    ['date_of_birth.year=+1968+&date_of_birth.month=04&date_of_birth.day=27', '1968-04-27'],
    ['date_of_birth.month=13&date_of_birth.day=45&date_of_birth.year=19', '13/45/19'],
    ['date_of_birth.month=2&date_of_birth.day=30&date_of_birth.year=1968', '2/30/1968'],
    ['date_of_birth.month=May&date_of_birth.day=1&date_of_birth.year=1968', '1968-05-01'],
    ['date_of_birth.month=4', '4//'],
    ['date_of_birth.day=27', '/27/'],
    ['date_of_birth=1968-04-27', '1968-04-27'],
    ['date_of_birth=4/27/1968', '1968-04-27'],
  ])('comes from its three inputs, or from one, and stays as typed where it is none: "%s"', (post, date) => {
    const { answers, unknown } = every('secrets', post);
    expect([answers.date_of_birth, unknown]).toEqual([date, []]);
  });

  test.each([
    'date_of_birth.month=4&date_of_birth.month=5&date_of_birth.day=1&date_of_birth.year=1968',
    'date_of_birth=1968-04-27&date_of_birth.month=4&date_of_birth.day=27&date_of_birth.year=1968',
  ])('of which a part was posted twice is refused: "%s"', (post) => {
    const { answers } = every('secrets', post);
    expect(validateStep(everyWidget, 'secrets', answers)).toMatchObject({
      errors: { date_of_birth: expect.stringContaining('date of birth') },
    });
  });

  test('has no other parts', () => {
    expect(every('secrets', 'date_of_birth.hour=1&date_of_birth.month.x=1&ssn.month=1').unknown).toEqual([
      'date_of_birth.hour',
      'date_of_birth.month.x',
      'ssn.month',
    ]);
  });
});

describe('other widgets', () => {
  test.each([
    ['123-45-6789', '123456789'],
    [' 123 45 6789 ', '123456789'],
    ['123.45.6789', '123456789'],
    ['123456789', '123456789'],
    ['12345678', '12345678'],
    ['1234567890', '1234567890'],
    ['SSN 123456789', 'SSN 123456789'],
  ])('a Social Security number typed as %s is kept as %s', (typed, ssn) => {
    expect(decodeStep(everyWidget, 'secrets', [['ssn', typed]]).answers.ssn).toBe(ssn);
  });

  test('a list is typed with commas, and what is empty between them is dropped', () => {
    expect(every('details', 'skills=Sewing,+driving+,,+').answers.skills).toEqual(['Sewing', 'driving']);
    expect(every('details', 'skills=,+,').answers).toEqual({});
  });

  test('a longer text has one kind of line end, and an email address of the portal small letters', () => {
    const { answers } = every('details', 'story=One.%0D%0ATwo.%0DThree.%0A&email=Maria@Example.COM');
    expect(answers).toEqual({ story: 'One.\nTwo.\nThree.', email: 'maria@example.com' });
  });
});

const job = 'jobs.0.title=Cook&jobs.0.kind=full';

describe('a group', () => {
  test.each([
    ['', undefined],
    ['jobs.0.title=&jobs.0.kind=', [{ still_there: false }]],
    [job, [{ title: 'Cook', kind: 'full', still_there: false }]],
    ['jobs.0.title=+&jobs.1.title=Cook', [{ title: 'Cook', still_there: false }]],
    [
      'jobs.7.title=Cook&jobs.2.title=Driver&jobs.10.still_there=on',
      [{ title: 'Driver', still_there: false }, { title: 'Cook', still_there: false }, { still_there: true }],
    ],
    [
      'jobs.0.started.month=3&jobs.0.started.day=15&jobs.0.started.year=2019&jobs.0.hours=40',
      [{ started: '2019-03-15', hours: 40, still_there: false }],
    ],
    [
      'jobs.0.started.month=3&jobs.0.employer_phone=(201)+555-0123',
      [{ started: '3//', employer_phone: '2015550123', still_there: false }],
    ],
  ])(
    'is read row by row, in the order of their numbers, without empty ones beyond what it needs: "%s"',
    (post, jobs) => {
      expect(every('work', post)).toEqual({ answers: jobs ? { jobs } : {}, unknown: [] });
    },
  );

  test('takes no other names', () => {
    const names = [
      'jobs',
      'jobs.0',
      'jobs.x.title',
      'jobs.-1.title',
      'jobs.0.pet',
      'jobs.0.__proto__',
      'jobs.0.title.x',
      'jobs.1000.title',
      'jobs..title',
    ];
    const { answers, unknown } = decodeStep(
      everyWidget,
      'work',
      names.map((name) => [name, 'x']),
    );
    expect([answers, unknown]).toEqual([{}, names]);
  });
});

describe('a button of a group', () => {
  const change = (post: string) => changeRows(everyWidget, 'work', new URLSearchParams(post));

  test.each([
    ['no button', job],
    ['another field', `${job}&_add=story`],
    ['a group of another step', `${job}&_add=employers`],
    ['a method of objects', `${job}&_add=toString`],
    ['a row to add', `${job}&_add=jobs.0`],
    ['no row to remove', `${job}&_remove=jobs`],
    ['a row that is no number', `${job}&_remove=jobs.x`],
  ])('does nothing for %s', (_title, post) => {
    expect(change(post)).toBeUndefined();
  });

  test('adds an empty row after what was typed, and keeps empty rows before it', () => {
    expect(change('_add=jobs')).toEqual({ jobs: [{}] });
    expect(change(`${job}&jobs.1.title=&_add=jobs`)).toEqual({
      jobs: [{ title: 'Cook', kind: 'full', still_there: false }, { still_there: false }, {}],
    });
  });

  test('adds no row beyond the most', () => {
    const rows = [0, 1, 2].map((row) => `jobs.${row}.title=${row}`).join('&');
    expect(change(`${rows}&_add=jobs`)?.jobs).toHaveLength(3);
  });

  test('removes one row, and leaves as many as there must be', () => {
    const rows = [0, 1, 2].map((row) => `jobs.${row}.title=${row}`).join('&');
    const left = change(`${rows}&_remove=jobs.1`)?.jobs as { title: string }[];
    expect(left.map(({ title }) => title)).toEqual(['0', '2']);
    expect(change(`${job}&_remove=jobs.0`)).toEqual({ jobs: [{}] });
    expect(change(`${job}&_remove=jobs.9`)?.jobs).toHaveLength(1);
  });

  test('keeps what is wrong as it was typed, also outside the group', () => {
    const post = new URLSearchParams('name=Ann&hours=ten&_add=homes');
    expect(changeRows(conditionalForm, 'rest', new URLSearchParams('started.month=13&_add=homes'))).toEqual({
      started: '13//',
      agrees: false,
      homes: [{}],
    });
    expect(changeRows(conditionalForm, 'job', post)).toBeUndefined();
    expect(change('jobs.0.hours=many&_add=jobs')).toEqual({
      jobs: [{ hours: 'many', still_there: false }, {}],
    });
  });
});
