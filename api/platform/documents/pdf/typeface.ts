import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type PDFDocument from 'pdfkit';

export type Weight = 'regular' | 'bold';
/** A stretch of text whose letters are all in one font file. */
export interface Run {
  font: string;
  text: string;
}

export interface Typeface {
  /** @returns the text split into runs by font; letters that no file has are replaced, see `exact`. */
  runs(text: string, weight: Weight): Run[];
  /** @returns whether the typeface has every letter of the text. */
  exact(text: string): boolean;
}

/** The typeface comes in one file per alphabet. As woff: the library misreads accented letters in woff2. */
const alphabets = ['latin', 'latin-ext'] as const;
/** Replaces letters of an alphabet that the typeface does not have. */
export const notPrintable = '[letters that cannot be printed here]';

const files = Object.entries({
  'latin-regular': import.meta.resolve(
    '@fontsource/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-400-normal.woff',
  ),
  'latin-bold': import.meta.resolve(
    '@fontsource/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-700-normal.woff',
  ),
  'latin-ext-regular': import.meta.resolve(
    '@fontsource/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-ext-400-normal.woff',
  ),
  'latin-ext-bold': import.meta.resolve(
    '@fontsource/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-ext-700-normal.woff',
  ),
}).map(([name, url]) => ({ name, bytes: readFileSync(fileURLToPath(url)) }));

/** The library's record of the selected font, which its types leave out. */
interface ChosenFont {
  _font: { font: { hasGlyphForCodePoint(codePoint: number): boolean } };
}

/** The font to create a document with, so that it never falls back to one that is not embedded. */
export const firstFont = files[0]?.bytes;

/** Registers Atkinson Hyperlegible with a document: the typeface of the site, drawn for readers with low vision. */
export function addTypeface(doc: InstanceType<typeof PDFDocument>): Typeface {
  for (const { name, bytes } of files) doc.registerFont(name, bytes);
  const fonts = alphabets.map((alphabet) => {
    doc.font(`${alphabet}-regular`);
    return { alphabet, font: (doc as unknown as ChosenFont)._font.font };
  });
  const alphabetOf = (letter: string) =>
    fonts.find(({ font }) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))?.alphabet;
  return {
    exact: (text) => [...normalize(text)].every((letter) => alphabetOf(letter)),
    runs(text, weight) {
      const runs: Run[] = [];
      for (const [alphabet, letters] of splitByAlphabet(normalize(text), alphabetOf)) {
        const font = `${alphabet}-${weight}`;
        const last = runs.at(-1);
        if (last?.font === font) last.text += letters;
        else runs.push({ font, text: letters });
      }
      return runs;
    },
  };
}

/** @returns the text with composed letters, and only spaces that the fonts have. */
function normalize(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\t\u2000-\u200a\u202f]/g, ' ')
    .replace(/\r/g, '');
}

/**
 * A letter with more accents than the fonts have loses some of them (ễ becomes ê); letters of another alphabet are
 * replaced by words, once per run, and never by empty boxes.
 */
function* splitByAlphabet(
  text: string,
  alphabetOf: (letter: string) => string | undefined,
): Generator<[alphabet: string, letters: string]> {
  let replacing = false;
  for (const letter of text) {
    const drawable = letter === '\n' ? letter : nearest(letter, alphabetOf);
    if (drawable) yield [letter === '\n' ? 'latin' : (alphabetOf(drawable) ?? 'latin'), drawable];
    else if (!replacing) yield ['latin', notPrintable];
    replacing = !drawable || (replacing && letter === ' ');
  }
}

function nearest(letter: string, alphabetOf: (letter: string) => string | undefined): string | undefined {
  const marks = [...letter.normalize('NFD')];
  for (let count = marks.length; count > 0; count -= 1) {
    const candidate = marks.slice(0, count).join('').normalize('NFC');
    if ([...candidate].length === 1 && alphabetOf(candidate)) return candidate;
  }
  return undefined;
}
