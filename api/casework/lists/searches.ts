import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { RequestSession } from '#api/accounts/sign-in-cookies.ts';
import type { RequestContext } from '#api/platform/context.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { decrypt, encrypt } from '#api/platform/keys/encrypt.ts';
import { hashSecret } from '#api/platform/keys/fingerprint.ts';

/** What staff search for is personal data: no address holds it, only the id under which this cookie has it, encrypted. */
const cookie = 'admin-searches';
/** As long as a staff session can last. */
const maxAge = 8 * 60 * 60;
/** For as many tabs. */
const mostSearches = 5;
/** In bytes; a browser takes 4 KB with name and encryption. */
const mostText = 2_000;

type StaffContext = RequestContext & { staff: RequestSession };

const searchesShape = z.array(z.tuple([z.string(), z.string()]));
/** Each id with what was typed, the newest first. */
type Searches = z.infer<typeof searchesShape>;

/** Encrypted for the session that typed it: nobody else's can open it, nor a later one of the same browser. */
function addressOf({ staff }: StaffContext) {
  return { collection: 'staff_sessions', field: 'searches', document: hashSecret(staff.secret) };
}

function readSearches(context: StaffContext): Searches {
  try {
    const text = decrypt(context.deps.keys.fields, context.cookies.get(cookie) ?? '', addressOf(context));
    return searchesShape.parse(JSON.parse(text));
  } catch {
    return [];
  }
}

/** Keeps a search in the browser, encrypted. @returns its id, for addresses. */
export function keepSearch({ query }: { query: string }, context: StaffContext): { id: string } {
  const id = randomBytes(9).toString('base64url');
  const kept: Searches = [[id, query], ...readSearches(context)].slice(0, mostSearches) as Searches;
  while (kept.length > 1 && Buffer.byteLength(JSON.stringify(kept)) > mostText) kept.pop();
  const encrypted = encrypt(context.deps.keys.fields, JSON.stringify(kept), addressOf(context));
  context.cookies.set(cookie, encrypted, { sameSite: 'Strict', maxAge });
  return { id };
}

/** @returns what was typed. @throws DomainError `bad-input` when this session has no such search. */
export function openSearch(id: string, context: StaffContext): string {
  const [, query] = readSearches(context).find(([each]) => each === id) ?? [];
  if (query !== undefined) return query;
  const message = 'This search has ended, because it is not kept for long. Type it once more.';
  throw new DomainError('bad-input', message, { reason: 'search' });
}

/** Reads a list for a procedure. @returns its page, and what it was searched for; null for no search. */
export async function readList<Request extends { search?: string | undefined }, Page>(
  { search, ...request }: Request,
  context: StaffContext,
  read: (request: Omit<Request, 'search'> & { query: string | undefined }) => Promise<Page>,
): Promise<Page & { query: string | null }> {
  const query = search ? openSearch(search, context) : undefined;
  return { ...(await read({ ...request, query })), query: query ?? null };
}
