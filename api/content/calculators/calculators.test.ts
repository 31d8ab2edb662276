import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Deps } from '#api/platform/deps.ts';
import { setFigure } from '../../../cms/testing.ts';
import { addFigures } from '../../../seed/figures.ts';
import { openDeps, visitor } from '../../../tests/setup/deps.ts';
import { eventually } from '../../../tests/setup/eventually.ts';
import {
  estimateBackPay,
  estimateSsi,
  findLastInsured,
  type TypedClaim,
  type TypedIncome,
  type TypedWorkRecord,
} from './estimate.ts';

const now = new Date('2026-11-23T12:00:00Z');
const day = (month: string, day: string, year: string) => ({ month, day, year });
const claim: TypedClaim = {
  program: 'ssdi',
  als: false,
  onset: day('6', '15', '2024'),
  applied: day('6', '20', '2024'),
  decided: day('6', '10', '2026'),
  awarded: day('', '', ''),
  benefit: '3,000',
};
const record: TypedWorkRecord = {
  born: { month: 'May', year: '1970' },
  blind: false,
  work: [
    { from: '1992', to: '2018', credits: '4' },
    { from: '', to: '', credits: '4' },
  ],
};
const income: TypedIncome = { who: 'one', wages: '', other: '300', sharedHome: false };

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
  await addFigures(deps.payload);
  deps.content.forget();
});
afterAll(() => deps.close());

/** @returns what has to be corrected, by the name of the input. */
async function faultsOf(asked: Promise<unknown>): Promise<Record<string, string>> {
  const error = await asked.then(() => undefined).catch((refusal: unknown) => refusal);
  expect(error).toMatchObject({ code: 'bad-input' });
  return (error as { fields: Record<string, string> }).fields;
}

describe('a calculator', () => {
  it.each([
    ['an endless text', { benefit: '1'.repeat(21) }],
    ['a number', { benefit: 850 }],
    ['an operator', { onset: { $gt: '' } }],
    ['an extra field', { name: 'Pat' }],
  ])('refuses input that our form never sends: %s', async (_what, over) => {
    const asked = visitor(deps).call.calculators.backPay({ ...claim, ...over } as TypedClaim);
    await expect(asked).rejects.toMatchObject({ code: 'bad-input' });
  });

  it('refuses more periods of work than one can name', async () => {
    const work = Array.from({ length: 5 }, () => ({ from: '2000', to: '2001', credits: '4' }));
    const asked = visitor(deps).call.calculators.lastInsured({ ...record, work });
    await expect(asked).rejects.toMatchObject({ code: 'bad-input' });
  });

  it('answers anybody', async () => {
    const { calculators } = visitor(deps).call;
    expect(await calculators.backPay(claim)).toMatchObject({ program: 'ssdi', months: 18 });
    expect(await calculators.lastInsured(record)).toMatchObject({ day: '2023-12-31' });
    expect(await calculators.ssi(income)).toMatchObject({ counted: 280_00 });
  });
});

