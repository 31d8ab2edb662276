import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as fontkit from 'fontkit';
import subsetFont from 'subset-font';
import { type ShapedFont, shapedFont } from './shaped-font.ts';

/** One file of Noto Sans: the letters of a script, or some of those of a large one. */
export interface NotoFile {
  path: string;
  /** First and last code points that it is for; it may lack some of them. */
  ranges: (readonly [number, number])[];
  /** The scripts that it is drawn for. */
  scripts: RegExp;
}

const anyScript = /[\p{Script=Common}\p{Script=Inherited}]/u;

/** Chinese letters are drawn as in mainland China where the letter alone does not tell, then as in Taiwan, then Japan. */
const packages: [unicode: string, scripts: RegExp][] = [
  [
    import.meta.resolve('@fontsource-variable/noto-sans/unicode.json'),
    /[\p{scx=Latin}\p{scx=Greek}\p{scx=Cyrillic}]/u,
  ],
  [import.meta.resolve('@fontsource-variable/noto-sans-arabic/unicode.json'), /\p{scx=Arabic}/u],
  [import.meta.resolve('@fontsource-variable/noto-sans-hebrew/unicode.json'), /\p{scx=Hebrew}/u],
  [import.meta.resolve('@fontsource-variable/noto-sans-devanagari/unicode.json'), /\p{scx=Devanagari}/u],
  [import.meta.resolve('@fontsource-variable/noto-sans-sc/unicode.json'), /[\p{scx=Han}\p{scx=Bopomofo}]/u],
  [import.meta.resolve('@fontsource-variable/noto-sans-tc/unicode.json'), /[\p{scx=Han}\p{scx=Bopomofo}]/u],
  [
    import.meta.resolve('@fontsource-variable/noto-sans-jp/unicode.json'),
    /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]/u,
  ],
  [import.meta.resolve('@fontsource-variable/noto-sans-kr/unicode.json'), /[\p{scx=Hangul}\p{scx=Han}]/u],
];

let files: NotoFile[] | undefined;

/** Read when the first letter is met that the site's typeface lacks. */
function listFiles(): NotoFile[] {
  files ??= packages.flatMap(([url, scripts]) => {
    const all: Record<string, string> = JSON.parse(readFileSync(fileURLToPath(url), 'utf8'));
    return Object.entries(all).map(([subset, unicodes]) => {
      const name = `${basename(fileURLToPath(new URL('.', url)))}-${subset.replaceAll(/[[\]]/g, '')}`;
      const path = fileURLToPath(new URL(`files/${name}-wght-normal.woff2`, url));
      return { path, scripts, ranges: unicodes.split(',').map(readRange) };
    });
  });
  return files;
}

/** @param range as in CSS, such as `U+4e00-4e05`. */
function readRange(range: string): readonly [number, number] {
  const [first = '', last = first] = range.trim().slice(2).split('-');
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
}

const lettersOfFiles = new Map<string, ReadonlySet<number>>();

export function draws({ path, ranges }: NotoFile, letter: string): boolean {
  const code = letter.codePointAt(0) ?? 0;
  if (!ranges.some(([first, last]) => code >= first && code <= last)) return false;
  const letters = lettersOfFiles.get(path) ?? new Set((fontkit.openSync(path) as fontkit.Font).characterSet);
  lettersOfFiles.set(path, letters);
  return letters.has(code);
}

const fileOfLetters = new Map<string, NotoFile | undefined>();

/** @returns the file that draws a letter as its script asks for; undefined when there is none. */
export function findNotoFile(letter: string): NotoFile | undefined {
  if (!fileOfLetters.has(letter)) {
    const isCommon = anyScript.test(letter);
    const fits = (file: NotoFile) => (isCommon || file.scripts.test(letter)) && draws(file, letter);
    fileOfLetters.set(letter, listFiles().find(fits));
  }
  return fileOfLetters.get(letter);
}

/** @returns a font that has only these letters of the file, and its space. @param weight 400 is regular, 700 is bold. */
export async function openNoto(
  { path }: NotoFile,
  letters: Iterable<string>,
  weight: number,
): Promise<ShapedFont> {
  const text = ` ${[...letters].join('')}`;
  const options = { targetFormat: 'truetype', variationAxes: { wght: weight } } as const;
  return shapedFont(await subsetFont(readFileSync(path), text, options));
}
