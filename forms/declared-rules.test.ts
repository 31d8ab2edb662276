import { describe, expect, test } from 'vitest';
import { brokenDeclaredRules } from './declared-rules.ts';
import type { Answers, DeclaredRule, FieldUi } from './definition.ts';
import { forms, getForm } from './registry.ts';
import { validateAnswers } from './validate.ts';

const today = '2026-03-01';

/** @returns whether the rule holds for `a`. */
function holds(rule: object, answers: Answers): boolean {
  const rules = [{ message: 'No.', ...rule } as DeclaredRule];
  const field: FieldUi = { title: 'A', shortTitle: 'A', widget: 'text', messages: {}, rules };
  return brokenDeclaredRules({ a: field }, { answers, today }).length === 0;
}

const joined = { rule: 'same-text-as', fields: ['b', 'c'] };

describe('a rule is broken', () => {
  test.each<[object, Answers]>([
    [
      { rule: 'same-as', field: 'b' },
      { a: '1', b: '2' },
    ],
    [joined, { a: 'Maria', b: 'Maria', c: 'Lopez' }],
    [joined, { a: 'MariaLopez', b: 'Maria', c: 'Lopez' }],
    [joined, { a: 'Maria Lopez Maria', b: 'Maria', c: 'Lopez' }],
    [joined, { a: 'Nguyen Thi Minh Khai', b: 'Minh Khai', c: 'Nguyễn Thị' }],
    [joined, { a: 'Nguyễn Minh Khai Thị', b: 'Minh Khai', c: 'Nguyễn Thị' }],
    [joined, { a: '王小', b: '小明', c: '王' }],
    [joined, { a: 'محمد', b: 'محمد', c: 'علي' }],
    [
      { rule: 'not-year-of', field: 'b' },
      { a: '1968', b: '1968-04-27' },
    ],
    [
      { rule: 'not-end-of', field: 'b' },
      { a: '6789', b: '123456789' },
    ],
    [{ rule: 'none-of', values: ['1234', '4321'] }, { a: '4321' }],
    [{ rule: 'not-one-character' }, { a: '0000' }],
    [
      { rule: 'needs-military-city', field: 'b' },
      { a: 'AE', b: 'Ramstein' },
    ],
    [
      { rule: 'not-for-military-city', field: 'b' },
      { a: 'NJ', b: 'apo' },
    ],
    [{ rule: 'possible-ssn' }, { a: '000123456' }],
    [{ rule: 'possible-ssn' }, { a: '666123456' }],
    [{ rule: 'possible-ssn' }, { a: '900123456' }],
    [{ rule: 'possible-ssn' }, { a: '999999999' }],
    [{ rule: 'possible-ssn' }, { a: '123006789' }],
    [{ rule: 'possible-ssn' }, { a: '123450000' }],
    [{ rule: 'not-before', date: '1900-01-01' }, { a: '1899-12-31' }],
    [{ rule: 'not-after-today' }, { a: '2026-03-02' }],
    [{ rule: 'years-ago', years: 18 }, { a: '2008-03-02' }],
    [{ rule: 'years-ago', years: 17 }, { a: '2009-03-02' }],
  ])('%j by %j', (rule, answers) => {
    expect(holds(rule, answers)).toBe(false);
  });
});

