import { sitePages } from '@claimdesk/cms/site-paths';
import { readArticleTexts, readFaq } from '#api/content/read-articles.ts';
import { tokenSources } from '#api/content/read-figures.ts';
import { readPageTexts } from '#api/content/read-pages.ts';
import type { Deps } from '#api/platform/deps.ts';

/** Something with its own URL that visitors may search for. */
export interface SearchableDocument {
  /** Path on the site; also the document's unique id. */
  url: string;
  title: string;
  kind: 'Article' | 'Question' | 'Page';
  /** The title that editors gave it for search engines. */
  metaTitle: string;
  text: string;
  /** Identifies this version of the document. */
  version: string;
}

/** The collections that documents are made from; a change in any of them rebuilds the index. */
export const searchedCollections = [
  'articles',
  'faqs',
  'listings',
  'pages',
  'testimonials',
  ...tokenSources,
] as const;

/** What editors write at the same address comes later and counts instead. */
const ownPages: readonly SearchableDocument[] = sitePages.map(({ path, title, description, hidden }) => ({
  url: path,
  title,
  kind: 'Page',
  metaTitle: hidden ? '' : title,
  text: description,
  version: 'built-in',
}));

/** @returns everything that can be found; only public pages and published content. */
export async function searchableDocuments(
  deps: Pick<Deps, 'payload' | 'content' | 'settings'>,
): Promise<SearchableDocument[]> {
  const [pages, articles, questions] = await Promise.all([
    readPageTexts(deps),
    readArticleTexts(deps),
    readFaq(deps),
  ]);
  return [
    ...ownPages,
    ...pages.map(({ path, title, metaTitle, text, version }) => ({
      url: path,
      title,
      kind: 'Page' as const,
      metaTitle,
      text,
      version,
    })),
    ...articles.map(({ slug, title, description, metaTitle, text, version }) => ({
      url: `/articles/${slug}`,
      title,
      kind: 'Article' as const,
      metaTitle,
      text: `${description} ${text}`,
      version,
    })),
    ...questions.map(({ id, question, text, version }) => ({
      url: `/faq#${id}`,
      title: question,
      kind: 'Question' as const,
      metaTitle: '',
      text,
      version,
    })),
  ];
}
