import { mongo } from 'mongoose';
import { addPicture } from '../../cms/testing.ts';
import {
  type Audience,
  type Caller,
  callers,
  cmsCalls,
  collections,
  type DeclaredCollection,
  globals,
  mayCall,
} from './declared.ts';
import { draftTitle } from './people.ts';
import {
  alikeInCms,
  callersOf,
  compare,
  forEach,
  rotate,
  rotatingCallers,
  snapshot,
  type Walk,
  type WalkResponse,
} from './walk.ts';
import { forgeries } from './walk-procedures.ts';

interface Endpoint {
  method: string;
  /** Relative to the collection. */
  path: string;
}

interface Part {
  slug: string;
  kind: 'collection' | 'global' | 'root';
  endpoints: Endpoint[];
}

/** @returns every endpoint under /cms/api, from Payload's sanitized config. */
function readConfig({ target }: Walk): Part[] {
  const { config } = target.deps.payload;
  const endpointsOf = (from: { endpoints?: unknown }) => (from.endpoints || []) as Endpoint[];
  return [
    ...config.collections.map((each) => ({
      slug: each.slug,
      kind: 'collection' as const,
      endpoints: endpointsOf(each),
    })),
    ...config.globals.map((each) => ({
      slug: each.slug,
      kind: 'global' as const,
      endpoints: endpointsOf(each),
    })),
    { slug: '', kind: 'root', endpoints: endpointsOf(config) },
  ];
}

const operations: Record<string, keyof DeclaredCollection> = {
  'get /': 'read',
  'get /:id': 'read',
  'get /count': 'read',
  'get /file/:filename': 'read',
  'get /versions': 'versions',
  'get /versions/:id': 'versions',
  'post /versions/:id': 'update',
  'post /': 'create',
  'post /:id/duplicate': 'create',
  'patch /': 'update',
  'patch /:id': 'update',
  'delete /': 'delete',
  'delete /:id': 'delete',
};

/** Endpoints that return the caller's own permissions, open to every signed-in user. */
const ownRights = ['post /access/:id?', 'post /access'];

/** @returns who may call an endpoint, or undefined if it is not declared. */
function audienceOf({ slug, kind }: Part, { method, path }: Endpoint): Audience | undefined {
  const call = `${method} ${path}`;
  if (ownRights.includes(call)) return 'editors';
  const own = cmsCalls[`${method} ${slug}${path}`];
  if (own || kind === 'root') return own;
  if (kind === 'global') {
    const declared = globals[slug];
    return declared?.[call === 'post /' ? 'update' : ((operations[call] ?? 'read') as keyof typeof declared)];
  }
  const operation = operations[call];
  return operation && collections[slug]?.[operation];
}

/** Calls every CMS endpoint as the callers whose turn it is, through the site's proxy. */
export async function walkCms(walk: Walk): Promise<void> {
  const parts = readConfig(walk);
  for (const slug of [...Object.keys(collections), ...Object.keys(globals)]) {
    if (!parts.some((part) => part.slug === slug)) walk.hole(`${slug} is declared, but the CMS has none`);
  }
  const declared = parts.flatMap((part) => declaredCalls(walk, part));
  const turns = callersOf(walk, declared, alikeInCms, kindOf);
  for (const [partAt, part] of parts.entries()) {
    const record = await makeRecord(walk, part);
    const calls = declared
      .filter((call) => call.part === part)
      .map((call, at) => ({ ...call, record, tried: turns.get(call) ?? [], at: partAt + at }));
    const before = await snapshot(walk);
    await forEach(calls, (call) => callAsUnauthorized(walk, call));
    await tryTrash(walk, part, record, partAt);
    compare(walk, before, await snapshot(walk), `calls of the CMS for ${part.slug || 'all'}`);
    await forEach(calls, (call) => callAsAuthorized(walk, call));
    await checkRevisions(walk, part, record);
  }
  await tryPrivilegeEscalation(walk);
  walk.report.covered.push(
    `${declared.length}/${parts.flatMap(({ endpoints }) => endpoints).length} calls of ${parts.length - 1} CMS collections and globals by ${callers.length} callers`,
  );
}

/** Editors may change their own account, but not their role or security fields. */
async function tryPrivilegeEscalation(walk: Walk): Promise<void> {
  const { payload } = walk.target.deps;
  const id = walk.people.ids.editor;
  for (const key of [
    'role',
    '_id',
    'id',
    'loginAttempts',
    'lockUntil',
    'sessions',
    'hash',
    'salt',
    'twoStep',
  ]) {
    const { revision } = await payload.findByID({ collection: 'users', id });
    const body = { [key]: key === 'role' ? 'admin' : 'x', name: 'Robin Example', revision };
    await walk.request({ as: 'editor', method: 'PATCH', path: `/cms/api/users/${id}`, body });
  }
  const { role } = await payload.findByID({ collection: 'users', id });
  if (role !== 'editor') walk.hole(`an editor has become ${role}`);
}

interface DeclaredCall {
  part: Part;
  endpoint: Endpoint;
  audience: Audience;
}

