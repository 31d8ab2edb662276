import { handleEndpoints, type Payload } from 'payload';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPerson, emptyDatabases, goodArticle, openCms } from '../testing.ts';

type Person = Awaited<ReturnType<typeof addPerson>>;

let cms: Payload;
let editor: Person;
let publisher: Person;
const cookies = new Map<Person, string>();

beforeAll(async () => {
  cms = await openCms();
  editor = await signIn('editor');
  publisher = await signIn('publisher');
});
afterAll(() => emptyDatabases(cms));

async function signIn(role: 'editor' | 'publisher'): Promise<Person> {
  const person = await addPerson(cms, { role });
  const password = 'a-long-password-1';
  await cms.update({ collection: 'users', id: person.id, data: { password } });
  const { headers } = await send('POST', '/users/login', {}, { email: person.email, password });
  cookies.set(person, headers.getSetCookie()[0]?.split(';')[0] ?? '');
  return person;
}

/** Sends what a browser would send to the CMS. */
function send(
  method: string,
  path: string,
  headers: Record<string, string>,
  data?: object,
): Promise<Response> {
  const origin = 'http://localhost:3000';
  return handleEndpoints({
    config: cms.config,
    request: new Request(`${origin}/cms/api${path}`, {
      method,
      headers: { 'content-type': 'application/json', origin, ...headers },
      ...(data ? { body: JSON.stringify(data) } : {}),
    }),
  });
}

async function rest(who: Person | undefined, method: string, path: string, data?: object) {
  const response = await send(method, path, who ? { cookie: cookies.get(who) ?? '' } : {}, data);
  const { errors, ...answer } = await response.json();
  return { status: response.status, error: errors?.[0]?.message, ...answer };
}

const refusal =
  'Only a publisher can change what is public. Save this as a draft and ask a publisher to publish it.';
const as = (user: Person) => ({ collection: 'articles', overrideAccess: false, user }) as const;
const all = `${encodeURIComponent('where[id][exists]')}=true`;

async function published(title: string): Promise<string> {
  const data = goodArticle({ title, _status: 'published' });
  return (await cms.create({ collection: 'articles', data })).id;
}

async function draft(title: string): Promise<string> {
  return (await cms.create({ collection: 'articles', draft: true, data: goodArticle({ title }) })).id;
}

/** What visitors read of an article; nothing when it isn't public. */
async function publicTitle(id: string): Promise<string | undefined> {
  const found = await cms.findByID({
    collection: 'articles',
    id,
    overrideAccess: false,
    disableErrors: true,
  });
  return found?.title;
}

async function versionOf(id: string, title: string): Promise<string> {
  const { docs } = await cms.findVersions({
    collection: 'articles',
    where: { parent: { equals: id }, 'version.title': { equals: title } },
  });
  return String(docs[0]?.id);
}

