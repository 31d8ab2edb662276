import { expect, it } from 'vitest';
import { findNotoFile, openNoto } from './noto-sans.ts';

async function open(text: string) {
  const file = findNotoFile(text);
  if (!file) throw new Error('There is no font for this text.');
  return openNoto(file, text, 400);
}

/** @returns the text of each glyph, from left to right. */
async function drawn(text: string): Promise<string[]> {
  const { glyphs } = (await open(text)).layout(text);
  return glyphs.map(({ codePoints }) => String.fromCodePoint(...codePoints));
}

it('draws Arabic and Hebrew from right to left, with their spaces, and their digits from left to right', async () => {
  expect(await drawn('دار')).toEqual(['ر', 'ا', 'د']);
  expect(await drawn('דוד כהן')).toEqual([...'ןהכ דוד']);
  expect(await drawn('١٢٣')).toEqual(['١', '٢', '٣']);
});

it('joins Arabic letters: one within a word has another shape than one alone', async () => {
  const font = await open('ععع');
  const shapes = font.layout('ععع').glyphs.map(({ id }) => id);
  expect(new Set(shapes).size).toBe(3);
  expect(shapes).not.toContain(font.layout('ع').glyphs[0]?.id);
});

it('gives letters that share a shape their own texts, and draws the dots between them as shapes', async () => {
  const font = await open('رز');
  expect(await drawn('رز')).toEqual(['ز', 'ر']);
  expect(font.partsOf('ر')).toEqual([]);
  expect(font.partsOf('رز')).toHaveLength(1);
});

it('draws a Devanagari vowel before the letter that it is read after, and has both copied as they are read', async () => {
  expect(await drawn('नि')).toEqual(['न', 'ि']);
  const [first] = (await open('नि')).layout('नि').glyphs;
  const [letter] = (await open('नि')).layout('न').glyphs;
  expect(first?.advanceWidth).not.toBe(letter?.advanceWidth);
  expect((await drawn('शर्मा')).join('')).toBe('शर्मा');
});
