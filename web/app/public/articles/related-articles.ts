import type { ArticleSummary, Article as ShownArticle } from '#web/app/ui/files/content-types.ts';

const shownAtMost = 3;
/** Words of nearly every title, which say nothing about the subject. */
const common = new Set(
  'about after and benefits can claim claims disability disabled does each for from have how learn may not one security social ssdi ssi that the them they this too what when which who why will with you your'.split(
    ' ',
  ),
);

/**
 * What to read after an article: first those that its text links to, then those whose title and description share the
 * most words with it, then the newest.
 *
 * @returns at most three, never the article itself.
 */
export function relatedArticles(
  article: Pick<ShownArticle, 'slug' | 'title' | 'description' | 'links'>,
  all: readonly ArticleSummary[],
): ArticleSummary[] {
  const wanted = topicWords(article);
  const nearness = (other: ArticleSummary) =>
    article.links.includes(`/articles/${other.slug}`)
      ? Number.POSITIVE_INFINITY
      : [...topicWords(other)].filter((word) => wanted.has(word)).length;
  return all
    .filter(({ slug }) => slug !== article.slug)
    .map((other) => ({ other, near: nearness(other) }))
    .sort((a, b) => (a.near === b.near ? 0 : b.near - a.near))
    .slice(0, shownAtMost)
    .map(({ other }) => other);
}

function topicWords({ title, description }: { title: string; description: string }): Set<string> {
  const words = `${title} ${description}`.toLowerCase().match(/[a-z]{3,}/g) ?? [];
  return new Set(words.filter((word) => !common.has(word)).map((word) => word.replace(/s$/, '')));
}