interface Call extends DeclaredCall {
  /** The record that unauthorized callers try to reach. */
  record: TargetRecord;
  tried: readonly Caller[];
  /** Its place, for variants that take turns. */
  at: number;
}

function declaredCalls(walk: Walk, part: Part): DeclaredCall[] {
  return part.endpoints.flatMap((endpoint) => {
    const audience = audienceOf(part, endpoint);
    if (audience) return [{ part, endpoint, audience }];
    walk.hole(`no line in tests/attacks/declared.ts says who may ${nameOf({ part, endpoint })} in the CMS`);
    return [];
  });
}

/** Payload has one handler for the standard calls of all collections; others are of a kind of their own. */
function kindOf({ part, endpoint: { method, path } }: DeclaredCall): string {
  const own = cmsCalls[`${method} ${part.slug}${path}`] ? part.slug : '';
  return `${part.kind} ${own} ${method} ${path}`;
}

interface TargetRecord {
  id: string;
  /** Name of the uploaded file. */
  file: string;
  email: string;
}

const noRecord = (): TargetRecord => ({
  id: String(new mongo.ObjectId()),
  file: 'no-such-file.png',
  email: 'nobody@example.com',
});
const nameOf = ({ part, endpoint }: Pick<Call, 'part' | 'endpoint'>) =>
  `${endpoint.method} ${part.slug}${endpoint.path}`;

async function callAsUnauthorized(walk: Walk, call: Call): Promise<void> {
  const { endpoint, audience, tried, at } = call;
  for (const as of tried.filter((each) => !mayCall(audience, each))) {
    recordResult(walk, call, `${as} calls ${nameOf(call)}`, await walk.request(requestFor(call, as)));
  }
  if (endpoint.method === 'get' || audience === 'nobody') return;
  // Cross-site requests from an admin's browser.
  for (const { what, headers } of rotate(walk, forgeries, at)) {
    const request = { ...requestFor(call, 'cmsAdmin'), headers };
    recordResult(walk, call, `${nameOf(call)} with ${what}`, await walk.request(request));
  }
}

function recordResult(
  walk: Walk,
  { audience }: Pick<Call, 'audience'>,
  what: string,
  response: WalkResponse,
): void {
  const { status, body } = response;
  if (body.includes(draftTitle) && audience !== 'anyone') walk.hole(`${what} and reads a draft`);
  else if (status >= 400 || isEmpty(response)) walk.report.refused += 1;
  else walk.hole(`${what} and is answered ${status}: ${body.slice(0, 120)}`);
}

async function callAsAuthorized(walk: Walk, call: Call): Promise<void> {
  const { endpoint, audience, part, tried } = call;
  // Logging out ends the caller's session.
  const fresh = part.slug === 'users' && endpoint.method === 'post';
  // Reading a file and unlocking an account that is not locked change nothing.
  const isHarmless = /:filename|unlock/.test(endpoint.path);
  const harmless = { ...call, record: isHarmless ? call.record : noRecord() };
  for (const as of tried.filter((each) => mayCall(audience, each))) {
    const request = requestFor(harmless, as, true);
    if (part.kind === 'global' && endpoint.method === 'post') {
      const { revision } = await walk.target.deps.payload.findGlobal({ slug: part.slug as 'site' });
      Object.assign(request.body ?? {}, { revision: revision ?? 0 });
    }
    const { status, body } = await walk.request({ ...request, fresh });
    const what = `${as} calls ${nameOf(call)}`;
    if (body.includes(draftTitle) && !mayCall('editors', as)) walk.hole(`${what} and reads a draft`);
    const refused = [401, 403, 409].includes(status) && audience !== 'anyone';
    if (refused) walk.hole(`${what}, may, and is answered ${status}`);
    else walk.report.allowed += 1;
  }
}

/** Only declared callers may move documents to the trash or delete them, and only editors may see trashed ones. */
async function tryTrash(walk: Walk, part: Part, record: TargetRecord, partAt: number): Promise<void> {
  const { config } = walk.target.deps.payload.collections[part.slug as 'pages'] ?? {};
  const declared = collections[part.slug]?.trash;
  if (Boolean(config?.trash) !== (declared !== undefined)) {
    walk.hole(
      `${part.slug} ${declared ? 'is declared to have a trash and has none' : 'has a trash, and no line says whose'}`,
    );
  }
  if (!declared || part.kind !== 'collection') return;
  const path = `/cms/api/${part.slug}`;
  const [one, all] = [`/${record.id}?`, `?where[id][equals]=${record.id}&`];
  const body = { deletedAt: '2024-05-01T12:00:00.000Z', revision: 1 };
  const call = { audience: declared };
  const requests = [one, all].flatMap((at) => [
    { method: 'PATCH', path: `${path}${at}draft=true`, body },
    { method: 'DELETE', path: `${path}${at}trash=true` },
  ]);
  for (const [at, request] of requests.entries()) {
    const what = `${request.method} ${request.path} for the trash`;
    const tried = rotatingCallers(walk, alikeInCms, partAt + at);
    for (const as of tried.filter((each) => !mayCall(declared, each))) {
      recordResult(walk, call, `${as} sends ${what}`, await walk.request({ as, ...request }));
    }
    for (const { what: from, headers } of rotate(walk, forgeries, partAt + at)) {
      recordResult(
        walk,
        call,
        `${what} with ${from}`,
        await walk.request({ as: 'cmsAdmin', ...request, headers }),
      );
    }
  }
  for (const as of rotatingCallers(walk, alikeInCms, partAt).filter((each) => !mayCall('editors', each))) {
    const { body } = await walk.request({ as, path: `${path}?trash=true&draft=true&limit=100` });
    if (body.includes(draftTitle)) walk.hole(`${as} reads drafts of ${part.slug} by way of the trash`);
    else walk.report.refused += 1;
  }
}

