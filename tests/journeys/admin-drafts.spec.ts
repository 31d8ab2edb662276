import { expect, type Page, test } from '@playwright/test';
import {
  addStaff,
  dialogReady,
  leave,
  openPage,
  setSessionDates,
  signIn,
  signInWithAccount,
} from '../setup/back-office.ts';
import { registerClientPage } from '../setup/portal.ts';

/** Waits for the page's script, which forgets what was saved. */
function noDrafts(page: Page): Promise<void> {
  const kept = () =>
    page.evaluate(() => Object.keys(sessionStorage).filter((name) => name.startsWith('draft/')));
  return expect.poll(kept).toEqual([]);
}

const ended = () => ({ expires_at: new Date(Date.now() - 1_000) });

test('what staff typed in a dialog is there again after the session has ended, and not after it was saved', async ({
  browser,
}) => {
  const path = await registerClientPage();
  const page = await openPage(browser);
  const account = await addStaff('reviewer');
  await signIn(page, `${path}/claim`, account);
  await dialogReady(page);
  await page.getByLabel('Step').selectOption('Filed');
  const since = page.getByRole('group', { name: 'Since' });
  for (const [part, typed] of [
    ['Month', '1'],
    ['Day', '5'],
    ['Year', '2026'],
  ] as const)
    await since.getByLabel(part, { exact: true }).fill(typed);
  await page.getByLabel('Needed from the client').fill('Letters of May');
  await setSessionDates(page, ended());
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL('**/admin/login?**');
  await signInWithAccount(page, account);
  await page.waitForURL(`**${path}/claim`);
  await dialogReady(page);
  await expect(page.getByLabel('Step')).toHaveValue('filed');
  await expect(since.getByLabel('Year', { exact: true })).toHaveValue('2026');
  await expect(page.getByLabel('Needed from the client')).toHaveValue('Letters of May');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.locator('.notice.success')).toContainText('Claim saved');
  await noDrafts(page);
  await page.getByRole('link', { name: 'Update the claim' }).click();
  await dialogReady(page);
  await expect(since.getByLabel('Year', { exact: true })).toHaveValue('');
  await leave(page);
});

test('a reason is not kept once the dialog has shown what came of it', { tag: '@thorough' }, async ({
  browser,
}) => {
  const path = await registerClientPage();
  const page = await openPage(browser);
  await signIn(page, `${path}/reveal`);
  await dialogReady(page);
  await page.getByLabel('Reason', { exact: true }).fill('To fill in the application');
  await page.reload();
  await dialogReady(page);
  await expect(page.getByLabel('Reason', { exact: true })).toHaveValue('To fill in the application');
  await page.getByRole('button', { name: 'Reveal', exact: true }).click();
  await expect(page.getByText('It disappears after one minute.')).toBeVisible();
  await noDrafts(page);
  await page.goto(`${path}/reveal`);
  await dialogReady(page);
  await expect(page.getByLabel('Reason', { exact: true })).toHaveValue('');
  await leave(page);
});

test('what staff typed about an attorney is there again after the session has ended', {
  tag: '@thorough',
}, async ({ browser }) => {
  const page = await openPage(browser);
  const account = await addStaff('reviewer');
  await signIn(page, '/admin/attorneys/new', account);
  await dialogReady(page);
  await page.getByLabel('Full name').fill('Canary Draftwright');
  await setSessionDates(page, ended());
  await page.reload();
  await page.waitForURL('**/admin/login?**');
  await signInWithAccount(page, account);
  await page.waitForURL('**/admin/attorneys/new');
  await dialogReady(page);
  await expect(page.getByLabel('Full name')).toHaveValue('Canary Draftwright');
  await leave(page);
});
