import { expect, test } from '@playwright/test';
import { expectAccessibleInAllLooks } from '../setup/axe.ts';
import { leave, openPage, signIn, signInWithPassword } from '../setup/back-office.ts';
import { bothWays } from '../setup/scripting.ts';

for (const { javaScriptEnabled, how } of bothWays) {
  test(`staff find in the audit log what they have just opened, ${how}`, { tag: '@thorough' }, async ({
    browser,
  }) => {
    const page = await openPage(browser, { javaScriptEnabled });
    await signInWithPassword(page);
    await page.goto('/admin/contracts');
    await page.goto('/admin/dashboard');
    await page.getByRole('link', { name: 'Audit log' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Audit log');
    const row = page.getByRole('row').filter({ hasText: 'Read the list' }).filter({ hasText: 'Contracts' });
    await expect(row.first()).toContainText(/ET|\d+:\d\d/);

    await page.getByLabel('What').selectOption('Logins');
    await page.getByRole('button', { name: 'Show' }).click();
    await expect(page.getByLabel('What')).toHaveValue('signIns');
    await expect(page.getByRole('row').filter({ hasText: 'How: shared password' }).first()).toBeVisible();
    await expect(row).toHaveCount(0);

    await page.getByLabel('First day').fill('2020-01-01');
    await page.getByLabel('Last day').fill('2020-01-02');
    await page.getByRole('button', { name: 'Show' }).click();
    await expect(page.getByText('No entries match.')).toBeVisible();
    await expect(page.getByLabel('First day')).toHaveValue('2020-01-01');
    await page.getByRole('link', { name: 'Show everything' }).click();
    await expect(row.first()).toBeVisible();
    await leave(page);
  });
}

test('the audit log is accessible at every width and color scheme', async ({ browser }) => {
  const page = await openPage(browser, {});
  await signIn(page, '/admin/audit');
  await expect(page.getByRole('table')).toBeVisible();
  await expectAccessibleInAllLooks(page);
  await leave(page);
});
