import { expect, type Page, test } from '@playwright/test';
import { addPage, openDocument, publishChanges, signInToCms } from '../setup/cms.ts';

const url = process.env.SITE_URL ?? '';
const receiptOf = (page: Page) => page.getByRole('region', { name: 'Publishing receipt' });

test('after publishing, the receipt says how long it took and lists the public pages that show it, each checked', {
  tag: '@thorough',
}, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await signInToCms(page);
  await openDocument(page, 'articles', 'claim-timeline');
  await expect(receiptOf(page)).toHaveCount(0);
  const title = page.getByLabel(/^Title/);
  await title.fill(`${await title.inputValue()} today`);
  await publishChanges(page);

  const receipt = receiptOf(page);
  await expect(receipt).toContainText(/Live since \w+ \d+, \d{4}, \d+:\d\d:\d\d [AP]M Eastern time/);
  await expect(receipt).toContainText(
    /Public on every page below [\d.]+ m?s after the click, checked from your/,
  );
  for (const [name, path] of [
    ['The article', '/articles/claim-timeline'],
    ['The home page', '/'],
    ['All articles', '/articles'],
    ['The search', '/search?q='],
    ['The sitemap', '/sitemap.xml'],
    ['The feed', '/articles.xml'],
  ] as const) {
    const pageCheck = receipt.getByRole('listitem').filter({ hasText: name }).first();
    await expect(pageCheck).toContainText('checked');
    await expect(pageCheck.getByRole('link')).toHaveAttribute(
      'href',
      new RegExp(`^${path.replace('?', '\\?')}`),
    );
  }
  await page.reload();
  await expect(receiptOf(page)).toContainText('after the click, checked from your browser.');
});

test("changing a page's URL and unpublishing it each have a receipt", { tag: '@thorough' }, async ({
  page,
}) => {
  await signInToCms(page);
  await addPage(page, 'moving');
  await openDocument(page, 'pages', 'moving');
  await page.getByLabel('Web address').fill('moved');
  await publishChanges(page);
  const receipt = receiptOf(page);
  await expect(receipt.getByRole('listitem').filter({ hasText: 'The former address' })).toContainText(
    'checked',
  );
  await expect(receipt).toContainText('after the click');
  expect((await page.request.get(`${url}/moving`)).url()).toBe(`${url}/moved`);

  await page.locator('.doc-controls__popup button').first().click();
  await page.locator('#action-unpublish').click();
  await page.locator('dialog[open] #confirm-action, #confirm-action:visible').first().click();
  await expect(receipt).toContainText('Taken back');
  await expect(receipt).toContainText(/Gone on every page below .* after the click/);
  expect((await page.request.get(`${url}/moved`)).status()).toBe(404);
});

test('a page that is still out of date is reported, and checked again until it is current', {
  tag: '@thorough',
}, async ({ page }) => {
  await signInToCms(page);
  await openDocument(page, 'faq', 'chances');
  let stale = true;
  await page.route('**/faq', async (route) => {
    // Simulates a second server that does not have the change yet.
    if (stale) await route.fulfill({ body: '<p>An old page</p>', contentType: 'text/html' });
    else await route.continue();
  });
  const question = page.getByLabel(/^Question/);
  await question.fill(`${await question.inputValue()} Why?`);
  await publishChanges(page);
  const pageCheck = receiptOf(page).getByRole('listitem').filter({ hasText: 'Questions and answers' });
  await expect(pageCheck).toContainText('not there yet, trying again');
  stale = false;
  await expect(pageCheck).toContainText('checked');
  await expect(receiptOf(page)).toContainText('after the click');
});
