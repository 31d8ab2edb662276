import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../forms/fixtures/random.ts';
import {
  findDateLastInsured,
  fullRetirementMonth,
  neededInAll,
  type WorkRecord,
  type WorkYears,
} from './date-last-insured.ts';

const born = { year: 1970, month: 5 };
const years = (from: number, to: number, credits = 4): WorkYears => ({ from, to, credits });
/** Enough credits of a lifetime, and too old for any ten years that are looked at. */
const longAgo = years(1990, 1995);
const find = (work: WorkYears[], over: { born?: typeof born; blind?: boolean } = {}) =>
  findDateLastInsured({ born, blind: false, work, ...over });

describe('the credits of a lifetime', () => {
  // SSA publication 05-10029, "Disability Benefits": examples of work needed for the duration of work test, in years.
  it.each([
    [28, 1.5],
    [30, 2],
    [34, 3],
    [38, 4],
    [42, 5],
    [44, 5.5],
    [46, 6],
    [48, 6.5],
    [50, 7],
    [52, 7.5],
    [54, 8],
    [56, 8.5],
    [58, 9],
    [60, 9.5],
  ])('are what the agency publishes: disabled at %i, %d years of work', (age, work) => {
    expect(neededInAll(1970, 1970 + age)).toBe(work * 4);
  });

  it('are at least 6 and at most 40', () => {
    expect(neededInAll(1970, 1992)).toBe(6);
    expect([62, 63, 67].map((age) => neededInAll(1970, 1970 + age))).toEqual([40, 40, 40]);
  });
});

describe('the date last insured', () => {
  it.each([
    ['five years after ten years of work', [years(2009, 2018)], '2023-12-31'],
    ['five years after thirty years of work', [years(1989, 2018)], '2023-12-31'],
    ['five years after five years of work at once', [longAgo, years(2014, 2018)], '2023-12-31'],
    [
      'earlier after a gap, with 20 credits in ten years',
      [longAgo, years(2009, 2011), years(2016, 2017)],
      '2018-12-31',
    ],
    [
      'later by a quarter for a credit in the year after',
      [years(2009, 2018), years(2019, 2019, 1)],
      '2024-03-31',
    ],
    ['later by two quarters for two', [years(2009, 2018), years(2019, 2019, 2)], '2024-06-30'],
    ['later by three quarters for three', [years(2009, 2018), years(2019, 2019, 3)], '2024-09-30'],
    [
      'with two credits a year, those of the first in its later half',
      [longAgo, years(2005, 2014, 2)],
      '2015-06-30',
    ],
    [
      'where years are named twice, by the higher credits',
      [years(2009, 2018, 1), years(2009, 2018)],
      '2023-12-31',
    ],
    ['the last of several times', [years(1990, 1999), years(2009, 2018)], '2023-12-31'],
    [
      'that of the first time, if the second was too short',
      [years(1990, 1999), years(2012, 2013)],
      '2004-12-31',
    ],
  ])('is right: %s', (_why, work, day) => {
    expect(find(work)).toMatchObject({ day, rule: 'recent', forGood: false });
  });

  it('says which ten years count, and how many credits they hold', () => {
    expect(find([years(2009, 2018)])).toMatchObject({
      credits: 40,
      neededInAll: 31,
      recent: { from: '2014-01-01', credits: 20, needed: 20 },
    });
  });

  it('is moved back to a day on which the credits of a lifetime suffice', () => {
    // 24 credits suffice until 2016, at 46: 1970 + 21 + 24 + 1. Ten years with 20 of them would last until 2019.
    expect(find([years(2009, 2014)])).toMatchObject({ credits: 24, neededInAll: 24, day: '2016-12-31' });
  });

  it.each([
    ['no ten years have 20 credits', [years(2010, 2013)]],
    ['there is one credit a year', [years(1989, 2018, 1)]],
    ['there are too few credits in all', [years(2015, 2019)]],
  ])('is none where %s', (_why, work) => {
    expect(find(work)).toMatchObject({ day: null, recent: null, forGood: false });
  });

  it('is none without 20 credits, however many there are in all', () => {
    expect(find([years(1989, 2018, 1)])).toMatchObject({ credits: 30, day: null });
  });
});

