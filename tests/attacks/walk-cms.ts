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
import { type Answer, compare, forEach, snapshot, type Walk } from './walk.ts';
import { forgeries } from './walk-procedures.ts';

interface Endpoint {
  method: string;
  /** Below the collection. */
  path: string;
}

interface Part {
  slug: string;
  kind: 'collection' | 'global' | 'root';
  endpoints: Endpoint[];
}

/** @returns everything that answers below /cms/api, as Payload has it once the configuration is complete. */
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

/** What everybody who is signed in may ask: what they themselves may do. */
const ownRights = ['post /access/:id?', 'post /access'];

/** @returns who may call it; undefined when no line says so. */
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

/** Every collection, global and call of the CMS as every caller, through the site's proxy. */
export async function walkCms(walk: Walk): Promise<void> {
  const parts = readConfig(walk);
  for (const slug of [...Object.keys(collections), ...Object.keys(globals)]) {
    if (!parts.some((part) => part.slug === slug)) walk.hole(`${slug} is declared, but the CMS has none`);
  }
  let [known, found] = [0, 0];
  for (const part of parts) {
    const record = await makeRecord(walk, part);
    const calls = part.endpoints.flatMap((endpoint) => {
      const audience = audienceOf(part, endpoint);
      if (audience) return [{ part, endpoint, record, audience }];
      walk.hole(`no line in tests/attacks/declared.ts says who may ${nameOf({ part, endpoint })} in the CMS`);
      return [];
    });
    const before = await snapshot(walk);
    await forEach(calls, (call) => tryStrangers(walk, call));
    await tryTrash(walk, part, record);
    compare(walk, before, await snapshot(walk), `calls of the CMS for ${part.slug || 'all'}`);
    await forEach(calls, (call) => tryThoseWhoMay(walk, call));
    await saveHonestly(walk, part, record);
    known += calls.length;
    found += part.endpoints.length;
  }
  await tryToRise(walk);
  walk.report.covered.push(
    `${known}/${found} calls of ${parts.length - 1} CMS collections and globals by ${callers.length} callers`,
  );
}

/** An editor's own account may be changed by its editor, but not what it may do. */
async function tryToRise(walk: Walk): Promise<void> {
  const { payload } = walk.target.deps;
  const id = walk.people.ids.editor;
  for (const key of ['role', '_id', 'id', 'loginAttempts', 'lockUntil', 'sessions', 'hash', 'salt']) {
    const body = { [key]: key === 'role' ? 'admin' : 'x', name: 'Robin Example' };
    await walk.ask({ as: 'editor', method: 'PATCH', path: `/cms/api/users/${id}`, body });
  }
  const { role } = await payload.findByID({ collection: 'users', id });
  if (role !== 'editor') walk.hole(`an editor has become ${role}`);
}

interface Call {
  part: Part;
  endpoint: Endpoint;
  /** What is to be kept from those who may not. */
  record: Stored;
  audience: Audience;
}

interface Stored {
  id: string;
  /** Of an uploaded file. */
  file: string;
  /** Of an account. */
  email: string;
}

const nothing = (): Stored => ({
  id: String(new mongo.ObjectId()),
  file: 'no-such-file.png',
  email: 'nobody@example.com',
});
const nameOf = ({ part, endpoint }: Pick<Call, 'part' | 'endpoint'>) =>
  `${endpoint.method} ${part.slug}${endpoint.path}`;

async function tryStrangers(walk: Walk, call: Call): Promise<void> {
  const { endpoint, audience } = call;
  for (const as of callers.filter((each) => !mayCall(audience, each))) {
    judge(walk, call, `${as} calls ${nameOf(call)}`, await walk.ask(requestFor(call, as)));
  }
  if (endpoint.method === 'get' || audience === 'nobody') return;
  // In an admin's browser, asked for by another site's page.
  for (const { what, headers } of forgeries) {
    const asked = { ...requestFor(call, 'cmsAdmin'), headers };
    judge(walk, call, `${nameOf(call)} with ${what}`, await walk.ask(asked));
  }
}

function judge(walk: Walk, { audience }: Call, what: string, answer: Answer): void {
  const { status, body } = answer;
  if (body.includes(draftTitle) && audience !== 'anyone') walk.hole(`${what} and reads a draft`);
  else if (status >= 400 || isEmpty(answer)) walk.report.refused += 1;
  else walk.hole(`${what} and is answered ${status}: ${body.slice(0, 120)}`);
}

async function tryThoseWhoMay(walk: Walk, call: Call): Promise<void> {
  const { endpoint, audience, part } = call;
  // Logging out ends the session of everybody who is allowed to.
  const fresh = part.slug === 'users' && endpoint.method === 'post';
  // Reading a file and opening an account that is not locked change nothing.
  const isHarmless = /:filename|unlock/.test(endpoint.path);
  const harmless = { ...call, record: isHarmless ? call.record : nothing() };
  for (const as of callers.filter((each) => mayCall(audience, each))) {
    const request = requestFor(harmless, as, true);
    if (part.kind === 'global' && endpoint.method === 'post') {
      const { revision } = await walk.target.deps.payload.findGlobal({ slug: part.slug as 'facts' });
      Object.assign(request.body ?? {}, { revision: revision ?? 0 });
    }
    const { status, body } = await walk.ask({ ...request, fresh });
    const what = `${as} calls ${nameOf(call)}`;
    if (body.includes(draftTitle) && !mayCall('editors', as)) walk.hole(`${what} and reads a draft`);
    const refused = [401, 403, 409].includes(status) && audience !== 'anyone';
    if (refused) walk.hole(`${what}, may, and is answered ${status}`);
    else walk.report.allowed += 1;
  }
}

