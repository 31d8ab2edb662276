import { describe, expect, test } from 'vitest';
import { presentTerms } from './glossary.ts';
import { presentSourcing } from './present-sources.ts';

const glossary = presentTerms(
  [
    { term: 'substantial gainful activity', also: 'SGA', meaning: 'Work above {{sgaMonthly}}.' },
    { term: 'activity', meaning: 'Something you do.' },
    { term: 'onset date', also: null, meaning: 'The first day.' },
  ],
  { sgaMonthly: '$10' },
);

describe('words of the glossary', () => {
  test('are in the order of the alphabet, with their figures', () => {
    expect(glossary.map(({ term }) => term)).toEqual([
      'activity',
      'onset date',
      'substantial gainful activity',
    ]);
    expect(glossary[2]).toMatchObject({ id: 'substantial-gainful-activity', also: ['SGA'] });
    expect(glossary[2]).toMatchObject({ meaning: 'Work above $10.', figureNames: ['sgaMonthly'] });
  });
});

describe('what a text rests on', () => {
  const now = new Date('2026-11-23T17:00:00Z');

  test('nobody vouches for it without a name and a day', () => {
    expect(presentSourcing({}, now)).toEqual({
      sources: [],
      review: null,
      nextReview: null,
      overdue: false,
      changeNote: null,
    });
    expect(presentSourcing({ reviewedBy: 'R. Example' }, now).review).toBeNull();
    expect(
      presentSourcing({ reviewedBy: 'R. Example', reviewedOn: '2026-11-01T00:00:00Z' }, now),
    ).toMatchObject({
      review: { by: 'R. Example', isoDate: '2026-11-01' },
    });
  });

  test.each([
    ['2026-11-22T00:00:00.000Z', true],
    ['2026-11-23T00:00:00.000Z', false],
  ])('a review due on %s is overdue the day after, in Eastern time: %s', (nextReview, overdue) => {
    expect(presentSourcing({ nextReview }, now)).toMatchObject({
      overdue,
      nextReview: nextReview.slice(0, 10),
    });
  });

  test('an address that is none of the web leads nowhere, as in a preview of what is not checked yet', () => {
    const sources = [{ title: 'Rule', number: ' ', address: 'javascript:alert(1)' }];
    expect(presentSourcing({ sources }, now).sources).toEqual([
      { title: 'Rule', number: null, address: '#' },
    ]);
  });
});
