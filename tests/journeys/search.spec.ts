import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { sitePages } from '../../cms/addresses/site-paths.ts';
import { expectAccessibleInAllLooks } from '../setup/axe.ts';
import { leave, openPage, siteUrl } from '../setup/back-office.ts';

const hostile = [
  '<img src=x onerror=document.title=1>',
  '"><script>document.title=1</script>',
  '%00%0d%0aSet-Cookie:%20a=b',
  '%E0%A4%A',
  '%ff%fe',
  '{"$gt":""}',
  `${'a'.repeat(1_900)}`,
  '%F0%9F%93%AC'.repeat(100),
];

test('a hostile query causes no error and is escaped', async ({ browser }) => {
  const page = await openPage(browser);
  for (const query of hostile) {
    const response = await page.goto(`/search?q=${query}`);
    expect([query, response?.status()]).toEqual([query, 200]);
    await expect(page.getByRole('searchbox', { name: 'What are you looking for?' })).toBeVisible();
    await expect(page.locator('main img, main script')).toHaveCount(0);
    await expect(page).not.toHaveTitle('1');
  }
  await page.goto(`/search?q=${encodeURIComponent('<b>x</b>')}`);
  await expect(page.getByRole('status')).toHaveText(/“<b>x<\/b>”/);
  await leave(page);
});

test('an invalid page number, or one past the end, shows an existing page', { tag: '@thorough' }, async ({
  browser,
}) => {
  const page = await openPage(browser);
  for (const [number, expected] of [
    ['abc', /page 1 of/],
    ['-1', /page 1 of/],
    ['0', /page 1 of/],
    ['1.5', /page 1 of/],
    ['', /page 1 of/],
    ['9999', /page (\d+) of \1$/],
    ['9'.repeat(500), /page 1 of/],
  ] as const) {
    const response = await page.goto(`/search?q=disability&page=${number}`);
    expect(response?.status()).toBe(200);
    await expect(page.getByRole('status')).toHaveText(expected);
  }
  expect((await page.request.post(`${siteUrl()}/search`, { form: { q: 'a' } })).status()).not.toBe(200);
  await leave(page);
});

test('a query is not logged, cached or indexed', async ({ browser }) => {
  const page = await openPage(browser);
  const response = await page.goto('/search?q=canaryquery');
  expect(response?.headers()['cache-control']).toBe('no-store');
  expect(response?.headers()['referrer-policy']).toBe('strict-origin-when-cross-origin');
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await expect(page.locator('link[rel=canonical]')).toHaveCount(0);
  const log = join(process.env.SITE_DATA_DIR ?? '', 'logs/site.log');
  await expect.poll(() => readFile(log, 'utf8')).toContain('"path":"/search"');
  expect(await readFile(log, 'utf8')).not.toContain('canaryquery');
  await leave(page);
});

