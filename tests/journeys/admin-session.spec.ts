import { expect, type Page, test } from '@playwright/test';
import {
  adminCredentials,
  cookieOf,
  moveSession,
  openLive,
  openPage,
  sendEvaluation,
  signIn,
  siteUrl,
} from '../setup/back-office.ts';

const minute = 60_000;

/** Counts how often the screen told the server that somebody is at work. */
function countStays(page: Page): { count: number } {
  const stays = { count: 0 };
  page.on('request', (request) => {
    if (request.url().endsWith('/trpc/staff.stay')) stays.count += 1;
  });
  return stays;
}

/** The details, so that a warning has to come over another dialog. */
async function openDetails(page: Page): Promise<void> {
  const { name } = await sendEvaluation();
  await page.clock.install();
  await signIn(page, '/admin/case-evaluations');
  await page.getByRole('link', { name, exact: true }).click();
  await page.getByRole('dialog').waitFor();
}

const warning = (page: Page) => page.getByRole('alertdialog', { name: 'Are you still there?' });

test('after Log Out the old cookie is worth nothing, and other open tabs leave too', async ({ browser }) => {
  const page = await openPage(browser);
  await signIn(page);
  const other = await page.context().newPage();
  await openLive(other, '/admin/case-evaluations');
  const cookie = await cookieOf(page);
  await page.getByRole('button', { name: 'Log Out' }).click();
  await page.waitForURL('**/admin/login');
  await other.waitForURL('**/admin/login?next=%2Fadmin%2Fcase-evaluations&ended=idle');
  expect((await fetch(`${siteUrl()}/trpc/staff.me`, { headers: { cookie } })).status).toBe(401);
  const again = await fetch(`${siteUrl()}/admin/dashboard`, { headers: { cookie }, redirect: 'manual' });
  expect(again.status).toBe(302);
  await page.context().close();
});

test('signing in gives a new session, whatever cookie was there before', async ({ browser }) => {
  const page = await openPage(browser);
  const planted = 'p'.repeat(43);
  await page.context().addCookies([{ name: 'admin', value: planted, url: siteUrl() }]);
  await signIn(page);
  expect(await cookieOf(page)).not.toContain(planted);
  const answer = await fetch(`${siteUrl()}/trpc/staff.me`, { headers: { cookie: `admin=${planted}` } });
  expect(answer.status).toBe(401);
  await page.context().close();
});

for (const javaScriptEnabled of [true, false]) {
  test(`signing out everywhere asks first and ends every session of one's own, ${javaScriptEnabled ? 'with' : 'without'} script`, async ({
    browser,
  }) => {
    const { email, emailPassword } = await adminCredentials();
    const pages = [await openPage(browser, { javaScriptEnabled }), await openPage(browser)];
    for (const page of pages) {
      await page.goto('/admin/login');
      await page.getByText('Sign in with your own account').click();
      await page.getByLabel('Email address').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(emailPassword);
      await page.getByRole('button', { name: 'Log In with your account' }).click();
      await page.waitForURL('**/admin/dashboard');
    }
    const [page, other] = pages as [Page, Page];
    await page.getByRole('link', { name: 'Sign out everywhere' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign out everywhere?');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.waitForURL('**/admin/dashboard');
    await page.goto('/admin/sign-out-everywhere');
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.waitForURL('**/admin/login');
    await expect(page.getByText('This account is signed out on every device.')).toBeVisible();
    await other.goto('/admin/dashboard');
    await expect(other).toHaveURL(/\/admin\/login/);
    for (const each of pages) await each.context().close();
  });
}

test('a screen that nobody touches warns five minutes before the end, and does not stay signed in by itself', async ({
  browser,
}) => {
  const page = await openPage(browser);
  await openDetails(page);
  const stays = countStays(page);
  await page.clock.fastForward(9 * minute);
  await sendEvaluation();
  await expect(page.locator('.list-status')).toHaveText(/new case evaluation/);
  await expect(warning(page)).toHaveCount(0);
  await page.clock.fastForward(1.2 * minute);
  await expect(warning(page)).toContainText('you will be signed out in 5 minutes');
  expect(stays.count).toBe(0);
  await expect(page.getByRole('button', { name: 'Stay signed in' })).toBeFocused();
  await page.clock.fastForward(2 * minute);
  await expect(warning(page)).toContainText('in 3 minutes');

  await page.keyboard.press('Enter');
  await expect(warning(page)).toHaveCount(0);
  await expect.poll(() => stays.count).toBe(1);
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.context().close();
});

test('somebody at work is not warned, and the server hears of them at most once a minute', async ({
  browser,
}) => {
  const page = await openPage(browser);
  await openDetails(page);
  const stays = countStays(page);
  for (let minutes = 0; minutes < 14; minutes += 2) {
    await page.clock.fastForward(2 * minute);
    for (let presses = 0; presses < 5; presses += 1) await page.keyboard.press('Shift');
  }
  await expect(warning(page)).toHaveCount(0);
  await expect.poll(() => stays.count).toBe(7);
  await page.context().close();
});

test('an answer in one tab counts for all of them', async ({ browser }) => {
  const page = await openPage(browser);
  await openDetails(page);
  const other = await page.context().newPage();
  await openLive(other, '/admin/dashboard');
  await page.clock.fastForward(10.2 * minute);
  await expect(warning(page)).toBeVisible();
  await expect(warning(other)).toBeVisible();
  await other.keyboard.press('Escape');
  await expect(warning(other)).toHaveCount(0);
  await expect(warning(page)).toHaveCount(0);
  await page.context().close();
});

test('a session that ended leads to the sign-in page, says why, and back to the same place', async ({
  browser,
}) => {
  const page = await openPage(browser);
  await openDetails(page);
  const address = page.url();
  await moveSession(page, { expires_at: new Date(Date.now() - 1_000) });
  await page.clock.fastForward(15.2 * minute);
  await page.waitForURL('**/admin/login?**');
  await expect(page.getByText('Your session has ended')).toBeVisible();
  await expect(page.getByText('Visitor')).toHaveCount(0);
  const { pathname } = new URL(address);
  await signIn(page, pathname);
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.context().close();
});

test('a session that ended on the server is noticed at the next thing that happens', async ({ browser }) => {
  const page = await openPage(browser);
  await openDetails(page);
  await moveSession(page, { expires_at: new Date(Date.now() - 1_000) });
  await Promise.all([page.waitForURL('**/admin/login?**'), sendEvaluation()]);
  await page.context().close();
});

test('after eight hours staying does not help, and the screen says so in time', async ({ browser }) => {
  const page = await openPage(browser);
  await signIn(page);
  await moveSession(page, { started_at: new Date(Date.now() - (8 * 60 - 4) * minute) });
  await page.reload();
  const limit = page.getByRole('alertdialog', { name: 'Time to sign in again' });
  await expect(limit).toContainText('You will be signed out in 4 minutes.');
  await page.getByRole('button', { name: 'Finish what I am doing' }).click();
  await expect(limit).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await page.context().close();
});
