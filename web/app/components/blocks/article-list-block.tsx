import type { BlockProps } from './block-props.ts';
import { ItemHeading } from './item-heading.tsx';
import { PagePart } from './page-part.tsx';

export function ArticleListBlock({ block: { heading, introHtml, articles }, id }: BlockProps<'articleList'>) {
  return (
    <PagePart id={id} heading={heading} introHtml={introHtml}>
      <ul className="cards articles">
        {articles.map(({ slug, title, description, date, isoDate, version }) => (
          <li className="card article-card" key={slug} data-version={version}>
            <ItemHeading>
              <a href={`/articles/${slug}`}>{title}</a>
            </ItemHeading>
            <p>{description}</p>
            <time dateTime={isoDate}>{date}</time>
          </li>
        ))}
      </ul>
    </PagePart>
  );
}
