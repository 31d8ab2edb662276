import { expect, type Page, test } from '@playwright/test';
import { expectAccessibleInAllLooks } from '../setup/axe.ts';

const url = process.env.SITE_URL ?? '';

/** Every public page, found as a visitor finds it: by following links from the home page. */
async function crawl(page: Page): Promise<Map<string, { status: number; from: string }>> {
  const found = new Map<string, { status: number; from: string }>();
  const queue: { path: string; from: string }[] = [{ path: '/', from: 'start' }];
  while (queue.length > 0) {
    const { path, from } = queue.shift() as { path: string; from: string };
    if (found.has(path)) continue;
    const answer = await page.request.get(url + path);
    found.set(path, { status: answer.status(), from });
    if (!answer.headers()['content-type']?.includes('text/html')) continue;
    const links = [...(await answer.text()).matchAll(/href="(\/[^"#?]*)/g)].map(([, link = '']) => link);
    for (const link of new Set(links))
      if (!link.startsWith('/assets/')) queue.push({ path: link, from: path });
  }
  return found;
}

const isForm = (path: string) => path.startsWith('/free-case-evaluation') || path.startsWith('/admin');

test('no link of the public site leads nowhere, and every anchor exists', async ({ page }) => {
  test.setTimeout(120_000);
  const found = await crawl(page);
  const broken = [...found].filter(([, { status }]) => status !== 200);
  expect(broken).toEqual([]);
  expect(found.size).toBeGreaterThan(27);
  const anchors = new Set<string>();
  const ids = new Map<string, Set<string>>();
  for (const path of found.keys()) {
    if (isForm(path)) continue;
    const html = await (await page.request.get(url + path)).text();
    ids.set(path, new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)));
    for (const [, target = '', id = ''] of html.matchAll(/href="(\/?[^"#]*)#([^"]+)"/g))
      anchors.add(`${target || path}#${id}`);
  }
  const lost = [...anchors].filter((anchor) => {
    const [path = '', id = ''] = anchor.split('#');
    return !/^https?:/.test(path) && !ids.get(path)?.has(id);
  });
  expect(lost).toEqual([]);
});

test('every content page has one h1, a title and a description of its own, and no script', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const titles = new Map<string, string>();
  const descriptions = new Map<string, string>();
  for (const path of (await crawl(page)).keys()) {
    if (isForm(path) || !path || path.includes('.') || path === '/contact') continue;
    const html = await (await page.request.get(url + path)).text();
    expect(html.match(/<h1[ >]/g), path).toHaveLength(1);
    const scripts = [...html.matchAll(/<script(?![^>]*application\/ld\+json)/g)];
    expect(scripts, path).toHaveLength(0);
    expect(html, path).not.toContain('modulepreload');
    for (const [seen, pattern] of [
      [titles, /<title>([^<]+)</],
      [descriptions, /<meta name="description" content="([^"]+)"/],
    ] as const) {
      const [, text = ''] = pattern.exec(html) ?? [];
      expect(text, path).not.toBe('');
      expect(seen.get(text), `${path} says the same`).toBeUndefined();
      seen.set(text, path);
    }
  }
});

for (const path of [
  '/',
  '/faq',
  '/articles/technical-denial',
  '/articles/no-such-article',
  '/no-such-page',
]) {
  test(`axe finds nothing on ${path} at 320 and 1280 px, light and dark`, async ({ page }) => {
    await page.goto(url + path);
    await expectAccessibleInAllLooks(page);
  });

  test(`${path} asks nobody but us for anything, and stays within the bytes of a content page`, async ({
    page,
  }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(url + path);
    expect(asked.filter((each) => !each.startsWith(url))).toEqual([]);
    expect(asked.length).toBeLessThanOrEqual(path === '/' ? 10 : 6);
    const weigh = async (address: string) => (await page.request.get(address)).headers();
    const styles = asked.filter((each) => each.endsWith('.css'));
    expect(styles).toHaveLength(1);
    expect((await weigh(styles[0] ?? ''))['content-encoding']).toBe('br');
  });
}

test('an unknown page says so with status 404 and leads on', async ({ page }) => {
  const answer = await page.goto(`${url}/no-such-page?x=1`);
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found');
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL(`${url}/`);
});

test('an unknown article says that it is coming, with status 404', async ({ page }) => {
  const answer = await page.goto(`${url}/articles/no-such-article`);
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Article Coming Soon');
});

test('one answer of the questions is open at a time, and a click on the open one closes it', async ({
  page,
}) => {
  await page.goto(`${url}/faq`);
  const entries = page.locator('details[name="faq"]');
  await expect(entries).toHaveCount(13);
  await entries.nth(0).locator('summary').click();
  await entries.nth(3).locator('summary').click();
  await expect(page.locator('details[name="faq"][open]')).toHaveCount(1);
  await entries.nth(3).locator('summary').click();
  await expect(page.locator('details[name="faq"][open]')).toHaveCount(0);
});

test('the keyboard reaches the main content first, then every menu', async ({ page }) => {
  await page.goto(url);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to main content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('#main')).toBeFocused();
});
