import { createHash } from 'node:crypto';
import { callAs } from '../setup/calls.ts';
import { audiences, type Caller, callers } from './declared.ts';
import { names, type People, secrets } from './people.ts';
import type { Target } from './target.ts';

export interface Report {
  requests: number;
  refused: number;
  allowed: number;
  /** Descriptions of failed checks, in the order found; empty if there are none. */
  holes: string[];
  /** Coverage, such as `63/63 procedures`. */
  covered: string[];
}

export interface WalkResponse {
  status: number;
  /** The Location header, or ''. */
  location: string;
  body: string;
  /** The Set-Cookie headers. */
  cookies: string[];
}

export interface WalkRequest {
  as: Caller;
  method?: string;
  /** Of the site; or the name of a procedure, which is called in this process with the body as its input. */
  path: string;
  /** An object is sent as JSON, a string as a URL-encoded form. */
  body?: unknown;
  /** Replaces the Origin headers that our own pages send. */
  headers?: Record<string, string>;
  /** Signs in just for this call, because it may end the session. */
  fresh?: boolean;
  /** Replaces the caller's cookies. */
  cookie?: string;
}

/** Context of one attack, shared by its parts. */
export interface Walk {
  target: Target;
  people: People;
  report: Report;
  /** Whether to try all callers and variants, or only the most important ones, which is much faster. */
  full: boolean;
  /** Sends and counts a request, and reports a hole if the response leaks something. */
  request(request: WalkRequest): Promise<WalkResponse>;
  hole(what: string): void;
}

/** Far more than an attack needs; stops an endless loop. */
const maxRequests = 40_000;
/** Only an answer without an end takes so long, even where other tests keep all processors busy. */
const timeoutMs = 60_000;

export function startWalk(target: Target, people: People, full: boolean): Walk {
  const report: Report = { requests: 0, refused: 0, allowed: 0, holes: [], covered: [] };
  const hole = (what: string) => void report.holes.push(what);
  return {
    target,
    people,
    report,
    full,
    hole,
    async request(request) {
      report.requests += 1;
      if (report.requests > maxRequests) throw new Error('The walk does not end.');
      const cookie = request.cookie ?? (await people.cookieOf(request.as, request.fresh));
      const response = await send(target, request, cookie, report.requests);
      for (const problem of problemsIn(response, request)) hole(`${describe(request)}: ${problem}`);
      return response;
    },
  };
}

export function describe({ as, method = 'GET', path, headers }: WalkRequest): string {
  return `${as} ${method} ${path}${headers ? ` ${JSON.stringify(headers)}` : ''}`;
}