describe('back pay', () => {
  it('names everything that is missing at once, in the order of the questions', async () => {
    const nothing = day('', '', '');
    const empty = {
      program: '',
      als: false,
      onset: nothing,
      applied: nothing,
      decided: nothing,
      awarded: nothing,
      benefit: '',
    };
    expect(Object.entries(await faultsOf(estimateBackPay(empty, deps, now)))).toEqual([
      ['program', 'Choose SSDI or SSI'],
      ...['month', 'day', 'year'].map((part) => [`onset-${part}`, 'Enter the date your disability began']),
      ...['month', 'day', 'year'].map((part) => [`applied-${part}`, 'Enter the date you applied']),
      ...['month', 'day', 'year'].map((part) => [
        `decided-${part}`,
        'Enter the date of the decision, or your best guess',
      ]),
      ['benefit', 'Enter your monthly benefit'],
    ]);
  });

  it.each<[string, Partial<TypedClaim>, Record<string, string>]>([
    ['another program', { program: 'VA' }, { program: 'Choose SSDI or SSI' }],
    [
      'February 30',
      { onset: day('2', '30', '2024') },
      { 'onset-month': 'There is no February 30', 'onset-day': 'There is no February 30' },
    ],
    [
      'an onset to come',
      { onset: day('11', '24', '2026') },
      { 'onset-day': 'The date your disability began must be today or in the past' },
    ],
    [
      'an onset long ago',
      { onset: day('11', '22', '1996') },
      { 'onset-year': 'The date your disability began must be in the last 30 years' },
    ],
    [
      'an application to come',
      { applied: day('11', '24', '2026') },
      { 'applied-year': 'The date you applied must be today or in the past' },
    ],
    [
      'a decision before the application',
      { decided: day('6', '19', '2024') },
      { 'decided-day': 'The decision must come after the date you applied' },
    ],
    [
      'a decision before any cap that is known',
      { onset: day('1', '1', '2020'), applied: day('1', '1', '2021'), decided: day('11', '29', '2022') },
      {
        'decided-year':
          'The date of the decision must be 11/30/2022 or later. For an older decision, please call us',
      },
    ],
    [
      'an award letter from before the decision',
      { awarded: day('6', '9', '2026') },
      { 'awarded-day': 'The date on your award letter must not be before the decision' },
    ],
    [
      'half of a date on an award letter',
      { awarded: day('7', '', '2026') },
      { 'awarded-day': 'The date on your award letter must include a day' },
    ],
    [
      'an award letter far ahead',
      { awarded: day('11', '24', '2031') },
      { 'awarded-year': 'The date on your award letter must be in the next 5 years' },
    ],
    [
      'a decision far ahead',
      { decided: day('11', '24', '2031') },
      { 'decided-year': 'The date of the decision must be in the next 5 years' },
    ],
    [
      'words',
      { benefit: 'a lot' },
      { benefit: 'Your monthly benefit must be an amount in dollars, such as 850 or 850.50' },
    ],
    ['nothing', { benefit: '0.00' }, { benefit: 'Enter your monthly benefit' }],
    [
      'less than nothing',
      { benefit: '-5' },
      { benefit: 'Your monthly benefit must be an amount in dollars, such as 850 or 850.50' },
    ],
    [
      'commas out of place',
      { benefit: '1,50' },
      { benefit: 'Your monthly benefit must be an amount in dollars, such as 850 or 850.50' },
    ],
    [
      'a benefit that is more than SSDI pays',
      { benefit: '4,567.21' },
      {
        benefit:
          'This is more than SSDI pays anyone in a month (about $4,152 in 2026). Enter the amount for one month',
      },
    ],
    [
      'a benefit that is more than SSI pays',
      { program: 'ssi', benefit: '1,991.01' },
      {
        benefit:
          'This is more than SSI pays anyone in a month ($1,491 in 2026 for a couple, and what New Jersey adds). Enter the amount for one month',
      },
    ],
    [
      'a fortune from no program',
      { program: '', benefit: '100,000.01' },
      { benefit: 'Your monthly benefit is more than we can count. Enter the amount for one month' },
    ],
  ])('is refused with what to do: %s', async (_what, over, faults) => {
    expect(await faultsOf(estimateBackPay({ ...claim, ...over }, deps, now))).toMatchObject(faults);
  });

  it.each([
    ['3000', 3_000_00],
    ['$3,000.00', 3_000_00],
    [' $ 1,234.5 ', 1_234_00],
    ['３０００', 3_000_00],
    // More than the agency's figure, which is for somebody who retires.
    ['4,250', 4_250_00],
  ])('takes an amount as people write it: %j', async (benefit, monthly) => {
    expect(await estimateBackPay({ ...claim, benefit }, deps, now)).toMatchObject({ monthly });
  });

  it('takes the cap of the law on the day of the decision, and the promise of today', async () => {
    const old = { onset: day('1', '5', '2020'), applied: day('1', '5', '2021') };
    const capOn = async (month: string, date: string, year: string) => {
      const found = await estimateBackPay({ ...claim, ...old, decided: day(month, date, year) }, deps, now);
      return [found.legalCap, found.legalFee, found.fee];
    };
    expect(await capOn('11', '29', '2024')).toEqual([7_200_00, 7_200_00, 7_200_00]);
    expect(await capOn('11', '30', '2024')).toEqual([9_200_00, 9_200_00, 7_200_00]);
    // An approval to come: what is known today.
    expect(await capOn('11', '30', '2027')).toEqual([9_200_00, 9_200_00, 7_200_00]);
    await setFigure(deps.payload, 'feeCap', { value: '$6,500', validFrom: '2024-01-01' });
    await eventually(async () =>
      expect(await capOn('11', '30', '2024')).toEqual([9_200_00, 9_200_00, 6_500_00]),
    );
  });
});

it('back pay ends by the award letter, and the cap of the law goes by the decision before it', async () => {
  const old = {
    onset: day('1', '5', '2020'),
    applied: day('1', '5', '2021'),
    decided: day('11', '29', '2024'),
  };
  const found = await estimateBackPay({ ...claim, ...old, awarded: day('2', '3', '2025') }, deps, now);
  expect(found).toMatchObject({ to: '2025-01', legalCap: 7_200_00, awarded: '2025-02-03' });
  expect(await estimateBackPay({ ...claim, ...old }, deps, now)).toMatchObject({
    to: '2024-10',
    legalCap: 7_200_00,
    awarded: '2024-11-29',
  });
});

it('says whether the approval is to come, today in New Jersey', async () => {
  const on = async (date: string) =>
    (await estimateBackPay({ ...claim, decided: day('11', date, '2026') }, deps, now)).isToCome;
  expect([await on('23'), await on('24')]).toEqual([false, true]);
});

