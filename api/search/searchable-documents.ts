import type { Deps } from '../connect.ts';
import { readArticleTexts, readFaq } from '../content/read-articles.ts';
import { readPageTexts } from '../content/read-pages.ts';

/** Something with an address of its own that visitors may look for. */
export interface SearchableDocument {
  /** Path on the site; it is also what tells documents apart. */
  url: string;
  title: string;
  kind: 'Article' | 'Question' | 'Page';
  /** All that it says, as plain text. */
  text: string;
  /** Names this version of it. */
  version: string;
}

/** The collections that the documents are made from: a change of any of them makes a new index. */
export const searchedCollections = [
  'articles',
  'faqs',
  'globals',
  'listings',
  'pages',
  'testimonials',
] as const;

/** @returns everything that the search finds; only what is published. */
export async function searchableDocuments(
  deps: Pick<Deps, 'payload' | 'content'>,
): Promise<SearchableDocument[]> {
  const [pages, articles, questions] = await Promise.all([
    readPageTexts(deps),
    readArticleTexts(deps),
    readFaq(deps),
  ]);
  return [
    ...pages.map(({ path, title, text, version }) => ({
      url: path,
      title,
      kind: 'Page' as const,
      text,
      version,
    })),
    ...articles.map(({ slug, title, description, text, version }) => ({
      url: `/articles/${slug}`,
      title,
      kind: 'Article' as const,
      text: `${description} ${text}`,
      version,
    })),
    ...questions.map(({ id, question, text, version }) => ({
      url: `/faq#${id}`,
      title: question,
      kind: 'Question' as const,
      text,
      version,
    })),
  ];
}