describe('an editor can neither publish nor take back', () => {
  it.each([
    ['published at once', '', { _status: 'published' }],
    ['without a status', '', {}],
    ['as a draft in name only', '?draft=true', { _status: 'published' }],
    ['as an autosave in name only', '?draft=true&autosave=true', { _status: 'published' }],
    ['as an autosave that is no draft', '?autosave=true', { _status: 'draft' }],
  ] as const)('a new article, %s', async (_name, query, over) => {
    const created = await rest(editor, 'POST', `/articles${query}`, goodArticle(over));
    expect([created.status, created.error]).toEqual([403, refusal]);
  });

  it.each([
    ['by its status', '', { _status: 'published' }],
    ['by its status, as a draft in name only', 'draft=true', { _status: 'published' }],
    ['by its status, as an autosave', 'draft=true&autosave=true', { _status: 'published' }],
    ['by saving it as no draft', '', { title: 'Mine' }],
    ['for all languages', 'draft=true&publishAllLocales=true', { title: 'Mine' }],
  ] as const)('a draft, %s, alone and in bulk', async (_name, query, data) => {
    const id = await draft('Waiting');
    const one = await rest(editor, 'PATCH', `/articles/${id}?${query}`, data);
    expect([one.status, one.error]).toEqual([403, refusal]);
    const many = await rest(editor, 'PATCH', `/articles?${all}&${query}`, data);
    expect([many.status, many.error]).toEqual([403, refusal]);
    expect(await publicTitle(id)).toBeUndefined();
  });

  it.each([
    ['a change that names no status', '', { title: 'Mine' }],
    ['a change as published', '', { title: 'Mine', _status: 'published' }],
    ['taking it back', '', { _status: 'draft' }],
    ['taking it back for all languages', 'draft=true&unpublishAllLocales=true', {}],
  ] as const)('what is public: %s, alone and in bulk', async (_name, query, data) => {
    const id = await published('Public');
    const one = await rest(editor, 'PATCH', `/articles/${id}?${query}`, data);
    expect([one.status, one.error]).toEqual([403, refusal]);
    const many = await rest(editor, 'PATCH', `/articles?${all}&${query}`, data);
    expect([many.status, many.error]).toEqual([403, refusal]);
    expect(await publicTitle(id)).toBe('Public');
  });

  it('an old version, restored as the public one', async () => {
    const id = await published('First');
    await cms.update({ collection: 'articles', id, data: { title: 'Second', _status: 'published' } });
    const version = await versionOf(id, 'First');
    const restored = await rest(editor, 'POST', `/articles/versions/${version}`);
    expect([restored.status, restored.error]).toEqual([403, refusal]);
    expect((await rest(editor, 'POST', `/articles/versions/${version}?draft=true`)).status).toBe(200);
    expect(await publicTitle(id)).toBe('Second');
    expect((await rest(publisher, 'POST', `/articles/versions/${version}`)).status).toBe(200);
    expect(await publicTitle(id)).toBe('First');
  });

  it('a copy of a published article, unless it is a draft', async () => {
    const id = await published('Original');
    const copy = await rest(editor, 'POST', `/articles/${id}/duplicate?draft=false`, {});
    expect([copy.status, copy.error]).toEqual([403, refusal]);
    const { status, doc } = await rest(editor, 'POST', `/articles/${id}/duplicate`, { _status: 'draft' });
    expect(status).toBe(200);
    expect(await publicTitle(doc.id)).toBeUndefined();
  });

  it.each(['pages', 'faq', 'testimonials', 'listings'])('the same holds for %s', async (collection) => {
    const attempt = await rest(editor, 'POST', `/${collection}?draft=true`, { _status: 'published' });
    expect([attempt.status, attempt.error]).toEqual([403, refusal]);
  });

  it('settings, whose changes are public at once, and pictures that are in use', async () => {
    for (const slug of ['site', 'navigation']) {
      expect((await rest(editor, 'POST', `/globals/${slug}`, {})).status).toBe(403);
    }
    const picture = `/media/${'0'.repeat(24)}`;
    expect((await rest(editor, 'PATCH', picture, { alt: 'Mine', revision: 0 })).status).toBe(403);
    expect((await rest(editor, 'PATCH', `/media?${all}`, { alt: 'Mine' })).status).toBe(409);
  });

  it('the button: the CMS learns that an editor may write and not publish', async () => {
    const id = await draft('Buttons');
    const ask = (who: Person, _status: string) => rest(who, 'POST', `/articles/access/${id}`, { _status });
    expect((await ask(editor, 'draft')).update).toBeTruthy();
    expect((await ask(editor, 'published')).update).toBeFalsy();
    expect((await ask(publisher, 'published')).update).toBeTruthy();
  });
});

