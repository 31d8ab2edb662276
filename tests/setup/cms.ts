import { expect, type Page } from '@playwright/test';
import { readCredentials } from './site.ts';

/** Signs in to the CMS as the admin of the seed. */
export async function signInToCms(page: Page): Promise<void> {
  const { cms } = await readCredentials(process.env.SITE_DATA_DIR ?? '');
  await page.goto(cms.url);
  await page.getByLabel('Email').fill(cms.email);
  await page.getByLabel('Password').fill(cms.password);
  await page.getByRole('button', { name: 'Login' }).click();
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
