import { expect, test } from '@playwright/test';
import { openDocument, signInToCms } from '../setup/cms.ts';

const site = process.env.SITE_URL ?? '';

test('publishing can be scheduled in Eastern time, or is rejected with the errors that publishing would give', async ({
  page,
}) => {
  test.setTimeout(90_000);
  await signInToCms(page);
  await openDocument(page, 'articles', 'top-10-secrets');
  const calendar = page.getByRole('region', { name: 'Calendar' });
  await calendar.getByText('Publish or take back later').click();
  await calendar.getByLabel('When (Eastern time)').fill('2099-03-10T09:07');
  await calendar.getByRole('button', { name: 'Put on the calendar' }).click();
  await expect(calendar.getByRole('listitem')).toContainText('Will be published on Mar 10, 2099, 9:07 AM ET');

  const summary = page.getByLabel(/^Short description/);
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok());
  await summary.fill('Call {{fone}}.');
  await saved;
  await calendar.getByLabel('When (Eastern time)').fill('2099-03-10T09:08');
  await calendar.getByRole('button', { name: 'Put on the calendar' }).click();
  await expect(calendar.getByRole('status')).toContainText(
    'This cannot be scheduled yet. Short description: {{fone}} is not known.',
  );
  await expect(calendar.getByRole('listitem')).toHaveCount(1);

  await page.goto(`${site}/cms/collections/articles?search=top-10-secrets`);
  const row = page.locator('table tbody tr').first();
  await expect(row).toContainText('Publish Mar 10, 2099, 9:07 AM ET');
  await expect(row).toContainText(/\w+ \d+, \d{4}, \d+:\d\d [AP]M ET by /);
});

test('an entry stays on the calendar when what was read before it arrives later', {
  tag: '@thorough',
}, async ({ page }) => {
  await signInToCms(page);
  const [read, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route('**/cms/api/articles/calendar?*', async (route) => {
    const headers = { ...(await route.request().allHeaders()), 'sec-fetch-site': 'same-origin' };
    const response = await route.fetch({ headers });
    expect(response.status()).toBe(200);
    read.resolve();
    await late.promise;
    await route.fulfill({ response });
  });
  await openDocument(page, 'articles', 'technical-denial');
  await read.promise;
  const calendar = page.getByRole('region', { name: 'Calendar' });
  await calendar.getByText('Publish or take back later').click();
  await calendar.getByLabel('When (Eastern time)').fill('2099-03-10T09:07');
  await calendar.getByRole('button', { name: 'Put on the calendar' }).click();
  await expect(calendar.getByRole('listitem')).toHaveCount(1);
  const arrived = page.waitForEvent('requestfinished', (request) => request.url().includes('/calendar?'));
  late.resolve();
  await arrived;
  // Until the page has drawn what it got.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  // At once: the page soon looks again.
  expect(await calendar.getByRole('listitem').count()).toBe(1);
});

test('settings show what becomes public and ask for confirmation before saving', {
  tag: '@thorough',
}, async ({ page }) => {
  await signInToCms(page);
  await openDocument(page, 'figures', 'sgaMonthly');
  const limit = page.getByLabel(/^Value/).first();
  const before = await limit.inputValue();
  const save = page.getByRole('button', { name: 'Save and make public' });
  await limit.fill('about nine hundred');
  await save.click();
  const dialog = page.getByRole('dialog', { name: 'Each value is public from its first day on' });
  await expect(dialog).toContainText(before);
  await expect(dialog).toContainText('about nine hundred');
  await dialog.getByRole('button', { name: 'Save it' }).click();
  await expect(page.getByText('Write an amount in digits with a dollar sign').first()).toBeVisible();
  await expect(page.locator('.saving__line').first()).toContainText('Not saved');
  await limit.fill('$1,551');
  await save.click();
  await dialog.getByRole('button', { name: 'Save it' }).click();
  await expect(page.getByRole('region', { name: 'Who saved when' })).toContainText(/ET by /);
  const article = async () => (await page.request.get(`${site}/definition-disabled`)).text();
  await expect.poll(article).toContain('$1,551');
});

test('unpublishing an article that other pages link to lists them and asks for confirmation', {
  tag: '@thorough',
}, async ({ page }) => {
  await signInToCms(page);
  await openDocument(page, 'articles', 'denied-at-hearing');
  await page.locator('.doc-controls__popup button').first().click();
  await page.getByRole('button', { name: /^Unpublish/i }).click();
  await page.getByRole('button', { name: /confirm/i }).click();
  const dialog = page.getByRole('dialog', { name: 'Other pages lead here' });
  await expect(dialog).toContainText('is linked from');
  await dialog.getByRole('button', { name: 'Leave it' }).click();
  await expect(dialog).toBeHidden();
  expect((await page.request.get(`${site}/articles/denied-at-hearing`)).status()).toBe(200);
});
