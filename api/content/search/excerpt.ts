import { normalizeWord, wordPattern } from './words.ts';

/** A piece of text; `found` if it matches the query. */
export interface Piece {
  text: string;
  found: boolean;
}

/** What to highlight, all normalized. */
export interface Highlights {
  words: ReadonlySet<string>;
  /** Phrases of several words, highlighted only where the words are adjacent. */
  phrases: readonly (readonly string[])[];
}

/** About two lines on a screen, four on a phone. */
const excerptLength = 220;
/** How much context may precede the first match. */
const leadLength = 60;

/** A word of a text: where it is, and its normalized form. */
export interface Word {
  start: number;
  end: number;
  term: string;
}

/**
 * @param normalize as `normalizeWord`, which takes most of a search's time for a long text. So that is done once for each text, when it
 * is indexed.
 */
export function wordsOf(text: string, normalize = normalizeWord): Word[] {
  return [...text.matchAll(wordPattern)].map(({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
    term: normalize(word),
  }));
}

/** @returns the text in pieces, matches separate from the rest. */
export function highlight(text: string, highlights: Highlights): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const { start, end } of findMatches(wordsOf(text), highlights)) {
    if (start > at) pieces.push({ text: text.slice(at, start), found: false });
    pieces.push({ text: text.slice(start, end), found: true });
    at = end;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), found: false });
  return pieces;
}

/**
 * @param words all of the text's.
 * @returns the part of the text with the most matches close together, highlighted; its beginning if there are none.
 */
export function excerptOf(text: string, words: readonly Word[], highlights: Highlights): Piece[] {
  const start = startNear(text, bestStart(findMatches(words, highlights)));
  const end = endNear(text, start + excerptLength);
  const pieces = highlight(text.slice(start, end), highlights);
  return [
    ...(start > 0 ? [{ text: '… ', found: false }] : []),
    ...pieces,
    ...(end < text.length ? [{ text: ' …', found: false }] : []),
  ];
}

/** @returns the words that match; a phrase counts as one. */
function findMatches(all: readonly Word[], { words, phrases }: Highlights): Word[] {
  const matches: Word[] = [];
  for (let at = 0; at < all.length; ) {
    const phrase = phrases.find((each) => each.every((word, ahead) => all[at + ahead]?.term === word));
    const [first, last] = [all[at], all[at + (phrase?.length ?? 1) - 1]];
    if (first && last && (phrase || words.has(first.term)))
      matches.push({ start: first.start, end: last.end, term: phrase?.join(' ') ?? first.term });
    at += phrase?.length ?? 1;
  }
  return matches;
}

/** @returns the start of the window with the most distinct matches, then the most matches, then the earliest. */
function bestStart(matches: readonly Word[]): number {
  let best = { start: 0, different: 0, all: 0 };
  matches.forEach(({ start }, first) => {
    const until = start + excerptLength - leadLength;
    let all = 0;
    const different = new Set<string>();
    for (let at = first; (matches[at]?.end ?? Number.POSITIVE_INFINITY) <= until; at += 1) {
      different.add(matches[at]?.term ?? '');
      all += 1;
    }
    if (different.size > best.different || (different.size === best.different && all > best.all))
      best = { start, different: different.size, all };
  });
  return best.start;
}

/** @returns the start of the sentence if close enough, otherwise of a word. */
function startNear(text: string, position: number): number {
  if (position <= leadLength) return 0;
  const before = text.slice(position - leadLength, position);
  const sentence = before.lastIndexOf('. ');
  if (sentence >= 0) return position - leadLength + sentence + 2;
  return position - leadLength + before.indexOf(' ') + 1;
}

function endNear(text: string, position: number): number {
  if (position >= text.length) return text.length;
  const space = text.lastIndexOf(' ', position);
  return space > position - leadLength ? space : position;
}
