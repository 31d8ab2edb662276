import { randomUUID } from 'node:crypto';
import { type Browser, expect, type Page } from '@playwright/test';

const url = process.env.SITE_URL ?? '';
const headers = { origin: url, 'sec-fetch-site': 'same-origin' };

/**
 * Signs in to the CMS as the seeded admin, by cookie, without opening a page, which takes seconds; publish.spec.ts covers the
 * sign-in form.
 */
export async function signInToCms(page: Page): Promise<void> {
  const [name = '', value = ''] = (process.env.CMS_COOKIE ?? '').split('=');
  await page.context().addCookies([{ name, value, url }]);
}

/** The password of the users whom journeys add. */
export const editorPassword = 'a-quiet-harbor-morning-71';

/** Signs another CMS user in, in a browser of their own. @returns its first page; close its context in the end. */
export async function secondEditor(
  page: Page,
  browser: Browser,
  name: string,
  role: 'editor' | 'publisher' = 'publisher',
): Promise<Page> {
  const person = { email: `${randomUUID()}@example.org`, password: editorPassword, name };
  const added = await page.request.post(`${url}/cms/api/users`, { headers, data: { ...person, role } });
  expect(added.status()).toBe(201);
  const context = await browser.newContext();
  const signedIn = await context.request.post(`${url}/cms/api/users/login`, { headers, data: person });
  expect(signedIn.status()).toBe(200);
  return context.newPage();
}

/** Opens the CMS's first page. */
export async function openDashboard(page: Page): Promise<void> {
  await page.goto(`${url}/cms`);
  await untilHydrated(page);
}

/** The CMS ignores clicks and keys before its script runs. */
async function untilHydrated(page: Page): Promise<void> {
  await expect(page.locator('.until-hydrated')).not.toHaveAttribute('inert');
}

/** Publishes a page for a journey that moves or unpublishes it, because parallel journeys read the seeded pages. */
export async function addPage(page: Page, slug: string): Promise<void> {
  const response = await page.request.post(`${url}/cms/api/pages`, {
    headers,
    data: {
      slug,
      title: `About ${slug}`,
      navLabel: slug,
      lead: 'A page of a journey.',
      blocks: [{ blockType: 'keyPoints', heading: 'Points', points: [{ text: 'One point.' }] }],
      _status: 'published',
    },
  });
  expect(response.status()).toBe(201);
}

/** How one document of each collection is found. */
const conditions = {
  articles: '[slug][equals]',
  faq: '[question][contains]',
  figures: '[name][equals]',
  pages: '[slug][equals]',
  users: '[email][contains]',
};

/** Opens the page of a document by its address, not from the list of its collection, which takes as long to load. */
export async function openDocument(
  page: Page,
  collection: keyof typeof conditions,
  words: string,
): Promise<void> {
  const query = new URLSearchParams({ depth: '0', [`where${conditions[collection]}`]: words });
  const found = await page.request.get(`${url}/cms/api/${collection}?${query}`, { headers });
  const { docs } = await found.json();
  expect(docs, words).toHaveLength(1);
  await page.goto(`${url}/cms/collections/${collection}/${docs[0].id}`);
  await untilHydrated(page);
}

/** Opens the first document that the collection's list finds for a search, by a click in the list. */
export async function openFromList(page: Page, collection: string, search: string): Promise<void> {
  await page.goto(`${url}/cms/collections/${collection}?search=${encodeURIComponent(search)}`);
  const link = page.locator('table tbody a').first();
  const address = /\/[0-9a-f]{24}/;
  // The list renders itself again once it is loaded, which cancels a click's navigation that began before. An editor clicks again.
  await expect(async () => {
    if (!address.test(page.url())) await link.click({ timeout: 2_000 });
    await page.waitForURL(address, { waitUntil: 'commit', timeout: 5_000 });
  }).toPass({ timeout: 40_000 });
}

export async function openSettings(page: Page, slug: 'site' | 'navigation'): Promise<void> {
  await page.goto(`${url}/cms/globals/${slug}`);
  await untilHydrated(page);
}

/** Opens live preview. The CMS remembers per editor whether it was open. */
export async function openLivePreview(page: Page): Promise<void> {
  const toggler = page.locator('#live-preview-toggler');
  await expect(toggler).toBeVisible();
  if (!(await toggler.getAttribute('aria-label'))?.startsWith('Exit')) await toggler.click();
  const frame = page.frameLocator('#live-preview-iframe');
  await expect(frame.locator('#preview-line')).toHaveText('Preview. This is not public.');
  // Its click handlers are attached only after the load event.
  await frame
    .locator('body')
    .evaluate(
      () => document.readyState === 'complete' || new Promise((resolve) => addEventListener('load', resolve)),
    );
}

/** Publishes typed changes after their autosave, because the CMS ignores clicks while it is autosaving. */
export async function publishChanges(page: Page): Promise<void> {
  await expect(page.getByText('Changed', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: /publish changes/i }).click();
}
