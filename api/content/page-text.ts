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
const characters: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

/** @returns all text of a page, as plain text for the search. */
export function pageText({ lead, blocks }: Page): string {
  return [lead, ...blocks.flatMap(wordsOf)].join(' ').replace(/\s+/g, ' ').trim();
}

function wordsOf(value: unknown): string[] {
  if (typeof value === 'string') return [withoutTags(value)];
  if (Array.isArray(value)) return value.flatMap(wordsOf);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => (unindexedKeys.has(key) ? [] : wordsOf(inner)));
}

/** The tags within a line: words and punctuation around them belong together. */
const inlineTag = /<\/?(?:a|button|code|em|s|span|strong|sub|sup|u)(?:\s[^<>]*)?>/g;

/** A block contains HTML from our own renderer and plain text; the words of both come through intact. */
function withoutTags(text: string): string {
  return text
    .replace(inlineTag, '')
    .replace(/<\/?[a-z][^<>]*>/g, ' ')
    .replace(/&(?:lt|gt|quot|#39|amp);/g, (name) => characters[name] ?? name);
}
