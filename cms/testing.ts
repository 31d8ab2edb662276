import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { crc32, deflateSync } from 'node:zlib';
import { getPayload, handleEndpoints, jwtSign, type Payload } from 'payload';
import sharp from 'sharp';
import { noonOf } from './day-field.ts';
import { addMissingFigures } from './figures/add-missing-figures.ts';
import type { DatedValue } from './figures/dated-values.ts';
import config from './payload.config.ts';
import type { Article, Listing, Page, Testimonial, User } from './payload-types.ts';
import { guardApi } from './requests/guard-api.ts';

/** @returns the CMS on this worker's database. It stays open for the worker's next file, since opening takes seconds. */
export async function openCms(): Promise<Payload> {
  return getPayload({ config });
}

/** Empties this worker's databases. Collections and indexes stay, since making them takes seconds. */
export async function emptyDatabases(cms: Payload): Promise<void> {
  const client = cms.db.connection.getClient();
  for (const name of [process.env.CMS_DATABASE, process.env.PORTAL_DATABASE, process.env.AUDIT_DATABASE]) {
    const collections = await client.db(name).collections();
    await Promise.all(
      collections
        .filter(({ collectionName }) => !collectionName.startsWith('system.'))
        .map((collection) => collection.deleteMany({})),
    );
  }
}

type Person = { role: User['role']; email?: string };

/** Adds a user. @returns it as the user of a Payload request. */
export async function addPerson(cms: Payload, { role, email = `${randomUUID()}@example.org` }: Person) {
  const person = await cms.create({
    collection: 'users',
    data: { email, role, name: 'Robin Example', password: randomUUID() },
  });
  return { ...person, collection: 'users' as const };
}

/**
 * Sends a request to the API of the CMS as a browser on its pages does, within this process.
 *
 * @param path such as `/users/login`. @param json sent as a post.
 */
export function askCms(
  cms: Payload,
  path: string,
  {
    cookie,
    json,
    form,
    method = json ? 'POST' : 'GET',
  }: { cookie?: string; json?: object; form?: FormData; method?: string } = {},
) {
  const origin = cms.config.csrf[0] ?? '';
  return handleEndpoints({
    config: cms.config,
    request: new Request(`${origin}/cms/api${path}`, {
      method,
      headers: {
        origin,
        'sec-fetch-site': 'same-origin',
        ...(form ? {} : { 'content-type': 'application/json' }),
        ...(cookie ? { cookie } : {}),
      },
      body: form ?? (json ? JSON.stringify(json) : null),
    }),
  });
}

/** Sends a request to the API of the CMS as deployed: through the guard, to which Next passes decoded path segments. */
export async function askGuarded(cms: Payload, request: Request): Promise<Response> {
  const answer = (asked: Request) => handleEndpoints({ config: cms.config, request: asked });
  const slug = new URL(request.url).pathname.split('/').slice(3).map(decodeURIComponent);
  return guardApi(answer, cms.config)(request, { params: Promise.resolve({ slug }) });
}

/**
 * Serves the API of the CMS, without its pages, from this process.
 *
 * @returns its origin, and a function that stops it.
 */
