import type { BlockProps } from './content-block.tsx';
import { PagePart } from './page-part.tsx';

export function ArticleListBlock({ block: { heading, articles }, id }: BlockProps<'articleList'>) {
  return (
    <PagePart id={id} heading={heading}>
      <ul className="cards">
        {articles.map(({ slug, title, description, version }) => (
          <li className="card article-card" key={slug} data-version={version}>
            <h3>
              <a href={`/articles/${slug}`}>{title}</a>
            </h3>
            <p>{description}</p>
          </li>
        ))}
      </ul>
    </PagePart>
  );
}
