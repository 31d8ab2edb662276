import { describe, expect, it } from 'vitest';
import { closeDuty } from './close-duty.ts';
import type { Duty, DutyOutcome } from './duty.ts';
import { applyEvent, passDay } from './duty-states.ts';
import {
  after,
  appeal,
  cause,
  closings,
  denied,
  event,
  hearingOn,
  named,
  outcome,
  refusal,
  states,
  today,
} from './fixtures/matter.ts';

describe('ending a duty', () => {
  const [open] = after([event('E1', denied('2026-09-30'))]) as [Duty];
  const soft = { ...open, hard: false, isAppeal: false };
  const proof = { confirmation: 'R-1' };

  it.each<[string, Duty, Partial<DutyOutcome>, string]>([
    ['without words', soft, { what: ' ' }, 'bad-input: Say what was done, or why nothing was.'],
    [
      'a hard one without proof and without a second person',
      open,
      {},
      'bad-input: Enter a confirmation number or a paper, or name a second reviewer.',
    ],
    [
      'a hard one by the same person twice',
      open,
      { secondPerson: ' ada' },
      'bad-input: The second reviewer has to be somebody else.',
    ],
    [
      'an appeal as done after its last day',
      open,
      { ...proof, on: '2026-12-05' },
      'bad-input: The last day was December 4, 2026. Say that it is late, and give the good cause.',
    ],
    [
      'as late in time',
      open,
      { ...proof, state: 'late with good cause' },
      'bad-input: That is not late: the last day is December 4, 2026.',
    ],
    [
      'an appeal as missed, which would be without good cause',
      open,
      { ...proof, state: 'missed', on: '2026-12-05' },
      'bad-input: An appeal is missed when its last day has passed, and then asks for good cause by itself.',
    ],
    [
      'as missed in time',
      soft,
      { state: 'missed' },
      'bad-input: It is not missed yet: the last day is December 4, 2026.',
    ],
    [
      'twice',
      closeDuty(open, outcome(proof)),
      proof,
      'conflict: This duty has ended already: done. Ada said on October 2, 2026 how.',
    ],
    [
      'one that another has taken the place of',
      { ...open, state: 'superseded' },
      proof,
      'conflict: This duty has ended already: superseded.',
    ],
  ])('is refused %s', (_what, duty, change, words) => {
    expect(refusal(() => closeDuty(duty, outcome(change)))).toBe(words);
  });

  it('needs only words for a soft one', () => {
    expect(closeDuty(soft, outcome({ state: 'waived', what: 'Not needed' })).state).toBe('waived');
    expect(closeDuty(soft, outcome({ state: 'missed', on: '2026-12-05' })).state).toBe('missed');
  });

  it.each<[string, Partial<DutyOutcome>]>([
    ['a confirmation number', { confirmation: 'R-1' }],
    ['a paper', { paper: 'P7' }],
    ['a second person', { state: 'waived', what: 'The client lets it go', secondPerson: 'Grace' }],
  ])('needs for a hard one also %s', (_what, change) => {
    const closed = closeDuty(open, outcome(change));
    expect(closed.state).toBe(change.state ?? 'done');
    expect(closed.outcome).toEqual(outcome(change));
    expect(open.state).toBe('open');
  });
});

describe('an appeal whose last day has passed', () => {
  const duties = after([event('E1', denied('2026-09-30'))]);

  it('is not missed on its last day', () => {
    expect(passDay(duties, '2026-12-04', { closings })).toEqual(duties);
  });

  it('is missed the day after, on which its statement of good cause is due', () => {
    const passed = passDay(duties, '2026-12-05', { closings });
    expect(states(passed)).toEqual({ [appeal]: 'missed', [cause]: 'open' });
    expect(named(passed, appeal).continuedBy).toBe(cause);
    expect(named(passed, cause)).toMatchObject({ due: '2026-12-05', hard: true, matter: 'M-26-0412' });
  });

  it('makes one statement of good cause, due the day after, however late and often days are passed', () => {
    const once = passDay(duties, '2027-06-01', { closings });
    expect(named(once, cause).due).toBe('2026-12-05');
    expect(passDay(once, '2028-06-01', { closings })).toEqual(once);
  });

  it('is missed at once where the paper comes to us after it', () => {
    expect(states(after([event('E1', denied('2026-03-02'))]))).toEqual({
      [appeal]: 'missed',
      [cause]: 'open',
    });
  });

  it('ends as done or late only with what shows when it was filed, and its good cause stays', () => {
    const passed = passDay(duties, '2026-12-05', { closings });
    const missed = named(passed, appeal);
    expect(refusal(() => closeDuty(missed, outcome({ secondPerson: 'Grace' })))).toBe(
      'bad-input: Enter the confirmation number or the paper that shows when it was filed.',
    );
    expect(refusal(() => closeDuty(missed, outcome({ state: 'waived', paper: 'P7' })))).toBe(
      'bad-input: This appeal was missed. It can only turn out to be done, or late with good cause.',
    );
    expect(closeDuty(missed, outcome({ paper: 'P7' })).state).toBe('done');
    const late = closeDuty(missed, outcome({ state: 'late with good cause', on: '2026-12-08', paper: 'P7' }));
    expect(late.state).toBe('late with good cause');
    expect(named(passDay([late, named(passed, cause)], '2027-01-01', { closings }), cause).state).toBe(
      'open',
    );
  });

  it('is the only duty that the passing of days ends', () => {
    const all = after([
      event('E2', hearingOn('2026-09-10', '2026-12-02T15:00:00Z')),
      event('E3', { kind: 'first contact', day: '2026-09-10', benefits: ['SSI'] }),
      event('E4', { kind: 'contract signed', day: '2026-09-10' }),
    ]);
    expect(passDay(all, '2030-01-01', { closings })).toEqual(all);
  });
});

describe('an event', () => {
  const entered = event('E1', denied('2026-09-30'));

  it('of another matter is a fault', () => {
    const other = { ...event('E2', denied('2026-09-30')), matter: 'M-26-0001' };
    expect(() => applyEvent(after([entered]), other, { closings, today, events: [entered] })).toThrow('E2');
  });

  it('that was applied before changes nothing', () => {
    expect(after([entered, entered])).toEqual(after([entered]));
    const done = after([entered]).map((duty) => closeDuty(duty, outcome({ paper: 'P7' })));
    expect(applyEvent(done, entered, { closings, today, events: [entered] })).toEqual(done);
  });

  it('adds to the duties that are open', () => {
    const duties = after([entered, event('E2', { kind: 'contract signed', day: today })]);
    expect(Object.values(states(duties))).toEqual(['open', 'open', 'open', 'open', 'open']);
  });
});
