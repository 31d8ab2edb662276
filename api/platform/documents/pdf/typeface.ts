import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as fontkit from 'fontkit';
import fontverter from 'fontverter';
import { draws, findNotoFile, type NotoFile, openNoto } from './noto-sans.ts';
import type { ShapedFont } from './shaped-font.ts';

const weights = { regular: 400, bold: 700 } as const;
export type Weight = keyof typeof weights;

/** One font of a document. */
export interface Face {
  /** Its name in the document. */
  name: string;
  /** What the library opens: a file's bytes or a font. */
  source: Uint8Array | ShapedFont;
  /** Height over and depth under the line, of an em. */
  ascent: number;
  descent: number;
}

interface SiteFace extends Face {
  letters: ReadonlySet<number>;
}

/** A stretch of text whose letters are all in one font. */
export interface Run {
  face: Face;
  text: string;
}

export interface Typeface {
  /** The site's comes first. */
  faces: readonly [Face, ...Face[]];
  /** @returns the text as it is printed: letters that no font has are replaced by their code, such as [U+0C24]. */
  printed(text: string): string;
  /** @returns a printed text split into runs by font. */
  runs(printed: string, weight: Weight): Run[];
  /** @returns whether the fonts have every letter of the text. */
  exact(text: string): boolean;
}

/**
 * The typeface of the site comes in one file per alphabet: the basic letters, then the accented ones. As woff: the library
 * that reads fonts misreads accented letters in woff2. It would decompress a woff's table for each glyph that it reads, so they
 * are unpacked here. The files are opened anew for each document, since an open font remembers what was drawn with it.
 */
const siteFaces: Record<Weight, readonly [SiteFace, SiteFace]> = {
  regular: [
    await openSiteFace(
      'latin-regular',
      import.meta.resolve(
        '@fontsource/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-400-normal.woff',
      ),
    ),
    await openSiteFace(
      'latin-ext-regular',
      import.meta.resolve(
        '@fontsource/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-ext-400-normal.woff',
      ),
    ),
  ],
  bold: [
    await openSiteFace(
      'latin-bold',
      import.meta.resolve(
        '@fontsource/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-700-normal.woff',
      ),
    ),
    await openSiteFace(
      'latin-ext-bold',
      import.meta.resolve(
        '@fontsource/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-ext-700-normal.woff',
      ),
    ),
  ],
};

async function openSiteFace(name: string, url: string): Promise<SiteFace> {
  const source = await fontverter.convert(readFileSync(fileURLToPath(url)), 'sfnt');
  // A file of one font is no collection.
  const font = fontkit.create(source) as fontkit.Font;
  return { name, source, letters: new Set(font.characterSet), ...heights(font) };
}

function heights({ ascent, descent, lineGap, unitsPerEm }: fontkit.Font): Pick<Face, 'ascent' | 'descent'> {
  return { ascent: (ascent + lineGap) / unitsPerEm, descent: -descent / unitsPerEm };
}

/** The font of a letter: one of the site's typeface, by its place, or a file of Noto Sans. */
type Source = 0 | 1 | NotoFile;

/**
 * Opens the fonts for some texts: Atkinson Hyperlegible, the typeface of the site, drawn for readers with low vision, and
 * for words with letters that it lacks Noto Sans, with these letters only.
 */
export async function openTypeface(texts: Record<Weight, readonly string[]>): Promise<Typeface> {
  const noto = { regular: await openFaces('regular', texts), bold: await openFaces('bold', texts) };
  const faceOf = (source: Source, weight: Weight) =>
    typeof source === 'number' ? siteFaces[weight][source] : noto[weight].get(source);
  return {
    faces: [...siteFaces.regular, ...siteFaces.bold, ...noto.regular.values(), ...noto.bold.values()],
    printed,
    exact: (text) => unprintable(text).length === 0,
    runs: (text, weight) =>
      sourceRuns(text).flatMap(({ source, text: letters }) => {
        const face = faceOf(source, weight);
        if (!face) throw new Error('A text is drawn that the typeface was not opened for.');
        return [{ face, text: letters }];
      }),
  };
}

/** @returns the fonts that texts need beside the site's, in one weight. */
async function openFaces(
  weight: Weight,
  texts: Record<Weight, readonly string[]>,
): Promise<Map<NotoFile, Face>> {
  const lettersOf = new Map<NotoFile, Set<string>>();
  for (const { source, text } of texts[weight].flatMap((each) => sourceRuns(printed(each)))) {
    if (typeof source === 'number') continue;
    lettersOf.set(source, new Set([...(lettersOf.get(source) ?? []), ...text]));
  }
  const faces = new Map<NotoFile, Face>();
  for (const [file, letters] of lettersOf) {
    const source = await openNoto(file, letters, weights[weight]);
    faces.set(file, { name: `noto-${faces.size}-${weight}`, source, ...heights(source) });
  }
  return faces;
}

/** @returns the letters and signs of a text that no font here has, each once. */
export function unprintable(text: string): string[] {
  return [...new Set(normalize(text))].filter(
    (letter) => letter !== '\n' && siteSource(letter) === undefined && !findNotoFile(letter),
  );
}

function printed(text: string): string {
  const missing = new Set(unprintable(text));
  const codeOf = (letter: string) =>
    `[U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
  return Array.from(normalize(text), (letter) => (missing.has(letter) ? codeOf(letter) : letter)).join('');
}

/** @returns the text with composed letters, and only spaces that the fonts have; without what is never seen. */
function normalize(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\t\u2000-\u200a\u202f\u205f\u3000]/g, ' ')
    .replace(/(?![\u200c\u200d])[\r\p{Default_Ignorable_Code_Point}]/gu, '');
}

/** @returns the fonts of a printed text, in its order. */
function sourceRuns(text: string): { source: Source; text: string }[] {
  const runs: { source: Source; text: string }[] = [];
  for (const word of text.match(/\s+|\S+/g) ?? []) {
    // A word is drawn by one typeface wherever that is possible: an accent alone in another one looks like a mistake.
    const isPlain = /^\s/.test(word) || [...word].every((letter) => siteSource(letter) !== undefined);
    for (const letter of word) {
      const last = runs.at(-1);
      const source = isPlain ? (siteSource(letter) ?? 0) : sourceOf(letter, last?.source);
      if (last && source === last.source) last.text += letter;
      else runs.push({ source: source ?? 0, text: letter });
    }
  }
  return runs;
}

/** @param before the font of the letter before, which is kept where it has this letter too. */
function sourceOf(letter: string, before?: Source): Source | undefined {
  if (typeof before === 'object' && draws(before, letter)) return before;
  return findNotoFile(letter) ?? siteSource(letter);
}

function siteSource(letter: string): 0 | 1 | undefined {
  const code = letter.codePointAt(0) ?? 0;
  return ([0, 1] as const).find((place) => siteFaces.regular[place].letters.has(code));
}
