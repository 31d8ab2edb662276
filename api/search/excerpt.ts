import { normalizeWord, wordPattern } from './words.ts';

/** A piece of text; `found` where it is one of the words that were looked for. */
export interface Piece {
  text: string;
  found: boolean;
}

/** What to mark, all of it normalised. */
export interface Wanted {
  words: ReadonlySet<string>;
  /** Of several words each, marked only where they stand together. */
  names: readonly (readonly string[])[];
}

/** About two lines on a screen, four on a phone. */
const excerptLength = 220;
/** What may stand before the first word found, so that it can be understood. */
const leadLength = 60;

/** @returns the text in pieces, the words found apart from the rest. */
export function highlight(text: string, wanted: Wanted): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const { start, end } of placesOf(text, wanted)) {
    if (start > at) pieces.push({ text: text.slice(at, start), found: false });
    pieces.push({ text: text.slice(start, end), found: true });
    at = end;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), found: false });
  return pieces;
}

/** @returns the part of the text in which the most of the words stand together, highlighted; its beginning if none do. */
export function excerptOf(text: string, wanted: Wanted): Piece[] {
  const start = startNear(text, bestPlace(placesOf(text, wanted)));
  const end = endNear(text, start + excerptLength);
  const pieces = highlight(text.slice(start, end), wanted);
  return [
    ...(start > 0 ? [{ text: '… ', found: false }] : []),
    ...pieces,
    ...(end < text.length ? [{ text: ' …', found: false }] : []),
  ];
}

interface Place {
  start: number;
  end: number;
  term: string;
}

function placesOf(text: string, { words, names }: Wanted): Place[] {
  const all = [...text.matchAll(wordPattern)].map(({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
    term: normalizeWord(word),
  }));
  const places: Place[] = [];
  for (let at = 0; at < all.length; ) {
    const name = names.find((each) => each.every((word, ahead) => all[at + ahead]?.term === word));
    const [first, last] = [all[at], all[at + (name?.length ?? 1) - 1]];
    if (first && last && (name || words.has(first.term)))
      places.push({ start: first.start, end: last.end, term: name?.join(' ') ?? first.term });
    at += name?.length ?? 1;
  }
  return places;
}

/** @returns where a window begins that holds the most different words, then the most words, then comes first. */
function bestPlace(places: readonly Place[]): number {
  let best = { start: 0, different: 0, all: 0 };
  places.forEach(({ start }, first) => {
    const until = start + excerptLength - leadLength;
    let all = 0;
    const different = new Set<string>();
    for (let at = first; (places[at]?.end ?? Number.POSITIVE_INFINITY) <= until; at += 1) {
      different.add(places[at]?.term ?? '');
      all += 1;
    }
    if (different.size > best.different || (different.size === best.different && all > best.all))
      best = { start, different: different.size, all };
  });
  return best.start;
}

/** @returns the beginning of the sentence where it is near enough, otherwise of a word. */
function startNear(text: string, place: number): number {
  if (place <= leadLength) return 0;
  const before = text.slice(place - leadLength, place);
  const sentence = before.lastIndexOf('. ');
  if (sentence >= 0) return place - leadLength + sentence + 2;
  return place - leadLength + before.indexOf(' ') + 1;
}

function endNear(text: string, place: number): number {
  if (place >= text.length) return text.length;
  const space = text.lastIndexOf(' ', place);
  return space > place - leadLength ? space : place;
}
