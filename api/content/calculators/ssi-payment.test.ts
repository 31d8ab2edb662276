import { describe, expect, it } from 'vitest';
import { countSsiPayment } from './ssi-payment.ts';

const rate = 994_00;
const none = { earned: 0, unearned: 0, sharedHome: false };

describe('the federal SSI of a month', () => {
  it.each([
    // "Understanding SSI", SSI Income, example A: $300 of Social Security, $280 counted.
    ['example A, unearned income alone', { unearned: 300_00 }, 280_00, 714_00],
    // Example B: $317 of wages, less $20, less $65, halved: $116 counted.
    ['example B, wages alone', { earned: 317_00 }, 116_00, 878_00],
    ['nothing', {}, 0, 994_00],
    ['unearned income within the $20', { unearned: 20_00 }, 0, 994_00],
    ['a cent more', { unearned: 20_01 }, 1, 993_99],
    ['wages within the $85', { earned: 85_00 }, 0, 994_00],
    ['two cents more', { earned: 85_02 }, 1, 993_99],
    ['an odd cent, half of which is left out', { earned: 85_01 }, 0, 994_00],
    // POMS SI 00810.420 A3: what is left of the $20 goes to earned income.
    ['$5 that leave $15 for wages', { unearned: 5_00, earned: 180_00 }, 50_00, 944_00],
    ['both, with the $20 used up', { unearned: 120_00, earned: 265_00 }, 200_00, 794_00],
    ['exactly as much as the rate', { unearned: 1_014_00 }, 994_00, 0],
    ['more than the rate', { unearned: 2_000_00, earned: 2_000_00 }, 2_947_50, 0],
  ])('is right for %s', (_why, income, counted, payment) => {
    expect(countSsiPayment({ ...none, ...income }, rate)).toMatchObject({ counted, payment });
  });

  it('applies each exclusion once to a couple, whose income is one', () => {
    // POMS SI 00820.500 A5.
    expect(countSsiPayment({ ...none, unearned: 300_00, earned: 317_00 }, 1_491_00)).toMatchObject({
      unearnedLeftOut: 20_00,
      generalLeftOut: 0,
      wagesLeftOut: 65_00,
      half: 126_00,
      payment: 1_491_00 - 280_00 - 126_00,
    });
  });

  it('is a third less with a home and meals from somebody else, of which nothing is left out', () => {
    // The rates of 2026 in the household of another: 662.67 for one person, 994 for a couple.
    expect(countSsiPayment({ ...none, sharedHome: true }, rate)).toMatchObject({
      reduction: 331_33,
      payment: 662_67,
    });
    expect(countSsiPayment({ ...none, sharedHome: true }, 1_491_00).payment).toBe(994_00);
    expect(countSsiPayment({ ...none, sharedHome: true, unearned: 300_00 }, rate).payment).toBe(382_67);
    expect(countSsiPayment({ ...none, sharedHome: true, unearned: 700_00 }, rate).payment).toBe(0);
  });
});