describe('full retirement age', () => {
  // 20 CFR 404.409(a), by the year of birth; in the last column the month in which it is reached by those born in May.
  it.each([
    [1943, '2009-05'],
    [1954, '2020-05'],
    [1955, '2021-07'],
    [1956, '2022-09'],
    [1957, '2023-11'],
    [1958, '2025-01'],
    [1959, '2026-03'],
    [1960, '2027-05'],
    [2000, '2067-05'],
  ])('is that of the law: born in May of %i, reached in %s', (year, month) => {
    expect(fullRetirementMonth({ year, month: 5 })).toBe(month);
  });

  it.each([
    ['in May, in the middle of a quarter', 5, '2037-04-30'],
    ['in June', 6, '2037-05-31'],
    ['in April, so that the quarter before is full', 4, '2037-03-31'],
    ['in January', 1, '2036-12-31'],
  ])('ends the insurance with the month before: born %s', (_when, month, day) => {
    const found = find([years(2005, 2035)], { born: { year: 1970, month } });
    expect(found).toMatchObject({ day, untilRetirement: true, rule: 'recent', recent: { needed: 20 } });
  });

  it('does not move a day that comes earlier', () => {
    expect(find([years(2005, 2031)])).toMatchObject({ day: '2036-12-31', untilRetirement: false });
  });
});

describe('before 31', () => {
  const young = { born: { year: 2000, month: 5 } };

  it('half of the quarters since 21 suffice: at 27, twelve credits, the example of the agency', () => {
    // SSA publication 05-10029: "if you develop a disability at age 27, you would need 3 years of work (12 credits)
    // out of the past 6 years (between ages 21 and 27)". Turning 21 in June 2021, one turns 27 after 24 quarters, and of
    // the 25 to September 2027 half are 12 too: of an odd number, one less counts (Social Security Handbook 208.2).
    expect(find([years(2022, 2024)], young)).toMatchObject({
      day: '2027-09-30',
      rule: 'under31',
      recent: { from: '2021-07-01', credits: 12, needed: 12 },
    });
    expect(find([years(2022, 2023), years(2024, 2024, 3)], young).day).toBe('2027-03-31');
  });

  it('until 24, six credits in three years suffice, also from before 21', () => {
    // Social Security Handbook 208.3: six credits in 12 quarters, which here begin in January 2019.
    expect(find([years(2019, 2019), years(2020, 2020, 2)], young)).toMatchObject({
      day: '2021-12-31',
      rule: 'under31',
      recent: { from: '2019-01-01', credits: 6, needed: 6 },
    });
  });

  it.each([
    [
      'six in the thirteen quarters since 21, of which half are six',
      { year: 1997, month: 4 },
      [years(2020, 2021, 3)],
      '2021-09-30',
      { from: '2018-07-01', credits: 6, needed: 6 },
    ],
    [
      'two of the last year in its first three quarters',
      { year: 2000, month: 5 },
      [years(2023, 2023), years(2024, 2024, 2)],
      '2024-09-30',
      { from: '2021-07-01', credits: 6, needed: 6 },
    ],
    [
      'one of the first year in its last quarter, three of the last in its first three',
      { year: 2003, month: 8 },
      [years(2023, 2023, 3), years(2024, 2024, 2), years(2026, 2026, 3)],
      '2026-09-30',
      { from: '2023-10-01', credits: 6, needed: 6 },
    ],
  ])('the credits of a year lie where they help most: %s', (_where, born, work, day, recent) => {
    expect(find(work, { born })).toMatchObject({ day, rule: 'under31', recent });
  });

  it('does not count from the quarter of turning 31 on', () => {
    // 19 credits are half of the 39 quarters to the one before turning 31, but no 20 in ten years.
    const work = [years(2026, 2029), years(2030, 2030, 3)];
    expect(find(work, young)).toMatchObject({ day: '2031-03-31', rule: 'under31' });
  });
});

describe('blind people', () => {
  it('stay insured as long as the credits of a lifetime suffice, whenever they were earned', () => {
    expect(find([years(1992, 1996)], { blind: true })).toMatchObject({
      credits: 20,
      day: '2012-12-31',
      rule: 'blind',
      recent: null,
    });
  });

  it('stay insured for good with the credits for retirement', () => {
    expect(find([years(1990, 1999)], { blind: true })).toMatchObject({ day: null, forGood: true });
  });

  it.each([
    ['without a later credit', [years(1990, 1991)]],
    ['with one that came too late', [years(1990, 1991), years(2015, 2015, 1)]],
  ])('stay insured after the credits that sufficed, %s', (_why, work) => {
    expect(find(work, { blind: true })).toMatchObject({ day: '2000-12-31', neededInAll: 8 });
  });

  it('are not insured with fewer than six credits', () => {
    expect(find([years(1990, 1990)], { blind: true })).toMatchObject({
      day: null,
      forGood: false,
      credits: 4,
    });
  });
});

