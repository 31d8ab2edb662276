import { randomUUID } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import { addStaff, openPage } from '../setup/back-office.ts';
import { mainlyWithScript } from '../setup/scripting.ts';

/** Signs in at the provider, whose own pages these are. */
async function atProvider(page: Page, email: string): Promise<void> {
  await page.locator('input[name=login]').fill(email);
  await page.locator('input[name=password]').fill('any');
  await page.locator('button[type=submit]').click();
}

for (const { javaScriptEnabled, how, tag } of mainlyWithScript) {
  test(`staff sign in at the firm’s provider and get to the page that they wanted, ${how}`, { tag }, async ({
    browser,
  }) => {
    const stranger = await openPage(browser, { javaScriptEnabled });
    await stranger.goto('/admin/login');
    await stranger.getByRole('link', { name: 'Log in with your work account' }).click();
    await atProvider(stranger, `stranger-${randomUUID()}@example.com`);
    await stranger.locator('button[type=submit]').click();
    await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('Login Failed');
    await expect(stranger.getByText('Nobody has invited you')).toBeVisible();
    await stranger.getByRole('link', { name: 'Back to login' }).click();
    await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('Log in');

    const { email, name } = await addStaff('reviewer');
    const page = await openPage(browser, { javaScriptEnabled });
    await page.goto('/admin/contracts');
    await page.getByRole('link', { name: 'Log in with your work account' }).click();
    await atProvider(page, email);
    await page.locator('button[type=submit]').click();
    await page.waitForURL('**/admin/contracts');
    await expect(page.getByRole('banner').getByText(name)).toHaveCount(1);

    await page.goto(`/admin/confirm?${new URLSearchParams({ next: '/admin/case-evaluations' })}`);
    await page.getByRole('link', { name: 'Log in again with your work account' }).click();
    await atProvider(page, email);
    await page.waitForURL('**/admin/case-evaluations');
  });
}