test('without JavaScript, a misspelled query leads to the answer', async ({ browser }) => {
  const page = await openPage(browser, { javaScriptEnabled: false });
  await page.goto('/');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  const search = page.getByRole('search', { name: 'Search this site' });
  await expect(search.getByRole('searchbox')).toBeFocused();
  await search.getByRole('searchbox').fill('lawer fee');
  await search.getByRole('searchbox').press('Enter');
  await expect(page).toHaveURL('/search?q=lawer+fee');
  await expect(page).toHaveTitle(/^lawer fee - Search/);
  await expect(page.getByRole('status')).toHaveText(/^\d+ results for “lawer fee”/);
  await expect(page.getByRole('searchbox', { name: 'What are you looking for?' })).toHaveValue('lawer fee');
  await page.getByRole('link', { name: 'lawyer fee', exact: true }).click();
  await expect(page).toHaveURL('/search?q=lawyer+fee');
  await expect(page.getByText('Did you mean')).toHaveCount(0);
  const first = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') })
    .first();
  await expect(first.locator('mark').first()).toBeVisible();
  await first.getByRole('link').click();
  await expect(page).toHaveURL(/\/faq#what-does-a-representative-cost/);
  await expect(page.getByText('Social Security must approve the fee')).toBeVisible();
  await leave(page);
});

test('without JavaScript, what people come to do is found, and its page opens', async ({ browser }) => {
  const page = await openPage(browser, { javaScriptEnabled: false });
  for (const [query, path] of [
    ['forgot PIN', '/client-login/forgot-pin'],
    ['log in', '/client-login'],
    ['client portal', '/client-login'],
    ['register', '/client-register'],
    ['call me', '/call-me'],
    ['free evaluation', '/free-case-evaluation'],
    ['contact', '/#contact'],
    ['I got a denial letter', '/appeal-denial'],
  ] as const) {
    await page.goto(`/search?q=${encodeURIComponent(query)}`);
    await page.locator('.search-results > li').first().getByRole('link').click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  await leave(page);
});

test('every page of our own words that can be found is public', async ({ browser }) => {
  const page = await openPage(browser);
  for (const { path } of sitePages) {
    const answer = await page.request.get(path, { maxRedirects: 0 });
    const [status, to] = [answer.status(), answer.headers().location];
    expect([path, status, to]).toEqual(
      path === '/contact' ? [path, 302, '/#contact'] : [path, 200, undefined],
    );
  }
  await leave(page);
});

test('results are paginated, forward and back', { tag: '@thorough' }, async ({ browser }) => {
  const page = await openPage(browser, { javaScriptEnabled: false });
  await page.goto('/search?q=disability');
  const results = page.locator('.search-results > li');
  await expect(results).toHaveCount(10);
  const first = await results.first().textContent();
  await expect(page.getByRole('link', { name: 'Previous page' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(page).toHaveURL('/search?q=disability&page=2');
  await expect(page.getByRole('status')).toHaveText(/page 2 of/);
  expect(await results.first().textContent()).not.toBe(first);
  await page.getByRole('link', { name: 'Previous page' }).click();
  await expect(page).toHaveURL('/search?q=disability');
  await leave(page);
});

test('an empty query, no results and a missing page all offer ways to continue', async ({ browser }) => {
  const page = await openPage(browser, { javaScriptEnabled: false });
  for (const path of ['/search', '/search?q=', '/search?q=%20%00', '/search?q=xyzzyplugh']) {
    await page.goto(path);
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { name: 'What people look for most' })).toBeVisible();
    await expect(main.getByRole('link', { name: /free case evaluation/ })).toBeVisible();
    await expect(main.locator('a[href^="tel:"]')).toBeVisible();
  }
  await expect(page.getByRole('status')).toHaveText('No results for “xyzzyplugh”');
  await page.goto('/no-such-page-as-this');
  await page.getByRole('search', { name: 'Look for it' }).getByRole('searchbox').fill('hearing');
  await page.getByRole('search', { name: 'Look for it' }).getByRole('button').click();
  await expect(page.getByRole('status')).toHaveText(/results for “hearing”/);
  await leave(page);
});

test('the search is in the header of a phone, and its pages run no scripts', async ({ browser }) => {
  const page = await openPage(browser, { viewport: { width: 320, height: 700 } });
  const scripts: string[] = [];
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
  await page.goto('/');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  const form = page.getByRole('search', { name: 'Search this site' });
  await form.getByRole('searchbox').fill('hearing');
  await form.getByRole('button').click();
  await expect(page).toHaveURL('/search?q=hearing');
  expect(await page.content()).not.toMatch(/<script(?![^>]*ld\+json)/);
  expect(scripts).toEqual([]);
  await leave(page);
});

test('the search is accessible in all of its states', async ({ browser }) => {
  const page = await openPage(browser);
  for (const path of [
    '/search',
    '/search?q=lawer+fee',
    '/search?q=disability&page=2',
    '/search?q=xyzzyplugh',
  ]) {
    await page.goto(path);
    await expectAccessibleInAllLooks(page);
  }
  await leave(page);
});
