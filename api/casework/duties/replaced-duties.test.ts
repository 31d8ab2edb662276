import { describe, expect, it } from 'vitest';
import type { CaseEvent } from './case-event.ts';
import { closeDuty } from './close-duty.ts';
import type { Duty } from './duty.ts';
import { applyEvent } from './duty-states.ts';
import {
  after,
  appeal,
  cause,
  closings,
  correction,
  denied,
  event,
  hearingOn,
  named,
  outcome,
  refusal,
  states,
  today,
} from './fixtures/matter.ts';

describe('a correction', () => {
  const entered = event('E1', denied('2026-09-30'));
  const moved = correction('E2', 'E1', denied('2026-09-23'));

  it.each<[string, CaseEvent[], CaseEvent, string]>([
    [
      'of an unknown event',
      [entered],
      correction('E2', 'E0', null),
      'not-found: The event to correct is not known here. Enter it first.',
    ],
    [
      'of what was corrected',
      [entered, moved],
      correction('E3', 'E1', null),
      'conflict: This event has been corrected already. Correct the correction.',
    ],
    [
      'that takes a hard duty away, by one person',
      [entered],
      correction('E2', 'E1', null),
      'conflict: With this correction nothing stands in the place of “File the request for reconsideration”. A second reviewer has to agree.',
    ],
    [
      'that takes a hard duty away, by one person twice',
      [entered],
      correction('E2', 'E1', null, 'ADA'),
      'conflict: With this correction nothing stands in the place of “File the request for reconsideration”. A second reviewer has to agree.',
    ],
    [
      'to a day that does not exist',
      [entered],
      correction('E2', 'E1', denied('2026-09-31')),
      'bad-input: Enter a day from 1990 to 2100 that exists.',
    ],
  ])('is refused %s', (_what, before, event, words) => {
    const ctx = { closings, today, events: before };
    expect(refusal(() => applyEvent(after(before), event, ctx))).toBe(words);
  });

  it('counts again, and its duties take the place of those before', () => {
    const duties = after([entered, moved]);
    const successor = 'E2:initial-denial/reconsideration';
    expect(states(duties)).toEqual({ [appeal]: 'superseded', [successor]: 'open' });
    expect(named(duties, appeal).replacedBy).toEqual({ event: 'E2', duty: successor, because: 'corrected' });
    expect(named(duties, successor).due).toBe('2026-11-27');
  });

  it('can be corrected', () => {
    const duties = after([entered, moved, correction('E3', 'E2', denied('2026-09-25'))]);
    expect(states(duties)).toEqual({
      [appeal]: 'superseded',
      'E2:initial-denial/reconsideration': 'superseded',
      'E3:initial-denial/reconsideration': 'open',
    });
  });

  it('to another level goes on as the appeal of that level', () => {
    const duties = after([
      entered,
      correction('E2', 'E1', {
        kind: 'decision',
        level: 'reconsideration',
        outcome: 'unfavorable',
        day: '2026-09-30',
      }),
    ]);
    expect(named(duties, appeal).replacedBy?.duty).toBe('E2:reconsideration-denial/hearing');
  });

  it('takes hard duties away with a second person', () => {
    const duties = after([entered, correction('E2', 'E1', null, 'Grace')]);
    expect(named(duties, appeal)).toMatchObject({
      state: 'superseded',
      replacedBy: { event: 'E2', duty: null },
    });
  });

  it('lets what was done by the corrected day as well stay done, and asks again for the rest', () => {
    const ctx = { closings, today, events: [entered] };
    const done = after([entered]).map((duty) =>
      closeDuty(duty, outcome({ on: '2026-11-30', confirmation: 'R-1' })),
    );
    const same = applyEvent(done, correction('E2', 'E1', denied('2026-09-29')), ctx);
    expect(named(same, 'E2:initial-denial/reconsideration')).toMatchObject({
      state: 'done',
      outcome: { confirmation: 'R-1' },
    });
    expect(states(applyEvent(done, moved, ctx))).toEqual({
      [appeal]: 'done',
      'E2:initial-denial/reconsideration': 'open',
    });
  });

  it('of an appeal that was missed by mistake takes the place of its good cause', () => {
    const before = event('E1', denied('2026-03-02'));
    const duties = after([before, correction('E2', 'E1', denied('2026-09-02'))]);
    const successor = 'E2:initial-denial/reconsideration';
    expect(states(duties)).toEqual({ [appeal]: 'missed', [cause]: 'superseded', [successor]: 'open' });
    expect(named(duties, cause).replacedBy?.duty).toBe(successor);
  });

  it('to another day that has passed makes the statement of good cause at once', () => {
    const duties = after([entered, correction('E2', 'E1', denied('2026-03-02'))]);
    expect(states(duties)).toEqual({
      [appeal]: 'superseded',
      'E2:initial-denial/reconsideration': 'missed',
      'E2:passed-appeal/good-cause': 'open',
    });
  });
});

