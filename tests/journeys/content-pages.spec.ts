import { get } from 'node:http';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible, expectAccessibleInAllLooks } from '../setup/axe.ts';

const url = process.env.SITE_URL ?? '';

/** The pages of SPEC section 2 that an editor writes. */
const editorsPages = [
  ...['introduction', 'what-we-do', 'testimonials', 'careers', 'common-disabilities', 'medical-listings'],
  ...['compassionate-allowances', 'medical-evidence', 'evaluation-process', 'what-is-ssdi'],
  ...['definition-disabled', 'ssdi-vs-ssi', 'appeal-denial', 'disclaimer', 'terms-of-service'],
  'privacy-policy',
].map((slug) => `/${slug}`);
const readingPages = ['/', '/faq', '/articles/technical-denial', ...editorsPages];

/** UX.md 'Numbers that are measured', in bytes as they travel. */
const htmlAtMost = 14 * 1024;
const homeAtMost = 20 * 1024;
const stylesAtMost = 14 * 1024;

/** @returns how many bytes travel for an address when the browser takes Brotli. */
function weigh(address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(address, { headers: { accept: 'text/html,*/*', 'accept-encoding': 'br' } }, async (answer) => {
      let bytes = 0;
      for await (const chunk of answer) bytes += (chunk as Buffer).length;
      resolve(answer.headers['content-encoding'] === 'br' ? bytes : Number.POSITIVE_INFINITY);
    }).once('error', reject);
  });
}

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

const isForm = (path: string) =>
  /^\/(free-case-evaluation|join-network|sign-contract\/|client-|admin)/.test(path);

test('no link of the public site leads nowhere, and every anchor exists', async ({ page }) => {
  test.setTimeout(120_000);
  const found = await crawl(page);
  const broken = [...found].filter(([, { status }]) => status !== 200);
  expect(broken).toEqual([]);
  expect([...found.keys()]).toEqual(expect.arrayContaining(readingPages));
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
    const [address = '', id = ''] = anchor.split('#');
    const [path = ''] = address.split('?');
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
    expect(html, path).not.toMatch(/modulepreload|\sstyle=/);
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

for (const path of [...readingPages, '/articles/no-such-article', '/no-such-page']) {
  test(`axe finds nothing on ${path} at 320 and 1280 px, light and dark, closed and open`, async ({
    page,
  }) => {
    await page.goto(url + path);
    await expectAccessibleInAllLooks(page);
    await page.evaluate(() => {
      for (const part of document.querySelectorAll<HTMLDetailsElement>('main details')) {
        // Of the same name only one could be open.
        part.removeAttribute('name');
        part.open = true;
      }
    });
    await expectAccessible(page);
  });

  test(`${path} asks nobody but us for anything, and stays within the bytes of a content page`, async ({
    page,
  }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(url + path);
    expect(asked.filter((each) => !each.startsWith(url))).toEqual([]);
    expect(asked.length).toBeLessThanOrEqual(path === '/' ? 10 : 6);
    const styles = asked.filter((each) => each.endsWith('.css'));
    expect(styles).toHaveLength(1);
    expect(await weigh(styles[0] ?? '')).toBeLessThanOrEqual(stylesAtMost);
    expect(await weigh(url + path)).toBeLessThanOrEqual(path === '/' ? homeAtMost : htmlAtMost);
  });
}

test('text of twice the size, or set wide apart, stays within the screen of a phone', async ({ page }) => {
  test.setTimeout(120_000);
  await page.setViewportSize({ width: 320, height: 700 });
  const looks = [
    'html { font-size: 200% }',
    // What WCAG 1.4.12 asks a page to bear.
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }',
  ];
  for (const path of [...readingPages, '/attorney-directory?state=NJ', '/search?q=back', '/no-such-page']) {
    for (const look of looks) {
      await page.goto(url + path);
      const tooWide = await page.evaluate((rules) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(rules);
        document.adoptedStyleSheets = [sheet];
        return document.documentElement.scrollWidth - innerWidth;
      }, look);
      expect(tooWide, `${path} with ${look}`).toBe(0);
    }
  }
});

test('the menus lead to every page that an editor wrote, and mark the one that is open', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`${url}/ssdi-vs-ssi`);
  const menus = page.getByRole('navigation', { name: 'Main' });
  await menus.getByText('Do I Qualify').click();
  await expect(menus.getByRole('link', { name: 'SSDI vs SSI' })).toHaveAttribute('aria-current', 'page');
  await menus.getByRole('link', { name: 'Medical listings' }).click();
  await expect(page).toHaveURL(`${url}/medical-listings`);
});

test('on a phone the menu opens to groups that open to pages', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto(url);
  await page.getByText('Menu', { exact: true }).click();
  const menus = page.getByRole('navigation', { name: 'Main' });
  await menus.getByText('About', { exact: true }).click();
  await menus.getByRole('link', { name: 'Testimonials' }).click();
  await expect(page).toHaveURL(`${url}/testimonials`);
});

test('by keyboard a menu opens, leads on with Tab, closes with Esc and gives the focus back', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(url);
  const button = page.getByRole('button', { name: 'Do I Qualify' });
  await button.focus();
  await page.keyboard.press('Enter');
  const first = page.getByRole('link', { name: 'What is SSDI?' });
  await expect(first).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(first).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(first).toBeHidden();
  await expect(button).toBeFocused();
});

