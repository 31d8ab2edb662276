import type { Deps } from '@claimdesk/api/deps';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseEnv } from '#web/env.ts';
import { buildSite } from '#web/site.ts';
import { makePreviewToken } from '../../cms/preview/preview-token.ts';
import { type PreviewSubject, previewPath, readPreviewPath } from '../../cms/preview/previewed.ts';
import {
  addPicture,
  body,
  goodArticle,
  goodHome,
  goodPage,
  paragraph,
  picture,
  signInPerson,
} from '../../cms/testing.ts';
import { addFigures } from '../../seed/figures.ts';
import { site as firm } from '../../seed/site.ts';
import { openDeps } from '../../tests/setup/deps.ts';

const origin = 'http://localhost:3000';
const ours = { origin, 'sec-fetch-site': 'same-origin' };

let deps: Deps;
let site: FastifyInstance;
let editor: { id: string; cookie: string };
let other: { id: string; cookie: string };

beforeAll(async () => {
  deps = await openDeps();
  await addFigures(deps.payload);
  await deps.payload.updateGlobal({ slug: 'site', data: firm });
  // Other tests of this worker have their documents in the same database.
  await deps.payload.delete({ collection: 'pages', where: { slug: { equals: 'home' } } });
  await deps.payload.create({ collection: 'pages', data: goodHome({ _status: 'published' }) });
  site = await buildSite({ env: parseEnv(process.env), deps });
  editor = await signInPerson(deps.payload, 'editor');
  other = await signInPerson(deps.payload, 'editor');
});
afterAll(async () => {
  await site.close();
  await deps.close();
});

const page = (id: string) => readPreviewPath('pages', id) as PreviewSubject;
const tokenFor = (userId: string, subject: PreviewSubject, now = new Date()) =>
  makePreviewToken(deps.payload.secret, { userId, subject }, now);
const previewUrl = (subject: PreviewSubject, who = editor) =>
  `${previewPath(subject)}?token=${tokenFor(who.id, subject)}`;

function look(url: string, headers: Record<string, string> = { cookie: editor.cookie }) {
  return site.inject({ url, headers: { 'sec-fetch-site': 'same-origin', accept: 'text/html', ...headers } });
}
function type(subject: PreviewSubject, data: unknown, headers: Record<string, string> = {}) {
  return site.inject({
    method: 'POST',
    url: previewUrl(subject),
    payload: JSON.stringify({ data }),
    headers: { ...ours, cookie: editor.cookie, 'content-type': 'application/json', ...headers },
  });
}

const addDraft = async (over = {}) => {
  const data = goodPage({ slug: `draft-${Math.random().toString(36).slice(2)}`, ...over });
  const { id } = await deps.payload.create({ collection: 'pages', draft: true, data });
  return page(id);
};

describe('a preview is refused', () => {
  test('to a visitor, who is asked to sign in and sees none of its words', async () => {
    const subject = await addDraft({ title: 'Hidden words' });
    const answer = await look(previewUrl(subject), {});
    expect(answer.statusCode).toBe(401);
    expect(answer.body).toContain('Please sign in to the CMS');
    expect(answer.body).not.toContain('Hidden words');
  });

  test.each([
    ['without a token', () => ''],
    ['with a token that is none', () => '?token=zzzzzzzz.AAAA'],
    ['with the token of somebody else', (subject: PreviewSubject) => `?token=${tokenFor(other.id, subject)}`],
    [
      'with the token of another document',
      () => `?token=${tokenFor(editor.id, page('665000000000000000000000'))}`,
    ],
    [
      'with a token of an hour ago',
      (subject: PreviewSubject) => `?token=${tokenFor(editor.id, subject, new Date(Date.now() - 3_600_000))}`,
    ],
    ['with a token that was given twice', (subject: PreviewSubject) => `?token=a&token=${subject.kind}`],
  ])('%s', async (_name, query) => {
    const subject = await addDraft({ title: 'Hidden words' });
    const answer = await look(previewPath(subject) + query(subject));
    expect(answer.statusCode).toBe(404);
    expect(answer.body).toContain('This preview is no longer open.');
    expect(answer.body).not.toContain('Hidden words');
  });

  test.each(['users/665000000000000000000000', 'globals/users', 'pages/1', 'media/665000000000000000000000'])(
    'at an address of nothing that has one: %s',
    async (path) => expect((await look(`/cms/preview/${path}?token=x`)).statusCode).toBe(404),
  );

  test('for a document that is gone', async () => {
    expect((await look(previewUrl(page('665000000000000000000000')))).statusCode).toBe(404);
  });

  test('with a session that was ended since', async () => {
    const gone = await signInPerson(deps.payload, 'editor');
    const subject = await addDraft();
    expect((await look(previewUrl(subject, gone), { cookie: gone.cookie })).statusCode).toBe(200);
    await deps.payload.update({ collection: 'users', id: gone.id, data: { sessions: [] } });
    expect((await look(previewUrl(subject, gone), { cookie: gone.cookie })).statusCode).toBe(401);
  });

  test('with the session in a header of programs', async () => {
    const subject = await addDraft();
    const authorization = `JWT ${editor.cookie.split('=')[1]}`;
    expect((await look(previewUrl(subject), { authorization })).statusCode).toBe(401);
  });

  test('to a post from another site', async () => {
    const answer = await type(await addDraft(), {}, { origin: 'https://elsewhere.test' });
    expect(answer.statusCode).toBe(403);
  });

  test.each([
    ['no object', '"words"', 400],
    ['no JSON', '{', 400],
    ['another shape', '{"data":{},"more":1}', 400],
    ['a list of values', '{"data":[]}', 400],
    ['a prototype', '{"data":{"__proto__":{"admin":true}}}', 400],
    ['more than a document', JSON.stringify({ data: { title: 'x'.repeat(1024 * 1024) } }), 413],
  ])('with %s, in a sentence', async (_name, payload, status) => {
    const headers = { ...ours, cookie: editor.cookie, 'content-type': 'application/json' };
    const answer = await site.inject({
      method: 'POST',
      url: previewUrl(await addDraft()),
      payload,
      headers: { ...headers, accept: 'application/json' },
    });
    expect(answer.statusCode).toBe(status);
    expect(answer.json().message).toMatch(/^[A-Z].*\.$/);
  });
});

