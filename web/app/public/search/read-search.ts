/** More pages than there can be; the server then shows the last one. */
const pageAtMost = 1000;

/** @returns the query and the page that a URL asks for; anything but a whole number means the first page. */
export function readSearch(parameters: URLSearchParams): { q: string; page: number } {
  const q = (parameters.get('q') ?? '').slice(0, 2000);
  const page = /^\d{1,4}$/.test(parameters.get('page') ?? '') ? Number(parameters.get('page')) : 1;
  return { q, page: Math.min(Math.max(page, 1), pageAtMost) };
}

/** @returns the address of a page of results. */
export function searchHref(query: string, page = 1): string {
  return `/search?${new URLSearchParams({ q: query, ...(page > 1 ? { page: String(page) } : {}) })}`;
}

/** @returns the one address of a page of results; undefined for a query that may say something about who asks. */
export function resultsAddress(parameters: URLSearchParams): string | undefined {
  const { q, page } = readSearch(parameters);
  return /\p{N}/u.test(q) ? undefined : searchHref(q, page);
}
