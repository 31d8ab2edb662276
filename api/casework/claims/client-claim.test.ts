import { describe, expect, it } from 'vitest';
import type { CaseEvent } from '#api/casework/duties/case-event.ts';
import { closeDuty } from '#api/casework/duties/close-duty.ts';
import type { Duty } from '#api/casework/duties/duty.ts';
import { applyEvent, passDay } from '#api/casework/duties/duty-states.ts';
import {
  appeal,
  closings,
  correction,
  denied,
  event,
  hearingOn,
} from '#api/casework/duties/fixtures/matter.ts';
import type { RecordedEvent } from '#api/casework/matters/case-events.ts';
import { clientDates } from './client-dates.ts';
import { clientStanding } from './client-standing.ts';

const today = '2026-10-10';

/** @returns the days that the client of a matter with these events reads. */
function datesOf(events: CaseEvent[], change: (duties: Duty[]) => Duty[] = (duties) => duties) {
  const duties = events.reduce<Duty[]>(
    (before, each, at) => applyEvent(before, each, { closings, today, events: events.slice(0, at) }),
    [],
  );
  const story = { events: events as RecordedEvent[], duties: change(duties), ownerOf: () => 'Ada' };
  return clientDates(story, today);
}

const exam = (day: string) =>
  event('X', {
    kind: 'exam notice',
    day: '2026-10-01',
    appointment: { at: `${day}T09:00:00-05:00`, zone: 'America/Chicago' },
  });
const task = (id: string, dueOn: string) =>
  event(id, { kind: 'task', day: '2026-10-01', what: 'Hearing', dueOn, clientDate: 'hearing' });

describe('the dates that a client reads', () => {
  it('hold no work of the staff: no reminder, no paper to file, and no task by hand', () => {
    const events = [
      event('S', { kind: 'contract signed', day: '2026-10-01' }),
      event('T', { kind: 'task', day: '2026-10-01', what: 'Call Dr. Example', dueOn: '2026-10-20' }),
    ];
    expect(datesOf(events)).toEqual([]);
  });

  it('are all that are open, the nearest first, each with who does it', () => {
    const dates = datesOf([event('E1', denied('2026-09-30')), exam('2026-11-02')]);
    expect(dates).toMatchObject([
      { kind: 'examination', day: '2026-11-02', state: 'open', owner: 'Ada' },
      { kind: 'reconsideration', day: '2026-12-04', state: 'open', owner: 'Ada', appointment: null },
    ]);
    expect(dates[0]?.appointment?.text).toBe('Monday, November 2, 2026 at 8:00 AM CST');
  });

  it('keep what was done, and what was not needed, with its day', () => {
    const end = (state: 'done' | 'waived') => (duties: Duty[]) =>
      duties.map((duty) =>
        duty.id === appeal
          ? closeDuty(duty, { state, what: 'Filed online', on: '2026-10-05', by: 'Ada', confirmation: '1' })
          : duty,
      );
    const denial = event('E1', denied('2026-09-30'));
    expect(datesOf([denial], end('done'))).toMatchObject([{ state: 'done', doneOn: '2026-10-05' }]);
    expect(datesOf([denial], end('waived'))).toMatchObject([{ state: 'not-needed', doneOn: null }]);
  });

  it('say that an appeal was missed, and that a late one is under way', () => {
    const pass = (duties: Duty[]) => passDay(duties, '2026-12-05', { closings });
    expect(datesOf([event('E1', denied('2026-09-30'))], pass)).toMatchObject([
      { kind: 'reconsideration', state: 'missed' },
      { kind: 'late-appeal', state: 'open' },
    ]);
  });

  it('have a hearing on the day of its newest notice, as one entry of a calendar that was moved', () => {
    const first = event('H1', hearingOn('2026-09-01', '2026-12-20T10:00:00-05:00'));
    const second = event('H2', hearingOn('2026-10-01', '2027-01-20T10:00:00-05:00', 'amended notice'));
    const hearings = (events: CaseEvent[]) => datesOf(events).filter(({ kind }) => kind === 'hearing');
    expect(hearings([first])).toMatchObject([{ id: 'H1', moved: 0, day: '2026-12-20' }]);
    expect(hearings([first, second])).toMatchObject([{ id: 'H1', moved: 1, day: '2027-01-20' }]);
    // A notice that came late is older by its own date.
    expect(hearings([second, first])).toMatchObject([{ id: 'H2', moved: 1, day: '2027-01-20' }]);
    expect(hearings([first, correction('C', 'H1', null, 'Grace')])).toEqual([]);
  });

  it('are over once their day has passed, where they are appointments, and open until somebody says more where they are not', () => {
    expect(datesOf([task('T', '2026-10-09'), exam('2026-10-09')])).toMatchObject([
      { kind: 'hearing', state: 'over' },
      { kind: 'examination', state: 'over' },
    ]);
    const letter = event('L', { kind: 'form request', day: '2026-09-20', dueOn: '2026-10-01' });
    expect(datesOf([letter])).toMatchObject([{ kind: 'letter', day: '2026-10-01', state: 'open' }]);
  });
});

describe('how a claim stands for its client', () => {
  const update = (id: string, step: 'application' | 'reconsideration' | 'hearing', day: string) =>
    event(id, { kind: 'claim update', day, step, needed: null, note: null });
  const stands = (...events: CaseEvent[]) => clientStanding(events);
  const denial = event('E1', denied('2026-09-30'));

  it('is nothing that we know before anything was entered', () => {
    expect(stands(event('O', { kind: 'opened', day: '2026-01-05' })).reached).toEqual([]);
  });

  it('begins with the contract, and follows what staff enter by its own days', () => {
    const signed = event('S', { kind: 'contract signed', day: '2026-01-05' });
    const at = stands(update('U', 'application', '2026-02-01'), signed);
    expect(at.reached.map(({ step }) => step)).toEqual(['contract-signed', 'application']);
  });

  it('is denied until it is appealed, and never "a new examiner looks at it" before', () => {
    const before = stands(update('U', 'application', '2026-02-01'), denial);
    expect(before).toMatchObject({
      decision: { level: 'initial', outcome: 'unfavorable', day: '2026-09-30' },
    });
    expect(before.reached.at(-1)).toEqual({ step: 'application', since: '2026-02-01' });
    const after = stands(
      denial,
      event('A', { kind: 'appeal filed', day: '2026-10-05', level: 'reconsideration' }),
    );
    expect(after.decision).toBeNull();
    expect(after.reached.at(-1)).toEqual({ step: 'reconsideration', since: '2026-10-05' });
  });

  it('is as a correction says', () => {
    expect(stands(denial, correction('C', 'E1', null, 'Grace')).decision).toBeNull();
  });

  it('ends, and begins again with the next contract', () => {
    const closed = event('Z', { kind: 'closed', day: '2026-10-09', outcome: 'withdrawn' });
    expect(stands(denial, closed).closed).toEqual({ day: '2026-10-09', isWithdrawn: true });
    const again = stands(denial, closed, event('S', { kind: 'contract signed', day: '2026-11-01' }));
    expect(again).toEqual({
      reached: [{ step: 'contract-signed', since: '2026-11-01' }],
      decision: null,
      closed: null,
    });
  });
});
