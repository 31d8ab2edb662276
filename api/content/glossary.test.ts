import { describe, expect, test } from 'vitest';
import { makeWordMarker, presentTerms, type Term } from './glossary.ts';
import { presentSourcing } from './present-sources.ts';

const glossary: Term[] = presentTerms(
  [
    { term: 'substantial gainful activity', also: 'SGA', meaning: 'Work above {{sgaMonthly}}.' },
    { term: 'activity', meaning: 'Something you do.' },
    { term: 'onset date', also: null, meaning: 'The first day.' },
  ],
  { sgaMonthly: '$10' },
);
const button = (id: string, words: string) =>
  `<button type="button" class="word" popovertarget="word-${id}">${words}</button>`;
const together = (html: string) => `<span class="nowrap">${html}</span>`;

describe('words of the glossary', () => {
  test('are in the order of the alphabet, with their figures', () => {
    expect(glossary.map(({ term }) => term)).toEqual([
      'activity',
      'onset date',
      'substantial gainful activity',
    ]);
    expect(glossary[2]).toMatchObject({ id: 'substantial-gainful-activity', also: ['SGA'] });
    expect(glossary[2]?.meaning).toBe('Work above $10.');
  });

  test('are marked at their first use on a page, in whichever form, and the longest wins', () => {
    const marker = makeWordMarker(glossary);
    const id = 'substantial-gainful-activity';
    expect(marker.mark('<p>Substantial gainful activity (SGA) is activity.</p>')).toBe(
      `<p>${button(id, 'Substantial gainful activity')} (SGA) is ${together(`${button('activity', 'activity')}.`)}</p>`,
    );
    expect(marker.mark('<p>SGA again, and both onset dates.</p>')).toBe(
      `<p>SGA again, and both ${together(`${button('onset-date', 'onset dates')}.`)}</p>`,
    );
    expect(marker.used().map((word) => word.id)).toEqual([id, 'activity', 'onset-date']);
  });

  test.each([
    ['After the onset date, call.', (word: string) => `After the ${together(`${word},`)} call.`],
    ['The first day (onset date).', (word: string) => `The first day ${together(`(${word}).`)}`],
    ['An onset date’s proof', (word: string) => `An ${together(`${word}’s`)} proof`],
    ['The onset date is a day.', (word: string) => `The ${word} is a day.`],
  ])('keep their punctuation on their line: %s', (text, marked) => {
    const word = button('onset-date', 'onset date');
    expect(makeWordMarker(glossary).mark(`<p>${text}</p>`)).toBe(`<p>${marked(word)}</p>`);
  });

  test.each([
    '<p><a href="/faq">SGA</a></p>',
    '<h2 id="part-1">The onset date</h2>',
    '<table><caption>SGA</caption><thead><tr><th scope="col">Onset date</th></tr></thead></table>',
    '<table class="table"><tbody><tr><td data-label="Test">SGA</td></tr></tbody></table>',
    '<p>sga, MySGA, inactivity and SGA-like</p>',
    '<p title="SGA">Nothing</p>',
  ])('are left alone in links, headings, tables, other words and attributes: %s', (html) => {
    const marker = makeWordMarker(glossary);
    expect(marker.mark(html)).toBe(html);
    expect(marker.used()).toEqual([]);
  });

  test('without a glossary nothing is marked', () => {
    expect(makeWordMarker([]).mark('<p>SGA</p>')).toBe('<p>SGA</p>');
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
