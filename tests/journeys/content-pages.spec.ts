import { readdir, readFile } from 'node:fs/promises';
import { get } from 'node:http';
import { join } from 'node:path';
import {
  type APIRequestContext,
  test as base,
  expect,
  type Locator,
  type Page,
  type Request,
} from '@playwright/test';
import { intakes } from '../../forms/intakes.ts';
import { expectAccessible, expectAccessibleInAllLooks, expectFits, looksAt } from '../setup/axe.ts';
import { leave, openPage } from '../setup/back-office.ts';

const url = process.env.SITE_URL ?? '';

const test = base.extend({
  page: async ({ browser, javaScriptEnabled, viewport }, use) => {
    const page = await openPage(browser, { javaScriptEnabled, viewport });
    await use(page);
    await leave(page);
  },
});

/** Pages from the CMS. */
const cmsPages = [
  ...['introduction', 'what-we-do', 'testimonials', 'careers', 'common-disabilities', 'medical-listings'],
  ...['compassionate-allowances', 'medical-evidence', 'evaluation-process', 'what-is-ssdi'],
  ...['definition-disabled', 'ssdi-vs-ssi', 'appeal-denial', 'disclaimer', 'terms-of-service'],
  ...['privacy-policy', 'glossary', 'articles', 'calculators', 'back-pay-calculator'],
  ...['date-last-insured', 'ssi-calculator'],
].map((slug) => `/${slug}`);
const readingPages = [
  '/',
  '/faq',
  '/articles/technical-denial',
  '/articles/working-on-benefits',
  ...cmsPages,
];

/** These pages contain every kind of block, so the others need not be checked in every color scheme. */
const fullyChecked = [
  ...['/', '/faq', '/articles/technical-denial', '/appeal-denial', '/common-disabilities', '/introduction'],
  ...['/testimonials', '/no-such-page', '/glossary', '/articles/working-on-benefits', '/ssi-calculator'],
];

/** Limits in bytes, compressed. */
const maxHtmlSize = 14 * 1024;
const maxHomeSize = 20 * 1024;
const maxStylesSize = 14 * 1024;

/** @returns the Brotli-compressed size of a URL in bytes, or Infinity if it is not compressed. */
function compressedSize(address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(address, { headers: { accept: 'text/html,*/*', 'accept-encoding': 'br' } }, async (response) => {
      let bytes = 0;
      for await (const chunk of response) bytes += (chunk as Buffer).length;
      resolve(response.headers['content-encoding'] === 'br' ? bytes : Number.POSITIVE_INFINITY);
    }).once('error', reject);
  });
}

interface Found {
  status: number;
  from: string;
  /** Empty if it is no page. */
  html: string;
}

let crawled: Promise<Map<string, Found>> | undefined;

/** @returns every public path that can be reached by links from the home page, as read once for all tests. */
function crawl(request: APIRequestContext): Promise<Map<string, Found>> {
  crawled ??= readAll(request);
  return crawled;
}