export async function serveCms(payload: Payload): Promise<{ origin: string; stop: () => Promise<void> }> {
  const server = createServer(async (incoming, outgoing) => {
    const { method = 'GET', url = '/', headers } = incoming;
    const body = method === 'GET' ? null : new Uint8Array(await buffer(incoming));
    const request = new Request(`http://${headers.host}${url}`, {
      method,
      headers: headers as Record<string, string>,
      body,
    });
    const answer = await askGuarded(payload, request).catch(unreadable);
    outgoing.statusCode = answer.status;
    outgoing.setHeaders(answer.headers);
    outgoing.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Next refuses a path that can't be decoded. */
function unreadable(error: unknown): Response {
  if (error instanceof URIError) return new Response(null, { status: 400 });
  throw error;
}

/** Adds a user and signs in. @returns the account with its session cookie. */
export async function signInPerson(
  cms: Payload,
  role: User['role'],
): Promise<{ id: string; cookie: string; email: string; password: string }> {
  const [email, password] = [`${randomUUID()}@example.org`, randomUUID()];
  const data = { email, password, role, name: 'Robin Example' };
  const { id } = await cms.create({ collection: 'users', data });
  const answer = await askCms(cms, '/users/login', { json: { email, password } });
  return { id, email, password, cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
}

/** @returns a black PNG of one bit per pixel: a few hundred KB can hold more pixels than fit into memory. */
export function blackPng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const typed = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(typed));
    return Buffer.concat([length, typed, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.writeUInt8(1, 8);
  const rows = deflateSync(Buffer.alloc((1 + Math.ceil(width / 8)) * height));
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

/** @returns the cookie of a session that expired ten minutes ago. */
export async function endedCookie(cms: Payload, { id, cookie }: { id: string; cookie: string }) {
  const [name, token = ''] = cookie.split('=');
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  const ended = await jwtSign({
    fieldsToSign: { ...claims, id, exp: undefined, iat: undefined },
    secret: cms.secret,
    tokenExpiration: -600,
  });
  return `${name}=${ended.token}`;
}

export async function addPicture(cms: Payload, alt: string) {
  const data = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#888' } })
    .png()
    .toBuffer();
  const file = { data, mimetype: 'image/png', name: `${randomUUID()}.png`, size: data.length };
  return cms.create({ collection: 'media', data: { alt }, file });
}

/** A rich text of these nodes, such as `paragraph('Words')`. */
export function body(...children: object[]): Article['body'] {
  return {
    root: { type: 'root', version: 1, direction: 'ltr', format: '', indent: 0, children: children as never },
  };
}

export function paragraph(words: string, ...more: object[]): object {
  return { ...block('paragraph'), textFormat: 0, children: [text(words), ...more] };
}

export function heading(tag: 'h2' | 'h3' | 'h4', words: string): object {
  return { ...block('heading'), tag, children: words ? [text(words)] : [] };
}

export function link(url: string, words: string): object {
  return {
    ...block('link'),
    id: randomUUID(),
    fields: { linkType: 'custom', newTab: false, url },
    children: words ? [text(words)] : [],
  };
}

export function picture(id: string): object {
  return {
    type: 'upload',
    version: 3,
    format: '',
    id: randomUUID(),
    relationTo: 'media',
    value: id,
    fields: {},
  };
}

function text(words: string): object {
  return { type: 'text', version: 1, detail: 0, format: 0, mode: 'normal', style: '', text: words };
}

function block(type: string) {
  return { type, version: 1, direction: 'ltr', format: '', indent: 0 };
}

/** @returns an article that passes every check; `over` replaces single fields. */
export function goodArticle(over: Partial<Article> = {}) {
  return {
    title: 'How to appeal',
    description: 'What to do after a denial.',
    date: '2024-05-01T12:00:00.000Z',
    body: body(heading('h2', 'First step'), paragraph('Call {{phone}}.')),
    ...over,
  };
}

/** @returns a page that passes every check; `over` replaces single fields. */
export function goodPage(over: Partial<Page> = {}) {
  return {
    title: 'Careers',
    lead: 'Work with us.',
    navLabel: 'Careers',
    blocks: [
      { blockType: 'richText' as const, heading: 'Write to us', text: body(paragraph('At {{email}}.')) },
    ],
    ...over,
  };
}

/** @returns a testimonial that passes every check; `over` replaces single fields. */
export function goodTestimonial(over: Partial<Testimonial> = {}) {
  return {
    author: 'Maria T.',
    initials: '',
    location: 'Essex' as const,
    quote: 'Good.',
    order: 1,
    ...over,
  };
}

/** @returns a medical listing that passes every check; `over` replaces single fields. */
export function goodListing(over: Partial<Listing> = {}) {
  return {
    number: '1.00',
    title: 'Skin Disorders',
    plainName: 'Skin',
    summary: 'Burns, and more.',
    examples: [{ condition: 'Burns' }],
    order: 1,
    ...over,
  };
}

/** @returns a home page that passes every check: its parts are `services` and those that the site itself leads to. */
export function goodHome(over: Partial<Page> = {}) {
  const part = (anchor: string) => ({
    blockType: 'richText' as const,
    heading: `All about ${anchor}`,
    text: body(paragraph(`Words on ${anchor}.`)),
    look: { anchor },
  });
  return goodPage({
    slug: 'home',
    title: 'Your Claim Is Our Mission',
    lead: 'We help you claim.',
    opening: { primaryLabel: 'Begin here', primaryTo: '/free-case-evaluation' },
    blocks: ['services', 'appeal', 'contact', 'articles'].map(part),
    ...over,
  });
}

/** Sends a request as a user and reads the response; `error` is the message of a refusal. */
export async function sendAs(
  cms: Payload,
  cookie: string,
  [method, path, json]: [method: string, path: string, json?: object],
) {
  const answer = await askCms(cms, path, { cookie, method, ...(json ? { json } : {}) });
  const { errors, ...rest } = await answer.json();
  return { status: answer.status, error: errors?.[0]?.message as string | undefined, ...rest };
}

/** A value of a figure that passes every check; `over` replaces single fields. Days are `YYYY-MM-DD`. */
export function goodValue(over: Partial<DatedValue> = {}) {
  const { validFrom, checkedOn, reviewBy, ...rest } = {
    value: '$1,000',
    validFrom: '2024-01-01',
    checkedOn: '2024-01-01',
    reviewBy: '2099-12-31',
    sourceName: 'Social Security',
    ...over,
  };
  const [from, checked, review] = [validFrom, checkedOn, reviewBy].map((day) => noonOf(day).toISOString());
  return {
    ...rest,
    validFrom: from ?? '',
    checkedOn: checked ?? '',
    reviewBy: review ?? '',
    sourceName: rest.sourceName ?? '',
  };
}

/** Replaces the values of a figure, which is added if it is not there. */
export async function setFigure(payload: Payload, name: string, ...values: Partial<DatedValue>[]) {
  await addMissingFigures(
    payload.db.connection.getClient().db(payload.db.connection.name).collection('figures'),
  );
  const { docs } = await payload.update({
    collection: 'figures',
    where: { name: { equals: name } },
    data: { values: values.map(goodValue) },
  });
  return docs[0];
}