/** Nobody puts a document into the trash, sees what lies there or ends it for good, but those who may. */
async function tryTrash(walk: Walk, part: Part, record: Stored): Promise<void> {
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
  const endpoint = { method: 'patch', path: '/:id' };
  const call = { part, endpoint, record, audience: declared };
  const requests = [one, all].flatMap((at) => [
    { method: 'PATCH', path: `${path}${at}draft=true`, body },
    { method: 'DELETE', path: `${path}${at}trash=true` },
  ]);
  for (const request of requests) {
    const what = `${request.method} ${request.path} for the trash`;
    for (const as of callers.filter((each) => !mayCall(declared, each))) {
      judge(walk, call, `${as} sends ${what}`, await walk.ask({ as, ...request }));
    }
    for (const { what: from, headers } of forgeries) {
      judge(walk, call, `${what} with ${from}`, await walk.ask({ as: 'cmsAdmin', ...request, headers }));
    }
  }
  for (const as of callers.filter((each) => !mayCall('editors', each))) {
    const { body } = await walk.ask({ as, path: `${path}?trash=true&draft=true&limit=100` });
    if (body.includes(draftTitle)) walk.hole(`${as} reads drafts of ${part.slug} by way of the trash`);
    else walk.report.refused += 1;
  }
}

/** A text is saved by those who may and who have seen what they write over, and by nobody else. */
async function saveHonestly(walk: Walk, { slug, kind }: Part, { id }: Stored): Promise<void> {
  const { payload } = walk.target.deps;
  const found = kind === 'collection' ? payload.collections[slug as 'pages']?.config : undefined;
  const declared = collections[slug];
  if (!found?.versions?.drafts || !declared) return;
  const path = `/cms/api/${slug}/${id}?draft=true`;
  const text = { [found.admin.useAsTitle ?? 'title']: draftTitle };
  for (const as of callers.filter((each) => mayCall(declared.update, each))) {
    const { body } = await walk.ask({ as, path });
    const { revision } = JSON.parse(body) as { revision: number };
    const save = async (data: object) => (await walk.ask({ as, method: 'PATCH', path, body: data })).status;
    for (const base of [{}, { revision: revision - 1 }, { revision: String(revision) }]) {
      if ((await save({ ...text, ...base })) === 409) walk.report.refused += 1;
      else walk.hole(`${as} writes over ${slug} with ${JSON.stringify(base)} for revision ${revision}`);
    }
    const status = await save({ ...text, revision });
    if (status === 200) walk.report.allowed += 1;
    else walk.hole(`${as} may save ${slug} and is answered ${status}`);
  }
}

/** Where a list may be asked for, an answer without a document in it gives nothing away. */
function isEmpty({ status, body }: Answer): boolean {
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
  const below = path
    .replace('/:id?', may ? '' : `/${record.id}`)
    .replace(':id', record.id)
    .replace(':filename', record.file)
    .replace(':entry', record.id)
    .replace(':key', 'attack');
  const all = ['patch', 'delete'].includes(method) && path === '/' ? `where[id][equals]=${record.id}` : '';
  // Who asks for drafts is shown none, unless they may read them; who may write may not all publish.
  const drafts = method === 'get' || may ? 'draft=true&limit=100' : '';
  const query = [all, drafts].filter(Boolean).join('&');
  const base = kind === 'global' ? `/globals/${slug}` : slug && `/${slug}`;
  return {
    as,
    method: method.toUpperCase(),
    path: `/cms/api${base}${below === '/' ? '' : below}${query && `?${query}`}`,
    ...(method === 'get' ? {} : { body: bodyFor(`${method} ${path}`, may, record.email) }),
  };
}

/** What would do damage, or, from who may, nothing. */
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

/** @returns a document worth reading: where there are drafts, one that was never published. */
async function makeRecord(walk: Walk, { slug, kind }: Part): Promise<Stored> {
  const { payload } = walk.target.deps;
  if (slug === 'users') {
    const { id, email } = await payload.findByID({ collection: 'users', id: walk.people.ids.editor });
    return { ...nothing(), id, email };
  }
  if (slug === 'media') {
    const { id, filename } = await addPicture(payload, 'A picture');
    return { ...nothing(), id: String(id), file: filename ?? '' };
  }
  const found = kind === 'collection' ? payload.collections[slug as 'pages']?.config : undefined;
  if (!found?.versions?.drafts) return nothing();
  const data = { [found.admin.useAsTitle ?? 'title']: draftTitle };
  const made = await payload.create({ collection: slug as 'pages', data: data as never, draft: true });
  return { ...nothing(), id: String(made.id) };
}