describe('a rule holds', () => {
  test.each<[object, Answers]>([
    [
      { rule: 'needs-military-city', field: 'b' },
      { a: 'AP', b: 'F.P.O.' },
    ],
    [
      { rule: 'needs-military-city', field: 'b' },
      { a: 'NJ', b: 'Newark' },
    ],
    [{ rule: 'needs-military-city', field: 'b' }, { a: 'AA' }],
    [
      { rule: 'not-for-military-city', field: 'b' },
      { a: 'AA', b: 'DPO' },
    ],
    [
      { rule: 'not-for-military-city', field: 'b' },
      { a: 'FL', b: 'Apopka' },
    ],
    [
      { rule: 'same-as', field: 'b' },
      { a: '1', b: '1' },
    ],
    [joined, { a: '  maria \t LOPEZ', b: 'Maria', c: 'Lopez' }],
    [joined, { a: 'Mary Ann van der Berg', b: 'Mary  Ann', c: 'Van der Berg' }],
    [joined, { a: 'Nguyễn Thị Minh Khai', b: 'Minh Khai', c: 'Nguyễn Thị' }],
    [joined, { a: 'Nguyễn Thị Minh Khai'.normalize('NFD'), b: 'Minh Khai', c: 'Nguyễn Thị' }],
    [joined, { a: '王小明', b: '小明', c: '王' }],
    [joined, { a: '王 小明', b: '小明', c: '王' }],
    [joined, { a: '김철수', b: '철수', c: '김' }],
    [joined, { a: 'محمد علي', b: 'محمد', c: 'علي' }],
    [joined, { a: 'अनिता शर्मा', b: 'अनिता', c: 'शर्मा' }],
    [joined, { a: 'Suharto', b: 'Suharto', c: 'Suharto' }],
    [joined, { a: 'Suharto Suharto', b: 'Suharto', c: 'Suharto' }],
    [joined, { a: 'Zoe\u0308 D’Arcy–Smith', b: 'Zoë', c: "D'Arcy-Smith" }],
    [
      { rule: 'not-year-of', field: 'b' },
      { a: '1969', b: '1968-04-27' },
    ],
    [
      { rule: 'not-year-of', field: 'b' },
      { a: '13/4', b: '13/45/19' },
    ],
    [
      { rule: 'not-end-of', field: 'b' },
      { a: '6780', b: '123456789' },
    ],
    [{ rule: 'not-one-character' }, { a: '0001' }],
    [{ rule: 'possible-ssn' }, { a: '001010001' }],
    [{ rule: 'possible-ssn' }, { a: '899999999' }],
    [{ rule: 'not-before', date: '1900-01-01' }, { a: '1900-01-01' }],
    [{ rule: 'not-after-today' }, { a: today }],
    [{ rule: 'years-ago', years: 18 }, { a: '2008-03-01' }],
    // Born on a leap day: of age on March 1, where this year has none.
    [{ rule: 'years-ago', years: 18 }, { a: '2008-02-29' }],
  ])('%j for %j', (rule, answers) => {
    expect(holds(rule, answers)).toBe(true);
  });

  test.each<[object, Answers]>([
    [{ rule: 'same-as', field: 'b' }, { a: '1' }],
    [{ rule: 'same-as', field: 'toString' }, { a: '1' }],
    [joined, { a: 'Maria', b: 'Maria' }],
    [joined, { a: 'Maria', b: 'Maria', c: 7 }],
    [
      { rule: 'same-as', field: 'b' },
      { a: ['1'], b: '2' },
    ],
    [{ rule: 'not-after-today' }, { a: 'tomorrow' }],
    [{ rule: 'not-after-today' }, {}],
  ])('where something is missing or wrong, which is told as that: %j for %j', (rule, answers) => {
    expect(holds(rule, answers)).toBe(true);
  });
});

test('born on February 29 is 18 on March 1 of a year without it, and not the day before', () => {
  const born = { first_name: 'Ana', last_name: 'Lopez', ssn: '123456789', date_of_birth: '2004-02-29' };
  const errors = (day: string) => {
    const verdict = validateAnswers(getForm('contract'), born, { today: day });
    return verdict.ok ? {} : verdict.errors;
  };
  expect(errors('2022-02-28').date_of_birth).toContain('18 or older');
  expect(errors('2022-03-01').date_of_birth).toBeUndefined();
});

test('200,000 verdicts on PINs equal those of a second implementation', () => {
  const { pin } = getForm('client-registration').ui.fields;
  const rules = { pin: pin as FieldUi };
  // A second implementation of the rules in docs/product/client-access.md, in the order in which its rules are told.
  const oracle = (value: string, ssn: string, year: string) => {
    if (value === year) return 'PIN cannot be your birth year.';
    if (value === ssn.slice(5)) return 'PIN cannot be the last 4 digits of your SSN.';
    if (value === '1234' || value === '4321') return 'PIN cannot be consecutive numbers.';
    return new Set(value).size === 1 ? 'PIN cannot be four repeating numbers.' : undefined;
  };
  const ends = ['1968', '1234', '4321', '7777', '0000', '1999', '2580', '0007', '9999', '6789'];
  const people = ends.flatMap((end, at) => [
    { ssn: `12345${end}`, date_of_birth: '1968-04-27' },
    { ssn: `12345${end}`, date_of_birth: `${1930 + at * 7}-01-01` },
  ]);
  let verdicts = 0;
  for (const person of people) {
    for (let number = 0; number < 10_000; number += 1) {
      const value = String(number).padStart(4, '0');
      const [broken] = brokenDeclaredRules(rules, { answers: { ...person, pin: value }, today });
      const expected = oracle(value, person.ssn, person.date_of_birth.slice(0, 4));
      if (broken?.message !== expected) expect.unreachable(`${value} of ${JSON.stringify(person)}`);
      verdicts += 1;
    }
  }
  expect(verdicts).toBe(200_000);
});

test('every form that asks for a Social Security number refuses those that no card has', () => {
  const asking = Object.values(forms).flatMap(({ ui }) => (ui.fields.ssn ? [ui.fields.ssn] : []));
  expect(asking).toHaveLength(5);
  for (const { rules } of asking) expect(rules?.map(({ rule }) => rule)).toEqual(['possible-ssn']);
});
