import { figuresIn } from '@claimdesk/cms/tokens';
import type { Illustration, Topic } from '@claimdesk/cms/types';
import { versionMark } from '@claimdesk/cms/version-mark';
import { makeWordMarker } from '@claimdesk/cms/word-marker';
import { shortDate } from '@claimdesk/forms/calendar';
import type { Deps } from '#api/platform/deps.ts';
import { readGlossary, type Term } from './glossary.ts';
import { presentSourcing, type Sourcing } from './present-sources.ts';
import { type FigureNotes, notesOn, readFigures, tokenSources } from './read-figures.ts';
import { readTokens } from './read-site.ts';
import {
  type ArticleText,
  anchor,
  renderArticle,
  renderPlainText,
  renderRichText,
} from './render-rich-text.ts';

type Dependencies = Pick<Deps, 'payload' | 'content' | 'settings'>;

/** More than any firm writes; only prevents a mistake from loading a million. */
const maxArticles = 500;

export interface ArticleSummary {
  slug: string;
  title: string;
  description: string;
  topic: Topic;
  /** US short form; `isoDate` is the same day for machines. */
  date: string;
  isoDate: string;
  /** When the last change was published. */
  isoUpdated: string;
  /** Identifies this version of the article; see `versionMark`. */
  version: string;
}

export interface Article extends ArticleSummary, ArticleText, Sourcing {
  /** For search engines and shared links; defaults to title and description. */
  metaTitle: string;
  metaDescription: string;
  /** Shown at the top. */
  illustration: NonNullable<Illustration>;
  figureNotes: FigureNotes;
  /** The words of the glossary that its text has buttons for. */
  words: Term[];
}

/** @returns the published articles, newest first. */
export function readArticles({ payload, content }: Dependencies): Promise<ArticleSummary[]> {
  return content.remember('articles', ['articles'], async () => {
    const { docs } = await payload.find({
      collection: 'articles',
      where: { _status: { equals: 'published' } },
      sort: '-date',
      select: { slug: true, title: true, description: true, topic: true, date: true, updatedAt: true },
      limit: maxArticles,
      pagination: false,
      depth: 0,
      overrideAccess: false,
    });
    return docs.map(summary);
  });
}

/** @returns the plain text of every published article; not cached, since the index made from it is. */
export async function readArticleTexts(
  deps: Dependencies,
): Promise<(ArticleSummary & { metaTitle: string; text: string })[]> {
  const tokens = await readTokens(deps);
  const { docs } = await deps.payload.find({
    collection: 'articles',
    where: { _status: { equals: 'published' } },
    sort: '-date',
    limit: maxArticles,
    pagination: false,
    depth: 0,
    overrideAccess: false,
  });
  return docs.map((doc) => ({
    ...summary(doc),
    metaTitle: doc.meta?.title ?? '',
    text: renderPlainText(doc.body, tokens),
  }));
}

/** @returns one published article, or null when there is none with this slug. */
export async function readArticle(slug: string, deps: Dependencies): Promise<Article | null> {
  // Only existing slugs are cached, so that requests for invented ones can't fill the memory.
  const known = await deps.content.memoizeDerived('article addresses', async (content) =>
    (await readArticles({ ...deps, content })).map((article) => article.slug),
  );
  if (!known.includes(slug)) return null;
  return deps.content.remember(
    `article ${slug}`,
    ['articles', ...tokenSources, 'media', 'pages'],
    async () => {
      const [tokens, glossary] = await Promise.all([readTokens(deps), readGlossary(deps)]);
      const { docs } = await deps.payload.find({
        collection: 'articles',
        where: { slug: { equals: slug }, _status: { equals: 'published' } },
        limit: 1,
        depth: 1,
        overrideAccess: false,
      });
      const [doc] = docs;
      if (!doc) return null;
      const text = renderArticle(doc.body, tokens);
      const marker = makeWordMarker(glossary);
      const html = marker.mark(text.html);
      const words = marker.used();
      const figureNames = [...figuresIn(doc), ...words.flatMap((word) => word.figureNames)];
      return {
        ...summary(doc),
        ...text,
        ...presentSourcing(doc),
        html,
        words,
        metaTitle: doc.meta?.title || doc.title,
        metaDescription: doc.meta?.description || doc.description,
        illustration: doc.illustration ?? 'papers',
        figureNotes: notesOn(figureNames, await readFigures(deps)),
      };
    },
  );
}

export interface FaqEntry {
  /** The fragment of links to this question. */
  id: string;
  question: string;
  html: string;
  text: string;
  /** Those that the answer shows. */
  figureNames: string[];
  version: string;
}

/** @returns the published questions in the editors' order. */
export function readFaq(deps: Dependencies): Promise<FaqEntry[]> {
  return deps.content.remember('faq', ['faqs', ...tokenSources], async () => {
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
      figureNames: figuresIn(answer),
      version: versionMark({ id, updatedAt }),
    }));
  });
}

/** @returns what article lists show of a stored article. */
export function summary(doc: {
  id: string;
  slug?: string | null;
  title: string;
  description: string;
  topic?: Topic;
  date: string;
  updatedAt: string;
}): ArticleSummary {
  return {
    slug: doc.slug ?? '',
    title: doc.title,
    description: doc.description,
    topic: doc.topic ?? null,
    date: shortDate(doc.date),
    isoDate: doc.date.slice(0, 10),
    isoUpdated: doc.updatedAt,
    version: versionMark(doc),
  };
}
