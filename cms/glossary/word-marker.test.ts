import { describe, expect, test } from 'vitest';
import { makeWordMarker, otherForms } from './word-marker.ts';

const glossary = [
  { id: 'activity', term: 'activity', also: [] },
  { id: 'onset-date', term: 'onset date', also: [] },
  { id: 'substantial-gainful-activity', term: 'substantial gainful activity', also: ['SGA'] },
];
const button = (id: string, words: string) =>
  `<button type="button" class="word" popovertarget="word-${id}">${words}</button>`;
const together = (html: string) => `<span class="nowrap">${html}</span>`;

describe('words of the glossary', () => {
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

test('other forms of a word are separated by commas', () => {
  expect(otherForms(' RFC, , capacity ')).toEqual(['RFC', 'capacity']);
  expect(otherForms(null)).toEqual([]);
});
