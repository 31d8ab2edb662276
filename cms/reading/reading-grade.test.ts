import { describe, expect, it } from 'vitest';
import { body, heading, link, paragraph } from '../testing.ts';
import { countSyllables, passagesOf, readingGrade } from './reading-grade.ts';

describe('syllables', () => {
  it.each([
    ['the', 1],
    ['claim', 1],
    ['made', 1],
    ['worked', 1],
    ['filed', 1],
    ['called', 1],
    ['times', 1],
    ['causes', 2],
    ['needed', 2],
    ['table', 2],
    ['appeal', 2],
    ['hearing', 2],
    ['denied', 2],
    ['disabled', 3],
    ['benefits', 3],
    ['medical', 3],
    ['evidence', 3],
    ['security', 4],
    ['disability', 5],
    ['SSDI', 1],
    ['$1,550', 1],
    ['10', 1],
  ])('%s has %i', (word, count) => {
    expect(countSyllables(word)).toBe(count);
  });
});

describe('reading grade', () => {
  const easy =
    'You can ask for a new look at your claim. Send the form back soon. Call us if it is hard to read. ';
  const hard =
    'Notwithstanding the aforementioned determination, claimants experiencing considerable functional limitations may nevertheless demonstrate eligibility by submitting comprehensive longitudinal documentation substantiating the severity of their impairments. ';

  it.each([[[]], [['']], [['Too short to judge.']]])(
    'says nothing of a text without enough words: %s',
    (passages) => {
      expect(readingGrade(passages)).toBeUndefined();
    },
  );

  it('is what the formula gives: 0.39 words a sentence + 11.8 syllables a word - 15.59', () => {
    const sentence = 'The cat sat on the mat and the dog ran to the red van.';
    // Three times 14 words of one syllable: 0.39 * 14 + 11.8 - 15.59 = 1.67
    expect(readingGrade([sentence, sentence, sentence])).toBe(1.7);
  });

  it('is low for short sentences of short words and high for the opposite', () => {
    expect(readingGrade([easy.repeat(2)])).toBeLessThan(4);
    expect(readingGrade([hard.repeat(2)])).toBeGreaterThan(20);
  });

  it('counts a list item without a full stop as a sentence of its own', () => {
    const items = Array(8).fill('Bring a list of your doctors');
    expect(readingGrade(items)).toBeLessThan(readingGrade([items.join(' ')]) ?? 0);
  });

  it('is not raised by an abbreviation, an amount or a decimal', () => {
    const plain = readingGrade([easy.repeat(2)]) ?? 0;
    const figures = readingGrade([`${easy.repeat(2)}Pay of $1,550.50 or 25% is the most.`]) ?? 0;
    expect(Math.abs(figures - plain)).toBeLessThan(1);
  });
});

describe('passages', () => {
  const item = (words: string, ...more: object[]) => ({
    type: 'listitem',
    children: [{ type: 'text', text: words }, ...more],
  });

  it('are the paragraphs and list items of a rich text, without its headings', () => {
    const inner = { type: 'list', children: [item('inner')] };
    const list = { type: 'list', children: [item('one'), item('two', inner)] };
    const text = body(heading('h2', 'Title'), paragraph('See ', link('/faq', 'this page')), list);
    expect(passagesOf(text)).toEqual(['See this page', 'one', 'two', 'inner']);
  });

  it('hold a short word for each token', () => {
    expect(passagesOf('Up to {{feeCap}} in {{factsYear}}')).toEqual(['Up to 10 in 10']);
  });

  it.each([undefined, null, 7, true, {}])('are none where there is no text: %s', (value) => {
    expect(passagesOf(value)).toEqual([]);
  });
});
