import type { Payload } from 'payload';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Site } from '../payload-types.ts';
import { addPerson, emptyDatabases, openCms } from '../testing.ts';
import { newJerseyCounties } from './new-jersey-counties.ts';

let cms: Payload;
beforeAll(async () => {
  cms = await openCms();
});
afterAll(() => emptyDatabases(cms));

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
const officeHours = weekdays.map((day) =>
  day === 'Sunday' ? { day, closed: true } : { day, opens: '08:00', closes: '18:00' },
);
const office = {
  firmName: 'The firm',
  phone: '(555) 010-0100',
  email: 'office@example.org',
  officeHours,
  counties: newJerseyCounties as Site['counties'],
};
const save = (over: object) =>
  cms.updateGlobal({ slug: 'site', data: { ...office, ...over } as Partial<Site> });
const ordered = { date: '2026-12-24T05:00:00Z', source: 'Executive Order 1' };
const withMonday = (monday: object) => [{ day: 'Monday', ...monday }, ...officeHours.slice(1)];

describe('firm and office', () => {
  it.each([
    ['six days', { officeHours: officeHours.slice(1) }],
    ['a day twice', { officeHours: [officeHours[1], ...officeHours.slice(1)] }],
    ['a time of another form', { officeHours: withMonday({ opens: '8 AM', closes: '18:00' }) }],
    ['no closing time', { officeHours: withMonday({ opens: '08:00' }) }],
    ['closing before opening', { officeHours: withMonday({ opens: '18:00', closes: '08:00' }) }],
    ['a holiday of no law', { closedHolidays: ['Groundhog Day'] }],
    ['a closed day twice', { closedDays: [{ date: '2026-12-24' }, { date: '2026-12-24T17:00:00Z' }] }],
    ['a closed day without a date', { closedDays: [{ reason: 'snow' }] }],
    ['a day off twice', { federalClosings: [ordered, { ...ordered, date: '2026-12-24T17:00:00Z' }] }],
    ['a day off without a date', { federalClosings: [{ source: ordered.source }] }],
    ['a day off without its source', { federalClosings: [{ date: ordered.date }] }],
    ['a short phone number', { phone: '555 010' }],
    ['a county outside New Jersey', { counties: ['Kings'] }],
  ])('%s is refused', async (_name, over) => {
    await expect(save(over)).rejects.toThrow('invalid');
  });

  it('a closed day and a day off are kept as noon in UTC, which is the same day in every time zone of the country', async () => {
    const { closedDays } = await save({ closedDays: [{ date: '2026-12-24T05:00:00Z', reason: 'snow' }] });
    expect(closedDays).toMatchObject([{ date: '2026-12-24T12:00:00.000Z', reason: 'snow' }]);
    const { federalClosings } = await save({ federalClosings: [ordered] });
    expect(federalClosings).toMatchObject([{ ...ordered, date: '2026-12-24T12:00:00.000Z' }]);
  });

  it('there are 21 counties', () => {
    expect(new Set(newJerseyCounties).size).toBe(21);
  });

  it('visitors read it and change nothing; a publisher changes it', async () => {
    await save({});
    const seen = await cms.findGlobal({ slug: 'site', overrideAccess: false });
    expect(seen.officeHours?.map(({ day }) => day)).toEqual(weekdays);
    const change = { slug: 'site', overrideAccess: false, data: { firmName: 'Another' } } as const;
    await expect(cms.updateGlobal(change)).rejects.toThrow();
    const user = await addPerson(cms, { role: 'publisher' });
    expect((await cms.updateGlobal({ ...change, user })).firmName).toBe('Another');
  });
});
