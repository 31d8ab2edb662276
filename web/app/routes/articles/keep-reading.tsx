import type { ArticleSummary } from '../../content-types.ts';

/** The way on at the end of an article. */
export function KeepReading({ articles }: { articles: ArticleSummary[] }) {
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
