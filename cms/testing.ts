import { randomUUID } from 'node:crypto';
import { getPayload, handleEndpoints, type Payload } from 'payload';
import sharp from 'sharp';
import type { Article, Page, User } from './payload-types.ts';

/**
 * Starts the CMS on an empty database of its own, named after `CMS_DATABASE`, on the MongoDB that the test run
 * provides. The settings are read once per process, so the name is set before the configuration is loaded.
 */
export async function openCms(): Promise<Payload> {
  process.env.CMS_DATABASE = `${process.env.CMS_DATABASE ?? 'cms-test'}-${randomUUID().slice(0, 8)}`;
  const { default: config } = await import('./payload.config.ts');
  return getPayload({ config, key: process.env.CMS_DATABASE });
}

/** Removes the database that `openCms` made and closes the connection. */
export async function closeCms(cms: Payload): Promise<void> {
  await cms.db.connection.dropDatabase();
  await cms.destroy();
}

type Person = { role: User['role']; email?: string };

/** Adds a person and answers it the way Payload sees the author of a request. */
export async function addPerson(cms: Payload, { role, email = `${randomUUID()}@example.org` }: Person) {
  const person = await cms.create({
    collection: 'users',
    data: { email, role, name: 'Robin Example', password: randomUUID() },
  });
  return { ...person, collection: 'users' as const };
}

/**
 * Asks the CMS as a browser on its own pages does. It needs no process of its own for that.
 *
 * @param path such as `/users/login`. @param json sent as a post.
 */
export function askCms(
  cms: Payload,
  path: string,
  { cookie, json }: { cookie?: string; json?: object } = {},
) {
  const origin = cms.config.csrf[0] ?? '';
  return handleEndpoints({
    config: cms.config,
    request: new Request(`${origin}/cms/api${path}`, {
      method: json ? 'POST' : 'GET',
      headers: {
        origin,
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/json',
        ...(cookie ? { cookie } : {}),
      },
      body: json ? JSON.stringify(json) : null,
    }),
  });
}

/** Adds a person who is signed in, with the cookie that the browser holds from then on. */
export async function signInPerson(
  cms: Payload,
  role: User['role'],
): Promise<{ id: string; cookie: string }> {
  const [email, password] = [`${randomUUID()}@example.org`, randomUUID()];
  const data = { email, password, role, name: 'Robin Example' };
  const { id } = await cms.create({ collection: 'users', data });
  const answer = await askCms(cms, '/users/login', { json: { email, password } });
  return { id, cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
}

/** Uploads a small grey picture. */
export async function addPicture(cms: Payload, alt: string) {
  const data = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#888' } })
    .png()
    .toBuffer();
  const file = { data, mimetype: 'image/png', name: `${randomUUID()}.png`, size: data.length };
  return cms.create({ collection: 'media', data: { alt }, file });
}

/** A body whose nodes are given, such as `paragraph('Words')`. */
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

/** Answers an article that passes every check; `over` replaces single fields. */
export function goodArticle(over: Partial<Article> = {}) {
  return {
    title: 'How to appeal',
    description: 'What to do after a denial.',
    date: '2024-05-01T12:00:00.000Z',
    body: body(heading('h2', 'First step'), paragraph('Call {{phone}}.')),
    ...over,
  };
}

/** Answers a page that passes every check; `over` replaces single fields. */
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

/** Answers a home page that passes every check: its parts are `services` and those that the site itself leads to. */
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