/** Saving needs the current revision number, and works with it for every declared caller. */
async function checkRevisions(walk: Walk, { slug, kind }: Part, { id }: TargetRecord): Promise<void> {
  const { payload } = walk.target.deps;
  const found = kind === 'collection' ? payload.collections[slug as 'pages']?.config : undefined;
  const declared = collections[slug];
  if (!found?.versions?.drafts || !declared) return;
  const path = `/cms/api/${slug}/${id}?draft=true`;
  const text = { [found.admin.useAsTitle ?? 'title']: draftTitle };
  for (const as of callers.filter((each) => mayCall(declared.update, each))) {
    const { body } = await walk.request({ as, path });
    const { revision } = JSON.parse(body) as { revision: number };
    const save = async (data: object) =>
      (await walk.request({ as, method: 'PATCH', path, body: data })).status;
    for (const base of [{}, { revision: revision - 1 }, { revision: String(revision) }]) {
      if ((await save({ ...text, ...base })) === 409) walk.report.refused += 1;
      else walk.hole(`${as} writes over ${slug} with ${JSON.stringify(base)} for revision ${revision}`);
    }
    const status = await save({ ...text, revision });
    if (status === 200) walk.report.allowed += 1;
    else walk.hole(`${as} may save ${slug} and is answered ${status}`);
  }
}

/** Whether a successful response contains no document, which is as good as a refusal. */
function isEmpty({ status, body }: WalkResponse): boolean {
  return (
    status < 300 &&
    (/"docs":\[\]/.test(body) ||
      /"totalDocs":0/.test(body) ||
      body === '{}' ||
      /"(user|value)":null/.test(body))
  );
}

function requestFor(
  { part: { slug, kind }, endpoint: { method, path }, record }: Call,
  as: Caller,
  may = false,
) {
  const relativePath = path
    .replace('/:id?', may ? '' : `/${record.id}`)
    .replace(':id', record.id)
    .replace(':filename', record.file)
    .replace(':entry', record.id)
    .replace(':key', 'attack');
  const all = ['patch', 'delete'].includes(method) && path === '/' ? `where[id][equals]=${record.id}` : '';
  // Reads ask for drafts, which only editors may see. Allowed writes save drafts, since not everyone who writes may publish.
  const drafts = method === 'get' || may ? 'draft=true&limit=100' : '';
  const query = [all, drafts].filter(Boolean).join('&');
  const base = kind === 'global' ? `/globals/${slug}` : slug && `/${slug}`;
  return {
    as,
    method: method.toUpperCase(),
    path: `/cms/api${base}${relativePath === '/' ? '' : relativePath}${query && `?${query}`}`,
    ...(method === 'get' ? {} : { body: bodyFor(`${method} ${path}`, may, record.email) }),
  };
}

/** A damaging body for callers who may not, and a harmless one for those who may. */
function bodyFor(call: string, may: boolean, email: string): object {
  if (/login|register|password|unlock/.test(call))
    return { email, password: 'a-long-password-1', token: 'x' };
  if (may) return { _status: 'draft' };
  return {
    title: 'Taken over',
    name: 'Taken over',
    role: 'admin',
    _status: 'published',
    email: 'nobody@example.com',
  };
}

/** Creates the record to protect: an unpublished document in collections with drafts. */
async function makeRecord(walk: Walk, { slug, kind }: Part): Promise<TargetRecord> {
  const { payload } = walk.target.deps;
  if (slug === 'users') {
    const { id, email } = await payload.findByID({ collection: 'users', id: walk.people.ids.editor });
    return { ...noRecord(), id, email };
  }
  if (slug === 'media') {
    const { id, filename } = await addPicture(payload, 'A picture');
    return { ...noRecord(), id: String(id), file: filename ?? '' };
  }
  const found = kind === 'collection' ? payload.collections[slug as 'pages']?.config : undefined;
  if (!found?.versions?.drafts) return noRecord();
  const data = { [found.admin.useAsTitle ?? 'title']: draftTitle };
  const created = await payload.create({ collection: slug as 'pages', data: data as never, draft: true });
  return { ...noRecord(), id: String(created.id) };
}
