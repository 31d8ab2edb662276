import { readFile } from 'node:fs/promises';
import type { Payload } from 'payload';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleAttorney } from '../../tests/setup/attorneys.ts';
import { env } from '../env.ts';
import {
  addPerson,
  addPicture,
  askCms,
  blackPng,
  body,
  emptyDatabases,
  goodArticle,
  goodListing,
  goodPage,
  goodTestimonial,
  openCms,
  paragraph,
  sendAs,
  signInPerson,
} from '../testing.ts';

let cms: Payload;
let ann: string;
let bob: string;
let admin: string;
beforeAll(async () => {
  cms = await openCms();
  ann = (await signInPerson(cms, 'publisher')).cookie;
  bob = (await signInPerson(cms, 'publisher')).cookie;
  admin = (await signInPerson(cms, 'admin')).cookie;
});
afterAll(() => emptyDatabases(cms));

const send = (cookie: string, ...request: [string, string, object?]) => sendAs(cms, cookie, request);

async function article(title = 'First'): Promise<string> {
  return (await cms.create({ collection: 'articles', draft: true, data: goodArticle({ title }) })).id;
}

const read = (id: string) => send(ann, 'GET', `/articles/${id}?draft=true&depth=0`);

describe('a save on a text that has changed meanwhile is refused', () => {
  it.each([
    ['as an autosave', '?draft=true&autosave=true', {}],
    ['as a draft', '?draft=true', { _status: 'draft' }],
    ['published', '', { _status: 'published' }],
  ])('%s, and what the other person saved stays', async (_name, query, over) => {
    const id = await article();
    const { revision } = await read(id);
    const mine = { title: 'Ann’s', revision };
    expect((await send(ann, 'PATCH', `/articles/${id}?draft=true&autosave=true`, mine)).status).toBe(200);
    const stale = await send(bob, 'PATCH', `/articles/${id}${query}`, { title: 'Bob’s', revision, ...over });
    expect(stale.status).toBe(409);
    expect(stale.error).toBe(
      'Robin Example saved this after you opened it. Your text was not saved over theirs. Compare the two and choose.',
    );
    expect((await read(id)).title).toBe('Ann’s');
  });

  it('without the revision it was written on, alone and in bulk', async () => {
    const id = await article();
    const alone = await send(ann, 'PATCH', `/articles/${id}?draft=true`, { title: 'Blind' });
    expect([alone.status, alone.error]).toEqual([
      409,
      expect.stringContaining('load the page again and save there'),
    ]);
    const many = await send(ann, 'PATCH', '/articles?where[id][exists]=true&draft=true', {
      title: 'Blind',
      revision: 1,
    });
    expect(many.status).toBe(409);
    expect((await read(id)).title).toBe('First');
  });

  const entries = {
    pages: goodPage({ title: 'Mine' }),
    faq: { question: 'Why?', answer: body(paragraph('So.')), order: 1 },
    testimonials: goodTestimonial(),
    listings: goodListing(),
    attorneys: sampleAttorney,
    people: { name: 'Robin Example', role: 'Representative', order: 1 },
    redirects: { from: '/old', to: '/faq' },
    users: {
      name: 'Ada Example',
      email: 'ada@example.org',
      role: 'editor',
      password: 'three-new-lamp-words',
    },
  };
  it.each(Object.entries(entries))('in %s as well', async (collection, data) => {
    const { doc } = await send(admin, 'POST', `/${collection}?draft=true`, data);
    const save = (base: object) =>
      send(admin, 'PATCH', `/${collection}/${doc.id}?draft=true`, { ...data, ...base });
    const { revision } = doc;
    expect((await save({ revision })).status).toBe(200);
    expect((await save({ revision })).status).toBe(409);
    expect((await save({})).status).toBe(409);
  });

  it('in the description of a picture as well', async () => {
    const { id, revision } = await addPicture(cms, 'A house');
    const describe = (alt: string) => send(bob, 'PATCH', `/media/${id}`, { alt, revision });
    expect((await describe('A red house')).status).toBe(200);
    expect((await describe('A green house')).status).toBe(409);
    expect((await cms.findByID({ collection: 'media', id })).alt).toBe('A red house');
  });

  it('with another file for a picture, whose file stays on disk', async () => {
    const { id, revision, filename } = await addPicture(cms, 'A house');
    const replace = async (at: unknown) => {
      const form = new FormData();
      form.set('_payload', JSON.stringify({ alt: 'Another house', revision: at }));
      form.set('file', new Blob([new Uint8Array(blackPng(8, 8))], { type: 'image/png' }), 'other.png');
      return askCms(cms, `/media/${id}`, { cookie: bob, method: 'PATCH', form });
    };
    const described = await send(ann, 'PATCH', `/media/${id}`, { alt: 'A red house', revision });
    expect((await replace(revision)).status).toBe(409);
    expect((await readFile(`${env.mediaDirectory}/${filename}`)).length).toBeGreaterThan(0);
    const answer = await replace(described.doc.revision);
    expect([answer.status, (await answer.json()).doc]).toMatchObject([
      200,
      { width: 8, alt: 'Another house' },
    ]);
  });

  it.each(['site', 'navigation'] as const)('in the settings "%s" as well', async (slug) => {
    const { revision, savedBy } = await send(ann, 'GET', `/globals/${slug}`);
    expect([revision, savedBy]).toEqual([0, undefined]);
    const data: Record<string, object> = {
      site: { firmName: 'F', phone: '5550100100', email: 'a@example.org', counties: ['Essex'] },
      navigation: { noteStart: 'N', note: 'N' },
    };
    const first = await send(ann, 'POST', `/globals/${slug}`, { ...data[slug], revision: 7 });
    expect(first.status).toBe(409);
    expect((await send(ann, 'POST', `/globals/${slug}`, data[slug])).status).toBe(409);
  });
});

