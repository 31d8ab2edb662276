import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Deps } from '../api/connect.ts';
import { openDeps, visitor } from '../tests/setup/deps.ts';
import { facts } from './facts.ts';
import { navigation } from './navigation.ts';
import { seedArticles, seedFaq } from './seed-content.ts';
import { seedListings, seedTestimonials } from './seed-lists.ts';
import { seedPages } from './seed-pages.ts';
import { site } from './site.ts';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
  const { payload } = deps;
  for (const collection of ['articles', 'faq', 'pages', 'testimonials', 'listings'] as const) {
    await payload.delete({ collection, where: {} });
  }
  await payload.updateGlobal({ slug: 'facts', data: facts });
  await payload.updateGlobal({ slug: 'site', data: site });
  await seedArticles(payload);
  await seedFaq(payload);
  await seedTestimonials(payload);
  await seedListings(payload);
  await seedPages(payload);
  await payload.updateGlobal({ slug: 'navigation', data: navigation });
}, 120_000);
afterAll(() => deps.close());

describe('content of a fresh installation', () => {
  it('has every page of the specification, and all of it is public', async () => {
    const { call } = visitor(deps);
    const pages = await call.content.pages();
    expect(pages).toHaveLength(16);
    for (const { slug } of pages) console.log(slug, JSON.stringify(await call.content.page({ slug })).length);
    console.log(JSON.stringify(await call.content.page({ slug: 'appeal-denial' }), null, 1).slice(0, 4000));
    console.log(
      await call.content.navigation(),
      (await call.content.listings()).length,
      await call.content.testimonials({ show: 'home' }),
    );
  });
});
