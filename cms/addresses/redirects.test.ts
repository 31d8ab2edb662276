import type { Payload } from 'payload';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  addPerson,
  emptyDatabases,
  goodArticle,
  goodPage,
  openCms,
  sendAs,
  signInPerson,
} from '../testing.ts';

let cms: Payload;
beforeAll(async () => {
  cms = await openCms();
});
afterAll(() => emptyDatabases(cms));

beforeEach(async () => {
  for (const collection of ['redirects', 'pages', 'articles'] as const) {
    await cms.delete({ collection, where: {} });
  }
  await page('careers');
});

const page = (slug: string, status: 'draft' | 'published' = 'published') =>
  cms.create({ collection: 'pages', data: goodPage({ slug, _status: status }), draft: status === 'draft' });
const add = (from: string, to: string) => cms.create({ collection: 'redirects', data: { from, to } });
const move = (id: string, slug: string) =>
  cms.update({ collection: 'pages', id, data: { slug, _status: 'published' } });

const faultOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'accepted',
    (error) => error.data?.errors?.[0]?.message ?? error.message,
  );

async function table(): Promise<string[]> {
  const { docs } = await cms.find({ collection: 'redirects', sort: 'from', pagination: false });
  return docs.map(({ from, to }) => `${from} > ${to}`);
}

describe('a redirect is refused', () => {
  it.each([
    ['old', 'Start with one "/"'],
    ['//old', 'Start with one "/"'],
    ['https://example.org/old', 'Start with one "/"'],
    ['/', 'Write the path alone'],
    ['/old/', 'Write the path alone'],
    ['/old?x=1', 'Write the path alone'],
    ['/old page', 'Write the path alone'],
    ['/faq', 'The site itself uses /faq'],
    ['/careers', 'A published page is at /careers'],
  ])('from %s', async (from, sentence) => {
    expect(await faultOf(add(from, '/attorney-directory'))).toContain(sentence);
  });

  it.each([
    ['faq', 'Start with one "/"'],
    ['https://example.org', 'Start with one "/"'],
    ['//example.org', 'must start with one "/"'],
    ['/no-such-page', 'nothing is published'],
    ['/old', 'lead to itself for ever'],
    ['/old?again', 'lead to itself for ever'],
  ])('to %s', async (to, sentence) => {
    expect(await faultOf(add('/old', to))).toContain(sentence);
  });

  it('when there is one from the same address', async () => {
    await add('/old', '/careers');
    expect(await faultOf(add('/old', '/faq'))).toBe(
      'There is already a redirect from /old. Change that one.',
    );
  });

  it('when it would begin a chain', async () => {
    await add('/older', '/careers');
    expect(await faultOf(add('/oldest', '/older'))).toBe(
      '/older is itself redirected to /careers. Lead straight to /careers.',
    );
  });

  it('when it would lengthen a chain or close a circle', async () => {
    const { id } = await page('passing');
    await add('/older', '/passing');
    await cms.update({ collection: 'pages', id, data: { _status: 'draft' } });
    expect(await faultOf(add('/passing', '/careers'))).toBe(
      'The redirect from /older leads here. Change that one first.',
    );
  });

  it('by anybody but an admin', async () => {
    for (const role of ['editor', 'publisher'] as const) {
      const user = await addPerson(cms, { role });
      const data = { from: '/old', to: '/faq' };
      const attempt = cms.create({ collection: 'redirects', data, overrideAccess: false, user });
      await expect(attempt).rejects.toThrow('not allowed');
    }
    const admin = await addPerson(cms, { role: 'admin' });
    const data = { from: '/old', to: '/faq#wait' };
    await cms.create({ collection: 'redirects', data, overrideAccess: false, user: admin });
    expect(await table()).toEqual(['/old > /faq#wait']);
  });
});

describe('a document that moves', () => {
  it('leaves nothing behind while it was never public, or its new address is a draft', async () => {
    const { id } = await page('idea', 'draft');
    await cms.update({ collection: 'pages', id, draft: true, data: { slug: 'plan' } });
    await move(id, 'project');
    await cms.update({ collection: 'pages', id, draft: true, data: { slug: 'maybe' } });
    expect(await table()).toEqual([]);
  });

  it('leaves a redirect, and is never more than one step away', async () => {
    const { id } = await page('first');
    await move(id, 'second');
    expect(await table()).toEqual(['/first > /second']);
    await move(id, 'third');
    expect(await table()).toEqual(['/first > /third', '/second > /third']);
  });

  it('leads former addresses on when a publisher moves it over the network, where saves name a revision', async () => {
    const { cookie } = await signInPerson(cms, 'publisher');
    const { id } = await page('first');
    for (const slug of ['second', 'third']) {
      const { revision } = await cms.findByID({ collection: 'pages', id });
      const moved = await sendAs(cms, cookie, [
        'PATCH',
        `/pages/${id}`,
        { slug, revision, _status: 'published' },
      ]);
      expect(moved.status).toBe(200);
    }
    expect(await table()).toEqual(['/first > /third', '/second > /third']);
  });

  it('may move back', async () => {
    const { id } = await page('here');
    await move(id, 'there');
    await move(id, 'here');
    expect(await table()).toEqual(['/there > /here']);
  });

  it('leaves its address to another one', async () => {
    const { id } = await page('prices');
    await move(id, 'fees');
    await page('prices');
    expect(await table()).toEqual([]);
  });

  it('is found when its new address was saved as a draft first, and published by a publisher', async () => {
    const user = await addPerson(cms, { role: 'publisher' });
    const { id } = await page('old-name');
    await cms.update({ collection: 'pages', id, draft: true, data: { slug: 'new-name' } });
    const publish = { collection: 'pages', id, overrideAccess: false, user } as const;
    await cms.update({ ...publish, data: { _status: 'published' } });
    expect(await table()).toEqual(['/old-name > /new-name']);
  });

  it('leaves no redirect when the publication is refused', async () => {
    const { id } = await page('stable');
    const refused = cms.update({
      collection: 'pages',
      id,
      data: { slug: 'shaky', lead: '{{nonsense}}', _status: 'published' },
    });
    expect(await faultOf(refused)).toContain('{{nonsense}} is not known');
    expect(await table()).toEqual([]);
  });

  it('is an article as well as a page', async () => {
    const { id } = await cms.create({
      collection: 'articles',
      data: goodArticle({ slug: 'moved-from', _status: 'published' }),
    });
    await cms.update({ collection: 'articles', id, data: { slug: 'moved-to', _status: 'published' } });
    expect(await table()).toEqual(['/articles/moved-from > /articles/moved-to']);
  });
});
