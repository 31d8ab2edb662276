import { expect, type Page, test } from '@playwright/test';
import {
  addStaff,
  cookieOf,
  dialogReady,
  leave,
  openLivePage,
  openPage,
  sendEvaluation,
  setSessionDates,
  signIn,
  signInWithPassword,
  siteUrl,
} from '../setup/back-office.ts';
import { mainlyWithScript } from '../setup/scripting.ts';

const minute = 60_000;

/** Counts requests that extend the session because of user activity, and those of them that were answered. */
function countStays(page: Page): { count: number; answered: number } {
  const stays = { count: 0, answered: 0 };
  page.on('request', (request) => {
    if (request.url().endsWith('/trpc/staff.stay')) stays.count += 1;
  });
  page.on('requestfinished', (request) => {
    if (request.url().endsWith('/trpc/staff.stay')) stays.answered += 1;
  });
  return stays;
}

/** Signs in and opens a details dialog, so that a warning has to appear above it. */
async function openDetails(page: Page): Promise<void> {
  const { name } = await sendEvaluation();
  await page.clock.install();
  await signIn(page, '/admin/case-evaluations');
  await page.getByRole('link', { name, exact: true }).click();
  await dialogReady(page);
}

const warning = (page: Page) => page.getByRole('alertdialog', { name: 'Are you still there?' });

test('after Log Out the old cookie is invalid, and other open tabs go to the sign-in page', async ({
  browser,
}) => {
  const page = await openPage(browser);
  await signIn(page);
  const other = await page.context().newPage();
  await openLivePage(other, '/admin/case-evaluations');
  const cookie = await cookieOf(page);
  await page.getByRole('button', { name: 'Log Out' }).click();
  await page.waitForURL('**/admin/login');
  await expect(page.getByText('You have logged out.')).toBeVisible();
  await other.waitForURL('**/admin/login?next=%2Fadmin%2Fcase-evaluations');
  await expect(other.getByText('Your session has ended')).toHaveCount(0);
  expect((await fetch(`${siteUrl()}/trpc/staff.me`, { headers: { cookie } })).status).toBe(401);
  const again = await fetch(`${siteUrl()}/admin/dashboard`, { headers: { cookie }, redirect: 'manual' });
  expect(again.status).toBe(302);
  await leave(page);
});

test('signing in creates a new session and never adopts an existing cookie', async ({ browser }) => {
  const page = await openPage(browser);
  const planted = 'p'.repeat(43);
  await page.context().addCookies([{ name: 'admin', value: planted, url: siteUrl() }]);
  await signInWithPassword(page);
  expect(await cookieOf(page)).not.toContain(planted);
  const response = await fetch(`${siteUrl()}/trpc/staff.me`, { headers: { cookie: `admin=${planted}` } });
  expect(response.status).toBe(401);
  await leave(page);
});

