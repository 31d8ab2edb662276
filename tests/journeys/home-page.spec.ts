import { expect, type Page, test } from '@playwright/test';
import { openDocument, openLivePreview, publishChanges, signInToCms } from '../setup/cms.ts';

const url = process.env.SITE_URL ?? '';

async function publish(page: Page): Promise<void> {
  const published = page.waitForResponse(
    (response) => response.request().method() === 'PATCH' && !response.url().includes('autosave'),
  );
  await page.getByRole('button', { name: /publish changes/i }).click();
  expect((await published).status()).toBe(200);
}

test('an editor rewords and reorders the home page in live preview, and visitors see it once it is published', async ({
  page,
  browser,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await signInToCms(page);
  await openDocument(page, 'pages', 'home');
  const lead = page.getByLabel(/^Lead/);
  const before = await lead.inputValue();
  await openLivePreview(page);
  const preview = page.frameLocator('#live-preview-iframe');
  const visitor = await (await browser.newContext({ javaScriptEnabled: false })).newPage();

  await lead.fill('Fees are {{feePercent}} of what we win.');
  await expect(preview.locator('.hero-lead')).toHaveText(/^Fees are \d+% of what we win\.$/);
  await expect(preview.locator('.section').first()).toHaveAttribute('id', 'start');
  // The CMS ignores clicks while it is autosaving.
  await expect(page.getByText('Changed', { exact: true })).toBeVisible();
  const moved = page.waitForResponse(
    (response) => response.request().method() === 'PATCH' && response.url().includes('autosave'),
  );
  const first = page.locator('#field-blocks .blocks-field__row').first();
  await first.locator('.array-actions__button').first().click();
  await page
    .getByRole('button', { name: 'Move Down' })
    .or(page.locator('.array-actions__move-down'))
    .first()
    .click();
  await expect(preview.locator('.section').first()).toHaveAttribute('id', 'portal');
  await visitor.goto(url);
  await expect(visitor.locator('.hero-lead')).toHaveText(before);
  await moved;

  await publish(page);
  // The page cache hears of it a moment after the editor does, and an open page does not change.
  await expect(async () => {
    await visitor.goto(url);
    await expect(visitor.locator('.hero-lead')).toContainText('of what we win.', { timeout: 1_000 });
  }).toPass();
  await expect(visitor.locator('.section').first()).toHaveAttribute('id', 'portal');
  const homePage = page
    .getByRole('region', { name: 'Publishing receipt' })
    .getByRole('listitem')
    .filter({ hasText: 'The home page' });
  await expect(homePage).toContainText('checked');
  await expect(homePage.getByRole('link')).toHaveAttribute('href', '/');
});

test("the home page's URL cannot be changed, and the editor sees why", { tag: '@thorough' }, async ({
  page,
}) => {
  await signInToCms(page);
  await openDocument(page, 'pages', 'home');
  await page.getByLabel('Web address').fill('start');
  await publishChanges(page);
  await expect(page.getByText('The site itself leads to this page.').first()).toBeVisible();
  expect((await page.request.get(url)).status()).toBe(200);
});