describe('the date last insured', () => {
  it.each<[string, Partial<TypedWorkRecord>, Record<string, string>]>([
    [
      'nothing',
      { born: { month: '', year: '' }, work: [{ from: '', to: '', credits: '4' }] },
      {
        'born-month': 'Enter the month you were born',
        'born-year': 'Enter the year you were born',
        'from-1': 'Enter the first year of work',
        'to-1': 'Enter the last year of work',
      },
    ],
    [
      'a month 13',
      { born: { month: '13', year: '1970' } },
      { 'born-month': 'Month must be a number from 1 to 12' },
    ],
    [
      'a child',
      { born: { month: '5', year: '2015' } },
      { 'born-year': 'The year you were born must be from 1920 to 2012' },
    ],
    [
      'two digits',
      { born: { month: '5', year: '70' } },
      { 'born-year': 'The year you were born must have 4 digits, such as 2010' },
    ],
    [
      'work before ten and after today',
      { work: [{ from: '1979', to: '2027', credits: '4' }] },
      {
        'from-1': 'The first year of work must be from 1980 to 2026',
        'to-1': 'The last year of work must be from 1980 to 2026',
      },
    ],
    [
      'years in the wrong order',
      { work: [{ from: '2010', to: '2009', credits: '4' }] },
      { 'to-1': 'The last year of work must not be before the first' },
    ],
    [
      'half of a second period of work',
      { work: [...record.work.slice(0, 1), { from: '2019', to: '', credits: '4' }] },
      { 'to-2': 'Enter the last year of your second period of work' },
    ],
    [
      'five credits',
      { work: [{ from: '2009', to: '2010', credits: '5' }] },
      { 'credits-1': 'Choose 1, 2, 3 or 4 credits' },
    ],
  ])('is refused with what to do: %s', async (_what, over, faults) => {
    expect(await faultsOf(findLastInsured({ ...record, ...over }, deps, now))).toEqual(faults);
  });

  it.each([
    ['born before 1960', { month: '12', year: '1959' }, '2026-11-23T12:00:00Z', true],
    ['67 this month', { month: '11', year: '1960' }, '2027-11-01T12:00:00Z', true],
    ['67 next month', { month: '12', year: '1960' }, '2027-11-30T12:00:00Z', false],
  ])('says who has reached full retirement age: %s', async (_who, born, moment, isRetired) => {
    const found = await findLastInsured({ ...record, born }, deps, new Date(moment));
    expect(found).toMatchObject({ isRetired });
  });

  it('says whether it has passed, today in New Jersey, and what a credit takes this year', async () => {
    const until = (moment: string) => findLastInsured(record, deps, new Date(moment));
    expect(await until('2024-01-01T04:59:00Z')).toMatchObject({ day: '2023-12-31', passed: false });
    expect(await until('2024-01-01T05:00:00Z')).toMatchObject({ passed: true, lastYear: 2018 });
    const [found] = (
      await deps.payload.find({ collection: 'figures', where: { name: { equals: 'workCreditEarnings' } } })
    ).docs;
    expect(found?.values.map(({ value }) => value)).toContain(
      (await until('2026-11-23T12:00:00Z')).creditPay.value,
    );
  });
});

describe('SSI', () => {
  it.each<[string, Partial<TypedIncome>, Record<string, string>]>([
    ['nobody', { who: '' }, { who: 'Choose one person or a couple' }],
    [
      'words',
      { wages: 'some', other: '1.234' },
      {
        wages: 'Wages must be an amount in dollars, such as 850 or 850.50',
        other: 'Other income must be an amount in dollars, such as 850 or 850.50',
      },
    ],
  ])('is refused with what to do: %s', async (_what, over, faults) => {
    expect(await faultsOf(estimateSsi({ ...income, ...over }, deps))).toEqual(faults);
  });

  it('names the work limit of this year where the wages are above it', async () => {
    const limitFor = async (wages: string) => (await estimateSsi({ ...income, wages }, deps)).workLimit;
    await setFigure(deps.payload, 'sgaMonthly', { value: '$1,690', validFrom: '2026-01-01' });
    await eventually(async () => {
      expect(await limitFor('1,690.01')).toEqual({ value: '$1,690', year: '2026' });
    });
    expect(await limitFor('1,690')).toBeNull();
  });

  it('takes what was left empty as none, and the rate in force today of one person or a couple', async () => {
    await setFigure(deps.payload, 'ssiMonthlyMaximum', { value: '$1,000', validFrom: '2026-01-01' });
    await setFigure(deps.payload, 'ssiMonthlyMaximumCouple', { value: '$1,500', validFrom: '2026-01-01' });
    await eventually(async () => {
      expect(await estimateSsi({ ...income, other: '' }, deps)).toMatchObject({
        payment: 1_000_00,
        year: '2026',
        resourceLimit: '$2,000',
      });
    });
    expect(await estimateSsi({ ...income, who: 'couple' }, deps)).toMatchObject({
      payment: 1_220_00,
      couple: true,
      resourceLimit: '$3,000',
    });
  });
});
