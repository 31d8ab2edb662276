import { describe, expect, it } from 'vitest';
import { type Claim, countBackPay } from './back-pay.ts';

const limits = { percent: 25, promise: 7_200_00, legal: 9_200_00 };
const claim: Claim = {
  program: 'ssdi',
  onset: '2024-06-15',
  applied: '2024-06-20',
  awarded: '2026-06-10',
  monthly: 1_500_00,
  als: false,
};

function count(over: Partial<Claim>, fees = limits) {
  return countBackPay({ ...claim, ...over }, fees, 12);
}

describe('the first month of SSDI', () => {
  it.each([
    // ssa.gov/planners/disability/dapproval.html: "if your disability began on June 15, 2017, your first benefit would be
    // paid for the month of December 2017, the sixth full month of disability".
    ['the example of the agency: the sixth full month', '2017-06-15', '2017-06-15', '2017-12'],
    // POMS DI 10105.070 A: the wait begins in the first month throughout which there is a disability.
    ['an onset on the first day of a month, which is a full month', '2017-06-01', '2017-06-15', '2017-11'],
    ['an onset on the last day of a month', '2017-06-30', '2017-07-01', '2017-12'],
    ['an onset in December', '2016-12-02', '2016-12-20', '2017-06'],
    // POMS DI 10105.070 A: no earlier than 17 months before the month of filing; 20 CFR 404.621: 12 months of pay.
    [
      'an application 17 months after the first full month, which loses nothing',
      '2016-01-01',
      '2017-06-30',
      '2016-06',
    ],
    ['one a month later, which loses a month', '2016-01-01', '2017-07-01', '2016-07'],
    ['an old disability, paid for 12 months before the application', '2010-03-04', '2017-07-01', '2016-07'],
  ])('is right for %s (%s, applied %s)', (_why, onset, applied, first) => {
    expect(count({ onset, applied }).from).toBe(first);
  });

  it('comes after a wait of five months, which is named', () => {
    expect(count({ onset: '2017-06-15', applied: '2017-06-15' })).toMatchObject({
      firstFullMonth: '2017-07',
      waiting: { from: '2017-07', to: '2017-11' },
      limitedByApplication: false,
    });
    expect(count({ onset: '2010-03-04', applied: '2017-07-01' })).toMatchObject({
      waiting: { from: '2016-02', to: '2016-06' },
      limitedByApplication: true,
    });
  });

  // POMS DI 10105.075: the first month throughout which there is a disability, within the life of the application.
  it.each([
    ['2024-06-15', '2024-06-20', '2024-07'],
    ['2024-06-01', '2024-06-20', '2024-06'],
    ['2022-01-10', '2024-06-20', '2023-06'],
  ])('comes without a wait with ALS (%s, applied %s)', (onset, applied, first) => {
    expect(count({ onset, applied, als: true })).toMatchObject({ from: first, waiting: null });
  });
});

describe('the first month of SSI', () => {
  it.each([
    ['the month after the application', '2020-01-10', '2024-06-20', '2024-07'],
    ['an application on the first of a month', '2020-01-10', '2024-06-01', '2024-07'],
    ['a disability that began after the application', '2024-09-03', '2024-06-20', '2024-10'],
  ])('is right for %s', (_why, onset, applied, first) => {
    expect(count({ program: 'ssi', onset, applied, als: true })).toMatchObject({
      from: first,
      waiting: null,
    });
  });
});

describe('back pay', () => {
  // POMS GN 03920.030: up to but not including the month in which the decision is put into effect.
  it('of SSDI ends with the month before the decision is put into effect', () => {
    // December 2024 to May 2026.
    expect(count({})).toMatchObject({ from: '2024-12', to: '2026-05', months: 18, total: 27_000_00 });
    expect(count({ awarded: '2026-06-30' })).toMatchObject({ to: '2026-05', months: 18 });
    expect(count({ awarded: '2026-07-01' })).toMatchObject({ to: '2026-06', months: 19 });
    expect(count({ awarded: '2026-01-15' })).toMatchObject({ to: '2025-12', months: 13 });
  });

  // POMS GN 03920.031: through the month in which the decision is put into effect.
  it('of SSI ends with the month in which the decision is put into effect', () => {
    // July 2024 to June 2026.
    const ssi = { program: 'ssi', monthly: 600_00 } as const;
    expect(count(ssi)).toMatchObject({ from: '2024-07', to: '2026-06', months: 24, total: 14_400_00 });
    expect(count({ ...ssi, awarded: '2026-06-30' })).toMatchObject({ to: '2026-06', months: 24 });
    expect(count({ ...ssi, awarded: '2026-07-01' })).toMatchObject({ to: '2026-07', months: 25 });
    expect(count({ ...ssi, awarded: '2024-07-31' })).toMatchObject({ to: '2024-07', months: 1 });
    expect(count({ ...ssi, awarded: '2024-06-30' })).toMatchObject({ to: '2024-06', months: 0, fee: 0 });
  });

  it.each(['2024-12-31', '2024-07-01'])(
    'is none where it is put into effect before the first month (%s)',
    (awarded) => {
      expect(count({ awarded })).toMatchObject({ months: 0, total: 0, fee: 0, legalFee: 0, kept: 0 });
    },
  );

  it('counts SSDI in whole dollars a month, rounded down, and SSI in cents', () => {
    expect(count({ monthly: 1_500_90 })).toMatchObject({ monthly: 1_500_00, total: 27_000_00 });
    expect(count({ program: 'ssi', monthly: 662_67 })).toMatchObject({
      months: 24,
      monthly: 662_67,
      total: 15_904_08,
    });
  });
});

describe('the fee', () => {
  it.each([
    [
      'a quarter of little back pay',
      1_000_00,
      limits,
      { share: 4_500_00, legalFee: 4_500_00, fee: 4_500_00 },
    ],
    [
      'the promise, if a quarter is more',
      1_700_00,
      limits,
      { share: 7_650_00, legalFee: 7_650_00, fee: 7_200_00 },
    ],
    [
      'the promise, if law and a quarter are more',
      3_000_00,
      limits,
      { share: 13_500_00, legalFee: 9_200_00, fee: 7_200_00 },
    ],
    [
      'the cap of the law, if it is less than the promise',
      3_000_00,
      { ...limits, legal: 6_000_00 },
      { legalFee: 6_000_00, fee: 6_000_00 },
    ],
    [
      'a smaller share that the firm promises',
      1_000_00,
      { ...limits, percent: 20 },
      { legalFee: 4_500_00, fee: 3_600_00 },
    ],
    [
      'never more than a quarter, whatever the firm writes',
      1_000_00,
      { ...limits, percent: 33 },
      { fee: 4_500_00 },
    ],
  ])('is %s', (_what, monthly, fees, expected) => {
    const found = count({ monthly }, fees);
    expect(found).toMatchObject(expected);
    expect(found.kept).toBe(found.total - found.fee);
  });

  it('is rounded down to the cent', () => {
    expect(count({ program: 'ssi', awarded: '2024-07-10', monthly: 662_67 })).toMatchObject({
      months: 1,
      fee: 165_66,
      kept: 497_01,
    });
  });
});
