import { makeFormToken } from '../../api/platform/keys/form-token.ts';
import { audiences, type Caller, callers, type DeclaredPage, mayCall, pages } from './declared.ts';
import { secrets } from './people.ts';
import { type Answer, type Asked, compare, forEach, snapshot, type Walk } from './walk.ts';
import { forgeries } from './walk-procedures.ts';

/** What would do harm on one page or another of those that take posts. */
const harm = new URLSearchParams({
  do: 'retry-all',
  decision: 'approved',
  verb: 'free',
  ssn: secrets.ssn,
  reason: 'The caller says so',
  'even-confirmed': '1',
  where: 'everywhere',
  first_name: 'x',
}).toString();

interface Route {
  id: string;
  /** As `routes.ts` has it, with a slash before it. */
  pattern: string;
  hasLoader: boolean;
  hasAction: boolean;
  /** It is shown, and does not only answer. */
  hasPage: boolean;
}

type Built = Record<
  string,
  { id: string; path?: string; index?: boolean; parentId?: string; module: object } | undefined
>;

/** @returns every route of the built site that answers at an address, and every layout above one that reads something. */
function readRoutes(built: Built): { addresses: Route[]; layouts: Route[] } {
  const full = (id: string | undefined): string => {
    const route = id === undefined ? undefined : built[id];
    return route ? `${full(route.parentId)}${route.path ? `/${route.path}` : ''}` : '';
  };
  const all = Object.values(built).flatMap((route) => {
    if (!route) return [];
    const pattern = full(route.id) || '/';
    return [
      {
        id: route.id,
        index: route.index,
        path: route.path,
        pattern,
        hasLoader: 'loader' in route.module,
        hasAction: 'action' in route.module,
        hasPage: 'default' in route.module,
      },
    ];
  });
  const isAddress = ({ path, index, id }: (typeof all)[number]) =>
    (path !== undefined &&
      id !== 'root' &&
      !all.some((each) => each.index && built[each.id]?.parentId === id)) ||
    index;
  return {
    addresses: all.filter((route) => isAddress(route)),
    layouts: all.filter((route) => !isAddress(route) && route.hasLoader),
  };
}

/** Reads and posts to every page as every caller, as a page and as the data that a script asks for. */
export async function walkPages(walk: Walk): Promise<void> {
  const { addresses, layouts } = readRoutes(walk.target.pages.routes as Built);
  for (const pattern of Object.keys(pages)) {
    if (!addresses.some((route) => route.pattern === pattern))
      walk.hole(`${pattern} is declared, but there is no such page`);
  }
  const known = addresses.filter((route) => isDeclared(walk, route));
  const before = await snapshot(walk);
  await forEach(known, async (route) => {
    const declared = pages[route.pattern] as DeclaredPage;
    const path = addressOf(route.pattern, declared, walk);
    for (const as of worthTrying(declared.read, walk.full)) {
      await readPage(walk, { route, as, path, declared, layouts });
    }
    if (route.hasAction) await postPage(walk, { route, path, declared });
  });
  compare(walk, before, await snapshot(walk), 'a page that refused');
  // One after the other, because one of them ends every session of its account.
  for (const route of known) await postHonestly(walk, route);
  walk.report.covered.push(`${known.length}/${addresses.length} pages by ${callers.length} callers`);
}

function isDeclared(walk: Walk, { pattern, hasAction }: Route): boolean {
  const declared = pages[pattern];
  if (!declared) walk.hole(`${pattern} has no line in tests/attacks/declared.ts that says who may read it`);
  else if (hasAction !== (declared.post !== undefined)) {
    walk.hole(
      `${pattern} ${hasAction ? 'takes posts, and no line says whose' : 'is declared to take posts and takes none'}`,
    );
  }
  return declared !== undefined;
}

/** A page for everybody is the same for all; in a short walk one who has nothing and one who pretends to have all are enough. */
function worthTrying(audience: DeclaredPage['read'], full: boolean): readonly Caller[] {
  return full || audience !== 'anyone' ? callers : ['nobody', 'forged'];
}

function addressOf(pattern: string, { params = {} }: DeclaredPage, { people: { ids } }: Walk): string {
  const id = pattern.includes('evaluations')
    ? ids.evaluation
    : pattern.includes('contracts')
      ? ids.contract
      : ids.application;
  return pattern
    .replace(/\/:\w+\?/g, '')
    .replace('*', params['*'] ?? '')
    .replace(/:(\w+)/g, (_all, name: string) => params[name] ?? id);
}

const dataOf = (path: string) => (path === '/' ? '/_root.data' : `${path}.data`);

/** As a page or as the data of one. */
function leadsToSignIn({ status, location, body }: Answer): boolean {
  const signIn = /\/(admin\/login|client-login)/;
  return signIn.test(location) || (status === 202 && signIn.test(body));
}

/** Signing in is asked for, or nothing is there. */
function isRefused(answer: Answer): boolean {
  return answer.status >= 400 || leadsToSignIn(answer);
}

interface Page {
  route: Route;
  path: string;
  declared: DeclaredPage;
}

async function readPage(
  walk: Walk,
  { route, as, path, declared, layouts }: Page & { as: Caller; layouts: Route[] },
) {
  // A script may ask for the data of one route alone: then no route above it has looked at who asks.
  const alone = [
    route,
    ...layouts.filter(({ pattern }) => pattern !== '/' && route.pattern.startsWith(pattern)),
  ]
    .filter(({ hasLoader }) => hasLoader)
    .map(({ id }) => `${dataOf(path)}?_routes=${encodeURIComponent(id)}`);
  for (const address of [path, dataOf(path), ...alone]) {
    const answer = await walk.ask({ as, path: address });
    judge(walk, { what: `${as} reads ${address}`, may: mayCall(declared.read, as), answer });
  }
}

