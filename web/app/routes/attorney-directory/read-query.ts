/** What the search field takes, in characters. */
export const longestSearch = 100;
const farthestPage = 100_000;

/**
 * Reads what an address asks of the directory. Nothing that stands there is an error: what is too long is cut, what is
 * no number is page 1.
 */
export function readQuery(search: URLSearchParams): { state: string; q: string; page: number } {
  const page = Number(search.get('page'));
  return {
    state: cut(search.get('state'), 20),
    q: cut(search.get('q'), longestSearch),
    page: Number.isInteger(page) && page >= 1 ? Math.min(page, farthestPage) : 1,
  };
}

function cut(text: string | null, length: number): string {
  const plain = (text ?? '').replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return [...plain].slice(0, length).join('').trim();
}
