import { data, redirect } from 'react-router';
import { breadcrumbData } from '../../components/breadcrumbs.tsx';
import { ContentsList } from '../../components/contents-list.tsx';
import { Html } from '../../components/html.tsx';
import { PageTop } from '../../components/page-top.tsx';
import type { Article as ShownArticle } from '../../content-types.ts';
import { siteContext } from '../../context.ts';
import { evaluationHref, feedHref } from '../../navigation.ts';
import { firmOf, originOf, pageMeta } from '../../page-meta.ts';
import { answerOf } from '../../procedure-errors.server.ts';
import type { Route } from './+types/article';
import { ComingSoon } from './coming-soon.tsx';
import { anchorHeadings } from './heading-anchors.ts';
import { KeepReading } from './keep-reading.tsx';
import { relatedArticles } from './related-articles.ts';
import { spotOfArticle } from './spot-of-article.ts';

export async function loader({ context, params: { slug } }: Route.LoaderArgs) {
  const { api } = context.get(siteContext);
  const [article, facts, all] = await answerOf(
    Promise.all([
      api.content.article({ slug: slug.slice(0, 200) }),
      api.content.facts(),
      api.content.articles(),
    ]),
  );
  const moved = article ? null : await answerOf(api.content.redirect({ path: `/articles/${slug}` }));
  if (moved) throw redirect(moved.to, moved.permanent ? 301 : 302);
  const related = article ? relatedArticles(article, all) : [];
  return data({ article, related, asOf: facts.asOf }, { status: article ? 200 : 404 });
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
    { label: 'Articles', href: '/#articles' },
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

/** @returns the article as schema.org describes it; the firm stands for its writers. */
function articleData(
  { title, description, isoDate, isoUpdated }: ShownArticle,
  address: string,
  firmName: string | undefined,
) {
  const firm = { '@type': 'Organization', name: firmName };
  return {
    '@type': 'Article',
    headline: title,
    description,
    datePublished: isoDate,
    dateModified: isoUpdated,
    mainEntityOfPage: address,
    ...(firmName ? { author: firm, publisher: firm } : {}),
  };
}

export default function Article({ loaderData: { article, related, asOf } }: Route.ComponentProps) {
  if (!article) return <ComingSoon />;
  const { html, headings } = anchorHeadings(article.html);
  return (
    <article data-version={article.version}>
      <PageTop
        crumbs={<BackToArticles />}
        title={article.title}
        lead={article.description}
        dates={
          <>
            <time dateTime={article.isoDate}>{article.date}</time>. Figures as of {asOf}.
          </>
        }
        spot={spotOfArticle(article.slug)}
      />
      <div className="wrap page page-columns">
        {headings.length > 0 ? <ContentsList entries={headings} /> : null}
        <div>
          <Html html={html} className="prose article-body" />
        </div>
        <aside className="call-to-action" aria-labelledby="your-case">
          <h2 id="your-case">What about your case?</h2>
          <p>Answer nine short questions. A person reads them and calls you back. It is free.</p>
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
      <a className="button quiet back" href="/#articles">
        Back to Articles
      </a>
    </p>
  );
}
