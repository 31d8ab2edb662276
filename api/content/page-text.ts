import type { Page } from './page-blocks.ts';

/** What is no text for people: kinds, addresses, looks and numbers; listed questions and articles are found by themselves. */
const unread = new Set([
  ...['kind', 'tone', 'icon', 'look', 'id', 'to', 'url', 'slug', 'sources', 'version', 'listed', 'articles'],
]);
const characters: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

/** @returns everything that a page says, as plain text, for the search. */
export function pageText({ lead, blocks }: Page): string {
  return [lead, ...blocks.flatMap(wordsOf)].join(' ').replace(/\s+/g, ' ').trim();
}

function wordsOf(value: unknown): string[] {
  if (typeof value === 'string') return [withoutTags(value)];
  if (Array.isArray(value)) return value.flatMap(wordsOf);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => (unread.has(key) ? [] : wordsOf(inner)));
}

/** A block holds HTML that our own renderer made and text without any; both come through unharmed. */
function withoutTags(text: string): string {
  return text
    .replace(/<\/?[a-z][^<>]*>/g, ' ')
    .replace(/&(?:lt|gt|quot|#39|amp);/g, (name) => characters[name] ?? name);
}