test('one menu is open at a time, and a click elsewhere closes it', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(url);
  await page.getByRole('button', { name: 'Do I Qualify' }).click();
  await page.getByRole('button', { name: 'Disability Basics' }).click();
  await expect(page.locator('.menu-panel:popover-open')).toHaveCount(1);
  await page.mouse.click(640, 850);
  await expect(page.locator('.menu-panel:popover-open')).toHaveCount(0);
});

for (const width of [320, 1280]) {
  test(`at ${width} px the open menu hangs below the bar and steps aside when the focus goes into the page`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 700 });
    await page.goto(`${url}/faq`);
    await page.getByRole('button', { name: width === 320 ? 'Menu' : 'Disability Basics' }).click();
    const panel = page.locator('.menu-panel:popover-open');
    const bar = await page.locator('.site-header').boundingBox();
    const place = await panel.boundingBox();
    expect(Math.abs((place?.y ?? 0) - (bar?.height ?? 0))).toBeLessThanOrEqual(1);
    expect(place?.width).toBe(width);
    await expectAccessible(page);
    await page.locator('main summary').first().focus();
    await page.keyboard.press('Tab');
    await expect(panel).toBeHidden();
    await page.keyboard.press('Escape');
  });
}

test('an article ends with three others to read', async ({ page }) => {
  await page.goto(`${url}/articles/back-pain-disability`);
  const onwards = page.getByRole('region', { name: 'Keep reading' }).getByRole('link');
  await expect(onwards).toHaveCount(3);
  await onwards.first().click();
  await expect(page).not.toHaveURL(/back-pain/);
  await expect(page).toHaveURL(/\/articles\//);
});

test('the list of contents leads to each part of a long page', async ({ page }) => {
  await page.goto(`${url}/medical-evidence`);
  const contents = page.getByRole('navigation', { name: 'On this page' });
  const last = contents.getByRole('link').last();
  const heading = await last.textContent();
  await last.click();
  await expect(page.getByRole('heading', { level: 2, name: heading ?? '', exact: true })).toBeInViewport();
});

test('every listing with its examples is on the page, and several may be open', async ({ page }) => {
  await page.goto(`${url}/common-disabilities`);
  const listings = page.locator('.listings details');
  await expect(listings).toHaveCount(14);
  await listings.nth(0).locator('summary').click();
  await listings.nth(11).locator('summary').click();
  await expect(page.locator('.listings details[open]')).toHaveCount(2);
  await expect(listings.nth(11).getByRole('listitem').first()).toBeVisible();
});

test('a table is a table on a wide screen and cards that name their columns on a narrow one', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`${url}/ssdi-vs-ssi`);
  await expect(page.getByRole('columnheader', { name: 'SSDI', exact: true })).toBeVisible();
  await expect(page.getByRole('table').locator('caption')).toBeVisible();
  await page.setViewportSize({ width: 320, height: 700 });
  const label = await page
    .locator('td[data-label="SSI"]')
    .first()
    .evaluate((cell) => getComputedStyle(cell, '::before').content);
  expect(label).toContain('SSI');
});

test('on paper every answer is open, the menus are gone and the phone number stays', async ({ page }) => {
  await page.goto(`${url}/faq`);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const answers = page.locator('.faq-answer');
  await expect(answers).toHaveCount(13);
  for (const answer of await answers.all()) expect((await answer.boundingBox())?.height).toBeGreaterThan(20);
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
  await expect(page.locator('.help-block').getByText(/Call \(\d{3}\)/)).toBeVisible();
  const colours = await page.evaluate(() => {
    const { color, backgroundColor } = getComputedStyle(document.body);
    return { color, backgroundColor };
  });
  expect(colours).toEqual({ color: 'rgb(0, 0, 0)', backgroundColor: 'rgb(255, 255, 255)' });
});

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

test('a tapped question stays in view when a longer answer above it closes', async ({ browser }) => {
  const page = await browser.newPage({ viewport: { width: 320, height: 640 } });
  await page.goto(`${url}/faq`);
  const summaries = page.locator('details[name="faq"] > summary');
  for (const [open, tapped] of [
    [0, 1],
    [2, 4],
    [5, 6],
    [0, 12],
  ] as const) {
    await summaries.nth(open).click();
    await summaries.nth(tapped).evaluate((summary) => {
      window.scrollBy({ top: summary.getBoundingClientRect().top - 277, behavior: 'instant' });
    });
    await expect.poll(() => topOf(summaries.nth(tapped))).toBeCloseTo(277, -1);
    await summaries.nth(tapped).click();
    await expect(summaries.nth(tapped).locator('..')).toHaveAttribute('open');
    await expect.poll(() => topOf(summaries.nth(tapped))).toBeCloseTo(277, -1);
  }
  await page.close();
});

function topOf(place: Locator): Promise<number> {
  return place.evaluate((element) => element.getBoundingClientRect().top);
}

test('the keyboard reaches the main content first, then every menu', async ({ page }) => {
  await page.goto(url);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to main content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('#main')).toBeFocused();
});
