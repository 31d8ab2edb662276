import { makeFormToken } from '../../api/platform/keys/form-token.ts';
import { reviewedIntakes } from '../../forms/intakes.ts';
import { formPages } from '../setup/form-pages.ts';
import { audiences, type Caller, callers, type DeclaredPage, mayCall, pages } from './declared.ts';
import { secrets } from './people.ts';
import {
  alikeOnSite,
  callersOf,
  compare,
  forEach,
  rotate,
  snapshot,
  type Walk,
  type WalkRequest,
  type WalkResponse,
} from './walk.ts';
import { forgeries } from './walk-procedures.ts';

/** Fields that would change something on one of the pages that take posts. */
const harmfulFields = new URLSearchParams({
  do: 'retry-all',
  decision: 'approved',
  verb: 'free-number',
  ssn: secrets.ssn,
  reason: 'The caller says so',
  'even-confirmed': '1',
  where: 'everywhere',
  first_name: 'x',
}).toString();

interface Route {
  id: string;
  /** The full path pattern, with a leading slash. */
  pattern: string;
  hasLoader: boolean;
  hasAction: boolean;
  /** Whether it renders a page; resource routes don't. */
  hasPage: boolean;
}

type BuiltRoutes = Record<
  string,
  { id: string; path?: string; index?: boolean; parentId?: string; module: object } | undefined
>;

