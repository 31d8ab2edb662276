import type { RequestSession } from '#api/accounts/sign-in-cookies.ts';
import type { RequestContext } from '#api/platform/context.ts';
import { addSearch, openSearch } from './encrypted-searches.ts';

// Called by procedures: the searches of staff are in a cookie.

/** Search text is personal data: an address has only the id under which this cookie holds it, encrypted. */
const cookie = 'admin-searches';
/** As long as a staff session can last. */
const maxAge = 8 * 60 * 60;

type StaffContext = RequestContext & { staff: RequestSession };

const keptSearches = ({ cookies, staff }: StaffContext) => ({
  encrypted: cookies.get(cookie),
  session: staff.secret,
});

/** Keeps a search in the browser, encrypted. @returns its id, for addresses. */
export function keepSearch(query: string, context: StaffContext): { id: string } {
  const { id, encrypted } = addSearch(query, keptSearches(context), context.deps);
  context.cookies.set(cookie, encrypted, { sameSite: 'Strict', maxAge });
  return { id };
}

/** @returns the text of a search. @throws DomainError `bad-input` when this session has no such search. */
export function readSearch(id: string, context: StaffContext): string {
  return openSearch(id, keptSearches(context), context.deps);
}

/** Reads a list for a procedure. @returns its page and the search text; null without a search. */
export async function readList<Request extends { search?: string | undefined }, Page>(
  { search, ...request }: Request,
  context: StaffContext,
  read: (request: Omit<Request, 'search'> & { query: string | undefined }) => Promise<Page>,
): Promise<Page & { query: string | null }> {
  const query = search ? readSearch(search, context) : undefined;
  return { ...(await read({ ...request, query })), query: query ?? null };
}