async function readAll(request: APIRequestContext): Promise<Map<string, Found>> {
  const found = new Map<string, Found>();
  const queue: { path: string; from: string }[] = [{ path: '/', from: 'start' }];
  while (queue.length > 0) {
    const { path, from } = queue.shift() as { path: string; from: string };
    if (found.has(path)) continue;
    const response = await request.get(url + path);
    const isPage = response.headers()['content-type']?.includes('text/html');
    const html = isPage ? await response.text() : '';
    found.set(path, { status: response.status(), from, html });
    const links = [...html.matchAll(/href="(\/[^"#?]*)/g)].map(([, link = '']) => link);
    for (const link of new Set(links))
      if (!link.startsWith('/assets/')) queue.push({ path: link, from: path });
  }
  return found;
}

/** The contract begins with a page of content; the other forms with their first step. */
const formPaths = intakes.map(({ path, startsWithStep }) => (startsWithStep ? path : `${path}/`));
const isForm = (path: string) =>
  [...formPaths, '/client-', '/admin'].some((beginning) => path.startsWith(beginning));

test('the public site has no broken links, and every anchor exists', { tag: '@thorough' }, async ({
  request,
}) => {
  const found = await crawl(request);
  const broken = [...found]
    .filter(([, { status }]) => status !== 200)
    .map(([path, { status, from }]) => ({ path, status, from }));
  expect(broken).toEqual([]);
  expect([...found.keys()]).toEqual(expect.arrayContaining(readingPages));
  const anchors = new Set<string>();
  const ids = new Map<string, Set<string>>();
  for (const [path, { html }] of found) {
    if (isForm(path)) continue;
    ids.set(path, new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)));
    for (const [, target = '', id = ''] of html.matchAll(/href="(\/?[^"#]*)#([^"]+)"/g))
      anchors.add(`${target || path}#${id}`);
  }
  const missing = [...anchors].filter((anchor) => {
    const [address = '', id = ''] = anchor.split('#');
    const [path = ''] = address.split('?');
    return !/^https?:/.test(path) && !ids.get(path)?.has(id);
  });
  expect(missing).toEqual([]);
});

test('every content page has one h1, a unique title and description, and no scripts', async ({ request }) => {
  const titles = new Map<string, string>();
  const descriptions = new Map<string, string>();
  for (const [path, { html }] of await crawl(request)) {
    if (isForm(path) || !path || path.includes('.') || path === '/contact') continue;
    expect(html.match(/<h1[ >]/g), path).toHaveLength(1);
    const scripts = [...html.matchAll(/<script(?![^>]*application\/ld\+json)/g)];
    expect(scripts, path).toHaveLength(0);
    expect(html, path).not.toMatch(/modulepreload|\sstyle=/);
    for (const [pathByText, pattern] of [
      [titles, /<title>([^<]+)</],
      [descriptions, /<meta name="description" content="([^"]+)"/],
    ] as const) {
      const [, text = ''] = pattern.exec(html) ?? [];
      expect(text, path).not.toBe('');
      expect(pathByText.get(text), `${path} says the same`).toBeUndefined();
      pathByText.set(text, path);
    }
  }
});

test('the pages checked at every width and color scheme contain every kind of block', async () => {
  const folder = join(import.meta.dirname, '../../seed/pages');
  const kinds = await Promise.all(
    (await readdir(folder)).map(async (file) => {
      const text = await readFile(join(folder, file), 'utf8');
      return { path: `/${file.replace(/^home\.yaml$|\.yaml$/, '')}`, kinds: text.match(/kind: *\w+/g) ?? [] };
    }),
  );
  const checked = new Set(
    kinds.filter(({ path }) => fullyChecked.includes(path)).flatMap((each) => each.kinds),
  );
  expect(checked.size).toBeGreaterThan(10);
  expect([...checked].sort()).toEqual([...new Set(kinds.flatMap((each) => each.kinds))].sort());
});

test.describe('each page', () => {
  // One page for all: a new one has to start a process, and to compile axe, which takes longer than a check.
  let page: Page;
  test.beforeAll(async ({ browser }) => {
    page = await browser.newPage();
    // Each page asks for all that a first visit needs.
    const network = await page.context().newCDPSession(page);
    await network.send('Network.setCacheDisabled', { cacheDisabled: true });
  });
  test.beforeEach(async () => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.emulateMedia({ colorScheme: 'light' });
  });
  test.afterAll(() => page.close());

  for (const path of [...readingPages, '/articles/no-such-article', '/no-such-page']) {
    test(`${path} makes no third-party requests, stays within the size limits of a content page, is accessible, with details closed and open, and fits a phone and a desktop`, async () => {
      const requested: string[] = [];
      const note = (request: Request) => requested.push(request.url());
      page.on('request', note);
      await page.goto(url + path);
      page.off('request', note);
      expect(requested.filter((each) => !each.startsWith(url))).toEqual([]);
      expect(requested.length).toBeLessThanOrEqual(path === '/' ? 10 : 6);
      const styles = requested.filter((each) => each.endsWith('.css'));
      expect(styles).toHaveLength(1);
      expect(await compressedSize(styles[0] ?? '')).toBeLessThanOrEqual(maxStylesSize);
      expect(await compressedSize(url + path)).toBeLessThanOrEqual(path === '/' ? maxHomeSize : maxHtmlSize);

      if (fullyChecked.includes(path)) await expectAccessibleInAllLooks(page);
      else if (process.env.TEST_ALL) await expectAccessible(page);
      for (const width of [1280, 320]) {
        await page.setViewportSize({ width, height: 900 });
        await expectFits(page);
      }
      await page.evaluate(() => {
        for (const part of document.querySelectorAll<HTMLDetailsElement>('main details')) {
          // Only one of several `details` with the same name can be open.
          part.removeAttribute('name');
          part.open = true;
        }
      });
      await expectAccessible(page);
    });
  }
});