/** @returns the built site's routes that have a URL, and the layouts with loaders. */
function readRoutes(builtRoutes: BuiltRoutes): { addresses: Route[]; layouts: Route[] } {
  const full = (id: string | undefined): string => {
    const route = id === undefined ? undefined : builtRoutes[id];
    return route ? `${full(route.parentId)}${route.path ? `/${route.path}` : ''}` : '';
  };
  const all = Object.values(builtRoutes).flatMap((route) => {
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
      !all.some((each) => each.index && builtRoutes[each.id]?.parentId === id)) ||
    index;
  return {
    addresses: all.filter((route) => isAddress(route)),
    layouts: all.filter((route) => !isAddress(route) && route.hasLoader),
  };
}

/** Gets and posts to every page as the callers whose turn it is, both as HTML and as React Router's data requests. */
export async function walkPages(walk: Walk): Promise<void> {
  const { addresses, layouts } = readRoutes(walk.target.pages.routes as BuiltRoutes);
  for (const pattern of Object.keys(pages)) {
    if (!addresses.some((route) => route.pattern === pattern))
      walk.hole(`${pattern} is declared, but there is no such page`);
  }
  const known = addresses.filter((route) => isDeclared(walk, route));
  const before = await snapshot(walk);
  const turns = turnsOf(walk, known, 'read');
  await forEach(known, async (route) => {
    const declared = pages[route.pattern] as DeclaredPage;
    const path = fillIn(route.pattern, declared, walk);
    await readPage(walk, { route, path, declared, layouts, tried: turns.get(route) ?? [] });
  });
  const posted = known.filter(({ hasAction }) => hasAction);
  const posters = turnsOf(walk, posted, 'post');
  const foreign = await tokenOf(walk, { as: 'staff', path: dashboard });
  await forEach([...posted.entries()], async ([at, route]) => {
    const declared = pages[route.pattern] as DeclaredPage;
    const path = fillIn(route.pattern, declared, walk);
    await postPage(walk, { route, path, declared, at, tried: posters.get(route) ?? [], foreign });
  });
  compare(walk, before, await snapshot(walk), 'a page that refused');
  // Sequential, because one of them ends every session of its account.
  for (const route of known) await postValidToken(walk, route);
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

/** Public pages don't depend on the caller; outside of full attacks, no cookies and forged ones are enough. */
function turnsOf(walk: Walk, routes: Route[], what: 'read' | 'post'): Map<Route, readonly Caller[]> {
  const audienceOf = ({ pattern }: Route) => pages[pattern]?.[what] ?? 'nobody';
  const turns = callersOf(walk, routes, alikeOnSite, audienceOf);
  for (const route of routes)
    if (audienceOf(route) === 'anyone' && !walk.full) turns.set(route, ['nobody', 'forged']);
  return turns;
}

function idOf(pattern: string, ids: Walk['people']['ids']): string {
  // The dialogs have an account of their own, because honest posts end its sessions and free its number.
  if (pattern.startsWith('/admin/client/:id/')) return ids.callingClient;
  if (pattern.startsWith('/admin/client/')) return ids.client;
  if (pattern.startsWith('/admin/staff/')) {
    const { change, ...colleagues } = ids.colleagues;
    return colleagues[pattern.split('/').at(-1) as keyof typeof colleagues] ?? change;
  }
  return pattern.startsWith('/admin/attorneys/') ? ids.attorney : ids.contract;
}

function fillIn(pattern: string, { params = {} }: DeclaredPage, { people: { ids } }: Walk): string {
  const reviewed = reviewedIntakes.find(({ queue }) => pattern.startsWith(`${queue.path}/`));
  const id = reviewed ? ids.submissions[reviewed.queue.name] : idOf(pattern, ids);
  return pattern
    .replace(/\/:\w+\?/g, '')
    .replace('*', params['*'] ?? '')
    .replace(/:(\w+)/g, (_all, name: string) => params[name] ?? partsOf(pattern, ids)[name] ?? id);
}

/** What belongs to the client whose dialogs are tried. */
function partsOf(pattern: string, ids: Walk['people']['ids']): Record<string, string> {
  const { note, document, notice, contract, submissions } = ids;
  return {
    note,
    document,
    notice,
    record: pattern.includes('/contracts/') ? contract : submissions.evaluations,
  };
}

const dataOf = (path: string) => (path === '/' ? '/_root.data' : `${path}.data`);

/** Whether it redirects to sign-in, as a page or in a data response. */
function leadsToSignIn({ status, location, body }: WalkResponse): boolean {
  const signIn = /\/(admin\/login|client-login)/;
  return signIn.test(location) || (status === 202 && signIn.test(body));
}

/** Whether the response is an error or a redirect to sign-in. */
function isRefused(response: WalkResponse): boolean {
  return response.status >= 400 || leadsToSignIn(response);
}

interface Page {
  route: Route;
  path: string;
  declared: DeclaredPage;
}

interface PostedPage extends Page {
  /** Its place among the pages that take posts. */
  at: number;
  tried: readonly Caller[];
  /** A token of another session of staff. */
  foreign: string;
}

async function readPage(
  walk: Walk,
  { route, path, declared, layouts, tried }: Page & { tried: readonly Caller[]; layouts: Route[] },
) {
  // A data request can name a single route, whose parents' loaders, and their access checks, then don't run.
  const singleRoutes = [
    route,
    ...layouts.filter(({ pattern }) => pattern !== '/' && route.pattern.startsWith(pattern)),
  ]
    .filter(({ hasLoader }) => hasLoader)
    .map(({ id }) => `${dataOf(path)}?_routes=${encodeURIComponent(id)}`);
  const [readers, refused] = [true, false].map((may) =>
    tried.filter((as) => mayCall(declared.read, as) === may),
  ) as [Caller[], Caller[]];
  const read = async (as: Caller, address: string, may: boolean) => {
    const response = await walk.request({ as, path: address });
    recordResult(walk, { what: `${as} reads ${address}`, may, response });
  };
  const whole = [path, dataOf(path)];
  // Whoever may read the page gets the same in each way.
  for (const [at, as] of readers.entries())
    for (const address of walk.full ? [...whole, ...singleRoutes] : rotatingAddresses(readers, whole, at))
      await read(as, address, true);
  for (const as of refused) for (const address of [...whole, ...singleRoutes]) await read(as, address, false);
}

/** Of several callers, each asks in one way. */
function rotatingAddresses(askers: Caller[], addresses: string[], at: number): string[] {
  return askers.length > 1 ? addresses.filter((_each, turn) => turn === at % addresses.length) : addresses;
}

function recordResult(
  walk: Walk,
  { what, may, response }: { what: string; may: boolean; response: WalkResponse },
): void {
  const refused = isRefused(response);
  if (!may && !refused) walk.hole(`${what} and is answered ${response.status}`);
  else if (may && leadsToSignIn(response)) walk.hole(`${what} and is sent to sign in`);
  else if (may) walk.report.allowed += 1;
  else walk.report.refused += 1;
}

async function postPage(walk: Walk, page: PostedPage): Promise<void> {
  const { route, path, declared, at, tried } = page;
  const audience = declared.post ?? 'nobody';
  const addresses = [path, dataOf(path)];
  const refused = tried.filter((each) => !mayCall(audience, each));
  for (const [turn, as] of refused.entries()) {
    for (const address of rotate(walk, addresses, at + turn, 1)) {
      const response = await walk.request({
        as,
        method: 'POST',
        path: address,
        body: harmfulFields,
      });
      recordResult(walk, { what: `${as} posts to ${address}`, may: false, response });
    }
  }
  const [as = 'nobody'] = audiences[audience] as readonly Caller[];
  for (const [turn, { what, headers }] of rotate(walk, forgeries, at).entries()) {
    for (const address of rotate(walk, addresses, at + turn, 1)) {
      const { status } = await walk.request({
        as,
        method: 'POST',
        path: address,
        body: harmfulFields,
        headers,
      });
      if (status === 403) walk.report.refused += 1;
      else walk.hole(`${as} posts to ${route.pattern} with ${what} and is answered ${status}`);
    }
  }
  if (declared.token === '_token') await postInvalidTokens(walk, page);
  else if (declared.token) await postInvalidStaffTokens(walk, page);
}

/** Whether an invalid token was refused: with an error, with a redirect that says so, or without saving. */
function isTokenRefused({ status, location, body }: WalkResponse, { refusedTo }: DeclaredPage): boolean {
  const leads = refusedTo !== undefined && (location.includes(refusedTo) || body.includes(refusedTo));
  return status >= 400 || leads || body === '{"kept":false}';
}

async function postInvalidTokens(walk: Walk, { route, path, declared }: Page): Promise<void> {
  const { fields = 'first_name=x' } = declared;
  // The page that contains the form, if it is not this one.
  const form = Object.values(formPages).find((each) =>
    [`${each.path}/keep`, `${each.path}/finish-later`].includes(path),
  );
  const foreign = await tokenOf(walk, { as: 'nobody', path: form?.first ?? path });
  for (const token of [undefined, '', 'x', foreign]) {
    const body = `${fields}${token === undefined ? '' : `&_token=${encodeURIComponent(token)}`}`;
    const response = await walk.request({ as: 'nobody', method: 'POST', path, body });
    recordTokenResult(walk, { route, declared }, token, response);
  }
}

/** Posts with a valid session, but a token of another session, another form, or an expired one. */
async function postInvalidStaffTokens(walk: Walk, page: PostedPage): Promise<void> {
  const { route, path, declared, at, foreign } = page;
  const cookie = await walk.people.cookieOf('staff', true);
  const secret = cookie.split('=')[1] ?? '';
  const makeToken = (form: string, hoursAgo: number) =>
    makeFormToken(walk.target.deps.keys.forms, secret, form, new Date(Date.now() - hoursAgo * 3_600_000));
  const tokens = [undefined, '', 'x', foreign, makeToken('staff', 25), makeToken('client-login', 0)];
  for (const [number, token] of tokens.entries()) {
    for (const address of rotate(walk, [path, dataOf(path)], at + number, 1)) {
      const body = `${harmfulFields}${token === undefined ? '' : `&token=${encodeURIComponent(token)}`}`;
      const response = await walk.request({ as: 'staff', method: 'POST', path: address, body, cookie });
      recordTokenResult(walk, { route, declared }, token, response);
    }
  }
  const { status } = await walk.request({ as: 'staff', path: '/trpc/staff.me', cookie });
  if (status !== 200) walk.hole(`a post to ${route.pattern} with a bad token ended the session`);
}

function recordTokenResult(
  walk: Walk,
  { route, declared }: Pick<Page, 'route' | 'declared'>,
  token: string | undefined,
  response: WalkResponse,
): void {
  if (isTokenRefused(response, declared)) walk.report.refused += 1;
  else walk.hole(`a post to ${route.pattern} with the token ${token} is answered ${response.status}`);
}

/** Posts with a valid token, to prove that only the token was wrong before. */
async function postValidToken(walk: Walk, route: Route): Promise<void> {
  const declared = pages[route.pattern] as DeclaredPage;
  if (declared.token !== 'token') return;
  const path = fillIn(route.pattern, declared, walk);
  const cookie = await walk.people.cookieOf('staff', true);
  const token = await tokenOf(walk, { as: 'staff', path: route.hasPage ? path : dashboard, cookie });
  const body = `${declared.fields ?? ''}&token=${encodeURIComponent(token)}`;
  const response = await walk.request({ as: 'staff', method: 'POST', path, body, cookie });
  if (isTokenRefused(response, declared))
    walk.hole(`an honest post to ${path} is answered ${response.status}`);
  else walk.report.allowed += 1;
}

const dashboard = '/admin/dashboard';

async function tokenOf(walk: Walk, request: WalkRequest): Promise<string> {
  const { body } = await walk.request(request);
  const token = /name="_?token" value="([^"]+)"/.exec(body)?.[1];
  if (!token) walk.hole(`${request.path} has no form with a token`);
  return token ?? 'none';
}