describe('a preview', () => {
  test('shows a draft that was never published as the site would, and the public address stays empty', async () => {
    const subject = await addDraft({ title: 'Soon', slug: 'soon-here', lead: 'Call {{phone}}.' });
    const answer = await look(previewUrl(subject));
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('<h1>Soon</h1>');
    expect(answer.body).toContain(`Call ${firm.phone}.`);
    expect((await look('/soon-here', {})).statusCode).toBe(404);
  });

  test('may stand in a frame of ours alone, is kept by nobody and found by no search engine', async () => {
    const { headers, body: html } = await look(previewUrl(await addDraft()));
    expect(headers['content-security-policy']).toContain("frame-ancestors 'self'");
    expect(headers['content-security-policy']).toMatch(/script-src 'self' 'nonce-[\w+/=]+'/);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['x-robots-tag']).toBe('noindex');
    expect(headers['set-cookie']).toBeUndefined();
    expect(html).toContain('Preview. This is not public.');
    for (const url of ['/', '/faq', '/nowhere', '/cms/preview/pages'])
      expect((await look(url, {})).headers['content-security-policy'] ?? '').not.toContain(
        "frame-ancestors 'self'",
      );
  });

  test('shows what is typed and not saved, and brings a token for the next look', async () => {
    const subject = await addDraft();
    expect((await look(previewUrl(subject))).body).not.toContain('small-illustration');
    const answer = await type(subject, {
      title: 'Typed & not saved',
      illustration: 'clock',
      blocks: [
        { blockType: 'keyPoints', heading: 'Points', points: [{ text: 'It is {{hearingSuccessRate}}.' }] },
      ],
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('<h1>Typed &amp; not saved</h1>');
    expect(answer.body).toContain('It is 85%+');
    expect(answer.body).toContain('small-illustration');
    expect(answer.headers['x-preview-token']).toBe(tokenFor(editor.id, subject));
    const { id } = subject as { id: string };
    const stored = await deps.payload.findByID({ collection: 'pages', id, draft: true });
    expect(stored.title).not.toContain('Typed');
  });

  test('shows the home page with its title, buttons and order as they are typed', async () => {
    const { docs } = await deps.payload.find({ collection: 'pages', where: { slug: { equals: 'home' } } });
    const subject = page(docs[0]?.id ?? '');
    const { blocks } = goodHome();
    const answer = await type(subject, {
      title: 'Typed at home',
      opening: { primaryLabel: 'Typed too', primaryTo: '/faq' },
      blocks: blocks.toReversed(),
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('<h1>Typed at home</h1>');
    expect(answer.body).toContain('<a class="button" href="/faq">Typed too</a>');
    const order = [...answer.body.matchAll(/<section class="section" id="(\w+)"/g)].map(([, id]) => id);
    expect(order).toEqual(['articles', 'contact', 'appeal', 'services']);
    expect((await look('/', {})).body).not.toContain('Typed');
  });

  test('shows a home page whose parts are still empty', async () => {
    const { docs } = await deps.payload.find({ collection: 'pages', where: { slug: { equals: 'home' } } });
    const { blocks } = deps.payload.collections.pages.config.flattenedFields.find(
      ({ name }) => name === 'blocks',
    ) as { blocks: { slug: string }[] };
    const empty = blocks.map(({ slug }) => ({ blockType: slug, look: null }));
    const answer = await type(page(docs[0]?.id ?? ''), { title: null, opening: null, blocks: empty });
    expect(answer.statusCode).toBe(200);
  });

  test('shows parts that are still empty', async () => {
    const { blocks } = deps.payload.collections.pages.config.flattenedFields.find(
      ({ name }) => name === 'blocks',
    ) as { blocks: { slug: string }[] };
    const empty = blocks.map(({ slug }) => ({ blockType: slug, points: 0, steps: 0, text: null }));
    const answer = await type(await addDraft(), { title: null, slug: null, lead: null, blocks: empty });
    expect(answer.statusCode).toBe(200);
  });

  test('shows a picture that was chosen and not saved', async () => {
    const media = await addPicture(deps.payload, 'A grey square');
    const { id } = await deps.payload.create({
      collection: 'articles',
      draft: true,
      data: goodArticle({ slug: 'with-picture' }),
    });
    const subject = readPreviewPath('articles', id) as PreviewSubject;
    const shown = await type(subject, { body: body(paragraph('Before.'), picture(media.id)) });
    expect(shown.body).toContain('alt="A grey square"');
    expect(shown.body).toContain(`/media/${media.filename}`);
  });

  test('shows a question at its place in the list, and begins there', async () => {
    // Other tests of this worker may have left theirs.
    await deps.payload.delete({ collection: 'pages', where: { slug: { equals: 'faq' } } });
    await deps.payload.create({
      collection: 'pages',
      data: goodPage({
        slug: 'faq',
        blocks: [{ blockType: 'faq', heading: 'Asked most', show: 'all' }],
        _status: 'published',
      }),
    });
    const ask = (question: string, order: number, _status: 'draft' | 'published') =>
      deps.payload.create({
        collection: 'faq',
        draft: _status === 'draft',
        data: { question, order, answer: body(paragraph('So.')), _status },
      });
    await ask('First?', 1, 'published');
    await ask('Third?', 3, 'published');
    const { id } = await ask('Second?', 2, 'draft');
    const { body: html } = await look(previewUrl(readPreviewPath('faq', id) as PreviewSubject));
    expect([...html.matchAll(/<h3>(\w+\?)<\/h3>/g)].map(([, question]) => question)).toEqual([
      'First?',
      'Second?',
      'Third?',
    ]);
    expect(html).toContain('data-part="second"');
    expect((await look('/faq', {})).body).not.toContain('Second?');
  });

  test.each([
    ['site', { firmName: 'Another name' }, 'Another name'],
    ['navigation', { menus: [{ label: 'New menu', links: [{ label: 'Q', to: '/faq' }] }] }, 'New menu'],
  ])('shows the setting %s on the home page', async (slug, data, words) => {
    const answer = await type(readPreviewPath('globals', slug) as PreviewSubject, data);
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain(words);
    expect((await look('/', {})).body).not.toContain('Another name');
  });

  test.each([
    ['numbers for texts', { title: 7, lead: [], slug: {}, blocks: 'many' }],
    [
      'texts for nodes',
      { blocks: [{ blockType: 'richText', text: { root: { children: ['x', null, 7] } } }] },
    ],
    ['a part of no kind', { blocks: [{ blockType: '__proto__' }, { blockType: 'constructor' }, null] }],
    ['a list that is an operator', { slug: { $gt: '' }, blocks: { $ne: 1 } }],
    [
      'links and headings with scripts',
      {
        blocks: [
          {
            blockType: 'richText',
            text: body(
              { type: 'heading', tag: 'h2><script>alert(1)</script>', children: [] },
              { type: 'link', fields: { url: 'javascript:alert(1)' }, children: [] },
              { type: 'upload', value: { alt: '<script>alert(1)</script>' }, relationTo: 'users' },
              { type: 'text', text: '<script>alert(1)</script>' },
              { type: 'constructor' },
            ),
          },
        ],
      },
    ],
  ])('of hostile data is harmless: %s', async (_name, data) => {
    const answer = await type(await addDraft(), data);
    expect([200, 422]).toContain(answer.statusCode);
    expect(answer.body).not.toContain('<script>alert');
    expect(answer.body).not.toContain('javascript:');
  });

  test('of a text nested too deeply stops at a bound', async () => {
    let node: object = { type: 'paragraph', children: [{ type: 'text', text: 'deep' }] };
    for (let depth = 0; depth < 2_000; depth += 1) node = { type: 'paragraph', children: [node] };
    const answer = await type(await addDraft(), { blocks: [{ blockType: 'richText', text: body(node) }] });
    expect([200, 422]).toContain(answer.statusCode);
  });
});
