import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Deps } from '#api/platform/deps.ts';
import { setFigure } from '../../cms/testing.ts';
import { addFigures } from '../../seed/figures.ts';
import { readArticles, readFaq } from '../../seed/seed-content.ts';
import { addMissing } from '../../seed/seed-documents.ts';
import { site } from '../../seed/site.ts';
import { openDeps, visitor } from '../../tests/setup/deps.ts';
import { eventually } from '../../tests/setup/eventually.ts';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
  await deps.payload.delete({ collection: 'articles', where: {} });
  await deps.payload.delete({ collection: 'faq', where: {} });
  await deps.payload.delete({ collection: 'redirects', where: {} });
  await addFigures(deps.payload);
  await deps.payload.updateGlobal({ slug: 'site', data: site });
  await addMissing(deps.payload, await readArticles(deps.payload));
  await addMissing(deps.payload, await readFaq(deps.payload));
});
afterAll(() => deps.close());

async function articleId(slug: string): Promise<string> {
  const { docs } = await deps.payload.find({
    collection: 'articles',
    where: { slug: { equals: slug } },
    depth: 0,
  });
  return String(docs[0]?.id);
}

describe('public content', () => {
  it('never shows a draft, in the list or by its slug', async () => {
    const { call } = visitor(deps);
    const { body, date } = await deps.payload.findByID({
      collection: 'articles',
      id: await articleId('back-pain-disability'),
    });
    const draft = { title: 'Not yet', slug: 'not-yet', description: 'A draft.', body, date };
    await deps.payload.create({ collection: 'articles', draft: true, data: { ...draft, _status: 'draft' } });
    deps.content.forget();
    expect((await call.content.articles()).map(({ slug }) => slug)).not.toContain('not-yet');
    expect(await call.content.article({ slug: 'not-yet' })).toBeNull();
    expect(await call.content.articles()).toHaveLength(31);
  });

  it('shows the illustration that editors chose for an article, and papers where they chose none', async () => {
    const { call } = visitor(deps);
    const illustrationOf = async (slug: string) => (await call.content.article({ slug }))?.illustration;
    expect(await illustrationOf('vtc-hearings')).toBe('screen');
    expect(await illustrationOf('reconsideration-process')).toBe('papers');
    const id = await articleId('reconsideration-process');
    const data = { illustration: 'calendar', _status: 'published' } as const;
    await deps.payload.update({ collection: 'articles', id, data });
    await eventually(async () => expect(await illustrationOf('reconsideration-process')).toBe('calendar'));
  });

  it('shows an unpublished change to nobody', async () => {
    const { call } = visitor(deps);
    const id = await articleId('vtc-hearings');
    const { title } = (await call.content.article({ slug: 'vtc-hearings' })) ?? {};
    await deps.payload.update({
      collection: 'articles',
      id,
      draft: true,
      data: { title: 'A change on its way' },
    });
    deps.content.forget();
    expect((await call.content.article({ slug: 'vtc-hearings' }))?.title).toBe(title);
  });

  it('shows a published change at once, on the page and in the list, notified only by the database', async () => {
    const { call } = visitor(deps);
    const id = await articleId('past-work-relevance');
    await call.content.article({ slug: 'past-work-relevance' });
    await deps.payload.update({ collection: 'articles', id, data: { title: 'Past work, in plain words' } });
    await eventually(async () => {
      expect((await call.content.article({ slug: 'past-work-relevance' }))?.title).toBe(
        'Past work, in plain words',
      );
      expect((await call.content.articles()).map(({ title }) => title)).toContain(
        'Past work, in plain words',
      );
    });
  });

  it('shows a published change to a question at once', async () => {
    const { call } = visitor(deps);
    expect(await call.content.faq()).toHaveLength(13);
    const { docs } = await deps.payload.find({ collection: 'faq', limit: 1, sort: 'order', depth: 0 });
    await deps.payload.update({
      collection: 'faq',
      id: docs[0]?.id ?? '',
      data: { question: 'Is this question new?' },
    });
    await eventually(async () => {
      expect((await call.content.faq())[0]?.question).toBe('Is this question new?');
    });
  });

  it("redirects from an article's former address to its current one", async () => {
    const { call } = visitor(deps);
    await deps.payload.update({
      collection: 'articles',
      id: await articleId('denied-at-hearing'),
      data: { slug: 'after-a-hearing-denial' },
    });
    await eventually(async () => {
      expect(await call.content.redirect({ path: '/articles/denied-at-hearing' })).toEqual({
        to: '/articles/after-a-hearing-denial',
        permanent: true,
      });
      expect((await call.content.article({ slug: 'after-a-hearing-denial' }))?.title).toBeTruthy();
    });
    expect(await call.content.redirect({ path: '/articles/never-there' })).toBeNull();
  });

  it('takes every figure from the figures, and a changed one is on the page at once', async () => {
    const { call } = visitor(deps);
    const before = await call.content.article({ slug: 'technical-denial' });
    expect(before?.html).toContain('60 days');
    expect(before?.html).not.toMatch(/\{\{|\}\}/);
    await setFigure(deps.payload, 'appealDays', { value: '61' });
    await eventually(async () => {
      expect((await call.content.article({ slug: 'technical-denial' }))?.html).toContain('61 days');
    });
  });

  it('makes only web, email and phone links, and escapes what editors type', async () => {
    const { call } = visitor(deps);
    const id = await articleId('medical-evidence');
    const text = (value: string) => ({
      type: 'text',
      text: value,
      version: 1,
      format: 0,
      mode: 'normal',
      style: '',
      detail: 0,
    });
    const link = {
      type: 'link',
      version: 3,
      fields: { linkType: 'custom', newTab: false, url: 'javascript:alert(1)' },
      children: [text('press me')],
    };
    const paragraph = { type: 'paragraph', version: 1, children: [text('<script>alert(1)</script>'), link] };
    const body = { root: { type: 'root', version: 1, children: [paragraph] } };
    // Written straight to the database, bypassing the CMS's checks, as a mistake or an intruder would.
    await deps.portal
      .useDb(deps.settings.CMS_DATABASE)
      .collection('articles')
      .updateOne({ slug: 'medical-evidence' }, { $set: { body } });
    await eventually(async () => {
      const article = await call.content.article({ slug: 'medical-evidence' });
      expect(article?.html).toContain('&lt;script&gt;');
      expect(article?.html).not.toContain('javascript:');
    });
    expect(id).toBeTruthy();
  });
});
