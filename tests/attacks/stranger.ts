import { createHash } from 'node:crypto';
import { createClient } from '../../api/accounts/clients/create-client.ts';
import { confirmAccount, staffSession } from '../setup/clients.ts';
import { collectionsOf, idsOf, type Owner, ownersWords, restoreRows, valuesOf } from './owner.ts';
import { butVisits, type Walk, type WalkRequest, type WalkResponse } from './walk.ts';

export interface Stranger {
  id: string;
  session: string;
}

/** What the parts of this walk share. */
export interface Context {
  walk: Walk;
  owner: Owner;
  /** Calls of which the walk has to show that the owner may make them: it would prove nothing otherwise. */
  owed: (() => Promise<void>)[];
}

export async function makeStranger(number: number, { target: { deps }, people }: Walk): Promise<Stranger> {
  const ssn = String(218457500 + number);
  const id = await createClient({ ssn, dateOfBirth: '1972-06-05', pin: '8052' }, deps);
  await confirmAccount(id, await staffSession(people.ids.colleagues.change, deps), deps);
  return { id, session: `client=${await deps.clientSessions.create(id)}` };
}

export type Call = Omit<WalkRequest, 'as' | 'cookie'>;

/** Statuses of answers that depend on what is named, or were given in full: others say that the walk's input is wrong. */
const telling = [200, 204, 302, 303, 404, 409];

/** Of these, the last one is said of a file, which leaves by its page only. */
const found = [200, 202, 204, 415];

/**
 * Makes a call with a value that names nothing, then with each of the owner's, which has to be answered the same.
 *
 * @param tried.isPlace whether the answer may differ.
 */
export async function tryValues(
  context: Context,
  { what, stranger, isPlace = false }: { what: string; stranger: Stranger; isPlace?: boolean },
  nothing: string,
  owned: string[],
  call: (value: string) => Call,
): Promise<void> {
  const { walk, owner } = context;
  const unknown = await askAs(context, stranger, call(nothing));
  if (!isPlace && !telling.includes(unknown.status))
    walk.hole(`${what} with what does not exist is answered ${unknown.status}, so nothing is tried`);
  for (const value of owned) {
    const answer = await askAs(context, stranger, call(value));
    if (isPlace || same(answer, unknown, { one: value, other: nothing })) walk.report.refused += 1;
    else
      walk.hole(
        `${what} with ${value} of another client is answered ${answer.status} ${answer.location}, ` +
          `unlike ${unknown.status} ${unknown.location} for what does not exist`,
      );
  }
  if (unknown.status === 200) return;
  context.owed.push(async () => {
    for (const value of owned) {
      const answer = await ask(walk, owner.session, call(value));
      if (same(answer, unknown) || !found.includes(answer.status)) continue;
      walk.report.allowed += 1;
      // Other calls are shown with the rows as they were.
      return restoreRows(owner, walk.target.deps);
    }
    walk.hole(`${what} is answered to its owner as to others, so the walk shows nothing`);
  });
}

/** Asks as the stranger at the owner's computer, and looks for the owner in the answer. */
export async function askAs(context: Context, stranger: Stranger, call: Call): Promise<WalkResponse> {
  const { walk, owner } = context;
  const { deps } = walk.target;
  const answer = await ask(walk, `${stranger.session}; ${owner.leftBehind}`, call);
  const sent = decodeURIComponent(call.path) + JSON.stringify(call.body ?? '');
  const marks = [owner.id, ...namesOf(owner)];
  const shown = marks.find((mark) => answer.body.includes(mark) && !sent.includes(mark));
  const leaked = shown ?? ownersWords.exec(answer.body)?.[0];
  if (leaked) walk.hole(`${call.method ?? 'GET'} ${call.path} tells another client ${leaked}`);
  const isKept = call.path === 'profile.keepTyped';
  if (!isKept && answer.cookies.some((each) => each.startsWith('client-typed=')))
    walk.hole(`${call.method ?? 'GET'} ${call.path} makes the browser forget what another client typed`);
  // Whatever it added, so that the next call finds the same as this one.
  if (call.method === 'POST' && answer.status < 400)
    for (const name of await collectionsOf(stranger.id, deps))
      await deps.portal.collection(name).deleteMany({ client_id: stranger.id });
  return answer;
}

/** What no answer to another client may hold. */
function namesOf(owner: Owner): string[] {
  const values = [idsOf(owner), valuesOf(owner, 'key'), valuesOf(owner, 'receipt')];
  return values.flat().map(({ value }) => value);
}

export async function ask({ request, target }: Walk, cookie: string, call: Call): Promise<WalkResponse> {
  // What is tried here is not how often somebody may try.
  await target.deps.portal.collection('limits').deleteMany({});
  return request({ as: 'otherClient', cookie, ...call });
}

/**
 * Whether two answers differ only in what is new in each: ids, references, moments.
 *
 * @param sent what each call named, which one answer may repeat and the other not.
 */
export function same(
  one: WalkResponse,
  other: WalkResponse,
  sent: { one: string; other: string } = { one: '', other: '' },
): boolean {
  return essenceOf(one, sent.one) === essenceOf(other, sent.other);
}

const changing =
  /[0-9a-f]{24}|[0-9a-f-]{36}|\b[0-9A-Z]{4}-[0-9A-Z]{4}\b|\d{4}-\d\d-\d\dT[\d:.]+Z|"endsInMs":\d+/g;

function essenceOf({ status, location, body }: WalkResponse, sent: string): string {
  // Shorter ones stand everywhere.
  const repeated = sent.length < 8 ? body : body.replaceAll(sent, 'what was sent');
  return `${status} ${location} ${repeated}`.replace(changing, 'what is new');
}

/** @returns a hash per collection of all rows that name the owner, or something of the owner's. */
export async function rowsAbout(owner: Owner, { target: { deps } }: Walk): Promise<Map<string, string>> {
  const marks = [owner.id, ...namesOf(owner)];
  const { db } = deps.portal;
  const names = (await db?.listCollections({}, { nameOnly: true }).toArray()) ?? [];
  const hashes = new Map<string, string>();
  for (const { name } of names.filter((each) => !each.name.startsWith('system.'))) {
    const rows = await deps.portal.collection(name).find(butVisits).sort({ _id: 1 }).toArray();
    const about = rows
      .map((row) => JSON.stringify(row))
      .filter((row) => marks.some((mark) => row.includes(mark)));
    if (about.length > 0) hashes.set(name, createHash('sha256').update(about.join('\n')).digest('hex'));
  }
  return hashes;
}
