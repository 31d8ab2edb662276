/**
 * Every save of an open document goes through here: Payload's form tells components nothing of a save that failed, so
 * the requests themselves are followed, by the address of the document that a component has announced.
 */

export type Data = Record<string, unknown>;

export type Outcome =
  | { kind: 'saved'; doc: Data; sentAt: number }
  /** Nothing was stored: the server could not be reached or did not answer as it should. */
  | { kind: 'unreachable' }
  | { kind: 'signedOut' }
  /** The server said no, in words. */
  | { kind: 'refused'; sentence: string; keptAsDraft: boolean; sentAt: number };

export interface OpenDocument {
  /** Such as `/cms/api/articles/1234`. */
  path: string;
  /** The revision that the text in the form was written on. */
  base: number;
  /** Whether a text that may not be published can be stored all the same. */
  hasDrafts: boolean;
  hear(outcome: Outcome): void;
  /** Somebody else saved meanwhile. @returns whether mine is stored over theirs. */
  choose(mine: Data, theirs: Data): Promise<'mine' | 'theirs'>;
  /** Public places lead to what is being taken away. @returns whether it goes all the same. */
  confirm(sentence: string): Promise<boolean>;
  /** The session has ended. @returns whether the person has signed in again. */
  signIn(): Promise<boolean>;
}

const giveUpAfterMs = 20_000;
const busyAttempts = 5;
const open = new Map<string, { document: OpenDocument; tail: Promise<unknown> }>();
let send: typeof fetch | undefined;

/** Follows the saves of a document from now on. @returns a function that ends it. */
export function follow(document: OpenDocument): () => void {
  if (!send) {
    send = window.fetch.bind(window);
    window.fetch = fetchAndFollow;
  }
  const entry = { document, tail: Promise.resolve() };
  open.set(document.path, entry);
  return () => {
    if (open.get(document.path) === entry) open.delete(document.path);
  };
}

function fetchAndFollow(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const plain = send ?? fetch;
  const url = new URL(input instanceof Request ? input.url : String(input), window.location.href);
  const entry = open.get(url.pathname);
  if (!entry || !/^(patch|post|delete)$/i.test(init?.method ?? '')) return plain(input, init);
  const data = init?.body instanceof FormData ? init.body.get('_payload') : null;
  if (typeof data !== 'string') return takeAway(entry.document, url, init as RequestInit);
  // One after the other: each is written on the one before it.
  const answer = entry.tail.then(() => save(entry.document, url, init as RequestInit, JSON.parse(data)));
  entry.tail = answer.catch(() => {});
  return answer;
}

async function save(document: OpenDocument, url: URL, init: RequestInit, mine: Data): Promise<Response> {
  const sentAt = Date.now();
  for (let attempt = 1; ; attempt += 1) {
    const answer = await sendOn(document.base, url, init, mine);
    if (!answer) {
      document.hear({ kind: 'unreachable' });
      return notStored(
        url,
        'Not saved yet: the CMS cannot be reached. Your text is kept and will be tried again.',
      );
    }
    const { doc, result, errors } = await bodyOf(answer);
    if (answer.ok) {
      const stored = (doc ?? result ?? {}) as Data;
      if (typeof stored.revision === 'number') document.base = stored.revision;
      document.hear({ kind: 'saved', doc: stored, sentAt });
      return answer;
    }
    const [fault] = (errors ?? []) as { message?: string; data?: { reason?: string } }[];
    if (fault?.data?.reason === 'linked') {
      if (!(await document.confirm(fault.message ?? ''))) return notStored(url);
      url.searchParams.set('despiteLinks', 'true');
      continue;
    }
    if (answer.status === 409 && fault?.data?.reason === 'stale') {
      const theirs = await readStored(document.path);
      const revision = Number(theirs?.revision ?? 0);
      if (theirs && revision === document.base && attempt < busyAttempts) {
        await new Promise((resolve) => setTimeout(resolve, 200 * attempt));
        continue;
      }
      if (theirs && revision !== document.base) {
        if ((await document.choose(mine, theirs)) === 'theirs') return notStored(url);
        document.base = revision;
        // A version of its own: theirs stays in the list of versions.
        url.searchParams.delete('autosave');
        continue;
      }
    }
    if ((answer.status === 401 || answer.status === 403) && !(await isSignedIn())) {
      if (await document.signIn()) continue;
      document.hear({ kind: 'signedOut' });
      return notStored(url, 'Not saved yet: you are signed out. Your text is kept in this browser.');
    }
    if (answer.status >= 500 || answer.status === 429 || !fault?.message) {
      document.hear({ kind: 'unreachable' });
      return notStored(
        url,
        'Not saved yet: the CMS did not answer. Your text is kept and will be tried again.',
      );
    }
    const keptAsDraft = await storeAsDraft(document, init, mine);
    document.hear({ kind: 'refused', sentence: fault.message, keptAsDraft, sentAt });
    return answer;
  }
}