describe('scheduled publishing', () => {
  it('an editor neither schedules nor cancels', async () => {
    const id = await draft('Later');
    const input = {
      doc: { relationTo: 'articles' as const, value: id },
      user: { relationTo: 'users' as const, value: publisher.id },
    };
    const waitUntil = new Date(Date.now() + 60_000);
    const job = await cms.jobs.queue({ task: 'schedulePublish', input, waitUntil });
    const add = await rest(editor, 'POST', `/articles/${id}/calendar`, {
      type: 'publish',
      at: '2099-01-01T09:00',
    });
    expect(add.status).toBe(403);
    expect((await rest(editor, 'DELETE', `/articles/${id}/calendar/${job.id}`)).status).toBe(403);
    const waiting = await cms.count({ collection: 'payload-jobs', where: { id: { equals: job.id } } });
    expect(waiting.totalDocs).toBe(1);
  });

  it('what an editor put on the calendar some other way is not published when its time comes', async () => {
    const id = await draft('Smuggled');
    const input = {
      doc: { relationTo: 'articles' as const, value: id },
      user: { relationTo: 'users' as const, value: editor.id },
    };
    await cms.jobs.queue({ task: 'schedulePublish', input });
    await cms.jobs.run({ silent: true });
    expect(await publicTitle(id)).toBeUndefined();
  });

  it('nobody reads, runs, queues or cancels from outside, whoever it is', async () => {
    for (const who of [undefined, editor, publisher]) {
      expect((await rest(who, 'GET', '/payload-jobs/run')).status).toBe(401);
      expect((await rest(who, 'GET', '/payload-jobs/handle-schedules')).status).toBe(401);
      expect((await rest(who, 'GET', '/payload-jobs')).status).toBe(403);
      expect((await rest(who, 'POST', '/payload-jobs', { taskSlug: 'schedulePublish' })).status).toBe(403);
      expect((await rest(who, 'PATCH', `/payload-jobs?${all}`, { hasError: true })).status).toBe(403);
      expect((await rest(who, 'DELETE', `/payload-jobs?${all}`)).status).toBe(403);
    }
  });
});

describe('an editor writes', () => {
  it('drafts of what is new and of what is public, by hand and by autosave', async () => {
    const { status, doc } = await rest(
      editor,
      'POST',
      '/articles?draft=true',
      goodArticle({ title: 'Fresh' }),
    );
    expect(status).toBe(201);
    await rest(editor, 'PATCH', `/articles/${doc.id}?draft=true`, {
      title: 'Fresher',
      _status: 'draft',
      revision: 1,
    });
    expect(await publicTitle(doc.id)).toBeUndefined();
    const open = await published('As it was');
    const saved = await rest(editor, 'PATCH', `/articles/${open}?draft=true&autosave=true`, {
      title: 'New',
      revision: 1,
    });
    expect(saved.status).toBe(200);
    expect(await publicTitle(open)).toBe('As it was');
    expect((await cms.findByID({ ...as(editor), id: open, draft: true })).title).toBe('New');
  });

  it('a draft version comes back as a draft, and what is public stays public', async () => {
    const id = await published('Stays');
    await cms.update({ collection: 'articles', id, draft: true, data: { title: 'An idea' } });
    await cms.update({ collection: 'articles', id, draft: true, data: { title: 'Another idea' } });
    const version = await versionOf(id, 'An idea');
    for (const who of [editor, publisher]) {
      expect((await rest(who, 'POST', `/articles/versions/${version}?draft=false`)).status).toBe(200);
      expect(await publicTitle(id)).toBe('Stays');
    }
    expect((await cms.findByID({ ...as(editor), id, draft: true })).title).toBe('An idea');
  });

  it('and a publisher publishes it, deleting nothing', async () => {
    const id = await draft('Handed over');
    expect((await rest(publisher, 'PATCH', `/articles/${id}`, { _status: 'published' })).status).toBe(200);
    expect(await publicTitle(id)).toBe('Handed over');
    expect((await rest(publisher, 'DELETE', `/articles/${id}`)).status).toBe(403);
  });
});
