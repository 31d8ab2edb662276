import { versionMark } from '@claimdesk/cms/version-mark';
import type { Deps } from '../connect.ts';
import { readTokens, shortDate } from './read-site.ts';
import { renderPlainText, renderRichText } from './render-rich-text.ts';

type Needs = Pick<Deps, 'payload' | 'content'>;

/** More than any firm writes; it only keeps a mistake from reading a million. */
const articlesAtMost = 500;

export interface ArticleSummary {
  slug: string;
  title: string;
  description: string;
  /** US short form; `isoDate` is the same day for machines. */
  date: string;
  isoDate: string;
  /** Of the last published change. */
  isoUpdated: string;
  /** Names this version of it; see `versionMark`. */
  version: string;
}

export interface Article extends ArticleSummary {
  html: string;
  /** For search engines and shared links; the title and description where an editor set none. */
  metaTitle: string;
  metaDescription: string;
}

/** @returns the published articles, newest first. */
export function readArticles({ payload, content }: Needs): Promise<ArticleSummary[]> {
  return content.remember('articles', ['articles'], async () => {
    const { docs } = await payload.find({
      collection: 'articles',
      where: { _status: { equals: 'published' } },
      sort: '-date',
      select: { slug: true, title: true, description: true, date: true, updatedAt: true },
      limit: articlesAtMost,
      pagination: false,
      depth: 0,
      overrideAccess: false,
    });
    return docs.map(summary);
  });
}

/** @returns what every published article says, as plain text; not kept, because the index made from it is. */
export async function readArticleTexts(deps: Needs): Promise<(ArticleSummary & { text: string })[]> {
  const tokens = await readTokens(deps);
  const { docs } = await deps.payload.find({
    collection: 'articles',
    where: { _status: { equals: 'published' } },
    sort: '-date',
    limit: articlesAtMost,
    pagination: false,
    depth: 0,
    overrideAccess: false,
  });
  return docs.map((doc) => ({ ...summary(doc), text: renderPlainText(doc.body, tokens) }));
}

/** @returns one published article, or null when there is none at this address. */
export async function readArticle(slug: string, deps: Needs): Promise<Article | null> {
  // Only addresses that exist are kept in memory, so that inventing addresses doesn't fill it.
  const known = await deps.content.rememberMade('article addresses', async (content) =>
    (await readArticles({ ...deps, content })).map((article) => article.slug),
  );
  if (!known.includes(slug)) return null;
  return deps.content.remember(`article ${slug}`, ['articles', 'globals', 'media'], async () => {
    const tokens = await readTokens(deps);
    const { docs } = await deps.payload.find({
      collection: 'articles',
      where: { slug: { equals: slug }, _status: { equals: 'published' } },
      limit: 1,
      depth: 1,
      overrideAccess: false,
    });
    const [doc] = docs;
    if (!doc) return null;
    return {
      ...summary(doc),
      html: renderRichText(doc.body, tokens),
      metaTitle: doc.meta?.title || doc.title,
      metaDescription: doc.meta?.description || doc.description,
    };
  });
}

export interface FaqEntry {
  /** For links to this very question. */
  id: string;
  question: string;
  html: string;
  text: string;
  version: string;
}

/** @returns the published questions in their order. */
export function readFaq(deps: Needs): Promise<FaqEntry[]> {
  return deps.content.remember('faq', ['faqs', 'globals'], async () => {
    const tokens = await readTokens(deps);
    const { docs } = await deps.payload.find({
      collection: 'faq',
      where: { _status: { equals: 'published' } },
      sort: 'order',
      limit: 200,
      pagination: false,
      depth: 0,
      overrideAccess: false,
    });
    return docs.map(({ question, answer, id, updatedAt }) => ({
      id: anchor(question),
      question,
      html: renderRichText(answer, tokens),
      text: renderPlainText(answer, tokens),
      version: versionMark({ id, updatedAt }),
    }));
  });
}

/** @returns what lists show of a stored article. */
export function summary(doc: {
  id: string;
  slug?: string | null;
  title: string;
  description: string;
  date: string;
  updatedAt: string;
}): ArticleSummary {
  return {
    slug: doc.slug ?? '',
    title: doc.title,
    description: doc.description,
    date: shortDate(doc.date),
    isoDate: doc.date.slice(0, 10),
    isoUpdated: doc.updatedAt,
    version: versionMark(doc),
  };
}

/** @returns a question as the end of an address that leads to it: small letters, digits and hyphens. */
export function anchor(question: string): string {
  return question
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