test("text at 200% size, or with wide spacing, fits a phone's screen", { tag: '@thorough' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 700 });
  const textStyles = [
    'html { font-size: 200% }',
    // Text spacing of WCAG 1.4.12.
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }',
  ];
  const answers = [
    '/attorney-directory?state=NJ',
    '/search?q=back',
    '/ssi-calculator?who=one&wages=317',
    '/appeal-denial?letter-month=9&letter-day=22&letter-year=2026',
    '/date-last-insured?born-month=5&from-1=1990&from-2=2019',
    '/no-such-page',
  ];
  for (const path of [...readingPages, ...answers]) {
    await page.goto(url + path);
    for (const rules of textStyles) {
      const tooWide = await page.evaluate((rules) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(rules);
        document.adoptedStyleSheets = [sheet];
        return document.documentElement.scrollWidth - innerWidth;
      }, rules);
      expect(tooWide, `${path} with ${rules}`).toBe(0);
    }
  }
});

test('the menus link to pages from the CMS, and mark the current one', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`${url}/ssdi-vs-ssi`);
  const menus = page.getByRole('navigation', { name: 'Main' });
  await menus.getByText('Do I Qualify').click();
  await expect(menus.getByRole('link', { name: 'SSDI vs SSI' })).toHaveAttribute('aria-current', 'page');
  await menus.getByRole('link', { name: 'Medical listings' }).click();
  await expect(page).toHaveURL(`${url}/medical-listings`);
});

test('on a phone the menu opens groups, which open pages', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto(url);
  await page.getByText('Menu', { exact: true }).click();
  const menus = page.getByRole('navigation', { name: 'Main' });
  await menus.getByText('About', { exact: true }).click();
  await menus.getByRole('link', { name: 'Testimonials' }).click();
  await expect(page).toHaveURL(`${url}/testimonials`);
});

test('with the keyboard, a menu opens, Tab moves into it, and Esc closes it and returns focus', async ({
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

test('only one menu is open at a time, and a click outside closes it', { tag: '@thorough' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(url);
  await page.getByRole('button', { name: 'Do I Qualify' }).click();
  await page.getByRole('button', { name: 'Disability Basics' }).click();
  await expect(page.locator('.menu-panel:popover-open')).toHaveCount(1);
  await page.mouse.click(640, 850);
  await expect(page.locator('.menu-panel:popover-open')).toHaveCount(0);
});

for (const width of [320, 1280]) {
  test(`at ${width} px the open menu is directly below the header, and closes when focus moves into the page`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 700 });
    await page.goto(`${url}/faq`);
    await page.getByRole('button', { name: width === 320 ? 'Menu' : 'Disability Basics' }).click();
    const panel = page.locator('.menu-panel:popover-open');
    const bar = await page.locator('.site-header').boundingBox();
    const position = await panel.boundingBox();
    expect(Math.abs((position?.y ?? 0) - (bar?.height ?? 0))).toBeLessThanOrEqual(1);
    expect(position?.width).toBe(width);
    await expectAccessible(page);
    await page.locator('main summary').first().focus();
    await page.keyboard.press('Tab');
    await expect(panel).toBeHidden();
    await page.keyboard.press('Escape');
  });
}

test('on a phone the appeal page is at most 9,000 px long and home 7,000, with the four situations at its top', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${url}/appeal-denial`);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(9_000);
  await page.goto(url);
  // The longest that it says of the hours, which differs by day.
  await page.evaluate(() => {
    for (const hours of document.querySelectorAll('.open-now strong'))
      hours.textContent = 'Closed for Martin Luther King Jr. Day. We open Wednesday at 8:00 AM.';
  });
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(7_000);
  const ways = page.getByRole('region', { name: 'Where are you now?' }).getByRole('link');
  await expect(ways).toHaveText([
    'I want help to apply',
    'I have a denial letter',
    'My hearing is soon',
    'I am already a client',
  ]);
  expect((await ways.last().boundingBox())?.y).toBeLessThan(2 * 740);
  for (const id of ['services', 'contact', 'about', 'appeal', 'hearing', 'basics'])
    await expect(page.locator(`section#${id}`)).toHaveCount(1);
});

