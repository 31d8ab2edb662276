import { data } from 'react-router';
import { siteContext } from '#web/app/context.ts';
import { SearchForm } from '#web/app/public/frame/search-form.tsx';
import { PageTop } from '#web/app/public/parts/page-top.tsx';
import { pageMeta } from '#web/app/ui/pages/page-meta.ts';
import { answerOf } from '#web/app/ui/pages/procedure-errors.server.ts';
import type { Route } from './+types/search';
import { NextSteps } from './next-steps.tsx';
import { readSearch } from './read-search.ts';
import { SearchResults } from './search-results.tsx';

export async function loader({ context, url }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const found = await answerOf(site.api.search.find(readSearch(url.searchParams)));
  site.sameForEverybody = found.isOurWords ? 'kept' : 'unkept';
  // A visitor's query stays out of the cache of a shared device.
  return data(found, found.query ? { headers: { 'cache-control': 'no-store' } } : undefined);
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const { query = '', page = 1, pages = 1 } = loaderData ?? {};
  const part = pages > 1 ? ` (page ${page} of ${pages})` : '';
  return pageMeta(matches, {
    title: query ? `${query} - Search${part}` : 'Search',
    description:
      'Search our pages, articles and answers about Social Security disability benefits, from the first form to an appeal.',
    path: '/search',
    hidden: query !== '',
  });
};

const crumbs = [{ label: 'Home', href: '/' }, { label: 'Search' }];

export default function Search({ loaderData: found }: Route.ComponentProps) {
  return (
    <>
      <PageTop crumbs={crumbs} title="Search" illustration="search" />
      <div className="wrap page search-page">
        <SearchForm id="search" label="What are you looking for?" query={found.query} />
        {found.query ? <SearchResults found={found} /> : <NothingAsked />}
      </div>
    </>
  );
}

function NothingAsked() {
  return (
    <>
      <p className="fine">
        Type a word or a short question, such as “back pain” or “how long do I have to appeal”. Small
        misspellings are fine.
      </p>
      <NextSteps />
    </>
  );
}
