import { describe, expect, it } from 'vitest';
import type { CaseEvent, CaseFacts, Correction } from '#api/casework/duties/case-event.ts';
import { standingOf } from './standing.ts';

const event = (id: string, facts: CaseFacts | Correction): CaseEvent => ({
  id,
  matter: 'M-26-0412',
  by: 'Ada',
  ...facts,
});
const standing = (...facts: (CaseFacts | Correction)[]) =>
  standingOf(facts.map((each, at) => event(`E${at + 1}`, each)));

const signed: CaseFacts = { kind: 'contract signed', day: '2026-01-05' };
const denied: CaseFacts = { kind: 'decision', level: 'initial', outcome: 'unfavorable', day: '2026-09-30' };
const appealed: CaseFacts = { kind: 'appeal filed', level: 'reconsideration', day: '2026-10-12' };

describe('how a claim stands', () => {
  it('begins with what is prepared', () => {
    expect(standing(signed)).toEqual({ level: 'initial', status: 'preparing', outcome: null });
  });

  it('is denied and not appealed until the appeal is filed', () => {
    expect(standing(signed, denied)).toEqual({ level: 'initial', status: 'decided', outcome: 'unfavorable' });
    expect(standing(signed, denied, appealed)).toEqual({
      level: 'reconsideration',
      status: 'at-agency',
      outcome: null,
    });
  });

  it('is what the latest paper says, in whatever order papers come in', () => {
    expect(standing(appealed, denied, signed)).toEqual(standing(signed, denied, appealed));
  });

  it('is pending where an imported list says so, until a later paper says otherwise', () => {
    const pending = { kind: 'import', level: 'hearing', day: '2026-11-02' } as const;
    expect(standing(signed, pending)).toEqual({ level: 'hearing', status: 'at-agency', outcome: null });
    const awarded = { ...denied, level: 'hearing', outcome: 'favorable', day: '2026-11-20' } as const;
    expect(standing(awarded, pending).outcome).toBe('favorable');
  });

  it('is, of papers of one day, what the one entered last says', () => {
    const favorable = { ...denied, outcome: 'favorable' } as const;
    expect(standing(denied, favorable).outcome).toBe('favorable');
    expect(standing(favorable, denied).outcome).toBe('unfavorable');
  });

  it('is at the agency once the agency asks for something, and stays decided', () => {
    const asks: CaseFacts = { kind: 'form request', day: '2026-02-01' };
    expect(standing(signed, asks).status).toBe('at-agency');
    expect(standing(denied, { ...asks, day: '2026-10-01' }).status).toBe('decided');
  });

  it('follows what a correction says, and nothing of what it corrects', () => {
    const corrected = { kind: 'correction', corrects: 'E2', day: '2026-10-01' } as const;
    expect(standing(signed, denied, { ...corrected, facts: null }).status).toBe('preparing');
    const won = { ...denied, outcome: 'favorable' } as const;
    expect(standing(signed, denied, { ...corrected, facts: won }).outcome).toBe('favorable');
  });

  it('ends closed, with the outcome that it had or as withdrawn', () => {
    const closed: CaseFacts = { kind: 'closed', day: '2026-12-01' };
    expect(standing(denied, closed)).toEqual({ level: 'initial', status: 'closed', outcome: 'unfavorable' });
    expect(standing(signed, { ...closed, outcome: 'withdrawn' }).outcome).toBe('withdrawn');
  });

  it('is where an update of the claim says that it is', () => {
    const update = { kind: 'claim update', needed: null, note: null, day: '2026-03-01' } as const;
    expect(standing(signed, { ...update, step: 'hearing' })).toEqual({
      level: 'hearing',
      status: 'at-agency',
      outcome: null,
    });
    expect(standing(signed, { ...update, step: 'records-requested' }).status).toBe('preparing');
  });
});
