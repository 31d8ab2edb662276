import { isDomainError } from '@claimdesk/api/domain-error';
import { redirect } from 'react-router';
import type { SiteContext } from '#web/app/context.ts';
import { actForStaff, cursorIn, orNull, prefetch, sentenceOf } from '#web/app/office/staff-request.server.ts';
import type { Prefetched } from '#web/app/trpc.ts';
import type { PageRequest } from '#web/app/ui/session/for-signed-in.server.ts';
import { type AnyFilter, type ListFilter, listAddress, readListFilter } from './list-filter.ts';

/** Which page of a list an address asks for, as its loader returns it. */
export interface ListAt<Filter extends AnyFilter = ListFilter> {
  filter: Filter;
  cursor: string | null;
  /** What is wrong with the filter, in words: then nothing is read. */
  problem: string;
  /** When it was read, in ISO 8601. */
  readAt: string;
}

type Api = SiteContext['api'];
type Others = (api: Api) => readonly Promise<unknown>[];

/**
 * Reads the page of a list that an address asks for. One that cannot be read is left out, so that the list can say so.
 *
 * @param read gets what the page asks for, `{ ...filter, cursor }`. @param others as for `prefetch`.
 */
export function loadFilteredList(
  page: PageRequest,
  read: (api: Api, request: ListFilter & { cursor: string | null }) => Promise<unknown>,
  others?: Others,
): Promise<ListAt & Prefetched> {
  return loadList(page, readListFilter(page.url.searchParams), read, others);
}

/** The same with a filter of another kind, which was read from the address. */
export async function loadList<Filter extends AnyFilter>(
  page: PageRequest,
  filter: Filter,
  read: (api: Api, request: Filter & { cursor: string | null }) => Promise<unknown>,
  others: Others = () => [],
): Promise<ListAt<Filter> & Prefetched> {
  const cursor = cursorIn(page);
  const readAt = new Date().toISOString();
  let problem = '';
  const prefetched = await prefetch(page, (api) => [
    orNull(
      read(api, { ...filter, cursor }).catch((error: unknown) => {
        if (isDomainError(error) && error.code === 'bad-input' && error.reason !== undefined)
          problem = error.message;
        throw error;
      }),
    ),
    ...others(api),
  ]);
  return { filter, cursor, problem, readAt, ...prefetched };
}

/**
 * The action of a page with a list: stores the search terms, and redirects to the list at an address that does not
 * contain them.
 *
 * @param path as for `listAddress`. @param readFilter reads what else the form says about the list.
 */
export function searchList(
  page: PageRequest,
  path: string,
  readFilter: (posted: FormData) => AnyFilter = readListFilter,
) {
  return actForStaff(
    page,
    async ({ api }, posted) => {
      const query = String(posted.get('query') ?? '')
        .trim()
        .slice(0, 100);
      const { search: _, ...filter } = readFilter(posted);
      const search = query && (await api.lists.search({ query })).id;
      return redirect(listAddress(path, { ...filter, ...(search && { search }) }), 303);
    },
    (error) => sentenceOf(error),
  );
}
