import { readFileSync } from 'node:fs';
import { firstFederalClosings } from '@claimdesk/cms/federal-closings';
import { describe, expect, it } from 'vitest';
import { findAppealDeadline } from '#api/content/deadlines/appeal-deadline.ts';
import { addDays, type CalendarDate } from '#api/content/deadlines/calendar-date.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import type { Trigger } from './case-event.ts';
import { dutiesOf } from './count-due.ts';
import { dateRules, rulesFor } from './date-rules.ts';

interface Fixture {
  title: string;
  why: string;
  event: Trigger;
  /** The day for each rule, worked out by other means than this code. */
  due: Record<string, CalendarDate>;
}

const fixtures = JSON.parse(
  readFileSync(new URL('fixtures/dates.json', import.meta.url), 'utf8'),
) as Fixture[];

const closings = new Set(firstFederalClosings.map(({ day }) => day));
const count = (trigger: Trigger) => dutiesOf(trigger, { closings });
const dueDays = (trigger: Trigger) => Object.fromEntries(count(trigger).map(({ rule, due }) => [rule, due]));

const denial = (day: CalendarDate, shownReceived?: CalendarDate): Trigger => ({
  kind: 'decision',
  level: 'initial',
  outcome: 'unfavorable',
  day,
  ...(shownReceived && { shownReceived }),
});
const notice = (day: CalendarDate, at: string, zone = 'America/New_York'): Trigger => ({
  kind: 'hearing notice',
  hearing: 'first',
  day,
  appointment: { at, zone },
});

function refusedField(trigger: Trigger) {
  try {
    return count(trigger);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return [error.code, ...Object.keys(error.fields)];
  }
}

describe('days are refused', () => {
  it.each<[string, Trigger, string]>([
    ['a day that does not exist', denial('2026-02-29'), 'day'],
    ['a day as people write it', denial('2/28/2026'), 'day'],
    ['a day before 1990', denial('1989-12-31'), 'day'],
    ['a day after 2100', denial('2101-01-01'), 'day'],
    ['a paper that came before its date', denial('2026-09-30', '2026-09-29'), 'shownReceived'],
    ['a day of receipt that does not exist', denial('2026-09-30', '2026-09-31'), 'shownReceived'],
    [
      'a form that was due before its date',
      { kind: 'form request', day: '2026-09-30', dueOn: '2026-09-29' },
      'dueOn',
    ],
    ['a hearing before its notice', notice('2026-09-30', '2026-09-29T14:00:00Z'), 'appointment'],
    ['a hearing without an offset', notice('2026-09-30', '2026-12-29T14:00:00'), 'appointment'],
    [
      'a hearing in a zone that does not exist',
      notice('2026-09-30', '2026-12-29T14:00:00Z', 'America/Trenton'),
      'appointment',
    ],
    [
      'a hearing in a zone that knows no summer time',
      notice('2026-09-30', '2026-12-29T14:00:00Z', '-05:00'),
      'appointment',
    ],
  ])('%s', (_what, trigger, field) => {
    expect(refusedField(trigger)).toEqual(['bad-input', field]);
  });
});

describe('the days of a paper', () => {
  it.each(fixtures)('$title: $why', ({ event, due }) => {
    expect(dueDays(event)).toEqual(due);
  });

  it('are known in 200 cases or more, for each rule in six or more', () => {
    const times = new Map(dateRules.map(({ id }) => [id as string, 0]));
    for (const { due } of fixtures) {
      for (const rule of Object.keys(due)) times.set(rule, (times.get(rule) ?? 0) + 1);
    }
    expect(fixtures.length).toBeGreaterThanOrEqual(200);
    expect([...times].filter(([, cases]) => cases < 6)).toEqual([]);
    expect(times.size).toBe(38);
  });

  it('are none where nothing follows', () => {
    for (const kind of ['fee paid', 'application filed', 'appointment filed'] as const) {
      expect(count({ kind, day: '2026-09-30' })).toEqual([]);
    }
    expect(count({ kind: 'import', day: '2026-09-30', level: 'hearing' })).toEqual([]);
  });
});

describe('the count of an initial denial', () => {
  it('is the one of the deadline helper, whatever the day from 2024 to 2028', () => {
    const limits = { receiptDays: 5, appealDays: 60, closings };
    for (let day = '2024-01-01'; day <= '2028-12-31'; day = addDays(day, 1)) {
      const { lastDay } = findAppealDeadline(day, day, limits);
      expect([day, dueDays(denial(day))]).toEqual([day, { 'initial-denial/reconsideration': lastDay }]);
    }
  });
});

