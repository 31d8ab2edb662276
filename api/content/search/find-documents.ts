import type { Deps } from '#api/platform/deps.ts';
import { excerptOf, highlight, type Piece } from './excerpt.ts';
import { type Found, makeSearchIndex, type SearchIndex } from './search-index.ts';
import { type SearchableDocument, searchableDocuments, searchedCollections } from './searchable-documents.ts';
import { readQuery } from './words.ts';

const pageSize = 10;
const nothing: Found = { hits: [], everyWord: true, suggestion: null };

export interface SearchResult {
  url: string;
  kind: SearchableDocument['kind'];
  title: Piece[];
  excerpt: Piece[];
  version: string;
}

export interface SearchPage {
  /** The query, made safe to show. */
  query: string;
  results: SearchResult[];
  total: number;
  page: number;
  pages: number;
  /** Whether every result contains every word; otherwise no document did, and these contain some. */
  everyWord: boolean;
  /** The corrected query, if some of its words are in no document; the results are for the corrected one. */
  suggestion: string | null;
  /** Whether the query says nothing about who asks, so that its page may be kept in memory (`SearchIndex.isOurWords`). */
  isOurWords: boolean;
}

/**
 * Searches articles, questions and pages. Queries are personal, so they are neither logged nor stored.
 *
 * @param page from 1; one past the end gives the last.
 */
export async function findDocuments(
  { q, page }: { q: string; page: number },
  deps: Pick<Deps, 'payload' | 'content' | 'settings'>,
): Promise<SearchPage> {
  const query = readQuery(q);
  // The page before anything is asked does not depend on the index.
  const index = query ? await readIndex(deps) : null;
  const { hits, everyWord, suggestion } = index ? index.find(query) : nothing;
  const pages = Math.max(1, Math.ceil(hits.length / pageSize));
  const shown = Math.min(page, pages);
  return {
    query,
    results: hits.slice((shown - 1) * pageSize, shown * pageSize).map(({ document, words, highlights }) => ({
      url: document.url,
      kind: document.kind,
      title: highlight(document.title, highlights),
      excerpt: excerptOf(document.text, words, highlights),
      version: document.version,
    })),
    total: hits.length,
    page: shown,
    pages,
    everyWord,
    suggestion,
    isOurWords: index?.isOurWords(query) ?? true,
  };
}

const indexes = new WeakMap<readonly SearchableDocument[], SearchIndex>();

/** What is remembered is the documents, because pages of results are made again when what they were made from changes. */
async function readIndex(deps: Pick<Deps, 'payload' | 'content' | 'settings'>): Promise<SearchIndex> {
  const documents = await deps.content.remember('searchable documents', searchedCollections, () =>
    searchableDocuments(deps),
  );
  const index = indexes.get(documents) ?? makeSearchIndex(documents);
  indexes.set(documents, index);
  return index;
}
