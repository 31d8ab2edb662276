import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Deps } from '#api/platform/deps.ts';
import { setFigure } from '../../../cms/testing.ts';
import { addFigures } from '../../../seed/figures.ts';
import { site } from '../../../seed/site.ts';
import { openDeps, visitor } from '../../../tests/setup/deps.ts';
import { eventually } from '../../../tests/setup/eventually.ts';
import { countDeadline } from './count-deadline.ts';

const letter = { month: '11', day: '10', year: '2024' };

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
  await addFigures(deps.payload);
  deps.content.forget();
});
afterAll(() => deps.close());

describe('asking for a deadline', () => {
  it('is refused with the fields to correct', async () => {
    const asked = visitor(deps).call.deadlines.appeal({ letter: { ...letter, month: '' } });
    await expect(asked).rejects.toMatchObject({
      code: 'bad-input',
      message: 'The date on your letter must include a month',
      fields: { 'letter-month': 'The date on your letter must include a month' },
    });
  });

  it.each([
    ['an endless field', { ...letter, year: '2'.repeat(21) }],
    ['a number', { ...letter, day: 10 }],
    ['an operator', { ...letter, day: { $gt: '' } }],
    ['a list', { ...letter, day: ['10'] }],
    ['an extra field', { ...letter, hour: '9' }],
    ['no date', null],
  ])('is refused for input that our form never sends: %s', async (_what, sent) => {
    const asked = visitor(deps).call.deadlines.appeal({ letter: sent as typeof letter });
    await expect(asked).rejects.toMatchObject({ code: 'bad-input' });
  });

  it('uses Eastern time: a letter dated tomorrow is refused until it is tomorrow in New Jersey', async () => {
    const tomorrow = { month: '11', day: '21', year: '2026' };
    await expect(countDeadline(tomorrow, deps, new Date('2026-11-21T04:59:00Z'))).rejects.toThrow(
      /in the past/,
    );
    await expect(countDeadline(tomorrow, deps, new Date('2026-11-21T05:00:00Z'))).resolves.toMatchObject({
      letter: '2026-11-21',
      daysLeft: 65,
    });
  });

  it('uses the days off by order of the President that editors keep, and a new one at once', async () => {
    const { payload } = deps;
    await payload.updateGlobal({ slug: 'site', data: site });
    const lastDay = async (month: string, day: string, year: string) =>
      (await countDeadline({ month, day, year }, deps, new Date('2026-12-22T12:00:00Z'))).lastDay;
    await eventually(async () => expect(await lastDay('10', '20', '2025')).toBe('2025-12-29'));
    expect(await lastDay('11', '5', '2024')).toBe('2025-01-10');
    expect(await lastDay('10', '20', '2026')).toBe('2026-12-24');
    const ordered = { date: '2026-12-24', source: 'An order of December 21, 2026' };
    await payload.updateGlobal({
      slug: 'site',
      data: { federalClosings: [...site.federalClosings, ordered] },
    });
    await eventually(async () => expect(await lastDay('10', '20', '2026')).toBe('2026-12-28'));
  });

  it('uses the figures that editors keep, and changed ones at once', async () => {
    const now = new Date('2024-12-25T12:00:00Z');
    expect(await countDeadline(letter, deps, now)).toEqual({
      letter: '2024-11-10',
      presumedReceipt: '2024-11-15',
      lastDay: '2025-01-14',
      movedFrom: null,
      daysLeft: 20,
      passed: false,
      paymentsPassed: true,
      receiptDays: 5,
      appealDays: 60,
    });
    await setFigure(deps.payload, 'appealDays', { value: '30' });
    await eventually(async () => {
      expect(await countDeadline(letter, deps, now)).toMatchObject({ lastDay: '2024-12-16', passed: true });
    });
  });

  it('counts with the time limit that was in force on the day of the letter', async () => {
    const limits = [
      { value: '60', validFrom: '2024-01-01' },
      { value: '90', validFrom: '2024-12-01' },
    ];
    await setFigure(deps.payload, 'appealDays', ...limits);
    const now = new Date('2024-12-25T12:00:00Z');
    const daysFor = async (month: string, day: string, year = '2024') =>
      (await countDeadline({ month, day, year }, deps, now)).appealDays;
    await eventually(async () => expect(await daysFor('12', '1')).toBe(90));
    expect(await daysFor('11', '30')).toBe(60);
    // Before the first stored value, the first.
    expect(await daysFor('5', '6', '2021')).toBe(60);
  });
});