describe('how it was counted', () => {
  const steps = (trigger: Trigger, rule: string) => count(trigger).find((duty) => duty.rule === rule)?.steps;

  it('says date, receipt and last day', () => {
    expect(steps(denial('2026-09-30'), 'initial-denial/reconsideration')).toEqual([
      'Dated Wednesday, September 30, 2026.',
      'Counts as received on Monday, October 5, 2026 (20 CFR 404.901, 416.1401).',
      '60 days after that is Friday, December 4, 2026.',
    ]);
  });

  it('says why a last day moves on', () => {
    expect(steps(denial('2026-10-21'), 'initial-denial/reconsideration')?.at(-1)).toBe(
      'Moved on to Monday, December 28, 2026, because offices are closed for Christmas Day and the weekend (20 CFR 404.3(b), 416.120(d)).',
    );
  });

  it('says that only a later receipt changes the count', () => {
    expect(steps(denial('2026-09-30', '2026-10-02'), 'initial-denial/reconsideration')?.[1]).toBe(
      'It came on October 2, 2026 already, but counts as received on Monday, October 5, 2026 (20 CFR 404.901, 416.1401).',
    );
    expect(steps(denial('2026-09-30', '2026-10-12'), 'initial-denial/reconsideration')?.[1]).toBe(
      'Received on Monday, October 12, 2026, later than the 5 days that are presumed: keep the proof (20 CFR 404.901, 416.1401).',
    );
  });

  it('says which days before a hearing are no business days', () => {
    const hearing = notice('2026-09-10', '2026-12-03T02:00:00Z', 'Pacific/Honolulu');
    expect(steps(hearing, 'hearing-evidence/submit')).toEqual([
      'The hearing is on Wednesday, December 2, 2026 at 4:00 PM HST.',
      '5 business days before the hearing, without the weekend and Thanksgiving Day, is Tuesday, November 24, 2026.',
    ]);
    expect(steps(notice('2026-09-10', '2026-12-14T14:00:00Z'), 'hearing-evidence/ask-15')?.at(-1)).toBe(
      'Moved earlier to Friday, November 27, 2026, because offices are closed for the weekend.',
    );
  });

  it('says which of two days is due', () => {
    expect(
      steps(notice('2026-09-10', '2026-10-19T14:00:00Z'), 'hearing-objections/time-place')?.slice(2),
    ).toEqual([
      '30 days after that is Thursday, October 15, 2026.',
      'The hearing is on Monday, October 19, 2026 at 10:00 AM EDT.',
      '5 days before the hearing is Wednesday, October 14, 2026.',
      'The earlier day is due: Wednesday, October 14, 2026.',
    ]);
  });

  it('says whether a notice leaves enough days', () => {
    const last = (at: string) => steps(notice('2026-09-14', at), 'hearing-notice/check')?.at(-1);
    expect(last('2026-11-28T15:00:00Z')).toBe(
      'The notice leaves 75 days before the hearing, and has to leave 75.',
    );
    expect(last('2026-11-27T15:00:00Z')).toBe(
      'The notice leaves only 74 of 75 days before the hearing: object, or agree to less in writing.',
    );
  });
});

describe('a duty', () => {
  it('has the time and the zone of its hearing', () => {
    const duty = count(notice('2026-09-15', '2026-12-02T01:30:00Z', 'America/Los_Angeles'))[0];
    expect(duty?.appointment).toEqual({
      day: '2026-12-01',
      time: '17:30',
      zone: 'America/Los_Angeles',
      text: 'Tuesday, December 1, 2026 at 5:30 PM PST',
    });
  });

  it('names its rule by the day since which that is in force', () => {
    const versionOn = (day: CalendarDate) =>
      count(notice(day, `${addDays(day, 80)}T14:00:00Z`)).find(({ rule }) => rule === 'hearing-notice/check')
        ?.version;
    expect(versionOn('2017-04-30')).toBe('1990-01-01');
    expect(versionOn('2017-05-01')).toBe('2017-05-01');
  });
});

describe('the rules of dates', () => {
  it('are 17 groups, and on no day two of them have the same name for the same paper', () => {
    expect(new Set(dateRules.map(({ id }) => id.split('/')[0])).size).toBe(17);
    for (const [at, rule] of dateRules.entries()) {
      const others = dateRules.slice(at + 1).filter(({ id, when }) => {
        return id === rule.id && when.kinds.some((kind) => rule.when.kinds.includes(kind));
      });
      for (const other of others) expect((rule.until ?? '9999') < other.from).toBe(true);
    }
  });

  it('make at most one appeal of a paper, whose passing has one statement of good cause', () => {
    for (const { event } of fixtures) {
      expect(rulesFor(event).filter(({ isAppeal }) => isAppeal).length).toBeLessThanOrEqual(1);
    }
  });

  it('name a source each, and begin before they end', () => {
    for (const { source, from, until = '9999' } of dateRules) {
      expect(source).not.toBe('');
      expect(from < until).toBe(true);
    }
  });
});
