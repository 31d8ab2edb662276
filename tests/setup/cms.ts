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

/** Opens a document by what its list finds it by. */
export async function openDocument(page: Page, collection: string, search: string): Promise<void> {
  const { origin } = new URL(page.url());
  await page.goto(`${origin}/cms/collections/${collection}?search=${encodeURIComponent(search)}`);
  await page.locator('table tbody a').first().click();
  await expect(page).toHaveURL(/\/[0-9a-f]{24}/);
}
