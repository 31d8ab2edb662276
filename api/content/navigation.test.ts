import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Deps } from '#api/platform/deps.ts';
import { goodPage } from '../../cms/testing.ts';
import { addFigures } from '../../seed/figures.ts';
import { site } from '../../seed/site.ts';
import { openDeps, visitor } from '../../tests/setup/deps.ts';
import { eventually } from '../../tests/setup/eventually.ts';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
  await addFigures(deps.payload);
  await deps.payload.updateGlobal({ slug: 'site', data: site });
});
afterAll(() => deps.close());

beforeEach(async () => {
  for (const collection of ['pages', 'articles', 'redirects'] as const) {
    await deps.payload.delete({ collection, where: {} });
  }
  deps.content.forget();
});

const published = { _status: 'published' } as const;
const addPage = (slug: string, over: object = {}) =>
  deps.payload.create({ collection: 'pages', data: goodPage({ slug, ...published, ...over }) });

const note = { noteStart: 'A private firm.', note: 'One.\n\nTwo.' };

describe('content.navigation', () => {
  it('shows a change at once, in menus and footer separately', async () => {
    const { call } = visitor(deps);
    const links = (label: string) => [{ label, to: '/faq' }];
    const menus = ['About', 'Do I Qualify', 'Basics'].map((label) => ({ label, links: links('Questions') }));
    const save = (quick: string) =>
      deps.payload.updateGlobal({
        slug: 'navigation',
        data: { menus, quick: links(quick), legal: links('Terms'), ...note },
      });
    await save('First');
    await eventually(async () => {
      const { footer, menus: shown } = await call.content.navigation();
      expect(footer).toEqual({
        quick: links('First'),
        legal: links('Terms'),
        note: { start: 'A private firm.', paragraphs: ['One.', 'Two.'] },
      });
      expect(shown).toEqual(menus);
    });
    await save('Second');
    await eventually(async () => {
      expect((await call.content.navigation()).footer.quick).toEqual(links('Second'));
    });
  });
});

describe('content.navigation for a page that is unpublished or moved', () => {
  it('omits its link while it is not public, and follows it when it moves', async () => {
    const { call } = visitor(deps);
    const { payload } = deps;
    const { id } = await addPage('fees');
    const links = [
      { label: 'Fees', to: '/fees#top' },
      { label: 'Questions', to: '/faq' },
    ];
    const menus = ['About', 'Do I Qualify', 'Basics'].map((label) => ({ label, links }));
    await payload.updateGlobal({ slug: 'navigation', data: { menus, quick: links, legal: links, ...note } });
    const quick = async () => (await call.content.navigation()).footer.quick;
    await eventually(async () => expect(await quick()).toEqual(links));
    await payload.update({ collection: 'pages', id, data: { slug: 'prices' } });
    await payload.update({ collection: 'pages', id, data: { title: 'Prices' } });
    await eventually(async () => expect((await call.content.pages())[0]?.title).toBe('Prices'));
    expect(await quick()).toEqual(links);
    await payload.delete({ collection: 'redirects', where: {} });
    await eventually(async () => expect(await quick()).toEqual(links.slice(1)));
  });
});

describe('content.redirect', () => {
  it('returns nothing for an address without a redirect', async () => {
    expect(await visitor(deps).call.content.redirect({ path: '/nothing-here' })).toBeNull();
  });

  it("leads to a page's new address at once, temporarily only if an editor says so", async () => {
    const { call } = visitor(deps);
    const { id } = await addPage('before');
    await deps.payload.update({ collection: 'pages', id, data: { slug: 'after', ...published } });
    const data = { from: '/for-now', to: '/after#top', permanent: false };
    await deps.payload.create({ collection: 'redirects', data });
    await eventually(async () => {
      expect(await call.content.redirect({ path: '/before' })).toEqual({ to: '/after', permanent: true });
      expect(await call.content.redirect({ path: '/for-now' })).toEqual({
        to: '/after#top',
        permanent: false,
      });
    });
  });

  it('follows a chain to its end and never a loop, should either get into the database', async () => {
    const { call } = visitor(deps);
    const redirects = deps.portal.useDb(deps.settings.CMS_DATABASE).collection('redirects');
    const rows = [
      ['/a', '/b'],
      ['/b', '/faq'],
      ['/x', '/y?again'],
      ['/y', '/z'],
      ['/z', '/x'],
      ['/self', '/self'],
    ].map(([from, to]) => ({ from, to, permanent: true }));
    await redirects.insertMany(rows);
    await eventually(async () => {
      expect(await call.content.redirect({ path: '/a' })).toEqual({ to: '/faq', permanent: true });
    });
    for (const path of ['/x', '/y', '/z', '/self']) expect(await call.content.redirect({ path })).toBeNull();
  });
});
