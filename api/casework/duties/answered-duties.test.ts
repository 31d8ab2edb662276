import { describe, expect, it } from 'vitest';
import type { CaseFacts } from './case-event.ts';
import { applyEvent, passDay } from './duty-states.ts';
import {
  after,
  appeal,
  cause,
  closings,
  correction,
  denied,
  event,
  named,
  refusal,
  states,
  today,
} from './fixtures/matter.ts';

const denial = event('E1', denied('2026-09-30'));
const filed = (day: string, more: object = { confirmation: 'R-1' }): CaseFacts => ({
  ...{ kind: 'appeal filed', day, level: 'reconsideration' },
  ...more,
});
const filing = event('E2', filed('2026-10-01'));
const byHand = { closings, today, by: 'Ada' };
const answered = () => applyEvent(after([denial]), filing, { ...byHand, events: [denial] });

describe('an appeal that was filed', () => {
  it.each<[string, CaseFacts]>([
    ['at another level', { kind: 'appeal filed', day: '2026-10-01', level: 'hearing', confirmation: 'R-1' }],
    ['before the decision', filed('2026-09-29')],
  ])('leaves open what asks for it, where it was filed %s', (_where, facts) => {
    const duties = applyEvent(after([denial]), event('E2', facts), { ...byHand, events: [denial] });
    expect(states(duties)).toEqual({ [appeal]: 'open' });
  });

  it('ends nothing where nobody has entered it by hand, as in an import', () => {
    expect(states(after([denial, filing]))).toEqual({ [appeal]: 'open' });
  });

  it('is refused without what shows it, where a right would be lost', () => {
    const enter = () =>
      applyEvent(after([denial]), event('E2', filed('2026-10-01', {})), { ...byHand, events: [denial] });
    expect(refusal(enter)).toBe(
      'bad-input: Enter a confirmation number or a paper, or name a second reviewer.',
    );
  });

  it('ends what asks for it, with what shows it', () => {
    expect(named(answered(), appeal)).toMatchObject({
      state: 'done',
      outcome: { on: '2026-10-01', by: 'Ada', confirmation: 'R-1', event: 'E2' },
    });
  });

  it('after its last day ends what was missed as late, and the statement of good cause', () => {
    const late = passDay(after([denial]), '2026-12-07', { closings });
    const duties = applyEvent(late, event('E2', filed('2026-12-07')), {
      ...byHand,
      ...{ today: '2026-12-07', events: [denial] },
    });
    expect(states(duties)).toEqual({ [appeal]: 'late with good cause', [cause]: 'done' });
  });

  it('in time, and entered only after the last day, needs no statement of good cause', () => {
    const late = passDay(after([denial]), '2026-12-07', { closings });
    const duties = applyEvent(late, event('E2', filed('2026-12-04')), {
      ...byHand,
      ...{ today: '2026-12-07', events: [denial] },
    });
    expect(states(duties)).toEqual({ [appeal]: 'done', [cause]: 'waived' });
  });

  it('and was not is taken out, and what asked for it is open again', () => {
    const undone = applyEvent(answered(), correction('E3', 'E2', null), {
      ...byHand,
      events: [denial, filing],
    });
    expect(named(undone, appeal)).toMatchObject({ state: 'open' });
    expect(named(undone, appeal)).not.toHaveProperty('outcome');
  });

  it('on another day ends it on that day', () => {
    const corrected = applyEvent(answered(), correction('E3', 'E2', filed('2026-09-30')), {
      ...byHand,
      events: [denial, filing],
    });
    expect(named(corrected, appeal)).toMatchObject({
      state: 'done',
      outcome: { on: '2026-09-30', event: 'E3' },
    });
  });
});
