import { directoryHref } from '../../navigation.ts';

/** Where the results begin; its heading takes the focus. */
export const resultsId = 'results';

interface Asked {
  state?: string | undefined;
  q?: string;
  page?: number;
}

/** @returns the address of one view of the directory, the plain one when nothing is asked. */
export function directoryPath({ state, q, page }: Asked): string {
  const query = new URLSearchParams();
  if (state) query.set('state', state);
  if (q) query.set('q', q);
  if (page && page > 1) query.set('page', String(page));
  return query.size > 0 ? `${directoryHref}?${query}` : directoryHref;
}

/** @returns the same, with the results as the place to start reading. */
export function resultsPath(asked: Asked): string {
  return `${directoryPath(asked)}#${resultsId}`;
}
