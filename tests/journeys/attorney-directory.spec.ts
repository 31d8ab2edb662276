import { brotliCompressSync } from 'node:zlib';
import { type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test';
import { newAddress } from '../setup/address.ts';
import { expectAccessibleInAllLooks } from '../setup/axe.ts';

const url = process.env.SITE_URL ?? '';
const directory = `${url}/attorney-directory`;

/** Each test has an IP address of its own. */
const test = base.extend<{ visit: (options?: BrowserContextOptions) => Promise<Page> }>({
  visit: async ({ browser }, use) => {
    const extraHTTPHeaders = { 'x-forwarded-for': newAddress() };
    const pages: Page[] = [];
    await use(async (options) => {
      const context = await browser.newContext({ extraHTTPHeaders, ...options });
      const page = await context.newPage();
      pages.push(page);
      return page;
    });
    for (const page of pages) await page.context().close();
  },
});

const stateSelect = (page: Page) => page.getByLabel('State', { exact: true });
const searchField = (page: Page) => page.getByRole('searchbox', { name: /^Name, firm, city or specialty/ });
const zipField = (page: Page) => page.getByRole('textbox', { name: /^Your ZIP code/ });
const submitSearch = (page: Page) => page.getByRole('button', { name: 'Find attorneys' }).click();
const resultCount = (page: Page) => page.getByRole('status');
const cards = (page: Page) => page.getByRole('article');
const mapLink = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Choose your state on the map' }).getByRole('link', { name });

test.describe('invalid query parameters', () => {
  test('an unknown state gets a message, and all attorneys are shown', async ({ visit }) => {
    const page = await visit();
    expect((await page.goto(`${directory}?state=ZZ`))?.status()).toBe(200);
    await expect(page.getByText('We don’t know this state')).toBeVisible();
    await expect(resultCount(page)).toHaveText(/^Showing \d+ attorney\(s\), page 1 of \d+$/);
    await expect(stateSelect(page)).toHaveValue('');
  });

  test('a page number past the end shows the last page, and an invalid one the first', {
    tag: '@thorough',
  }, async ({ visit }) => {
    const page = await visit();
    await page.goto(`${directory}?page=99999999`);
    await expect(resultCount(page)).toHaveText(/page (\d+) of \1$/);
    for (const nonsense of ['0', '-3', '1.5', 'x', '']) {
      await page.goto(`${directory}?page=${nonsense}`);
      await expect(resultCount(page)).toHaveText(/page 1 of \d+$/);
    }
  });

  test('no query parameter causes an error', async ({ visit }) => {
    const page = await visit();
    const hostile = [
      '%00',
      '%7B%24ne%3A1%7D',
      '.*',
      '%F0%9F',
      'x'.repeat(900),
      '%ED%A0%80',
      "'%22%3E%3Cb%3E",
    ];
    for (const q of hostile) {
      const response = await page.request.get(
        `${directory}?q=${q}&state=${q.slice(0, 60)}&zip=${q.slice(0, 60)}&page=${q.slice(0, 60)}`,
      );
      expect(response.status(), q).toBe(200);
      expect(await response.text()).not.toContain('<b>');
    }
    await page.goto(`${directory}?q=${'y'.repeat(900)}`);
    await expect(searchField(page)).toHaveValue('y'.repeat(100));
  });

  test('an empty result has a message and working links to other options', async ({ visit }) => {
    const page = await visit();
    await page.goto(`${directory}?q=zzzz&state=NJ`);
    await expect(resultCount(page)).toHaveText('No attorneys found matching your criteria.');
    await expect(cards(page)).toHaveCount(0);
    const results = page.getByRole('region', { name: 'Attorneys for “zzzz” in New Jersey' });
    await expect(results.getByRole('link', { name: /^Call \(/ })).toHaveAttribute('href', /^tel:/);
    await expect(results.getByRole('link', { name: 'Get a free case evaluation' })).toBeVisible();
    await results.getByRole('link', { name: 'See all attorneys in New Jersey' }).click();
    await expect(resultCount(page)).toHaveText('Showing 13 attorney(s), page 1 of 2');
  });
});

test.describe('a ZIP code', () => {
  const withoutScript = { javaScriptEnabled: false };

  test('that nobody knows is said to be unknown and stays, and attorneys are shown by state', async ({
    visit,
  }) => {
    const page = await visit(withoutScript);
    await page.goto(`${directory}?state=NJ`);
    await zipField(page).fill('0710');
    await submitSearch(page);
    await expect(page.getByText('We don’t know the ZIP code “0710”')).toBeVisible();
    await expect(zipField(page)).toHaveValue('0710');
    await expect(zipField(page)).toHaveAttribute('aria-invalid', 'true');
    await expect(zipField(page)).toHaveAccessibleDescription(/Enter five digits, like 07102/);
    await expect(stateSelect(page)).toHaveValue('NJ');
    await expect(page.getByRole('heading', { level: 3 })).toHaveText(['New Jersey']);
  });

  test('lists the nearest first with their distance, is kept by no cache, and goes on through the pages', async ({
    visit,
  }) => {
    const page = await visit(withoutScript);
    await page.goto(directory);
    await zipField(page).fill('07102');
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.url().includes('zip=07102')),
      submitSearch(page),
    ]);
    expect(answer.headers()['cache-control']).toContain('no-store');
    await expect(page.getByRole('heading', { level: 2, name: 'Attorneys near 07102' })).toBeFocused();
    await expect(resultCount(page)).toHaveText(/^Showing \d+ attorney\(s\), nearest first, page 1 of \d+$/);
    await expect(page.getByText(/Distances are straight lines/)).toBeVisible();
    const miles: number[] = [];
    for (let pages = 0; pages < 2; pages += 1) {
      for (const text of await page.locator('.attorney-miles').allTextContents())
        miles.push(text === 'less than 1 mile' ? 0 : Number(text.replace(/[^\d]/g, '')));
      await page.getByRole('link', { name: 'Next page' }).click();
      await page.waitForLoadState();
    }
    expect(miles).toHaveLength(24);
    expect(miles).toEqual([...miles].sort((one, other) => one - other));
    expect(miles[0]).toBeLessThan(5);
    await expect(zipField(page)).toHaveValue('07102');
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', directory);
  });
});

