/**
 * Every save of an open document goes through here: Payload's form doesn't tell components about a failed save, so this
 * intercepts the requests themselves, by the address of the document that a component follows.
 */

export type Data = Record<string, unknown>;

export type Outcome =
  | { kind: 'saved'; doc: Data; sentAt: number }
  /** Nothing was stored: the server could not be reached or did not answer as it should. */
  | { kind: 'unreachable' }
  | { kind: 'signedOut' }
  /** The server refused it with a message. */
  | { kind: 'refused'; sentence: string; keptAsDraft: boolean; sentAt: number };

export interface OpenDocument {
  /** Such as `/cms/api/articles/1234`. */
  path: string;
  /** The revision that the text in the form was written on. */
  base: number;
  /** Whether a text that may not be published can still be stored as a draft. */
  hasDrafts: boolean;
  onOutcome(outcome: Outcome): void;
  /** Another user has saved. @returns whether to overwrite their version. */
  choose(mine: Data, theirs: Data): Promise<'mine' | 'theirs'>;
  /** Public places link to what is being removed. @returns whether to remove it anyway. */
  confirm(sentence: string): Promise<boolean>;
  /** The session has ended. @returns whether the person has signed in again. */
  signIn(): Promise<boolean>;
}

const giveUpAfterMs = 20_000;
/** A file of 5 MB takes a slow line a minute. */
const giveUpOnFileAfterMs = 120_000;
const busyAttempts = 5;
const open = new Map<string, { document: OpenDocument; tail: Promise<unknown> }>();
let send: typeof fetch | undefined;

/** Starts following the saves of a document. @returns a function that stops it. */
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

/** @returns the revision that the text in the form was written on; 0 for a document that nobody follows. */
export function baseOf(path: string): number {
  return open.get(path)?.document.base ?? 0;
}

/** The form may show a newer revision than it was opened with; it never shows an older one. */
export function raiseBase(path: string, revision: number): void {
  const document = open.get(path)?.document;
  if (document) document.base = Math.max(document.base, revision);
}

function fetchAndFollow(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const plain = send ?? fetch;
  const url = new URL(input instanceof Request ? input.url : String(input), window.location.href);
  const entry = open.get(url.pathname);
  if (!entry || !/^(patch|post|delete)$/i.test(init?.method ?? '')) return plain(input, init);
  const data = init?.body instanceof FormData ? init.body.get('_payload') : null;
  if (typeof data !== 'string') return removeDocument(entry.document, url, init as RequestInit);
  // One at a time, because each is based on the revision before it.
  const answer = entry.tail.then(() => save(entry.document, url, init as RequestInit, JSON.parse(data)));
  entry.tail = answer.catch(() => {});
  return answer;
}

async function save(document: OpenDocument, url: URL, init: RequestInit, mine: Data): Promise<Response> {
  const sentAt = Date.now();
  for (let attempt = 1; ; attempt += 1) {
    const answer = await sendOn(document.base, url, init, mine);
    if (!answer) {
      document.onOutcome({ kind: 'unreachable' });
      return notStored(
        url,
        'Not saved yet: the CMS cannot be reached. Your text is kept and will be tried again.',
      );
    }
    const { doc, result, errors } = await bodyOf(answer);
    if (answer.ok) {
      const stored = (doc ?? result ?? {}) as Data;
      if (typeof stored.revision === 'number') document.base = stored.revision;
      document.onOutcome({ kind: 'saved', doc: stored, sentAt });
      return answer;
    }
    const [fault] = (errors ?? []) as Fault[];
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
      document.onOutcome({ kind: 'signedOut' });
      return notStored(url, 'Not saved yet: you are signed out. Your text is kept in this browser.');
    }
    if (answer.status >= 500 || answer.status === 429 || !fault?.message) {
      document.onOutcome({ kind: 'unreachable' });
      return notStored(
        url,
        'Not saved yet: the CMS did not answer. Your text is kept and will be tried again.',
      );
    }
    const keptAsDraft = await storeAsDraft(document, init, mine);
    document.onOutcome({ kind: 'refused', sentence: sentenceOf(fault), keptAsDraft, sentAt });
    return answer;
  }
}

/** One of the errors that Payload answers with. */
interface Fault {
  message?: string;
  data?: {
    reason?: string;
    /** What is wrong with each field. */
    errors?: { message?: string }[];
  };
}

/**
 * @returns what to correct: Payload's own sentence names the fields, and the fields' sentences say how. The form shows them too,
 * but forgets them when an answer about what was typed before comes in late.
 */
function sentenceOf({ message = '', data }: Fault): string {
  const sentences = new Set((data?.errors ?? []).flatMap((each) => each.message ?? []));
  return sentences.size > 0 ? `${message.replace(/\.$/, '')}. ${[...sentences].join(' ')}` : message;
}

/** Unpublishes, trashes or deletes, after a confirmation if public places link to the document. Such requests carry no text. */
async function removeDocument(document: OpenDocument, url: URL, init: RequestInit): Promise<Response> {
  const plain = send ?? fetch;
  const answer = await plain(url, init);
  const { errors, doc } = await bodyOf(answer);
  const stored = doc as Data | undefined;
  if (answer.ok && typeof stored?.revision === 'number') document.base = stored.revision;
  const [fault] = (errors ?? []) as Fault[];
  if (fault?.data?.reason !== 'linked' || !(await document.confirm(fault.message ?? ''))) return answer;
  url.searchParams.set('despiteLinks', 'true');
  return removeDocument(document, url, init);
}

/** Stores a text that may not be published as a draft, as typed: the form takes it as stored. */
async function storeAsDraft(document: OpenDocument, init: RequestInit, mine: Data): Promise<boolean> {
  if (!document.hasDrafts || mine._status !== 'published') return false;
  const url = new URL(`${document.path}?draft=true&autosave=true&depth=0`, window.location.href);
  const answer = await sendOn(document.base, url, init, { ...mine, _status: 'draft' });
  if (!answer?.ok) return false;
  const { doc } = await bodyOf(answer);
  document.base = Number((doc as Data).revision);
  return true;
}

/** @returns undefined if there was no response. */
async function sendOn(base: number, url: URL, init: RequestInit, mine: Data): Promise<Response | undefined> {
  const body = new FormData();
  const file = init.body instanceof FormData ? init.body.get('file') : null;
  if (file) body.set('file', file);
  body.set('_payload', JSON.stringify({ ...mine, revision: base }));
  const signal = AbortSignal.timeout(file ? giveUpOnFileAfterMs : giveUpAfterMs);
  try {
    return await send?.(url, { ...init, body, signal });
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
 * The response for the form when nothing was stored: it keeps its changes as unsaved. Somebody who pressed a button sees
 * the message at once; after an autosave, only the line above the form shows it.
 */
function notStored(url: URL, message?: string): Response {
  const quiet = !message || url.searchParams.has('autosave') || url.searchParams.has('quiet');
  return Response.json({ errors: quiet ? [] : [{ message }] }, { status: 503 });
}
