import { expect, it } from 'vitest';
import { siteWithoutDatabase } from '#web/testing/site-without-database.ts';

it('when the list cannot be read, the page says so and still shows the query and the phone number', async () => {
  const site = await siteWithoutDatabase();
  const answer = await site.inject({ url: '/attorney-directory?q=smith', headers: { accept: 'text/html' } });
  expect(answer.statusCode).toBe(503);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.body).toContain('No attorneys found matching your criteria.');
  expect(answer.body).toContain('We could not load this.');
  expect(answer.body).toContain('href="/attorney-directory?q=smith#results"');
  expect(answer.body).toContain('value="smith"');
  expect(answer.body).toContain('tel:+12015550142');
  await site.close();
});
