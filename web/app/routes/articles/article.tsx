import { data, redirect } from 'react-router';
import { siteContext } from '../../context.ts';
import { evaluationHref } from '../../navigation.ts';
import { originOf, pageMeta } from '../../page-meta.ts';
import { answerOf } from '../../procedure-errors.server.ts';
import type { Route } from './+types/article';
import { ComingSoon } from './coming-soon.tsx';

export async function loader({ context, params: { slug } }: Route.LoaderArgs) {
  const { api } = context.get(siteContext);
  const [article, facts] = await answerOf(Promise.all([api.content.article({ slug }), api.content.facts()]));
  const moved = article ? null : await answerOf(api.content.movedArticle({ slug }));
  if (moved) throw redirect(`/articles/${moved}`, 301);
  return data({ article, asOf: facts.asOf }, { status: article ? 200 : 404 });
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const article = loaderData?.article;
  if (!article) {
    const description = 'This article is not here yet. See what you can read or do instead.';
    return pageMeta(matches, { title: 'Article Coming Soon', description, path: '/', hidden: true });
  }
  const { metaTitle: title, metaDescription: description } = article;
  const path = `/articles/${article.slug}`;
  return pageMeta(matches, {
    title,
    description,
    path,
    type: 'article',
    jsonLd: articleData(article, originOf(matches) + path, originOf(matches)),
  });
};

type ShownArticle = NonNullable<Route.ComponentProps['loaderData']['article']>;

/** @returns the article and its place on the site as schema.org describes them. */
function articleData(
  { title, description, isoDate, isoUpdated }: ShownArticle,
  address: string,
  origin: string,
) {
  const crumb = (position: number, name: string, item: string) => ({
    '@type': 'ListItem',
    position,
    name,
    item,
  });
  return [
    {
      '@type': 'Article',
      headline: title,
      description,
      datePublished: isoDate,
      dateModified: isoUpdated,
      mainEntityOfPage: address,
    },
    {
      '@type': 'BreadcrumbList',
      itemListElement: [
        crumb(1, 'Home', `${origin}/`),
        crumb(2, 'Articles', `${origin}/#articles`),
        crumb(3, title, address),
      ],
    },
  ];
}

export default function Article({ loaderData: { article, asOf } }: Route.ComponentProps) {
  if (!article) return <ComingSoon />;
  return (
    <article className="wrap page">
      <p>
        <a className="button quiet back" href="/#articles">
          Back to Articles
        </a>
      </p>
      <header className="article-head">
        <h1>{article.title}</h1>
        <p className="fine">
          <time dateTime={article.isoDate}>{article.date}</time>. Figures as of {asOf}.
        </p>
      </header>
      <div className="page-columns">
        <div>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made by our own server from what editors wrote */}
          <div className="prose article-body" dangerouslySetInnerHTML={{ __html: article.html }} />
          <p className="fine">
            <a className="button quiet back" href="/#articles">
              Back to Articles
            </a>
          </p>
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
    </article>
  );
}
