const names = ['status', 'owner', 'from', 'to', 'sort', 'search'] as const;
const directoryNames = ['state', 'sort', 'search'] as const;

/**
 * The filter in a list's address: days as `YYYY-MM-DD`, and `search` as the id under which the server stores the search
 * terms, which are personal. Filters that are not set are left out.
 */
export type ListFilter = Partial<Record<(typeof names)[number], string>>;
/** The same of the list of attorneys. */
export type DirectoryFilter = Partial<Record<(typeof directoryNames)[number], string>>;
/** Of any list. */
export type AnyFilter = ListFilter & DirectoryFilter;

/** The query of an address, or the fields of a form. */
type Given = Pick<URLSearchParams | FormData, 'get'>;

export function readListFilter(given: Given): ListFilter {
  return readNames(given, names);
}

export function readDirectoryFilter(given: Given): DirectoryFilter {
  return readNames(given, directoryNames);
}

function readNames<Name extends string>(
  given: Given,
  wanted: readonly Name[],
): Partial<Record<Name, string>> {
  const chosen: Partial<Record<Name, string>> = {};
  for (const name of wanted) {
    const longest = name === 'from' || name === 'to' ? 10 : 20;
    const value = String(given.get(name) ?? '')
      .trim()
      .slice(0, longest);
    if (value !== '') chosen[name] = value;
  }
  return chosen;
}

/** @returns whether a list is filtered. */
export function isFiltered({ sort: _, ...filter }: AnyFilter): boolean {
  return Object.keys(filter).length > 0;
}

/** @param path may end with the id of the part of the page that has the list: `/admin/dashboard#clients`. */
export function listAddress(path: string, filter: AnyFilter, cursor?: string): string {
  const [page, part] = path.split('#');
  const query = new URLSearchParams({ ...filter, ...(cursor && { cursor }) }).toString();
  return `${page}${query && `?${query}`}${part ? `#${part}` : ''}`;
}

/** The names and labels of sort orders; the first one is the default where nothing waits for staff. */
export const orders = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  pending: 'Pending first',
  calls: 'Call order',
} as const;
export type Order = keyof typeof orders;

/** The same of attorneys. */
export const nameOrders = { name: 'By name', reverse: 'By name, from Z to A' } as const;
export type NameOrder = keyof typeof nameOrders;

export function nameOrderOf({ sort }: AnyFilter): NameOrder {
  return sort === 'reverse' ? 'reverse' : 'name';
}

/** The labels of the link from a later page of a list to its beginning. */
export const backLabels: Record<Order, string> = {
  newest: 'Back to the newest',
  oldest: 'Back to the oldest',
  pending: 'Back to the beginning',
  calls: 'Back to the beginning',
};

export function orderOf({ sort }: ListFilter): Order {
  return sort === 'oldest' || sort === 'pending' || sort === 'calls' ? sort : 'newest';
}

/** @returns the order of a list whose records wait for staff: these come first where nothing else is asked for. */
export function queueOrderOf({ sort, search, status }: ListFilter): Order {
  return sort || search || status ? orderOf({ ...(sort && { sort }) }) : 'pending';
}

/** Before any record: the default start of a list without a first day. */
const firstDay = '2000-01-01';

/** @param kind as exports name it. @returns the address of the page that exports a list with its filter. */
export function exportAddress(kind: string, { sort: _, ...filter }: ListFilter): string {
  return `/admin/exports?${new URLSearchParams({ kind, from: firstDay, ...filter })}`;
}
