import { expect, it } from 'vitest';
import { layOutText } from './lay-out-text.ts';
import { openTypeface } from './typeface.ts';

/** @returns each line as it stands from left to right; each letter is 10 points wide. */
async function linesOf(text: string, width = 1_000, between = ''): Promise<string[]> {
  const typeface = await openTypeface({ regular: [text], bold: [] });
  const measure = (_: unknown, letters: string) => letters.length * 10;
  const lines = layOutText(text, { weight: 'regular', size: 10, width, typeface, measure });
  return lines.map(({ pieces }) =>
    [...pieces]
      .sort((one, other) => one.x - other.x)
      .map((piece) => piece.text)
      .join(between),
  );
}

it('breaks a word only where it is wider than a line, and never within a letter', async () => {
  expect(await linesOf('to wordwordword', 60)).toEqual(['to wor', 'dwordw', 'ord']);
  // No font has one letter for both together.
  expect(await linesOf('x̣x̣x̣', 30)).toEqual(['x̣', 'x̣', 'x̣']);
});

it('breaks lines between words, after hyphens and between Chinese letters', async () => {
  expect(await linesOf('one two-three', 80)).toEqual(['one two-', 'three']);
  expect(await linesOf('one two three', 70)).toEqual(['one two', 'three']);
  expect(await linesOf('王小明', 20)).toEqual(['王小', '明']);
});

it('keeps the lines of an answer, blank ones too', async () => {
  expect(await linesOf('one\r\n\r\ntwo')).toEqual(['one', '', 'two']);
});

it('puts words that are read from right to left in their order, numbers and brackets between them too', async () => {
  // A piece in such a font is given as it is read; the font reverses it.
  const piecesOf = (text: string) => linesOf(text, 1_000, '|');
  expect(await piecesOf('Between דוד כהן and us')).toEqual(['Between |דוד כהן| and us']);
  expect(await piecesOf('דוד (12) כהן')).toEqual(['כהן| (|12|) |דוד']);
  expect(await linesOf('דוד כהן', 30)).toEqual(['דוד', 'כהן']);
});

it('draws a word with a letter that the typeface of the site lacks in one other typeface', async () => {
  const text = 'Khai Nguyễn';
  const typeface = await openTypeface({ regular: [text], bold: [] });
  const families = typeface
    .runs(text, 'regular')
    .map(({ face, text: letters }) => [letters, face.name.split('-')[0]]);
  expect(families).toEqual([
    ['Khai ', 'latin'],
    ['Nguy', 'noto'],
    ['ễ', 'noto'],
    ['n', 'noto'],
  ]);
});