function judge(walk: Walk, { what, may, answer }: { what: string; may: boolean; answer: Answer }): void {
  const refused = isRefused(answer);
  if (!may && !refused) walk.hole(`${what} and is answered ${answer.status}`);
  else if (may && leadsToSignIn(answer)) walk.hole(`${what} and is sent to sign in`);
  else if (may) walk.report.allowed += 1;
  else walk.report.refused += 1;
}

async function postPage(walk: Walk, { route, path, declared }: Page): Promise<void> {
  const audience = declared.post ?? 'nobody';
  for (const as of worthTrying(audience, walk.full).filter((each) => !mayCall(audience, each))) {
    for (const address of [path, dataOf(path)]) {
      const answer = await walk.ask({
        as,
        method: 'POST',
        path: address,
        body: harm,
      });
      judge(walk, { what: `${as} posts to ${address}`, may: false, answer });
    }
  }
  const [as = 'nobody'] = audiences[audience] as readonly Caller[];
  for (const { what, headers } of forgeries) {
    for (const address of [path, dataOf(path)]) {
      const { status } = await walk.ask({
        as,
        method: 'POST',
        path: address,
        body: harm,
        headers,
        fresh: true,
      });
      if (status === 403) walk.report.refused += 1;
      else walk.hole(`${as} posts to ${route.pattern} with ${what} and is answered ${status}`);
    }
  }
  if (declared.token === '_token') await postForeignTokens(walk, { route, path, declared });
  else if (declared.token) await postStaffTokens(walk, { route, path, declared });
}

/** A bad token is refused, or leads to where it is told so, or nothing is saved. */
function isTokenRefused({ status, location, body }: Answer, { refusedTo }: DeclaredPage): boolean {
  const leads = refusedTo !== undefined && (location.includes(refusedTo) || body.includes(refusedTo));
  return status >= 400 || leads || body === '{"kept":false}';
}

async function postForeignTokens(walk: Walk, { route, path, declared }: Page): Promise<void> {
  const { fields = 'first_name=x' } = declared;
  // The step that has the form, where it is not this page.
  const step = path
    .replace(/^(\/sign-contract)\/(keep|finish-later)$/, '$1/about-you')
    .replace(/\/(keep|finish-later)$/, '');
  const foreign = await tokenOf(walk, { as: 'nobody', path: step });
  for (const token of [undefined, '', 'x', foreign]) {
    const body = `${fields}${token === undefined ? '' : `&_token=${encodeURIComponent(token)}`}`;
    const answer = await walk.ask({ as: 'nobody', method: 'POST', path, body });
    noteToken(walk, { route, declared }, token, answer);
  }
}

/** Everybody with a session, and a form of another session, day or part of the site. */
async function postStaffTokens(walk: Walk, { route, path, declared }: Page): Promise<void> {
  const cookie = await walk.people.cookieOf('staff', true);
  const other = await walk.people.cookieOf('staff', true);
  const secret = cookie.split('=')[1] ?? '';
  const made = (form: string, hoursAgo: number) =>
    makeFormToken(walk.target.deps.keys.forms, secret, form, new Date(Date.now() - hoursAgo * 3_600_000));
  const foreign = await tokenOf(walk, { as: 'staff', path: dashboard, cookie: other });
  const tokens = [undefined, '', 'x', foreign, made('staff', 25), made('client-login', 0)];
  for (const token of tokens) {
    for (const address of [path, dataOf(path)]) {
      const body = `${harm}${token === undefined ? '' : `&token=${encodeURIComponent(token)}`}`;
      const answer = await walk.ask({ as: 'staff', method: 'POST', path: address, body, cookie });
      noteToken(walk, { route, declared }, token, answer);
    }
  }
  const { status } = await walk.ask({ as: 'staff', path: dashboard, cookie });
  if (status !== 200) walk.hole(`a post to ${route.pattern} with a bad token ended the session`);
}

function noteToken(
  walk: Walk,
  { route, declared }: Pick<Page, 'route' | 'declared'>,
  token: string | undefined,
  answer: Answer,
): void {
  if (isTokenRefused(answer, declared)) walk.report.refused += 1;
  else walk.hole(`a post to ${route.pattern} with the token ${token} is answered ${answer.status}`);
}

/** With the token of the page that staff look at, what was refused before is done. */
async function postHonestly(walk: Walk, route: Route): Promise<void> {
  const declared = pages[route.pattern] as DeclaredPage;
  if (declared.token !== 'token') return;
  const path = addressOf(route.pattern, declared, walk);
  const cookie = await walk.people.cookieOf('staff', true);
  const token = await tokenOf(walk, { as: 'staff', path: route.hasPage ? path : dashboard, cookie });
  const body = `${declared.fields ?? ''}&token=${encodeURIComponent(token)}`;
  const answer = await walk.ask({ as: 'staff', method: 'POST', path, body, cookie });
  if (isTokenRefused(answer, declared)) walk.hole(`an honest post to ${path} is answered ${answer.status}`);
  else walk.report.allowed += 1;
}

const dashboard = '/admin/dashboard';

/** @returns the token that a form of the page has. */
async function tokenOf(walk: Walk, asked: Asked): Promise<string> {
  const { body } = await walk.ask(asked);
  const token = /name="_?token" value="([^"]+)"/.exec(body)?.[1];
  if (!token) walk.hole(`${asked.path} has no form with a token`);
  return token ?? 'none';
}
