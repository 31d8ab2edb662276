import { Section } from '../../components/section.tsx';
import type { ArticleSummary } from '../../content-types.ts';

export function ArticleGrid({ articles }: { articles: ArticleSummary[] }) {
  return (
    <Section
      id="articles"
      title="Articles"
      ground="paper"
      spot="book"
      lead="Short, plain guides to each part of a claim."
    >
      <ul className="cards articles">
        {articles.map(({ slug, title, description, date, isoDate, version }) => (
          <li className="card article-card" key={slug} data-version={version}>
            <h3>
              <a href={`/articles/${slug}`}>{title}</a>
            </h3>
            <p>{description}</p>
            <time dateTime={isoDate}>{date}</time>
          </li>
        ))}
      </ul>
    </Section>
  );
}
