import type { AppRouter } from '@claimdesk/api/router';
import type { inferRouterOutputs } from '@trpc/server';
import { PageLinks } from '#web/app/public/parts/page-links.tsx';
import { NextSteps } from './next-steps.tsx';
import { searchHref } from './read-search.ts';

type Found = inferRouterOutputs<AppRouter>['search']['find'];
type Pieces = Found['results'][number]['title'];

/** The results, best first, or what to do when there are none. */
export function SearchResults({ found }: { found: Found }) {
  if (found.total === 0) return <NothingFound query={found.query} />;
  return (
    <>
      <CountLine found={found} />
      {found.suggestion ? <DidYouMean suggestion={found.suggestion} /> : null}
      {found.everyWord ? null : <p>No page has all of your words. These have some of them.</p>}
      <ol className="search-results">
        {found.results.map(({ url, kind, title, excerpt, version }) => (
          <li key={url} data-version={version}>
            <h2>
              <a href={url}>
                <Marked pieces={title} />
              </a>
            </h2>
            <p className="search-kind">{kind}</p>
            <p>
              <Marked pieces={excerpt} />
            </p>
          </li>
        ))}
      </ol>
      <PageLinks
        label="Pages of results"
        page={found.page}
        pages={found.pages}
        to={(other) => searchHref(found.query, other)}
      />
    </>
  );
}

function CountLine({ found: { total, query, page, pages } }: { found: Found }) {
  return (
    <p className="search-count" role="status">
      {total === 1 ? '1 result' : `${total} results`} for “{query}”
      {pages > 1 ? (
        <>
          , <span className="nowrap">{`page ${page} of ${pages}`}</span>
        </>
      ) : null}
    </p>
  );
}

function DidYouMean({ suggestion }: { suggestion: string }) {
  return (
    <p>
      Did you mean{' '}
      <a href={searchHref(suggestion)}>
        <strong>{suggestion}</strong>
      </a>
      ? These are the results for it.
    </p>
  );
}

function Marked({ pieces }: { pieces: Pieces }) {
  // Pieces have no key but their position, and never move.
  // biome-ignore lint/suspicious/noArrayIndexKey: see above
  return pieces.map(({ text, found }, place) => (found ? <mark key={place}>{text}</mark> : text));
}

function NothingFound({ query }: { query: string }) {
  return (
    <>
      <p className="search-count" role="status">
        No results for “{query}”
      </p>
      <ul>
        <li>Check the spelling.</li>
        <li>Use fewer words, or other words for the same thing.</li>
        <li>Ask us. A person can often answer faster than a page.</li>
      </ul>
      <NextSteps />
    </>
  );
}
