import { expect, type Page } from '@playwright/test';

/** Signs in to the CMS as the seeded admin, by cookie; publish.spec.ts covers the sign-in form. */
export async function signInToCms(page: Page): Promise<void> {
  const url = process.env.SITE_URL ?? '';
  const [name = '', value = ''] = (process.env.CMS_COOKIE ?? '').split('=');
  await page.context().addCookies([{ name, value, url }]);
  await page.goto(`${url}/cms`);
  await expect(page).toHaveURL(/\/cms\/?$/);
}

/** Publishes a page for a journey that moves or unpublishes it, because parallel journeys read the seeded pages. */
export async function addPage(page: Page, slug: string): Promise<void> {
  const { origin } = new URL(page.url());
  const response = await page.request.post(`${origin}/cms/api/pages`, {
    headers: { origin, 'sec-fetch-site': 'same-origin' },
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

/** Opens the first document that the collection's list finds for a search. */
export async function openDocument(page: Page, collection: string, search: string): Promise<void> {
  const { origin } = new URL(page.url());
  await page.goto(`${origin}/cms/collections/${collection}?search=${encodeURIComponent(search)}`);
  const link = page.locator('table tbody a').first();
  const address = /\/[0-9a-f]{24}/;
  // The list renders itself again once it is loaded, which cancels a click's navigation that began before. An editor clicks again.
  await expect(async () => {
    if (!address.test(page.url())) await link.click({ timeout: 2_000 });
    await page.waitForURL(address, { waitUntil: 'commit', timeout: 5_000 });
  }).toPass({ timeout: 40_000 });
}

/** Opens one of the settings. */
export async function openSettings(page: Page, slug: 'site' | 'navigation'): Promise<void> {
  await page.goto(`${process.env.SITE_URL}/cms/globals/${slug}`);
  await expect(page.locator('.until-hydrated[inert]')).toHaveCount(0);
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