/** Somebody with a few years of work, of which at most four have fewer than four credits. */
function randomRecord(random: () => number): WorkRecord {
  const upTo = (most: number) => Math.floor(random() * (most + 1));
  const year = 1940 + upTo(68);
  const work: WorkYears[] = [];
  let scarce = 4;
  let next = year + 15 + upTo(random() < 0.6 ? 8 : 35);
  for (let left = 1 + upTo(random() < 0.6 ? 7 : 30); left > 0 && next < year + 66; left -= 1) {
    const isScarce = scarce > 0 && random() < 0.4;
    if (isScarce) scarce -= 1;
    work.push(years(next, next, isScarce ? 1 + upTo(2) : 4));
    next += 1 + (random() < 0.25 ? upTo(4) : 0);
  }
  return { born: { year, month: 1 + upTo(11) }, work, blind: random() < 0.1 };
}

/** All ways to pick that many of the four quarters of a year. */
function quartersOf({ from: year, credits }: WorkYears): number[][] {
  const all = Array.from({ length: 16 }, (_, bits) =>
    [0, 1, 2, 3].filter((quarter) => bits & (1 << quarter)),
  );
  return all
    .filter(({ length }) => length === credits)
    .map((quarters) => quarters.map((quarter) => year * 4 + quarter));
}

function everyPlacement(work: readonly WorkYears[]): number[][] {
  return work.reduce<number[][]>(
    (placed, year) => {
      const choices = quartersOf(year);
      return placed.flatMap((before) => choices.map((choice) => [...before, ...choice]));
    },
    [[]],
  );
}

/**
 * The law, quarter by quarter, for credits that lie in known quarters.
 *
 * @returns the last quarter, counted from the year 0, in which they insure somebody; -1 if there is none.
 */
function lastInsuredQuarter({ born, blind }: WorkRecord, placed: readonly number[]): number {
  const start = (born.year + 10) * 4;
  const end = endOfSsdi(born);
  const before = [0];
  const hasCredit = new Set(placed);
  for (let quarter = start; quarter <= end; quarter += 1) {
    before.push((before.at(-1) ?? 0) + (hasCredit.has(quarter) ? 1 : 0));
  }
  /** Credits in the quarters up to and with this one. */
  const upTo = (quarter: number) => before[Math.max(0, quarter - start + 1)] ?? 0;
  const turning21 = quarterIn(born.year + 21, born.month);
  const turning31 = quarterIn(born.year + 31, born.month);
  for (let quarter = end; quarter >= start; quarter -= 1) {
    const elapsedYears = Math.min(Math.floor(quarter / 4), born.year + 62) - (born.year + 22);
    const all = upTo(quarter);
    if (all === 0 || all < Math.min(40, Math.max(6, elapsedYears))) continue;
    if (blind || all - upTo(quarter - 40) >= 20) return quarter;
    if (quarter >= turning31) continue;
    const since21 = quarter - turning21;
    const isYoungEnough =
      since21 < 12
        ? all - upTo(quarter - 12) >= 6
        : all - upTo(turning21) >= (since21 % 2 === 0 ? since21 : since21 - 1) / 2;
    if (isYoungEnough) return quarter;
  }
  return -1;
}

function quarterIn(year: number, month: number): number {
  return year * 4 + Math.ceil(month / 3) - 1;
}

/** The quarter of the month before full retirement age: 66, and up to twelve months more. */
function endOfSsdi({ year, month }: WorkRecord['born']): number {
  const extra = year < 1955 ? 0 : year > 1959 ? 12 : (year - 1954) * 2;
  const last = (year + 66) * 12 + month - 1 + extra - 1;
  return Math.floor(last / 3);
}

/** @returns records for which the day differs from the best of every placement of their credits. */
function wrongAmong(count: number, seed = 1956): unknown[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => randomRecord(random)).flatMap((record) => {
    const best = Math.max(...everyPlacement(record.work).map((placed) => lastInsuredQuarter(record, placed)));
    const { day, forGood } = findDateLastInsured(record);
    const found = day ? quarterIn(Number(day.slice(0, 4)), Number(day.slice(5, 7))) : -1;
    return best === (forGood ? endOfSsdi(record.born) : found) ? [] : [{ record, found, best }];
  });
}

describe('of every way to place the credits of each year in its quarters', () => {
  it('the best one counts, for 300 records', () => {
    expect(wrongAmong(300)).toEqual([]);
  });

  const seeds = Array.from({ length: 10 }, (_, index) => 1957 + index);
  it.each(seeds)('the best one counts, for 10 times 1,000 records: %i', { tags: 'thorough' }, (seed) => {
    expect(wrongAmong(1_000, seed)).toEqual([]);
  });
});
