import { describe, expect, test } from 'vitest';
import { decodeStep } from './decode.ts';
import { conditionalForm } from './fixtures/conditional-form.ts';
import { getForm } from './registry.ts';
import { validateStep } from './validate.ts';

const form = getForm('case-evaluation');
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
    ['2015550123 x5', '2015550123 x5'],
    ['22015550123', '22015550123'],
  ])('that is a phone number is stored as its 10 digits, else as typed: %s', (typed, phone) => {
    expect(decodeStep(form, 'contact', [['phone', typed]]).answers).toEqual({ phone });
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
