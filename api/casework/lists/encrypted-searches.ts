import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { decrypt, encrypt } from '#api/platform/keys/encrypt.ts';
import { hashSecret } from '#api/platform/keys/fingerprint.ts';

/** Enough for as many tabs. */
const maxSearches = 5;
/** In bytes; a browser takes 4 KB with name and encryption. */
const maxBytes = 2_000;

const searchesShape = z.array(z.tuple([z.string(), z.string()]));
/** Each id with its search text, newest first. */
type Searches = z.infer<typeof searchesShape>;

/** The searches that a browser keeps for a staff session. */
export interface KeptSearches {
  /** Encrypted; undefined when the browser has none. */
  encrypted: string | undefined;
  /** The secret of the session. */
  session: string;
}

/** @returns the id of a search, for addresses, and the browser's searches with it, encrypted. */
export function addSearch(
  query: string,
  kept: KeptSearches,
  { keys }: Pick<Deps, 'keys'>,
): { id: string; encrypted: string } {
  const id = randomBytes(9).toString('base64url');
  const searches: Searches = [[id, query], ...decryptSearches(kept, keys)].slice(0, maxSearches) as Searches;
  while (searches.length > 1 && Buffer.byteLength(JSON.stringify(searches)) > maxBytes) searches.pop();
  return { id, encrypted: encrypt(keys.fields, JSON.stringify(searches), contextOf(kept)) };
}

/** @returns the search text. @throws DomainError `bad-input` when this session has no such search. */
export function openSearch(id: string, kept: KeptSearches, { keys }: Pick<Deps, 'keys'>): string {
  const [, query] = decryptSearches(kept, keys).find(([each]) => each === id) ?? [];
  if (query !== undefined) return query;
  const message = 'This search has ended, because it is not kept for long. Type it once more.';
  throw new DomainError('bad-input', message, { reason: 'search' });
}

function decryptSearches(kept: KeptSearches, keys: Deps['keys']): Searches {
  try {
    return searchesShape.parse(JSON.parse(decrypt(keys.fields, kept.encrypted ?? '', contextOf(kept))));
  } catch {
    return [];
  }
}

/** Bound to the session that typed it: no other session can decrypt it, not even a later one in the same browser. */
function contextOf({ session }: KeptSearches) {
  return { collection: 'staff_sessions', field: 'searches', document: hashSecret(session) };
}
