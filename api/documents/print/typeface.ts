import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type PDFDocument from 'pdfkit';

export type Weight = 'regular' | 'bold';
/** A stretch of text that one font file holds all letters of. */
export interface Run {
  font: string;
  text: string;
}

export interface Typeface {
  /** @returns the text in stretches by font; letters that no file holds are replaced, see `exact`. */
  runs(text: string, weight: Weight): Run[];
  /** @returns whether every letter of the text is printed as it is. */
  exact(text: string): boolean;
}

/** The typeface comes in files by alphabet. Compressed as woff: the library misreads accented letters in woff2. */
const alphabets = ['latin', 'latin-ext'] as const;
/** What stands for letters of an alphabet that the typeface does not have. */
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

/** What the library knows of a font that was chosen; its types leave it out. */
interface ChosenFont {
  _font: { font: { hasGlyphForCodePoint(codePoint: number): boolean } };
}

/** The font that a document must be made with, so that it never falls back to one that is not embedded. */
export const firstFont = files[0]?.bytes;

/** Makes Atkinson Hyperlegible known to a document: the typeface of the site, drawn for readers with low vision. */
export function addTypeface(doc: InstanceType<typeof PDFDocument>): Typeface {
  for (const { name, bytes } of files) doc.registerFont(name, bytes);
  const holders = alphabets.map((alphabet) => {
    doc.font(`${alphabet}-regular`);
    return { alphabet, font: (doc as unknown as ChosenFont)._font.font };
  });
  const alphabetOf = (letter: string) =>
    holders.find(({ font }) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))?.alphabet;
  return {
    exact: (text) => [...printed(text)].every((letter) => alphabetOf(letter)),
    runs(text, weight) {
      const runs: Run[] = [];
      for (const [alphabet, letters] of stretches(printed(text), alphabetOf)) {
        const font = `${alphabet}-${weight}`;
        const last = runs.at(-1);
        if (last?.font === font) last.text += letters;
        else runs.push({ font, text: letters });
      }
      return runs;
    },
  };
}

/** @returns the text as it is set: composed letters, and spaces that the fonts have. */
function printed(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\t\u2000-\u200a\u202f]/g, ' ')
    .replace(/\r/g, '');
}

/**
 * A letter with more marks than the fonts have is printed with fewer (ễ as ê); letters of another alphabet are replaced
 * by words, once per stretch, and never by empty boxes.
 */
function* stretches(
  text: string,
  alphabetOf: (letter: string) => string | undefined,
): Generator<[alphabet: string, letters: string]> {
  let replacing = false;
  for (const letter of text) {
    const near = letter === '\n' ? letter : nearest(letter, alphabetOf);
    if (near) yield [letter === '\n' ? 'latin' : (alphabetOf(near) ?? 'latin'), near];
    else if (!replacing) yield ['latin', notPrintable];
    replacing = !near || (replacing && letter === ' ');
  }
}

function nearest(letter: string, alphabetOf: (letter: string) => string | undefined): string | undefined {
  const marks = [...letter.normalize('NFD')];
  for (let count = marks.length; count > 0; count -= 1) {
    const tried = marks.slice(0, count).join('').normalize('NFC');
    if ([...tried].length === 1 && alphabetOf(tried)) return tried;
  }
  return undefined;
}
