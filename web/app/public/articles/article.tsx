import { data } from 'react-router';
import { siteContext } from '#web/app/context.ts';
import { Illustration } from '#web/app/public/illustrations/illustration.tsx';
import { breadcrumbData } from '#web/app/public/parts/breadcrumbs.tsx';
import { ContentsList } from '#web/app/public/parts/contents-list.tsx';
import { Html } from '#web/app/public/parts/html.tsx';
import { OverdueLine, PageFoot, reviewData, UpdatedLine } from '#web/app/public/parts/page-foot.tsx';
import { PageTop } from '#web/app/public/parts/page-top.tsx';
import { QuickLinks } from '#web/app/public/parts/quick-links.tsx';
import { FigureNotices } from '#web/app/ui/components/figure-notes.tsx';
import type { ArticleSummary, Article as ShownArticle } from '#web/app/ui/files/content-types.ts';
import { redirectIfMoved } from '#web/app/ui/pages/moved-pages.server.ts';
import { articlesHref, evaluationHref, feedHref } from '#web/app/ui/pages/navigation.ts';
import { firmOf, originOf, pageMeta } from '#web/app/ui/pages/page-meta.ts';
import { answerOf } from '#web/app/ui/pages/procedure-errors.server.ts';
import type { Route } from './+types/article';
import { relatedArticles } from './related-articles.ts';

export async function loader({ context, params: { slug } }: Route.LoaderArgs) {
  const { api } = context.get(siteContext);
  const [article, all] = await answerOf(
    Promise.all([api.content.article({ slug: slug.slice(0, 200) }), api.content.articles()]),
  );
  if (!article) await redirectIfMoved(`/articles/${slug}`, api);
  const related = article ? relatedArticles(article, all) : [];
  return data({ article, related }, { status: article ? 200 : 404 });
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const article = loaderData?.article;
  if (!article) {
    const description = 'This article is not here yet. See what you can read or do instead.';
    return pageMeta(matches, { title: 'Article Coming Soon', description, path: '/', hidden: true });
  }
  const { metaTitle: title, metaDescription: description } = article;
  const path = `/articles/${article.slug}`;
  const origin = originOf(matches);
  const crumbs = [
    { label: 'Home', href: '/' },
    { label: 'Articles', href: articlesHref },
    { label: article.title },
  ];
  return pageMeta(matches, {
    title,
    description,
    path,
    type: 'article',
    feed: feedHref,
    jsonLd: [articleData(article, origin + path, firmOf(matches)), breadcrumbData(crumbs, origin, path)],
  });
};

/** @returns the article as schema.org structured data; the firm is its author. */
function articleData(article: ShownArticle, address: string, firmName: string | undefined) {
  const { title, description, isoDate, isoUpdated } = article;
  const { citation, ...review } = reviewData(article);
  const firm = { '@type': 'Organization', name: firmName };
  return {
    '@type': 'Article',
    headline: title,
    description,
    datePublished: isoDate,
    dateModified: isoUpdated,
    mainEntityOfPage: { '@type': 'WebPage', '@id': address, ...review },
    ...(citation ? { citation } : {}),
    ...(firmName ? { author: firm, publisher: firm } : {}),
  };
}

/** The target of "Back to Articles" on every article page, including those that were not found. */
const articlesOnHome = '/#articles';

/** Fewer headings than this need no table of contents (as on editors' pages). */
const listFrom = 4;

export default function Article({ loaderData: { article, related } }: Route.ComponentProps) {
  if (!article) return <ComingSoon />;
  return (
    <article data-version={article.version}>
      <PageTop
        crumbs={<BackToArticles />}
        title={article.title}
        lead={article.description}
        dates={
          <>
            <time dateTime={article.isoDate}>{article.date}</time>
            {'. '}
            <UpdatedLine {...article} />
          </>
        }
        illustration={article.illustration}
      />
      <div className="wrap page page-columns">
        {article.headings.length >= listFrom ? <ContentsList entries={article.headings} /> : null}
        <div>
          <OverdueLine {...article} />
          <Html html={article.html} className="prose article-body" />
          <FigureNotices {...article.figureNotes} />
          <PageFoot {...article} />
        </div>
        <aside className="call-to-action" aria-labelledby="your-case">
          <h2 id="your-case">What about your case?</h2>
          <p>Answer a few short questions. A person reads them and calls you back. It is free.</p>
          <p className="button-row">
            <a className="button" href={evaluationHref}>
              Free Case Evaluation
            </a>
            <a className="button secondary" href="/contact">
              Contact us
            </a>
          </p>
        </aside>
      </div>
      <div className="wrap page-end">
        <KeepReading articles={related} />
        <BackToArticles />
      </div>
    </article>
  );
}

function BackToArticles() {
  return (
    <p>
      <a className="button quiet back" href={articlesOnHome}>
        Back to Articles
      </a>
    </p>
  );
}

/** Shown for an article that does not exist, with links to what people look for most. */
function ComingSoon() {
  return (
    <div className="wrap error-page prose">
      <Illustration name="book" />
      <h1>Article Coming Soon</h1>
      <p>We do not have this article yet. It may also have moved to a new address.</p>
      <p>
        <a className="button" href={articlesOnHome}>
          Back to Articles
        </a>
      </p>
      <h2>What people look for most</h2>
      <QuickLinks />
    </div>
  );
}

function KeepReading({ articles }: { articles: ArticleSummary[] }) {
  if (articles.length === 0) return null;
  return (
    <section className="keep-reading" aria-labelledby="keep-reading">
      <h2 id="keep-reading">Keep reading</h2>
      <ul className="cards articles">
        {articles.map(({ slug, title, description }) => (
          <li className="card article-card" key={slug}>
            <h3>
              <a href={`/articles/${slug}`}>{title}</a>
            </h3>
            <p>{description}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
