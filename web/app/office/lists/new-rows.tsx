import { Link } from 'react-router';
import { type Inputs, trpc } from '#web/app/trpc.ts';
import { type AnyFilter, listAddress } from './list-filter.ts';

/** If no event announces new rows, as after a restart of the site, the page polls. */
const askAgainMs = 30_000;

interface Props {
  list: Inputs['lists']['newSince']['list'];
  one: string;
  many: string;
  /** As for `listAddress`, without a fragment, which the browser would follow without loading the page. */
  path: string;
  filter: AnyFilter;
  /** `newest` of the list as it was read; undefined where it could not be. */
  newest: string | null | undefined;
  /** How many rows the page has, and how many of them came after it was loaded. */
  shown: number;
  arrived?: number;
  /** The address of the list in another order, so that new rows are on its first page. */
  sort?: string;
  /** Whether the link has to load the whole page. */
  reloads?: boolean;
}

/**
 * Says how many rows the page has and, in the same line so that nothing moves, how many are new since it was loaded, with a
 * link to the list as it is now. Without script a reload shows them.
 */
export function NewRows({ list, one, many, path, filter, newest, shown, arrived = 0, sort, reloads }: Props) {
  const { search, owner, sort: _, ...counted } = filter;
  const { data } = trpc.lists.newSince.useQuery(
    { list, ...counted, since: newest ?? null },
    {
      // Searches are audited, so new matches are not counted in the background; what is new has no owner.
      enabled: newest !== undefined && search === undefined && !owner && counted.status !== 'waiting',
      refetchInterval: askAgainMs,
      retry: false,
    },
  );
  const count = Math.max(data?.count ?? 0, arrived);
  const isNew = `${count}${data?.more ? '+' : ''} new ${count === 1 ? one : many}`;
  return (
    <p role="status" className="list-status">
      {count > arrived ? (
        <Link
          to={listAddress(path, { ...counted, ...(sort ? { sort } : {}) })}
          preventScrollReset
          reloadDocument={reloads}
        >
          Show {isNew}
        </Link>
      ) : null}
      {count === arrived && arrived > 0 ? isNew : null}
      {count === 0 && shown > 0 ? `Showing ${shown} ${shown === 1 ? one : many}` : null}
    </p>
  );
}