for (const width of [320, 1280]) {
  test(`at ${width} px Admin stays in its place at the end of the screen, and never over the end of a page or what has the focus`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 640 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(`${url}/faq`);
    const admin = page.getByRole('link', { name: 'Admin' });
    const place = await admin.boundingBox();
    expect(place?.height).toBeGreaterThanOrEqual(44);
    const covered = async (each: Locator) => {
      const box = await each.boundingBox();
      if (!box || !place) throw new Error('It is not shown.');
      return box.y + box.height > place.y && box.x + box.width > place.x;
    };
    for (const link of (await page.getByRole('main').getByRole('link').all()).slice(-6)) {
      await link.focus();
      expect(await covered(link)).toBe(false);
    }
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    expect(await admin.boundingBox()).toEqual(place);
    expect(await covered(page.getByText('© '))).toBe(false);
  });
}

test('what is folded on the home page of a phone opens by a tap and by a link to it, and is all there on a wide screen and on paper', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${url}/#the-four-levels-of-appeal`);
  await expect(page.getByRole('heading', { name: 'Reconsideration' })).toBeVisible();
  const counties = page.getByText('Cape May', { exact: true });
  await expect(counties).toBeHidden();
  await page.getByRole('heading', { name: 'All 21 counties' }).click();
  await expect(counties).toBeVisible();
  await expectAccessibleInAllLooks(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.reload();
  await expect(counties).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(counties).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await page.setViewportSize({ width: 768, height: 1024 });
  await expect(counties).toBeVisible();
  await expect(page.getByText('2 more')).toBeHidden();
  // What opens nothing can be neither focused nor pressed.
  await expect(page.locator('.folds summary').first()).toHaveCSS('visibility', 'hidden');
  await expect(page.getByRole('heading', { name: 'All 21 counties' })).toBeVisible();
});

test('/articles lists them by topic, which its contents lead to', async ({ page }) => {
  await page.goto(`${url}/articles`);
  const contents = page.getByRole('navigation', { name: 'On this page' });
  await expect(contents.getByRole('link')).toHaveCount(8);
  await contents.getByRole('link', { name: 'Your hearing' }).click();
  await expect(page.getByRole('heading', { level: 3, name: 'Your hearing' })).toBeInViewport();
  await expect(page.getByRole('region', { name: 'Your hearing' }).getByRole('link')).toHaveCount(3);
});

test('on a phone no word in the title of an article is broken', { tag: '@thorough' }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`${url}/articles`);
  const links = await page.getByRole('main').locator('a[href^="/articles/"]').all();
  const paths = await Promise.all(links.map((link) => link.getAttribute('href')));
  expect(paths.length).toBeGreaterThan(20);
  for (const path of paths) {
    await page.goto(url + path);
    const broken = await page.locator('h1').evaluate((title) => {
      const text = title.firstChild as Text;
      const range = document.createRange();
      return [...text.data.matchAll(/[\p{L}\p{N}]+/gu)].filter(({ 0: word, index }) => {
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return range.getClientRects().length > 1;
      });
    });
    expect(broken, `${path}`).toEqual([]);
  }
});