test('a state without attorneys leads to the nearest ones, and to the phone', async ({ visit }) => {
  const page = await visit({ javaScriptEnabled: false });
  await page.goto(`${directory}?state=WY`);
  await expect(page.getByText('No attorneys found matching your criteria.')).toBeVisible();
  const results = page.getByRole('region', { name: 'Attorneys in Wyoming' });
  await expect(results.getByText('No attorney in Wyoming is listed yet.')).toBeVisible();
  await expect(results.getByRole('link', { name: /^Call \(/ })).toHaveAttribute('href', /^tel:/);
  await results.getByRole('link', { name: 'Colorado' }).click();
  await expect(resultCount(page)).toHaveText('Showing 1 attorney(s)');
});

test.describe('without JavaScript, a visitor', () => {
  const withoutScript = { javaScriptEnabled: false };

  test('chooses a state, narrows the results down, shares the URL and requests a referral', async ({
    visit,
  }) => {
    const page = await visit(withoutScript);
    await page.goto(directory);
    await expect(stateSelect(page)).toHaveValue('');
    await stateSelect(page).selectOption({ label: 'New Jersey (13)' });
    await submitSearch(page);
    await expect(page).toHaveURL(/\/attorney-directory\?state=NJ&zip=&q=#results$/);
    await expect(page.getByRole('heading', { level: 2, name: 'Attorneys in New Jersey' })).toBeFocused();
    await expect(resultCount(page)).toHaveText('Showing 13 attorney(s), page 1 of 2');
    await expect(page.getByRole('heading', { level: 3 })).toHaveText(['New Jersey']);
    await expect(cards(page)).toHaveCount(12);

    await searchField(page).fill('NEWARK  av');
    await submitSearch(page);
    await expect(resultCount(page)).toHaveText('Showing 1 attorney(s)');
    const card = page.getByRole('article', { name: 'Avery Doe' });
    await expect(card).toContainText('Doe Disability Law of Newark');
    await expect(card).toContainText('Newark, NJ');
    await expect(card.getByText('1 year of experience')).toBeHidden();
    await card.getByText('More about Avery Doe').click();
    await expect(card.getByText('1 year of experience')).toBeVisible();
    await expect(card.getByRole('list', { name: 'Specialties' }).getByRole('listitem').first()).toBeVisible();
    await expect(card.getByRole('link', { name: '(973) 555-0100' })).toHaveAttribute(
      'href',
      'tel:+19735550100',
    );
    const mail = card.getByRole('link', { name: 'avery@newark-doe.example' });
    await expect(mail).toHaveAttribute('href', 'mailto:avery@newark-doe.example');

    const shared = page.url();
    const other = await visit(withoutScript);
    await other.goto(shared);
    await expect(resultCount(other)).toHaveText('Showing 1 attorney(s)');
    await expect(stateSelect(other)).toHaveValue('NJ');
    await expect(searchField(other)).toHaveValue('NEWARK av');

    await card.getByRole('link', { name: 'Request Referral' }).click();
    await expect(page).toHaveURL(/\/free-case-evaluation(\/[a-z-]+)?\?attorney=[0-9a-f]{24}$/);
  });

  test('finds a name without its accent', { tag: '@thorough' }, async ({ visit }) => {
    const page = await visit(withoutScript);
    await page.goto(directory);
    await searchField(page).fill('jose');
    await searchField(page).press('Enter');
    await expect(cards(page)).toHaveCount(1);
    await expect(page.getByRole('heading', { level: 4 })).toHaveText(['José Poe']);
    await expect(page.getByRole('heading', { level: 3 })).toHaveText(['Puerto Rico']);
  });

  test('pages through all results, each once, ordered by state and name', { tag: '@thorough' }, async ({
    visit,
  }) => {
    const page = await visit(withoutScript);
    await page.goto(`${directory}?q=doe`);
    const names: string[] = [];
    const states: string[] = [];
    for (;;) {
      names.push(...(await page.getByRole('heading', { level: 4 }).allTextContents()));
      states.push(...(await page.getByRole('heading', { level: 3 }).allTextContents()));
      const next = page.getByRole('link', { name: 'Next page' });
      if ((await next.count()) === 0) break;
      await next.click();
      await page.waitForLoadState();
    }
    const [, total] = /Showing (\d+)/.exec((await resultCount(page).textContent()) ?? '') ?? [];
    expect(names).toHaveLength(Number(total));
    expect(new Set(names).size).toBe(Number(total));
    expect(states).toEqual([...states].sort());
    expect(new Set(states).size).toBeGreaterThanOrEqual(10);
  });
});

test.describe('the map', () => {
  test('labels the state that is hovered, and the selected one otherwise', async ({ visit }) => {
    const page = await visit();
    await page.goto(directory);
    const label = page.locator('.state-label', { hasText: /^Texas: 2 attorneys$/ });
    await expect(label).toHaveCSS('opacity', '0');
    await mapLink(page, 'Texas').locator('path').hover();
    await expect(label).toHaveCSS('opacity', '1');
    await mapLink(page, 'Texas').locator('path').click();
    await expect(page).toHaveURL(/\?state=TX#results$/);
    await expect(page.getByRole('heading', { level: 2, name: 'Attorneys in Texas' })).toBeFocused();
    await expect(stateSelect(page)).toHaveValue('TX');
    await page.mouse.move(0, 0);
    await expect(label).toHaveCSS('opacity', '1');
    await expect(mapLink(page, 'Texas')).toHaveAttribute('aria-current', 'true');
    await mapLink(page, 'Wyoming').locator('path').hover();
    await expect(page.getByText('Wyoming: none listed')).toHaveCSS('opacity', '1');
    await expect(label).toHaveCSS('opacity', '0');
    await mapLink(page, 'Wyoming').locator('path').click();
    await expect(page.getByRole('heading', { level: 2, name: 'Attorneys in Wyoming' })).toBeFocused();
    await expect(page.getByText('No attorneys found matching your criteria.')).toBeVisible();
    await expect(stateSelect(page)).toHaveValue('WY');
  });

  test('is keyboard accessible: all fifty states, each with its name and count', async ({ visit }) => {
    const page = await visit();
    await page.goto(`${directory}?q=doe`);
    await page.getByRole('link', { name: 'Skip the map' }).focus();
    const focusedStates: string[] = [];
    for (;;) {
      await page.keyboard.press('Tab');
      const name = await page.evaluate(() =>
        document.activeElement?.closest('svg[role=group]') ? document.activeElement.textContent : null,
      );
      if (!name) break;
      focusedStates.push(name);
      const visible = page.locator('.state-label').filter({ hasText: new RegExp(`^${name}$`) });
      await expect(visible).toHaveCSS('opacity', '1');
    }
    const options = await stateSelect(page).locator('option').allTextContents();
    // Territories are in the list of states but not on the map.
    const listed = options.slice(1).filter((option) => !option.startsWith('Puerto Rico'));
    expect(focusedStates).toHaveLength(50);
    const withAttorneys = focusedStates.filter((name) => !name.endsWith(': none listed'));
    expect(withAttorneys.map((name) => name.replace(/: (\d+) attorneys?$/, ' ($1)'))).toEqual(listed);

    await mapLink(page, 'Ohio').focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\?state=OH&q=doe#results$/);
    await expect(page.getByRole('heading', { level: 2, name: 'Attorneys for “doe” in Ohio' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(cards(page).first().locator('summary')).toBeFocused();
  });

  test('can be skipped, and draws fifty states', { tag: '@thorough' }, async ({ visit }) => {
    const page = await visit();
    await page.goto(directory);
    await expect(page.locator('.state')).toHaveCount(50);
    await page.getByRole('link', { name: 'Skip the map' }).focus();
    await expect(page.getByRole('link', { name: 'Skip the map' })).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page.locator('#results')).toBeFocused();
  });

  test('is not there on a phone, where the select is the control', { tag: '@thorough' }, async ({
    visit,
  }) => {
    const page = await visit({ viewport: { width: 639, height: 800 } });
    await page.goto(directory);
    await expect(page.locator('.state-map')).toBeHidden();
    await expect(stateSelect(page)).toBeVisible();
    await page.setViewportSize({ width: 640, height: 800 });
    await expect(page.locator('.state-map')).toBeVisible();
  });
});

test('the first page of everybody is no longer than eleven screens of a small phone', {
  tag: '@thorough',
}, async ({ visit }) => {
  const page = await visit({ viewport: { width: 320, height: 640 } });
  await page.goto(directory);
  await expect(cards(page)).toHaveCount(12);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(height).toBeLessThan(11.36 * 640);
});

test('every view has a unique title and description, and the state’s page as its canonical URL', async ({
  visit,
}) => {
  const page = await visit();
  const views = [
    '',
    '?page=2',
    '?state=NJ',
    '?state=NY',
    '?q=doe',
    '?state=NJ&q=doe',
    '?state=NJ&q=a&page=2',
    '?zip=07102',
    '?zip=07102&state=NJ',
  ];
  const texts = new Set<string>();
  for (const view of views) {
    await page.goto(directory + view);
    const description = await page.locator('meta[name=description]').getAttribute('content');
    texts.add(await page.title()).add(String(description));
    const [, code] = /state=(..)/.exec(view) ?? [];
    const canonical = await page.locator('link[rel=canonical]').getAttribute('href');
    expect(canonical).toBe(code ? `${directory}?state=${code}` : directory);
  }
  expect(texts.size).toBe(views.length * 2);
});

test('the page has no scripts and is small', async ({ visit }) => {
  const page = await visit();
  for (const view of ['', '?state=NJ']) {
    const html = await (await page.request.get(directory + view)).text();
    expect(html).not.toMatch(/<script(?! type="application\/ld\+json")|\sstyle=/);
    expect(brotliCompressSync(html).length).toBeLessThan(14 * 1024);
  }
});

for (const view of ['', '?state=NJ', '?q=zzzz&state=ZZ&zip=1', '?zip=07102', '?state=WY']) {
  test(`is accessible and fits at every width and in both color schemes: ${view || 'plain'}`, async ({
    visit,
  }) => {
    const page = await visit();
    await page.goto(directory + view);
    await expectAccessibleInAllLooks(page);
  });
}
