import type { Payload } from 'payload';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  body,
  emptyDatabases,
  goodArticle,
  goodPage,
  link,
  openCms,
  paragraph,
  sendAs,
  signInPerson,
} from '../testing.ts';

let cms: Payload;
let admin: string;
beforeAll(async () => {
  cms = await openCms();
  admin = (await signInPerson(cms, 'admin')).cookie;
});
afterAll(() => emptyDatabases(cms));

const send = (...request: [string, string, object?]) => sendAs(cms, admin, request);
const published = { _status: 'published' } as const;

async function article(slug: string): Promise<string> {
  const data = goodArticle({ title: slug, slug, ...published });
  return (await cms.create({ collection: 'articles', data })).id;
}

/** What a visitor gets of it. */
const publicly = (id: string, query = '') => sendAs(cms, '', ['GET', `/articles/${id}${query}`]);

describe('taking a public document away that others lead to is refused until it is confirmed', () => {
  it.each([
    ['taken back', 'PATCH', { _status: 'draft' }],
    ['put into the trash', 'PATCH', { deletedAt: new Date().toISOString() }],
    ['deleted', 'DELETE', undefined],
  ] as const)('%s', async (name, method, data) => {
    const slug = name.replaceAll(' ', '-');
    const id = await article(slug);
    const text = body(paragraph('Read ', link(`/articles/${slug}#top`, 'on')));
    const blocks = [{ blockType: 'richText' as const, heading: 'More', text }];
    await cms.create({
      collection: 'pages',
      data: goodPage({ slug: `links-${slug}`, title: 'Leads there', blocks, ...published }),
    });
    const refused = await send(method, `/articles/${id}`, data);
    expect([refused.status, refused.error]).toEqual([
      409,
      `The article "${slug}" is linked from the page "Leads there". These links would lead to "Page not found".`,
    ]);
    expect((await publicly(id)).status).toBe(200);
    const done = await send(method, `/articles/${id}?despiteLinks=true`, data);
    expect(done.status).toBe(200);
    expect((await publicly(id)).status).toBe(404);
  });

  it('also in bulk, and what nothing leads to goes at once', async () => {
    const [linked, free] = [await article('bulk-linked'), await article('bulk-free')];
    await cms.create({
      collection: 'articles',
      data: goodArticle({
        title: 'Reads on',
        body: body(paragraph('Read ', link('/articles/bulk-linked', 'on'))),
        ...published,
      }),
    });
    const many = (ids: string[]) =>
      send('PATCH', `/articles?where[id][in]=${ids.join(',')}`, { deletedAt: new Date().toISOString() });
    expect((await many([linked, free])).error).toContain('is linked from the article "Reads on"');
    expect((await many([free])).status).toBe(200);
  });
});

describe('the trash', () => {
  it('is read by nobody outside, comes back by restoring, and keeps its address meanwhile', async () => {
    const id = await article('in-the-trash');
    const at = new Date().toISOString();
    expect((await send('PATCH', `/articles/${id}`, { deletedAt: at })).status).toBe(200);
    expect((await publicly(id)).status).toBe(404);
    expect((await publicly(id, '?trash=true')).status).toBe(404);
    const listed = await sendAs(cms, '', ['GET', '/articles?trash=true&where[slug][equals]=in-the-trash']);
    expect(listed.docs).toEqual([]);
    const same = goodArticle({ title: 'Another', slug: 'in-the-trash', ...published });
    const created = await cms.create({ collection: 'articles', data: same }).catch((error) => error);
    expect(created.data.errors[0].message).toBe(
      'The article "in-the-trash" in the trash has this web address. Choose another one, or ask an admin to delete that article for good.',
    );
    const back = await send('PATCH', `/articles/${id}?trash=true`, { deletedAt: null, ...published });
    expect(back.status).toBe(200);
    expect((await publicly(id)).status).toBe(200);
  });
});
