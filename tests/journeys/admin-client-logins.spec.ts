import { type Browser, expect, type Page, test } from '@playwright/test';
import { expectAccessibleInAllLooks } from '../setup/axe.ts';
import { leave, openPage, signIn, siteUrl } from '../setup/back-office.ts';
import {
  confirmAccount,
  failLogin,
  logIn,
  loginUrl,
  openClientPage,
  openPortal,
  portalUrl,
} from '../setup/portal.ts';

const path = '/admin/client-logins';

async function openLogins(browser: Browser): Promise<Page> {
  const page = await openPage(browser);
  await signIn(page);
  await page.getByRole('link', { name: 'Client logins' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Client logins');
  return page;
}

async function submitForm(page: Page, ssn: string, action: RegExp): Promise<void> {
  await page.getByLabel('Social Security number').fill(ssn);
  await page.getByLabel('How you verified the caller').fill('Called from the number in the contract');
  await page.getByRole('radio', { name: action }).check();
  await page.getByRole('button', { name: 'Save' }).click();
}

test('visitors who are not signed in are redirected to the sign-in page', async () => {
  const response = await fetch(siteUrl() + path, { redirect: 'manual' });
  expect(response.headers.get('location')).toMatch(/^\/admin\/login/);
});

test("staff see what is missing, and the page's URL never contains the number", {
  tag: '@thorough',
}, async ({ browser }) => {
  const page = await openLogins(browser);
  await page.getByRole('button', { name: 'Save' }).click();
  const summary = page.getByRole('region', { name: 'Nothing was changed' });
  await expect(summary.getByRole('link')).toHaveCount(3);
  await expect(page).toHaveTitle('Error: Client logins | Back office');
  await submitForm(page, '219 09 6789', /Free the number/);
  await expect(summary).toContainText('No account has this number.');
  await expect(page.getByLabel('How you verified the caller')).toHaveValue(/contract/);
  expect(page.url()).not.toContain('6789');
  await leave(page);
});

test('staff free the number of a confirmed account only after checking an extra box', {
  tag: '@thorough',
}, async ({ browser }) => {
  const { page: portal, person } = await openPortal(browser);
  const page = await openLogins(browser);
  await expect(page.getByRole('radio', { name: /confirm/i })).toHaveCount(0);
  const desk = await openClientPage(browser, person);
  await confirmAccount(desk, portal);
  await submitForm(page, person.ssn, /Free the number/);
  await expect(page.getByRole('region', { name: 'Nothing was changed' })).toContainText('check the box too');
  await page.getByLabel('Free the number even').check();
  await submitForm(page, person.ssn, /Free the number/);
  await expect(page.locator('.notice.success')).toContainText('Number freed');
  await portal.reload();
  await expect(portal).toHaveURL(/\/client-login/);
  for (const each of [page, desk, portal]) await leave(each);
});

test('staff unblock a caller who has to wait after failed logins', { tag: '@thorough' }, async ({
  browser,
}) => {
  const { page: portal, person } = await openPortal(browser);
  await portal.getByRole('button', { name: 'Log Out', exact: true }).click();
  for (let times = 0; times < 4; times += 1) await failLogin(portal, { ...person, pin: '8642' });
  await expect(portal.getByRole('region', { name: 'Login Failed' })).toContainText('Too many tries.');
  const page = await openLogins(browser);
  await submitForm(page, person.ssn, /Let them try again/);
  await expect(page.locator('.notice.success')).toContainText('Login open again');
  await portal.goto(loginUrl);
  await logIn(portal, person);
  await expect(portal).toHaveURL(portalUrl);
  for (const each of [page, portal]) await leave(each);
});

test('the page is accessible at every width and color scheme, empty and with errors', async ({ browser }) => {
  const page = await openPage(browser);
  await signIn(page, path);
  await expectAccessibleInAllLooks(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('region', { name: 'Nothing was changed' })).toBeVisible();
  await expectAccessibleInAllLooks(page);
  await leave(page);
});
