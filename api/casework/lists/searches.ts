import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Session } from '#api/accounts/sessions.ts';
import type { RequestSession } from '#api/accounts/sign-in-cookies.ts';
import type { RequestContext } from '#api/platform/context.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { decrypt, encrypt } from '#api/platform/keys/encrypt.ts';
import { hashSecret } from '#api/platform/keys/fingerprint.ts';
import { ownerIn } from './list-request.ts';

/** Search text is personal data: an address has only the id under which this cookie holds it, encrypted. */
const cookie = 'admin-searches';
/** As long as a staff session can last. */
const maxAge = 8 * 60 * 60;
/** Enough for as many tabs. */
const maxSearches = 5;
/** In bytes; a browser takes 4 KB with name and encryption. */
const maxBytes = 2_000;

/** Each id with its search text, newest first. */
const searchesShape = z.array(z.tuple([z.string(), z.string()]));

type StaffContext = RequestContext & { staff: RequestSession };

/** Keeps a search in the browser, encrypted. @returns its id, for addresses. */
export function keepSearch(query: string, context: StaffContext): { id: string } {
  const id = randomBytes(9).toString('base64url');
  const searches = [[id, query], ...readSearches(context)].slice(0, maxSearches);
  while (searches.length > 1 && Buffer.byteLength(JSON.stringify(searches)) > maxBytes) searches.pop();
  const { cookies, deps, staff } = context;
  const encrypted = encrypt(deps.keys.fields, JSON.stringify(searches), placeOf(staff));
  cookies.set(cookie, encrypted, { sameSite: 'Strict', maxAge });
  return { id };
}

/** @returns the text of a search. @throws DomainError `bad-input` when this session has no such search. */
export function readSearch(id: string, context: StaffContext): string {
  const [, query] = readSearches(context).find(([each]) => each === id) ?? [];
  if (query !== undefined) return query;
  const message = 'This search has ended, because it is not kept for long. Type it once more.';
  throw new DomainError('bad-input', message, { reason: 'search' });
}

interface AskedList {
  search?: string | undefined;
  owner?: string | undefined;
}

/** Reads a list for a procedure. @returns its page and the search text; null without a search. */
export async function readList<Request extends AskedList, Page>(
  { search, owner: whose, ...request }: Request,
  context: StaffContext & { staff: Pick<Session, 'userId'> },
  read: (
    request: Omit<Request, keyof AskedList> & { query: string | undefined; owner: string | undefined },
  ) => Promise<Page>,
): Promise<Page & { query: string | null }> {
  const query = search ? readSearch(search, context) : undefined;
  const owner = ownerIn({ owner: whose }, context.staff);
  return { ...(await read({ ...request, query, owner })), query: query ?? null };
}

function readSearches({ cookies, deps, staff }: StaffContext): z.infer<typeof searchesShape> {
  try {
    const text = decrypt(deps.keys.fields, cookies.get(cookie) ?? '', placeOf(staff));
    return searchesShape.parse(JSON.parse(text));
  } catch {
    return [];
  }
}

/** Bound to the session that typed it: no other session can decrypt it, not even a later one in the same browser. */
function placeOf({ secret }: RequestSession) {
  return { collection: 'staff_sessions', field: 'searches', document: hashSecret(secret) };
}
