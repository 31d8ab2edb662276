import { describe, expect, it } from 'vitest';
import { type Claim, type ClaimDay, claimHeading, claimSentences, pastText } from './claim-words.ts';

const appeal: ClaimDay = {
  id: 'E1-reconsideration',
  moved: 0,
  kind: 'reconsideration',
  day: '2026-12-04',
  appointment: null,
  state: 'open',
  doneOn: null,
  owner: 'Ada Example',
};
type Said = Pick<Claim, 'step' | 'decision' | 'closed' | 'dates' | 'isRepresented'>;
const claim = (changed: Partial<Said>): Said => ({
  step: 'application',
  decision: null,
  closed: null,
  dates: [],
  isRepresented: true,
  ...changed,
});
const decision = (changed: Partial<NonNullable<Claim['decision']>> = {}) => ({
  level: 'initial' as const,
  outcome: 'unfavorable' as const,
  day: '2026-09-30',
  ...changed,
});

describe('the words about a claim', () => {
  it('say of a denial when it was, the last day to appeal, and who files it', () => {
    const denied = claim({ decision: decision(), dates: [appeal] });
    expect(claimHeading(denied)).toBe('Social Security turned you down');
    expect(claimSentences(denied).join(' ')).toBe(
      'Social Security turned you down on September 30, 2026. The last day to appeal is Friday, December 4, 2026. Ada Example files it for you.',
    );
  });

  it('promise no filing that nobody has taken on, while the firm does not act for the client', () => {
    const unowned = claim({
      decision: decision(),
      dates: [{ ...appeal, owner: null }],
      isRepresented: false,
    });
    expect(claimSentences(unowned).at(-1)).toBe(
      'Nobody at our office has taken this on yet. Call us now, so that it is filed in time.',
    );
    const late = { ...appeal, kind: 'late-appeal', owner: null } as const;
    expect(claimSentences({ ...unowned, dates: [late] }).at(-1)).toContain('Call us today');
  });

  it('say that an appeal was filed, and that a day has passed', () => {
    const done = { ...appeal, state: 'done', doneOn: '2026-11-02' } as const;
    const filed = claim({ decision: decision(), dates: [done] });
    expect(claimSentences(filed).at(-1)).toBe('Your appeal was filed on November 2, 2026.');
    const late = { ...appeal, kind: 'late-appeal', owner: null } as const;
    const missed = claim({ decision: decision(), dates: [{ ...appeal, state: 'missed' }, late] });
    expect(claimSentences(missed).join(' ')).toContain(
      'Our office asks Social Security to accept a late appeal',
    );
  });

  it.each([
    ['You won', { decision: decision({ outcome: 'favorable', level: 'hearing' }) }, 'The judge approved'],
    ['You won in part', { decision: decision({ outcome: 'partly' }) }, 'worth an appeal'],
    ['The judge turned you down', { decision: decision({ level: 'hearing' }) }, 'Call us about'],
    [
      'The judge dismissed your request',
      { decision: decision({ level: 'hearing', outcome: 'dismissed' }) },
      'without deciding',
    ],
    [
      'Social Security wants to end your benefits',
      { decision: decision({ outcome: 'ceased' }) },
      'benefits end',
    ],
    ['Your claim was withdrawn', { closed: { day: '2026-10-09', isWithdrawn: true } }, 'You can apply again'],
    ['Your claim is closed', { closed: { day: '2026-10-09', isWithdrawn: false } }, 'We closed your file'],
  ] as const)('have an end of its own: %s', (heading, changed, words) => {
    expect(claimHeading(claim(changed))).toBe(heading);
    expect(claimSentences(claim(changed)).join(' ')).toContain(words);
  });

  it('keep what is past, and what became of it', () => {
    expect(pastText({ ...appeal, state: 'done', doneOn: '2026-11-02' })).toBe(
      'was on Friday, December 4, 2026, done on November 2, 2026',
    );
    expect(pastText({ ...appeal, state: 'not-needed' })).toContain('not needed');
    expect(pastText({ ...appeal, state: 'over' })).toBe('was on Friday, December 4, 2026');
  });
});
