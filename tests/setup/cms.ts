import { expect, type Page } from '@playwright/test';

/** Signs in to the CMS as the admin of the seed; the form that people use for it has a journey of its own. */
export async function signInToCms(page: Page): Promise<void> {
  const url = process.env.SITE_URL ?? '';
  const [name = '', value = ''] = (process.env.CMS_COOKIE ?? '').split('=');
  await page.context().addCookies([{ name, value, url }]);
  await page.goto(`${url}/cms`);
  await expect(page).toHaveURL(/\/cms\/?$/);
}

/** Publishes a page of its own for a journey that moves it or takes it away, because others read the seeded ones meanwhile. */
export async function addPage(page: Page, slug: string): Promise<void> {
  const { origin } = new URL(page.url());
  const answer = await page.request.post(`${origin}/cms/api/pages`, {
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
  expect(answer.status()).toBe(201);
}

/** Opens a document by what its list finds it by. */
export async function openDocument(page: Page, collection: string, search: string): Promise<void> {
  const { origin } = new URL(page.url());
  await page.goto(`${origin}/cms/collections/${collection}?search=${encodeURIComponent(search)}`);
  await page.locator('table tbody a').first().click();
  await expect(page).toHaveURL(/\/[0-9a-f]{24}/);
}

/** Opens the site beside the form. The CMS remembers for each editor whether it was open. */
export async function openLivePreview(page: Page): Promise<void> {
  const toggler = page.locator('#live-preview-toggler');
  await expect(toggler).toBeVisible();
  if (!(await toggler.getAttribute('aria-label'))?.startsWith('Exit')) await toggler.click();
  const frame = page.frameLocator('#live-preview-iframe');
  await expect(frame.locator('#preview-line')).toHaveText('Preview. This is not public.');
  // Until then its script does not hear of clicks.
  await frame
    .locator('body')
    .evaluate(
      () => document.readyState === 'complete' || new Promise((resolve) => addEventListener('load', resolve)),
    );
}

/** Publishes what was typed, once it is saved as a draft: the CMS takes no click in the moment in which it saves by itself. */
export async function publishChanges(page: Page): Promise<void> {
  await expect(page.getByText('Changed', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: /publish changes/i }).click();
}
