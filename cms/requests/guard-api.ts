import {
  type AfterErrorHook,
  type Collection,
  getPayload,
  type Payload,
  type SanitizedConfig,
} from 'payload';
import { findQueryFault } from './check-query.ts';

/** A handler of the CMS's API. `params` has the path segments after `/cms/api`, not decoded by Next. */
type Answer = (request: Request, args: { params: Promise<{ slug?: string[] }> }) => Promise<Response>;

/**
 * What may be requested without a session: what the pages of signing in need. The site reads public content in its own
 * process, so no other client has a reason to.
 */
export const openToStrangers: ReadonlySet<string> = new Set([
  'POST users/logout',
  'POST users/reset-password',
  'GET users/me',
]);

/** The site answers it, because it counts guesses and checks codes. */
const signsIn = /^users\/login(\/|$)/i;

/** Nesting levels of JSON. A table in an article has about twenty. */
const nestedAtMost = 60;
const nothing = 'There is nothing at this address.';
const unreadable = 'What was sent could not be read.';
const foreign = 'This was not sent by a page of the CMS. Load the page again, then try once more.';

/**
 * Guards the whole API of the CMS: refuses requests without a session, refuses invalid input with a message, and decodes one
 * picture at a time, because several at once fill the memory.
 */
export function guardApi(answer: Answer, config: Promise<SanitizedConfig> | SanitizedConfig): Answer {
  return async (given, args) => {
    const path = ((await args.params).slug ?? []).map(encodeURIComponent).join('/');
    const payload = await getPayload({ config });
    if (hidesOrigin(given)) return refuse(403, foreign);
    if (!openToStrangers.has(`${given.method} ${path}`)) {
      const { user } = await payload.auth({ headers: given.headers });
      if (!user) return refuse(401, 'Please sign in to continue.');
    }
    if (asksForNoVersions(path, payload) || asksForFile(path) || signsIn.test(path))
      return refuse(404, nothing);
    const fault = findQueryFault(new URL(given.url).search);
    if (fault) return refuse(400, fault);
    const needsBody = given.method === 'POST' && path in payload.collections;
    if (given.method === 'GET' || given.method === 'HEAD' || (!given.body && !needsBody))
      return known(answer(given, args));
    const body = new Uint8Array(await given.arrayBuffer());
    const bodyFault = needsBody && body.length === 0 ? unreadable : await findBodyFault(given, body);
    if (bodyFault) return refuse(400, bodyFault);
    const { url, method, headers } = given;
    const request = new Request(url, { method, headers, body });
    const work = () => known(answer(request, args));
    return /^media(\/|$)/i.test(path) ? oneAtATime(work) : work();
  };
}

/**
 * Browsers send the origin with every request that changes something. Without one, Payload accepts the session if the
 * request comes from the same site, such as another subdomain, or claims to be a navigation by the user.
 */
function hidesOrigin({ method, headers }: Request): boolean {
  const reads = ['GET', 'HEAD', 'OPTIONS'].includes(method);
  return !reads && headers.has('cookie') && !headers.has('origin');
}

/** The site serves uploads. Payload answers a missing file with an error and logs its path. */
function asksForFile(path: string): boolean {
  return /^media\/file\//i.test(path);
}

/** Payload has endpoints for versions of every collection, and fails where a collection has none. */
function asksForNoVersions(path: string, { collections, globals }: Payload): boolean {
  const [first = '', second = '', third = ''] = path.split('/');
  const known: Record<string, Pick<Collection, 'config'> | undefined> = collections;
  if (first !== 'globals') return second === 'versions' && !known[first]?.config.versions;
  return third === 'versions' && !globals.config.find(({ slug }) => slug === second)?.versions;
}

/** Where a collection has no API, Payload's response reveals the address at which this process listens. */
async function known(answer: Promise<Response>): Promise<Response> {
  const given = await answer;
  return given.status === 501 ? refuse(404, nothing) : given;
}

let last: Promise<unknown> = Promise.resolve();

/** The body has been read by then, so that a slow upload can't keep others waiting. */
function oneAtATime(work: () => Promise<Response>): Promise<Response> {
  const turn = last.then(work);
  last = turn.catch(() => {});
  return turn;
}

async function findBodyFault(
  { url, headers }: Request,
  body: Uint8Array<ArrayBuffer>,
): Promise<string | null> {
  const [type = ''] = (headers.get('content-type') ?? '').toLowerCase().split(';');
  if (type === 'application/json') return isJson(textOf(body)) ? null : unreadable;
  if (type === 'application/x-www-form-urlencoded') return findQueryFault(textOf(body));
  if (!type.startsWith('multipart/')) return body.length === 0 ? null : unreadable;
  const copy = new Request(url, { method: 'POST', headers, body });
  const form = await copy.formData().catch(() => null);
  // Payload would fetch a file that is only described from whatever URL the request names.
  return form && isObject(String(form.get('_payload') ?? '')) && typeof form.get('file') !== 'string'
    ? null
    : unreadable;
}

function textOf(body: Uint8Array): string {
  return new TextDecoder().decode(body);
}

function isJson(text: string): boolean {
  if (text === '') return true;
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && value !== null && depthOf(value) <= nestedAtMost;
  } catch {
    return false;
  }
}

/** A multipart form has a document's fields in one of its parts. Payload fails if that is missing. */
function isObject(text: string): boolean {
  return /^\s*\{/.test(text) && isJson(text);
}

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let deepest = 0;
  for (const inner of Object.values(value)) deepest = Math.max(deepest, depthOf(inner));
  return deepest + 1;
}

/** In the shape that the admin expects of errors. */
function refuse(status: number, message: string): Response {
  return Response.json({ errors: [{ message }] }, { status, headers: { 'cache-control': 'no-store' } });
}

/** The errors of Payload and the database for unknown fields and for values of the wrong type. */
const unusable = new Set(['QueryError', 'CastError', 'BSONError', 'BSONRuntimeError', 'StrictModeError']);
/** Payload would log each of them with a stack trace. */
export const unusableLevels = Object.fromEntries([...unusable].map((name) => [name, false]));

/** Whatever gets past the checks above is still a bad request and no server error. */
export const answerUnusable: AfterErrorHook = ({ error }) =>
  unusable.has(error.name)
    ? {
        status: 400,
        response: {
          errors: [{ message: 'A field in this query is not there, or holds another kind of value.' }],
        } as never,
      }
    : undefined;
