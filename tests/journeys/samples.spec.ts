import { expect, test } from '@playwright/test';
import { openDashboard, signInToCms } from '../setup/cms.ts';

const site = process.env.SITE_URL ?? '';

test('the lists of the CMS name samples and say nothing of other entries', { tag: '@thorough' }, async ({
  page,
}) => {
  await signInToCms(page);
  for (const collection of ['people', 'testimonials', 'attorneys']) {
    // Other journeys add entries.
    await page.goto(`${site}/cms/collections/${collection}?sort=createdAt`);
    const cell = page.locator('table tbody .cell-sample');
    await expect(cell.first()).toHaveText('Sample');
    await expect(cell.filter({ hasText: /true|false|</ })).toHaveCount(0);
  }
});

test('the dashboard of the CMS says what was removed, where the notice was', { tag: '@thorough' }, async ({
  page,
}) => {
  await signInToCms(page);
  await openDashboard(page);
  const sentence = 'Removed 7 testimonials and 48 attorneys.';
  // Other journeys need the samples.
  await page.route('**/cms/api/samples/remove', (route) =>
    route.fulfill({ json: { removed: 55, sentence } }),
  );
  await page.getByRole('button', { name: 'Remove all samples' }).click();
  const question = page.getByRole('dialog', { name: 'Remove all samples?' });
  await expect(question).toContainText('What you wrote yourselves stays.');
  await question.getByRole('button', { name: 'Remove them' }).click();
  const status = page.getByRole('status').filter({ hasText: sentence });
  await expect(status).toBeFocused();
});
