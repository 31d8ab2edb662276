import { describe, expect, it } from 'vitest';
import { excerptOf as excerptFrom, type Highlights, highlight, type Piece, wordsOf } from './excerpt.ts';

const wanted = (words: string[], phrases: string[][] = []) => ({ words: new Set(words), phrases });
const excerptOf = (text: string, highlights: Highlights) => excerptFrom(text, wordsOf(text), highlights);
const marked = (pieces: Piece[]) => pieces.map(({ text, found }) => (found ? `[${text}]` : text)).join('');

describe('highlighting', () => {
  it('changes no character of any text', () => {
    const text = '<b>Denials</b> & “denial’s” 📬 denied\u0000denial';
    const pieces = highlight(text, wanted(['denial']));
    expect(pieces.map((piece) => piece.text).join('')).toBe(text);
    expect(marked(pieces)).toBe('<b>[Denials]</b> & “[denial’s]” 📬 denied\u0000[denial]');
  });

  it('highlights a phrase only where its words are adjacent', () => {
    const phrases = [['administrative', 'law', 'judge']];
    expect(
      marked(highlight('The law: administrative law judges (ALJs) judge.', wanted(['alj'], phrases))),
    ).toBe('The law: [administrative law judges] ([ALJs]) judge.');
  });

  it('highlights nothing when nothing was found', () => {
    expect(highlight('Nothing here', wanted([]))).toEqual([{ text: 'Nothing here', found: false }]);
    expect(highlight('', wanted(['a']))).toEqual([]);
  });
});

describe('an excerpt', () => {
  const filler = 'Words that say nothing of it go on and on here. '.repeat(20);

  it('is the beginning when nothing was found', () => {
    const text = marked(excerptOf(filler, wanted(['denial'])));
    expect(text).toMatch(/^Words that say .* …$/);
    expect(text.length).toBeLessThan(240);
  });

  it('is the part with the most matches close together, from the start of its sentence', () => {
    const text = `A denial first. ${filler}Then appeal the denial within days. ${filler}`;
    expect(marked(excerptOf(text, wanted(['appeal', 'denial'])))).toMatch(
      /^… Then \[appeal\] the \[denial\] within days\. .* …$/,
    );
  });

  it('cuts no word in two and adds no ellipses at the ends of the text', () => {
    const text = `${'abcdefghij '.repeat(60)}the denial at the end`;
    expect(marked(excerptOf(text, wanted(['denial'])))).toMatch(
      /^… (abcdefghij )+the \[denial\] at the end$/,
    );
    expect(marked(excerptOf('A denial.', wanted(['denial'])))).toBe('A [denial].');
  });

  it('is bounded even for a text without spaces', () => {
    const text = `${'x'.repeat(5_000)} denial ${'y'.repeat(5_000)}`;
    expect(marked(excerptOf(text, wanted(['denial']))).length).toBeLessThan(400);
  });
});
