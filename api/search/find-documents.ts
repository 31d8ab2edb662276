import type { Deps } from '../connect.ts';
import { excerptOf, highlight, type Piece } from './excerpt.ts';
import { makeSearchIndex, type SearchIndex } from './search-index.ts';
import { type SearchableDocument, searchableDocuments, searchedCollections } from './searchable-documents.ts';
import { readQuery } from './words.ts';

const perPage = 10;

export interface SearchResult {
  url: string;
  kind: SearchableDocument['kind'];
  title: Piece[];
  excerpt: Piece[];
  version: string;
}

export interface SearchPage {
  /** What was looked for: what was sent, made safe to show. */
  query: string;
  /** One page of them, the best first. */
  results: SearchResult[];
  total: number;
  page: number;
  pages: number;
  /** Whether every result holds every word; otherwise none did, and these hold some. */
  everyWord: boolean;
  /** The query as it may have been meant, if words of it stand nowhere; the results are for this one then. */
  suggestion: string | null;
}

/**
 * Looks for articles, questions and pages. What people look for is personal: it is neither logged nor kept.
 *
 * @param page from 1; one past the end gives the last.
 */
export async function findDocuments(
  { q, page }: { q: string; page: number },
  deps: Pick<Deps, 'payload' | 'content'>,
): Promise<SearchPage> {
  const query = readQuery(q);
  const { hits, everyWord, suggestion } = (await readIndex(deps)).find(query);
  const pages = Math.max(1, Math.ceil(hits.length / perPage));
  const shown = Math.min(page, pages);
  return {
    query,
    results: hits.slice((shown - 1) * perPage, shown * perPage).map(({ document, wanted }) => ({
      url: document.url,
      kind: document.kind,
      title: highlight(document.title, wanted),
      excerpt: excerptOf(document.text, wanted),
      version: document.version,
    })),
    total: hits.length,
    page: shown,
    pages,
    everyWord,
    suggestion,
  };
}

function readIndex(deps: Pick<Deps, 'payload' | 'content'>): Promise<SearchIndex> {
  return deps.content.remember('search index', searchedCollections, async () =>
    makeSearchIndex(await searchableDocuments(deps)),
  );
}
