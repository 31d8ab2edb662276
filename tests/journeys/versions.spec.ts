import { expect, type Page, test } from '@playwright/test';
import { openDocument, signInToCms } from '../setup/cms.ts';

// A browser in another time zone; every time must be in Eastern time anyway.
test.use({ timezoneId: 'Asia/Tokyo' });

const site = process.env.SITE_URL ?? '';
const savedByName = /\w{3} \d+, \d{4}, \d+:\d\d [AP]M ET by \S/;
const summary = (page: Page) => page.getByLabel(/^Short description/);

async function save(page: Page, text: string): Promise<void> {
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok());
  await summary(page).fill(text);
  await saved;
}

test('the status line, the list of versions and a version show Eastern time and the author', {
  tag: '@thorough',
}, async ({ page }) => {
  test.setTimeout(90_000);
  await signInToCms(page);
  await openDocument(page, 'articles', 'reconsideration-process');
  await expect(summary(page)).toBeVisible();
  const before = await summary(page).inputValue();
  await save(page, 'One short plain sentence.');
  await expect(page.getByText(/^Saved /)).toContainText(savedByName);
  await expect(page.locator('.doc-controls')).not.toContainText('GMT', { useInnerText: true });
  const address = page.url();

  await page.goto(`${address}/versions`);
  const rows = page.getByRole('row');
  await expect(rows.nth(1)).toContainText(/\d+:\d\d [AP]M ET/);
  await expect(rows.nth(1)).toContainText('Draft');
  await expect(rows.nth(2)).toContainText('Public now');
  await rows.nth(1).getByRole('link').click();

  await expect(page.getByRole('heading', { name: savedByName })).toBeVisible();
  const change = page.getByRole('region', { name: 'Short description' });
  await expect(change.locator('ins').first()).toBeVisible();
  expect((await change.locator('del').allTextContents()).join(' ')).not.toBe('');
  await expect(page.locator('body')).not.toContainText('GMT', { useInnerText: true });

  // Restoring the published version as a draft does not unpublish it.
  await page.goto(`${address}/versions`);
  await rows.nth(2).getByRole('link').click();
  const question = page.getByRole('dialog', { name: 'Restore this version?' });
  await page.getByRole('button', { name: 'Restore this version' }).click();
  await question.getByRole('button', { name: 'Restore as a draft' }).click();
  await expect(page).toHaveURL(address);
  await expect(summary(page)).toHaveValue(before);
  expect((await page.request.get(`${site}/articles/reconsideration-process`)).status()).toBe(200);
});

test('the list of users, a user and the versions of settings show Eastern time as well', {
  tag: '@thorough',
}, async ({ page }) => {
  await signInToCms(page);
  await page.goto(`${site}/cms/collections/users`);
  await expect(page.locator('table tbody tr').first()).toContainText(/\d+:\d\d [AP]M ET/);
  await openDocument(page, 'users', 'admin@');
  await expect(page.getByText(/^Saved /)).toContainText(/\d+:\d\d [AP]M ET/);
  await page.goto(`${site}/cms/globals/site/versions`);
  await expect(page.getByRole('table')).toContainText(/(\d+:\d\d [AP]M ET|Nothing has been saved yet)/);
});

test('the only version of a text is shown as new, and offers nothing to compare it with', {
  tag: '@thorough',
}, async ({ page }) => {
  await signInToCms(page);
  await openDocument(page, 'figures', 'ssiResourceCouple');
  const address = page.url();
  const id = address.match(/[0-9a-f]{24}/)?.[0];
  const headers = { origin: site, 'sec-fetch-site': 'same-origin' };
  const saved = await page.request.patch(`${site}/cms/api/figures/${id}`, { headers, data: { revision: 0 } });
  expect(saved.status()).toBe(200);
  await page.goto(`${address}/versions`);
  await page.getByRole('table').getByRole('link').click();
  await expect(page.getByText('There is no earlier version, so everything counts as new.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Values' })).toContainText(/Value: \$[\d,]+/);
  await expect(page.getByLabel('Compare with')).toHaveCount(0);
});