/** Taking back, trashing and deleting carry no text. What is linked is named first, and goes when it is confirmed. */
async function takeAway(document: OpenDocument, url: URL, init: RequestInit): Promise<Response> {
  const plain = send ?? fetch;
  const answer = await plain(url, init);
  const { errors, doc } = await bodyOf(answer);
  const stored = doc as Data | undefined;
  if (answer.ok && typeof stored?.revision === 'number') document.base = stored.revision;
  const [fault] = (errors ?? []) as { message?: string; data?: { reason?: string } }[];
  if (fault?.data?.reason !== 'linked' || !(await document.confirm(fault.message ?? ''))) return answer;
  url.searchParams.set('despiteLinks', 'true');
  return takeAway(document, url, init);
}

/** A text that may not be published is stored as a draft, as it was typed: the form takes it for stored. */
async function storeAsDraft(document: OpenDocument, init: RequestInit, mine: Data): Promise<boolean> {
  if (!document.hasDrafts || mine._status !== 'published') return false;
  const url = new URL(`${document.path}?draft=true&autosave=true&depth=0`, window.location.href);
  const answer = await sendOn(document.base, url, init, { ...mine, _status: 'draft' });
  if (!answer?.ok) return false;
  const { doc } = await bodyOf(answer);
  document.base = Number((doc as Data).revision);
  return true;
}

/** @returns nothing when no answer came. */
async function sendOn(base: number, url: URL, init: RequestInit, mine: Data): Promise<Response | undefined> {
  const body = new FormData();
  body.set('_payload', JSON.stringify({ ...mine, revision: base }));
  try {
    return await send?.(url, { ...init, body, signal: AbortSignal.timeout(giveUpAfterMs) });
  } catch {
    return undefined;
  }
}

async function bodyOf(answer: Response): Promise<Data> {
  try {
    return await answer.clone().json();
  } catch {
    return {};
  }
}

/** @returns the document as it is stored now, drafts included. */
export async function readStored(path: string): Promise<Data | undefined> {
  const answer = await send?.(`${path}?draft=true&depth=0`, { cache: 'no-store' }).catch(() => undefined);
  return answer?.ok ? await answer.json() : undefined;
}

async function isSignedIn(): Promise<boolean> {
  const answer = await send?.('/cms/api/users/me', { cache: 'no-store' }).catch(() => undefined);
  return Boolean(answer?.ok && (await answer.json()).user);
}

/**
 * What the form gets to hear when nothing was stored: it keeps its changes as unsaved. Somebody who pressed a button
 * is told at once; what the form saves by itself is told by the line above it.
 */
function notStored(url: URL, message?: string): Response {
  const quiet = !message || url.searchParams.has('autosave') || url.searchParams.has('quiet');
  return Response.json({ errors: quiet ? [] : [{ message }] }, { status: 503 });
}
