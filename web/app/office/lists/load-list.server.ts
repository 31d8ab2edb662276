import { isDomainError } from '@claimdesk/api/domain-error';
import { redirect } from 'react-router';
import type { SiteContext } from '#web/app/context.ts';
import { actForStaff, forStaff, sentenceOf } from '#web/app/office/staff-request.server.ts';
import { isSignedOut, type PageRequest } from '#web/app/ui/session/for-signed-in.server.ts';
import { type AnyFilter, type ListFilter, listAddress, readListFilter } from './list-filter.ts';

/** A page of a list that can be filtered, as its loader returns it. */
export interface LoadedList<Page, Filter extends AnyFilter = ListFilter> {
  filter: Filter;
  cursor: string | null;
  /** Null where it can't be read. */
  page: Page | null;
  /** What is wrong with the filter, in words. */
  problem: string;
  /** When it was read, in ISO 8601. */
  readAt: string;
}

/** Reads the page of a list that an address asks for. */
export function loadFilteredList<Page>(
  page: PageRequest,
  read: (api: SiteContext['api'], request: ListFilter & { cursor: string | null }) => Promise<Page>,
): Promise<LoadedList<Page>> {
  return loadList(page, readListFilter(page.url.searchParams), read);
}

/** The same with a filter of another kind, which was read from the address. */
export function loadList<Page, Filter extends AnyFilter>(
  page: PageRequest,
  filter: Filter,
  read: (api: SiteContext['api'], request: Filter & { cursor: string | null }) => Promise<Page>,
): Promise<LoadedList<Page, Filter>> {
  const cursor = page.url.searchParams.get('cursor');
  const readAt = new Date().toISOString();
  return forStaff(page, async ({ api }) => {
    try {
      return { filter, cursor, page: await read(api, { ...filter, cursor }), problem: '', readAt };
    } catch (error) {
      if (isSignedOut(error)) throw error;
      const isFilter = isDomainError(error) && error.code === 'bad-input' && error.reason !== undefined;
      return { filter, cursor, page: null, problem: isFilter ? error.message : '', readAt };
    }
  });
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
