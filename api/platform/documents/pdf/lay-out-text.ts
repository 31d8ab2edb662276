import makeBidi from 'bidi-js';
import LineBreaker from 'linebreak';
import { rightToLeft } from './shaped-font.ts';
import type { Face, Run, Typeface, Weight } from './typeface.ts';

const bidi = makeBidi();
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** What is drawn at one place, from left to right. Points from the line's left end. */
interface Piece extends Run {
  x: number;
}

export interface Line {
  /** In the order in which they are read, which is the order that readers of the file go by. */
  pieces: Piece[];
  /** Points. */
  width: number;
  /** From the top to the line that letters stand on: the same for all fonts, so that columns stay in step. */
  ascent: number;
  height: number;
}

interface Options {
  weight: Weight;
  /** Points. */
  size: number;
  width: number;
  typeface: Typeface;
  /** @returns the width of a text of one font in points. */
  measure(face: Face, text: string): number;
}

/** A run with its place in the text and its direction: odd levels are read from right to left. */
interface PlacedRun extends Run {
  start: number;
  end: number;
  level: number;
}

/** Breaks a text into lines and puts each in its visual order (Unicode Standard Annexes 9 and 14). */
export function layOutText(text: string, options: Options): Line[] {
  return options.typeface
    .printed(text)
    .split('\n')
    .flatMap((paragraph) => layOutParagraph(paragraph, options));
}

function layOutParagraph(text: string, options: Options): Line[] {
  const runs = placeRuns(text, options);
  const widthOf = (start: number, end: number) =>
    slice(runs, start, end).reduce((sum, { face, text: letters }) => sum + options.measure(face, letters), 0);
  const lines: Line[] = [];
  let [lineStart, lineEnd, lineWidth] = [0, 0, 0];
  const endLine = () => {
    lines.push(layOutLine(slice(runs, lineStart, trimEnd(text, lineStart, lineEnd)), options));
    [lineStart, lineWidth] = [lineEnd, 0];
  };
  for (const [start, end] of unbreakables(text, options.width, widthOf)) {
    if (lineEnd > lineStart && lineWidth + widthOf(start, trimEnd(text, start, end)) > options.width)
      endLine();
    lineEnd = end;
    lineWidth += widthOf(start, end);
  }
  endLine();
  return lines;
}

/** @yields what stays on one line, with the spaces after it: mostly a word, and pieces of one that is wider than the line. */
function* unbreakables(
  text: string,
  width: number,
  widthOf: (start: number, end: number) => number,
): Generator<[start: number, end: number]> {
  const breaker = new LineBreaker(text);
  let start = 0;
  for (let found = breaker.nextBreak(); found; found = breaker.nextBreak()) {
    const end = found.position;
    if (widthOf(start, trimEnd(text, start, end)) <= width) yield [start, end];
    else {
      for (const { index, segment } of graphemes.segment(text.slice(start, end))) {
        yield [start + index, start + index + segment.length];
      }
    }
    start = end;
  }
}

function trimEnd(text: string, start: number, end: number): number {
  return start + text.slice(start, end).trimEnd().length;
}

function placeRuns(text: string, { typeface, weight }: Options): PlacedRun[] {
  const levels = bidi.getEmbeddingLevels(text).levels;
  const placed: PlacedRun[] = [];
  let start = 0;
  for (const run of typeface.runs(text, weight)) {
    const runEnd = start + run.text.length;
    while (start < runEnd) {
      const level = levels[start] ?? 0;
      let end = start + 1;
      while (end < runEnd && levels[end] === level) end += 1;
      placed.push({ face: run.face, text: text.slice(start, end), start, end, level });
      start = end;
    }
  }
  return joinOverSpaces(placed);
}

/** Puts words of one line that are read from right to left into one piece, so that they are copied with the spaces between. */
function joinOverSpaces(runs: PlacedRun[]): PlacedRun[] {
  const joined: PlacedRun[] = [];
  for (const run of runs) {
    const [before, space] = joined.slice(-2);
    const belongs = before?.level === run.level && before.level % 2 === 1 && before.face === run.face;
    if (before && space && belongs && /^ +$/.test(space.text)) {
      joined.splice(-2, 2, { ...before, text: before.text + space.text + run.text, end: run.end });
    } else joined.push(run);
  }
  return joined;
}

function slice(runs: PlacedRun[], from: number, to: number): PlacedRun[] {
  return runs.flatMap((run) => {
    const [start, end] = [Math.max(run.start, from), Math.min(run.end, to)];
    return start < end
      ? [{ ...run, start, end, text: run.text.slice(start - run.start, end - run.start) }]
      : [];
  });
}

function layOutLine(runs: PlacedRun[], { typeface, size, measure }: Options): Line {
  const { ascent, descent } = typeface.faces[0];
  const depth = Math.max(descent, ...runs.map(({ face }) => face.descent));
  const line: Line = { pieces: [], width: 0, ascent: ascent * size, height: (ascent + depth) * size };
  for (const run of visualOrder(runs)) {
    const piece = { face: run.face, text: asDrawn(run), x: line.width };
    line.pieces[runs.indexOf(run)] = piece;
    line.width += measure(piece.face, piece.text);
  }
  return line;
}

/** Rule L2 of Annex 9: reverses what is read from right to left, from the highest level down. */
function visualOrder(runs: PlacedRun[]): PlacedRun[] {
  const order = [...runs];
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level -= 1) {
    for (let start = 0; start < order.length; start += 1) {
      let end = start;
      while (end < order.length && (order[end]?.level ?? 0) >= level) end += 1;
      if (end > start) order.splice(start, end - start, ...order.slice(start, end).reverse());
      start = end;
    }
  }
  return order;
}

/** A font reverses the letters of such scripts itself; signs beside them are reversed and mirrored here (rule L4). */
function asDrawn({ text, level }: PlacedRun): string {
  if (level % 2 === 0 || rightToLeft.test(text)) return text;
  return [...text]
    .reverse()
    .map((sign) => bidi.getMirroredCharacter(sign) ?? sign)
    .join('');
}