for (const { javaScriptEnabled, how, tag } of mainlyWithScript) {
  test(`signing out everywhere asks for confirmation and ends every session of the account, ${how}`, {
    tag,
  }, async ({ browser }) => {
    const account = await addStaff();
    const pages = [await openPage(browser, { javaScriptEnabled }), await openPage(browser)];
    for (const page of pages) {
      await signIn(page, '/admin/dashboard', account);
    }
    const [page, other] = pages as [Page, Page];
    await page.getByRole('link', { name: 'Log out everywhere' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Log out everywhere?');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.waitForURL('**/admin/dashboard');
    await page.goto('/admin/sign-out-everywhere');
    await page.getByRole('button', { name: 'Log out everywhere' }).click();
    await page.waitForURL('**/admin/login');
    await expect(page.getByText('This account is logged out on every device.')).toBeVisible();
    // The page itself may be on its way there already.
    expect((await other.request.get('/admin/dashboard')).url()).toContain('/admin/login');
    for (const each of pages) await leave(each);
  });
}

test('an idle screen warns five minutes before the session ends, and never extends it by itself', async ({
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
  await leave(page);
});

test('active users get no warning, and extend the session at most once a minute', {
  tag: '@thorough',
}, async ({ browser }) => {
  const page = await openPage(browser);
  await openDetails(page);
  const stays = countStays(page);
  for (let minutes = 0; minutes < 14; minutes += 2) {
    await page.clock.fastForward(2 * minute);
    for (let presses = 0; presses < 5; presses += 1) await page.keyboard.press('Shift');
    // The clock runs ahead of the server: without the answer the page would come to its warning.
    await expect.poll(() => stays.answered).toBe(minutes / 2 + 1);
    expect(stays.count).toBe(stays.answered);
  }
  await expect(warning(page)).toHaveCount(0);
  await leave(page);
});

test('answering the warning in one tab dismisses it in all tabs', { tag: '@thorough' }, async ({
  browser,
}) => {
  const page = await openPage(browser);
  await openDetails(page);
  const other = await page.context().newPage();
  await openLivePage(other, '/admin/dashboard');
  await page.clock.fastForward(10.2 * minute);
  await expect(warning(page)).toBeVisible();
  await expect(warning(other)).toBeVisible();
  await other.keyboard.press('Escape');
  await expect(warning(other)).toHaveCount(0);
  await expect(warning(page)).toHaveCount(0);
  await leave(page);
});

test('an expired session redirects to the sign-in page, says why, and returns to the same place after sign-in', async ({
  browser,
}) => {
  const page = await openPage(browser);
  await openDetails(page);
  const address = page.url();
  await setSessionDates(page, { expires_at: new Date(Date.now() - 1_000) });
  await page.clock.fastForward(15.2 * minute);
  await page.waitForURL('**/admin/login?**');
  await expect(page.getByText('Your session has ended')).toBeVisible();
  await expect(page.getByText('Visitor')).toHaveCount(0);
  const { pathname } = new URL(address);
  await signInWithPassword(page, pathname);
  await expect(page.getByRole('dialog')).toBeVisible();
  await leave(page);
});

test('a link that is followed after the session has ended leads there after sign-in', {
  tag: '@thorough',
}, async ({ browser }) => {
  const page = await openPage(browser);
  // A page without live updates, which would notice it first.
  await signIn(page, '/admin/audit');
  await page.context().clearCookies({ name: 'admin' });
  await page.getByRole('link', { name: 'Contracts' }).click();
  await page.waitForURL('**/admin/login?next=%2Fadmin%2Fcontracts');
  await signInWithPassword(page, '/admin/contracts');
  await leave(page);
});

test('a session that ended on the server is noticed at the next live update', async ({ browser }) => {
  const page = await openPage(browser);
  await openDetails(page);
  await setSessionDates(page, { expires_at: new Date(Date.now() - 1_000) });
  await Promise.all([page.waitForURL('**/admin/login?**'), sendEvaluation()]);
  await leave(page);
});

test('after eight hours the session cannot be extended, and the screen says so in time', {
  tag: '@thorough',
}, async ({ browser }) => {
  const page = await openPage(browser);
  // The shared account keeps only its newest sessions.
  await signIn(page, '/admin/dashboard', await addStaff('reviewer'));
  await setSessionDates(page, { started_at: new Date(Date.now() - (8 * 60 - 4) * minute) });
  await page.reload();
  const limit = page.getByRole('alertdialog', { name: 'Time to sign in again' });
  await expect(limit).toContainText('You will be signed out in 4 minutes.');
  await page.getByRole('button', { name: 'Finish what I am doing' }).click();
  await expect(limit).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  // Until scripts run, the warning is only text: a button would do nothing.
  const html = await (await page.request.get(page.url())).text();
  expect(html.includes('You will be signed out in 4 minutes.')).toBe(true);
  expect(html.includes('Finish what I am doing')).toBe(false);
  await leave(page);
});