describe('an amended notice', () => {
  const first = event('N1', hearingOn('2026-09-10', '2026-12-02T15:00:00Z'));
  const second = event('N2', hearingOn('2026-10-20', '2026-12-16T15:00:00Z', 'amended notice'));
  const open = (duties: Duty[]) => duties.filter(({ state }) => state === 'open');

  it('takes the place of each duty of the notice before by one of its own', () => {
    const duties = after([first, second]);
    expect(duties.length).toBe(22);
    expect(open(duties).map(({ event }) => event)).toEqual(Array(11).fill('N2'));
    for (const duty of duties.filter(({ event }) => event === 'N1')) {
      expect(duty.replacedBy).toEqual({ event: 'N2', duty: `N2:${duty.rule}`, because: 'newer notice' });
    }
  });

  it('counts by its date, whichever of the two is entered first', () => {
    expect(states(after([second, first]))).toEqual(states(after([first, second])));
  });

  it('leaves duties alone of which it has none of its own', () => {
    // An amended notice of 2018 has no known number of days to leave.
    const old = event('N1', hearingOn('2018-03-01', '2018-06-01T15:00:00Z'));
    const duties = after([
      old,
      event('N2', hearingOn('2018-04-02', '2018-06-15T15:00:00Z', 'amended notice')),
    ]);
    expect(named(duties, 'N1:hearing-notice/check').state).toBe('open');
    expect(named(duties, 'N1:hearing-evidence/submit').state).toBe('superseded');
  });

  it('leaves the duties of another hearing alone', () => {
    const duties = after([
      first,
      event('N2', hearingOn('2026-10-20', '2026-12-16T15:00:00Z', 'amended notice', 'other')),
    ]);
    expect(open(duties).length).toBe(22);
  });

  it('asks again for what was done for the day before', () => {
    const done = after([first]).map((duty) => closeDuty(duty, outcome({ paper: 'P7' })));
    const duties = applyEvent(done, second, { closings, today, events: [first] });
    expect(named(duties, 'N1:hearing-evidence/submit').state).toBe('done');
    expect(named(duties, 'N2:hearing-evidence/submit').state).toBe('open');
  });

  it('that was none gives the place back', () => {
    const duties = after([first, second, correction('C1', 'N2', null)]);
    expect(open(duties).map(({ event }) => event)).toEqual(Array(11).fill('N1'));
    expect(named(duties, 'N2:hearing-papers/brief').replacedBy).toEqual({
      event: 'C1',
      duty: 'N1:hearing-papers/brief',
      because: 'corrected',
    });
  });

  it('that was another hearing’s gives the place back and keeps its own', () => {
    const other = hearingOn('2026-10-20', '2026-12-16T15:00:00Z', 'amended notice', 'other');
    const duties = after([first, second, correction('C1', 'N2', other)]);
    expect(open(duties).map(({ event }) => event)).toEqual([
      ...Array(11).fill('N1'),
      ...Array(11).fill('C1'),
    ]);
  });

  it('gives no place back to a notice that was corrected meanwhile', () => {
    const other = hearingOn('2026-09-10', '2026-12-02T15:00:00Z', 'hearing notice', 'other');
    const duties = after([
      first,
      second,
      correction('C1', 'N1', other),
      correction('C2', 'N2', null, 'Grace'),
    ]);
    expect(new Set(open(duties).map(({ event }) => event))).toEqual(new Set(['C1']));
  });
});
