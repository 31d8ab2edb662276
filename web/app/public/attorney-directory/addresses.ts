import { directoryHref } from '#web/app/ui/pages/navigation.ts';

/** The id of the results' heading, which takes the focus. */
export const resultsId = 'results';

interface Asked {
  state?: string | undefined;
  q?: string;
  zip?: string | null;
  page?: number;
}

/** @returns the path of one view of the directory, or of all of it without parameters. */
export function directoryPath({ state, q, zip, page }: Asked): string {
  const query = new URLSearchParams();
  if (state) query.set('state', state);
  if (q) query.set('q', q);
  if (zip) query.set('zip', zip);
  if (page && page > 1) query.set('page', String(page));
  return query.size > 0 ? `${directoryHref}?${query}` : directoryHref;
}

/** @returns the same with the fragment of the results. */
export function resultsPath(asked: Asked): string {
  return `${directoryPath(asked)}#${resultsId}`;
}

/** The longest query, in characters. */
export const longestSearch = 100;
/** A ZIP code with its last four digits, and some room to show a typing mistake. */
export const longestZip = 20;
const farthestPage = 100_000;

/**
 * Reads what a URL asks of the directory. Nothing in it is an error: long queries are cut, and a page that is not a
 * number means page 1.
 */
export function readQuery(search: URLSearchParams): { state: string; q: string; zip: string; page: number } {
  const page = Number(search.get('page'));
  return {
    state: cut(search.get('state'), 20),
    q: cut(search.get('q'), longestSearch),
    zip: cut(search.get('zip'), longestZip),
    page: Number.isInteger(page) && page >= 1 ? Math.min(page, farthestPage) : 1,
  };
}

function cut(text: string | null, length: number): string {
  const plain = (text ?? '').replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return [...plain].slice(0, length).join('').trim();
}