async function send(
  target: Target,
  request: WalkRequest,
  cookie: string,
  count: number,
): Promise<WalkResponse> {
  const { method = 'GET', path, body, headers } = request;
  const address = `10.${count >> 16}.${(count >> 8) & 255}.${count & 255}`;
  if (!path.startsWith('/')) {
    const called = await callAs({ address, cookie }, { name: path, input: body }, target.deps);
    const { status, cookies, ...answer } = called;
    return { status, location: '', body: JSON.stringify(answer), cookies };
  }
  const ours = { origin: target.origin, 'sec-fetch-site': 'same-origin' };
  const type = typeof body === 'string' ? 'application/x-www-form-urlencoded' : 'application/json';
  const abortController = new AbortController();
  const late = () => abortController.abort(new Error(`${describe(request)} is not answered.`));
  const timer = setTimeout(late, timeoutMs);
  try {
    const response = await fetch(`${target.url}${path}`, {
      method,
      redirect: 'manual',
      signal: abortController.signal,
      headers: {
        ...(cookie ? { cookie } : {}),
        // Compressing the answers takes as long as making them.
        'accept-encoding': 'identity',
        'x-forwarded-for': address,
        ...(body === undefined ? {} : { 'content-type': type }),
        ...(headers ?? ours),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const { status } = response;
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
    const text = await (isStream ? readStreamStart(response, abortController) : response.text());
    const { headers: answered } = response;
    const location = answered.get('location') ?? '';
    return { status, location, body: text, cookies: answered.getSetCookie() };
  } finally {
    clearTimeout(timer);
  }
}

/** Reads an event stream for one second; only a refused one ends by itself. */
async function readStreamStart(response: Response, abortController: AbortController): Promise<string> {
  let text = '';
  const timer = setTimeout(() => abortController.abort(), 1_000);
  try {
    for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString();
  } catch {
    // Aborted by the timer: what has arrived is the response.
  }
  clearTimeout(timer);
  return text;
}

const { ssn, dateOfBirth, pin } = secrets;
const [year, month, day] = dateOfBirth.split('-').map(Number);
const birth = `${dateOfBirth}|${month}/${day}/${year}|November ${day}, ${year}`;
const number = new RegExp(`${ssn}|${ssn.slice(0, 3)}-${ssn.slice(3, 5)}`);
const personal = new RegExp(`${number.source}|${birth}|(?<![\\w.#-])${pin}(?![\\w-])`);
const internals = /\bat \S+ \(\S+:\d+|node_modules|Mongo\w*Error|file:\/\/|\/tmp\/|undefined is not/;

const isStaff = (as: Caller) => (audiences.staff as readonly Caller[]).includes(as);

function problemsIn({ status, body }: WalkResponse, { as }: WalkRequest): string[] {
  // Staff may see dates of birth and the last four digits of an SSN.
  const leaked = (isStaff(as) ? number : personal).exec(body)?.[0];
  return [
    ...(status >= 500 ? [`answered ${status}`] : []),
    ...(leaked ? [`answers with ${leaked}`] : []),
    ...(internals.test(body) ? [`leaks internals: ${internals.exec(body)?.[0]}`] : []),
    ...(!isStaff(as) && Object.values(names).some((name) => body.includes(name))
      ? ['answers with a name that only staff may see']
      : []),
  ];
}

/** Runs `work` for every item, four at a time. */
export async function forEach<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const worker = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await work(next);
  };
  await Promise.all([worker(), worker(), worker(), worker()]);
}

/** Whose cookies are none, or valid for nothing. */
const strangers = ['nobody', 'forged', 'unsigned', 'expired', 'swapped'] as const;

/** Callers whom a part of the site tells apart in one place for all calls. */
type Alike = readonly (readonly Caller[])[];
export const alikeOnSite: Alike = [strangers, audiences.editors, audiences.client];
export const alikeInCms: Alike = [strangers, [...audiences.client, ...audiences.staff]];

/** @returns the callers of a part's `at`th call. Outside of full attacks, those who are alike take turns. */
export function rotatingCallers({ full }: Walk, alike: Alike, at: number): Caller[] {
  return callers.filter((as) => {
    const group = alike.find((each) => each.includes(as));
    return full || !group || group.indexOf(as) === at % group.length;
  });
}

/**
 * @returns the callers to try each call with. Those who are alike take turns over the calls of one kind, so that each of them
 * tries every kind.
 */
export function callersOf<T>(
  walk: Walk,
  calls: readonly T[],
  alike: Alike,
  kindOf: (call: T) => string,
): Map<T, readonly Caller[]> {
  const kinds = [...Map.groupBy(calls, kindOf).values()];
  const isFew = (kind: T[]) => kind.length < strangers.length;
  return new Map(
    kinds.flatMap((kind) =>
      kind.map((call, at) => [call, isFew(kind) ? callers : rotatingCallers(walk, alike, at)] as const),
    ),
  );
}

/** @returns `count` of the variants that one place refuses for all calls: the next ones for each call, or all in full attacks. */
export function rotate<T>({ full }: Walk, variants: readonly T[], at: number, count = 2): T[] {
  if (full) return [...variants];
  return [...variants, ...variants].slice((at * count) % variants.length).slice(0, count);
}

/** Collections that even refused requests may change: counters, sessions, queues and drafts. */
const volatileCollections =
  /^(limits|outbox|staff_notices|staff_presence|staff_views|documents|document_files\..*|drafts|spent_challenges|.*_sessions|client_(sign_in|devices).*|key_holders|retention_runs|schedules|form_definitions|data_keys|system\..*)$/;
/** All but what the history of clients has of calls that were answered: the walk itself signs in, reads and downloads. */
export const butVisits = { kind: { $ne: 'visit' } };
/** Fields that every sign-in changes. */
const volatileFields = ['last_used_at', 'sessions', 'loginAttempts', 'lockUntil', 'updatedAt'];

/** @returns a hash per collection of both databases, without those that may change. */
export async function snapshot({ target: { deps } }: Walk): Promise<Map<string, string>> {
  const { portal, settings } = deps;
  const hashes = new Map<string, string>();
  for (const name of [portal.name, settings.CMS_DATABASE]) {
    const db = portal.getClient().db(name);
    const found = await db.listCollections({}, { nameOnly: true }).toArray();
    for (const collection of found
      .map((each) => each.name)
      .filter((each) => !volatileCollections.test(each))
      .sort()) {
      const rows = await db.collection(collection).find(butVisits).sort({ _id: 1 }).toArray();
      const text = rows.map((row) =>
        JSON.stringify(row, (key, value) => (volatileFields.includes(key) ? undefined : value)),
      );
      hashes.set(`${name}.${collection}`, createHash('sha256').update(text.join('\n')).digest('hex'));
    }
  }
  return hashes;
}

/** Reports a hole for each collection that has changed. */
export function compare(
  walk: Walk,
  before: Map<string, string>,
  after: Map<string, string>,
  what: string,
): void {
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => before.get(name) !== after.get(name),
  );
  for (const name of changed) walk.hole(`${what} changed ${name}`);
}