describe('what goes on as before', () => {
  it('nobody is kept from typing: Payload’s locks are off, and nobody reaches those of others', async () => {
    const editor = (await signInPerson(cms, 'editor')).cookie;
    const { id } = await addPerson(cms, { role: 'publisher' });
    const lock = { globalSlug: 'site', user: { relationTo: 'users', value: id } };
    expect((await send(editor, 'POST', '/payload-locked-documents', lock)).status).toBe(404);
    const all = '/payload-locked-documents?where[id][exists]=true';
    expect((await send(editor, 'DELETE', all)).status).toBe(404);
  });

  it('saves one after the other, each on the one before', async () => {
    const id = await article();
    let { revision } = await read(id);
    for (const title of ['One', 'Two', 'Three']) {
      const { status, doc } = await send(ann, 'PATCH', `/articles/${id}?draft=true&autosave=true`, {
        title,
        revision,
      });
      expect([status, doc.savedBy]).toEqual([200, 'Robin Example']);
      revision = doc.revision;
    }
    expect((await send(ann, 'PATCH', `/articles/${id}`, { _status: 'published' })).status).toBe(200);
    expect((await send(ann, 'PATCH', `/articles/${id}`, { _status: 'draft' })).status).toBe(200);
  });

  it('code of ours needs no revision, and people hear of what it changed', async () => {
    const id = await article();
    const { revision } = await read(id);
    await cms.update({ collection: 'articles', id, data: { _status: 'published' } });
    const stale = await send(ann, 'PATCH', `/articles/${id}?draft=true`, { title: 'Late', revision });
    expect([stale.status, stale.error]).toEqual([409, expect.stringMatching(/^Somebody else saved this/)]);
  });

  it('documents written past Payload have neither number nor name, and are saved on 0', async () => {
    const id = await article();
    const old = { $unset: { 'version.revision': '', 'version.savedBy': '', revision: '', savedBy: '' } };
    await cms.db.connection.collection('articles').updateMany({}, old);
    await cms.db.connection.collection('_articles_versions').updateMany({}, old);
    expect((await read(id)).revision).toBe(0);
    const saved = await send(ann, 'PATCH', `/articles/${id}?draft=true`, { title: 'Now', revision: 0 });
    expect([saved.status, saved.doc.revision]).toEqual([200, 1]);
  });

  it('an old version is restored as a new revision', async () => {
    const id = await article('Old');
    const { doc } = await send(ann, 'PATCH', `/articles/${id}?draft=true`, { title: 'New', revision: 1 });
    const versions = await cms.findVersions({
      collection: 'articles',
      where: { parent: { equals: id }, 'version.title': { equals: 'Old' } },
    });
    const restored = await send(bob, 'POST', `/articles/versions/${versions.docs[0]?.id}?draft=true`, {});
    expect(restored.status).toBe(200);
    expect(await read(id)).toMatchObject({ title: 'Old', revision: doc.revision + 1 });
  });
});

describe('two people who edit one article', () => {
  it('lose none of 200 edits, whatever the order, when each looks again at a refusal', {
    tags: 'thorough',
  }, async () => {
    const id = await article('');
    const edits = 100;
    let refusals = 0;
    async function write(who: string, name: string): Promise<void> {
      for (let edit = 0; edit < edits; ) {
        const { description, revision } = await read(id);
        const data = { description: `${description ?? ''}${name}`, revision };
        const { status } = await send(who, 'PATCH', `/articles/${id}?draft=true&autosave=true`, data);
        if (status === 200) edit += 1;
        else refusals += 1;
        if (status !== 200) expect(status).toBe(409);
      }
    }
    await cms.update({ collection: 'articles', id, draft: true, data: { description: '' } });
    await Promise.all([write(ann, 'a'), write(bob, 'b')]);
    const { description } = await read(id);
    console.info(`200 interleaved edits, ${refusals} refused and repeated, ${200 - description.length} lost`);
    expect([...description].sort().join('')).toBe('a'.repeat(edits) + 'b'.repeat(edits));
  });

  it('of twenty saves at the same moment on one text, one is taken', async () => {
    const id = await article();
    const { revision } = await read(id);
    const saves = Array.from({ length: 20 }, (_, index) =>
      send(index % 2 ? ann : bob, 'PATCH', `/articles/${id}?draft=true&autosave=true`, {
        title: `Number ${index}`,
        revision,
      }),
    );
    const taken = (await Promise.all(saves)).map(({ status }) => status).sort();
    expect(taken).toEqual([200, ...Array(19).fill(409)]);
  });
});

it('is recorded with its author in collections without versions too, whatever the request says', async () => {
  const attorney = {
    name: 'Alex Example',
    firm: 'Example & Example',
    city: 'Newark',
    state: 'NJ',
    email: 'alex@example.com',
    phone: '2015550123',
    years_experience: 12,
    specialties: 'SSDI',
    bio: 'Represents claimants.',
    listed: false,
    savedBy: 'Somebody else',
  };
  const made = await send(ann, 'POST', '/attorneys', attorney);
  expect(made.status).toBe(201);
  const { docs } = await cms.find({ collection: 'attorneys', where: { email: { equals: attorney.email } } });
  expect(docs).toMatchObject([{ savedBy: 'Robin Example' }]);
});
