import { createHash } from 'node:crypto';
import { type Caller, callers } from './declared.ts';
import { names, type People, secrets } from './people.ts';
import type { Target } from './target.ts';

export interface Report {
  requests: number;
  refused: number;
  allowed: number;
  /** In the order in which they were found; empty when all is well. */
  holes: string[];
  /** Such as `63/63 procedures`. */
  covered: string[];
}

export interface Answer {
  status: number;
  /** Where it leads, if anywhere. */
  location: string;
  body: string;
}

export interface Asked {
  as: Caller;
  method?: string;
  path: string;
  /** An object is sent as JSON, a text as a native form. */
  body?: unknown;
  /** Instead of those that our own pages send. */
  headers?: Record<string, string>;
  /** Signs in for this call alone, because it may end the session. */
  fresh?: boolean;
  /** Instead of the caller's own. */
  cookie?: string;
}

/** What all parts of the walk share. */
export interface Walk {
  target: Target;
  people: People;
  report: Report;
  /** All callers and variants, or those that matter most, in a fraction of the time. */
  full: boolean;
  /** Asks, counts, and looks for what no answer may hold. */
  ask(asked: Asked): Promise<Answer>;
  hole(what: string): void;
}

/** More than a walk needs by far: one that goes on and on is broken, and stops. */
const requestsAtMost = 40_000;
const answersWithin = 20_000;

export function startWalk(target: Target, people: People, full: boolean): Walk {
  const report: Report = { requests: 0, refused: 0, allowed: 0, holes: [], covered: [] };
  const hole = (what: string) => void report.holes.push(what);
  return {
    target,
    people,
    report,
    full,
    hole,
    async ask(asked) {
      report.requests += 1;
      if (report.requests > requestsAtMost) throw new Error('The walk does not end.');
      const cookie = asked.cookie ?? (await people.cookieOf(asked.as, asked.fresh));
      const answer = await send(target, asked, cookie, report.requests);
      for (const fault of faultsOf(answer, asked.as)) hole(`${describe(asked)}: ${fault}`);
      return answer;
    },
  };
}

export function describe({ as, method = 'GET', path, headers }: Asked): string {
  return `${as} ${method} ${path}${headers ? ` ${JSON.stringify(headers)}` : ''}`;
}

async function send(target: Target, asked: Asked, cookie: string, count: number): Promise<Answer> {
  const { method = 'GET', path, body, headers } = asked;
  const ours = { origin: target.origin, 'sec-fetch-site': 'same-origin' };
  const type = typeof body === 'string' ? 'application/x-www-form-urlencoded' : 'application/json';
  const stop = new AbortController();
  const clock = setTimeout(() => stop.abort(), answersWithin);
  try {
    const answer = await fetch(`${target.url}${path}`, {
      method,
      redirect: 'manual',
      signal: stop.signal,
      headers: {
        ...(cookie ? { cookie } : {}),
        'x-forwarded-for': `10.${count >> 16}.${(count >> 8) & 255}.${count & 255}`,
        ...(body === undefined ? {} : { 'content-type': type }),
        ...(headers ?? ours),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const { status } = answer;
    const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream');
    const text = await (isStream ? beginningOf(answer, stop) : answer.text());
    return { status, location: answer.headers.get('location') ?? '', body: text };
  } finally {
    clearTimeout(clock);
  }
}

/** A stream of news does not end by itself, but a refusal does. */
async function beginningOf(answer: Response, stop: AbortController): Promise<string> {
  let text = '';
  const clock = setTimeout(() => stop.abort(), 1_000);
  try {
    for await (const chunk of answer.body ?? []) text += Buffer.from(chunk).toString();
  } catch {
    // Stopped by the clock: what came until then is the answer.
  }
  clearTimeout(clock);
  return text;
}

const { ssn, dateOfBirth, pin } = secrets;
const [year, month, day] = dateOfBirth.split('-').map(Number);
const birth = `${dateOfBirth}|${month}/${day}/${year}|November ${day}, ${year}`;
const number = new RegExp(`${ssn}|${ssn.slice(0, 3)}-${ssn.slice(3, 5)}`);
const personal = new RegExp(`${number.source}|${birth}|(?<![\\w.#-])${pin}(?![\\w-])`);
const insides = /\bat \S+ \(\S+:\d+|node_modules|Mongo\w*Error|file:\/\/|\/tmp\/|undefined is not/;

function faultsOf({ status, body }: Answer, as: Caller): string[] {
  // Staff are told dates of birth, and of numbers the last four digits.
  const leaked = (as === 'staff' ? number : personal).exec(body)?.[0];
  return [
    ...(status >= 500 ? [`answered ${status}`] : []),
    ...(leaked ? [`answers with ${leaked}`] : []),
    ...(insides.test(body) ? [`answers with its insides: ${insides.exec(body)?.[0]}`] : []),
    ...(as !== 'staff' && Object.values(names).some((name) => body.includes(name))
      ? ['answers with a name that only staff may see']
      : []),
  ];
}

/** Does the work for each item, a few at once. */
export async function forEach<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  const worker = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await work(next);
  };
  await Promise.all([worker(), worker(), worker(), worker()]);
}

/** @returns all pairs, or those with the callers that are worth trying when time is short. */
export function pairs<T>(items: readonly T[], who: readonly Caller[] = callers): { item: T; as: Caller }[] {
  return items.flatMap((item) => who.map((as) => ({ item, as })));
}

/** What may change while nothing is allowed: counters, sessions, queues, and what people have not sent yet. */
const busy =
  /^(limits|outbox|staff_notices|documents|document_files\..*|drafts|spent_challenges|.*_sessions|client_(sign_in|devices).*|key_holders|retention_runs|schedules|form_definitions|system\..*)$/;
/** Fields that change with every sign-in. */
const busyFields = ['last_used_at', 'sessions', 'loginAttempts', 'lockUntil', 'updatedAt'];

/** @returns a hash of each collection that nobody may change, of both databases. */
export async function snapshot({ target: { deps } }: Walk): Promise<Map<string, string>> {
  const { portal, settings } = deps;
  const hashes = new Map<string, string>();
  for (const name of [portal.name, settings.CMS_DATABASE]) {
    const db = portal.getClient().db(name);
    const found = await db.listCollections({}, { nameOnly: true }).toArray();
    for (const collection of found
      .map((each) => each.name)
      .filter((each) => !busy.test(each))
      .sort()) {
      const rows = await db.collection(collection).find({}).sort({ _id: 1 }).toArray();
      const text = rows.map((row) =>
        JSON.stringify(row, (key, value) => (busyFields.includes(key) ? undefined : value)),
      );
      hashes.set(`${name}.${collection}`, createHash('sha256').update(text.join('\n')).digest('hex'));
    }
  }
  return hashes;
}

/** Notes a hole for each collection that has changed. */
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