test('an article ends with links to three others', async ({ page }) => {
  await page.goto(`${url}/articles/back-pain-disability`);
  const nextArticles = page.getByRole('region', { name: 'Keep reading' }).getByRole('link');
  await expect(nextArticles).toHaveCount(3);
  await nextArticles.first().click();
  await expect(page).not.toHaveURL(/back-pain/);
  await expect(page).toHaveURL(/\/articles\//);
});

test('the table of contents links to the sections of a long page', { tag: '@thorough' }, async ({ page }) => {
  await page.goto(`${url}/medical-evidence`);
  const contents = page.getByRole('navigation', { name: 'On this page' });
  const last = contents.getByRole('link').last();
  const heading = await last.textContent();
  await last.click();
  await expect(page.getByRole('heading', { level: 2, name: heading ?? '', exact: true })).toBeInViewport();
});

test('every listing is on the page with its examples, and several can be open', async ({ page }) => {
  await page.goto(`${url}/common-disabilities`);
  const listings = page.locator('.listings details');
  await expect(listings).toHaveCount(14);
  await listings.nth(0).locator('summary').click();
  await listings.nth(11).locator('summary').click();
  await expect(page.locator('.listings details[open]')).toHaveCount(2);
  await expect(listings.nth(11).getByRole('listitem').first()).toBeVisible();
});

test('a table becomes cards that name their columns on a narrow screen', { tag: '@thorough' }, async ({
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

test('in print every answer is open, menus are hidden and the phone number is shown', async ({ page }) => {
  await page.goto(`${url}/faq`);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const answers = page.locator('.faq-answer');
  await expect(answers).toHaveCount(13);
  for (const answer of await answers.all()) expect((await answer.boundingBox())?.height).toBeGreaterThan(20);
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
  await expect(page.locator('.help-block')).toBeHidden();
  await expect(page.locator('.site-footer').getByRole('link', { name: /^\(\d{3}\)/ })).toBeVisible();
  const colors = await page.evaluate(() => {
    const { color, backgroundColor } = getComputedStyle(document.body);
    return { color, backgroundColor };
  });
  expect(colors).toEqual({ color: 'rgb(0, 0, 0)', backgroundColor: 'rgb(255, 255, 255)' });
});

test('an unknown page has status 404, says so and links to the home page', async ({ page }) => {
  const response = await page.goto(`${url}/no-such-page?x=1`);
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found');
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL(`${url}/`);
});

test('an unknown article has status 404 and says "Article Coming Soon"', async ({ page }) => {
  const response = await page.goto(`${url}/articles/no-such-article`);
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Article Coming Soon');
});

test('only one FAQ answer is open at a time, and a click on the open one closes it', async ({ page }) => {
  await page.goto(`${url}/faq`);
  const entries = page.locator('details[name="faq"]');
  await expect(entries).toHaveCount(13);
  await entries.nth(0).locator('summary').click();
  await entries.nth(3).locator('summary').click();
  await expect(page.locator('details[name="faq"][open]')).toHaveCount(1);
  await entries.nth(3).locator('summary').click();
  await expect(page.locator('details[name="faq"][open]')).toHaveCount(0);
});

test('a tapped question keeps its position when a longer answer above it closes', {
  tag: '@thorough',
}, async ({ browser }) => {
  const page = await browser.newPage({ viewport: { width: 320, height: 640 } });
  await page.goto(`${url}/faq`);
  const summaries = page.locator('details[name="faq"] > summary');
  for (const [open, clicked] of [
    [0, 1],
    [2, 4],
    [5, 6],
    [0, 12],
  ] as const) {
    await summaries.nth(open).click();
    await summaries.nth(clicked).evaluate((summary) => {
      window.scrollBy({ top: summary.getBoundingClientRect().top - 277, behavior: 'instant' });
    });
    await expect.poll(() => topOf(summaries.nth(clicked))).toBeCloseTo(277, -1);
    await summaries.nth(clicked).click();
    await expect(summaries.nth(clicked).locator('..')).toHaveAttribute('open');
    await expect.poll(() => topOf(summaries.nth(clicked))).toBeCloseTo(277, -1);
  }
  await page.close();
});

function topOf(locator: Locator): Promise<number> {
  return locator.evaluate((element) => element.getBoundingClientRect().top);
}

test('the first Tab stop is the link that skips to the main content', async ({ page }) => {
  await page.goto(url);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to main content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('#main')).toBeFocused();
});

test('a word that is explained is accessible in every look', async ({ page }) => {
  for (const { width, colorScheme } of looksAt()) {
    await page.setViewportSize({ width, height: 700 });
    await page.emulateMedia({ colorScheme });
    await page.goto(`${url}/articles/working-on-benefits`);
    await page.getByRole('button', { name: 'substantial gainful activity' }).click();
    await expect(
      page.getByRole('dialog', { name: 'What “substantial gainful activity” means' }),
    ).toBeVisible();
    await expectAccessible(page, { colorScheme });
    await expectFits(page);
  }
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 320, height: 700 } });

  test('a word explains itself in place, by pointer and by keyboard, and its table fits a small screen', async ({
    page,
  }) => {
    await page.goto(`${url}/articles/working-on-benefits`);
    const word = page.getByRole('button', { name: 'substantial gainful activity' });
    const note = page.locator('#word-substantial-gainful-activity');
    await expect(note).toBeHidden();
    await word.click();
    await expect(note).toBeVisible();
    await expect(note).toContainText('Work above a set level of pay.');
    await expect(note).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(note).toBeHidden();
    await expect(word).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(note).toBeVisible();
    await note.getByRole('button', { name: 'Close' }).click();
    await expect(note).toBeHidden();
    const table = page.getByRole('table', { name: 'The stages of work on SSDI' });
    await expect(table).toBeVisible();
    await expectFits(page);
  });
});
