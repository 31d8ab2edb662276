import type { Page } from './page-blocks.ts';

/** Keys whose values are not text for readers; listed questions and articles are indexed on their own. */
const unindexedKeys = new Set([
  ...[
    'kind',
    'calculator',
    'tone',
    'icon',
    'look',
    'id',
    'to',
    'url',
    'slug',
    'sources',
    'version',
    'listed',
    'articles',
    'topics',
    'figureNames',
  ],
]);
const characters: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&' };

/** @returns all text of a page, as plain text for the search; every heading, cell and item ends like a sentence. */
export function pageText({ lead, blocks }: Page): string {
  const pieces = [lead, ...blocks.flatMap(textsIn)].map((piece) => piece.replace(/\s+/g, ' ').trim());
  return pieces.filter(Boolean).reduce((text, piece) => text + (isEnded.test(text) ? ' ' : '. ') + piece);
}

const isEnded = /[.,:;!?]["'”’)]*$/;

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return piecesOf(value);
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => (unindexedKeys.has(key) ? [] : textsIn(inner)));
}

/** The tags within a line: words and punctuation around them belong together. */
const inlineTag = /<\/?(?:a|button|code|em|s|span|strong|sub|sup|u)(?:\s[^<>]*)?>/g;

/** A block contains HTML from our own renderer and plain text; the words of both come through intact. */
function piecesOf(text: string): string[] {
  return text
    .replace(inlineTag, '')
    .replace(/<br[^<>]*>/g, ' ')
    .split(/<\/?[a-z][^<>]*>/)
    .map((piece) =>
      piece.replace(/&(?:#(\d+)|(lt|gt|quot|amp));/g, (whole, code, name) => {
        return code ? String.fromCodePoint(Number(code)) : (characters[name] ?? whole);
      }),
    );
}
