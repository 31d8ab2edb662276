import { expect, type Page, test } from '@playwright/test';
import { leave, openPage, siteUrl } from '../setup/back-office.ts';
import {
  fillLogin,
  logIn,
  loginButton,
  loginUrl,
  openOtherTab,
  openPortal,
  portalUrl,
  registerPerson,
} from '../setup/portal.ts';
import { waitForIslands } from '../setup/running-scripts.ts';
import { bothWays, mainlyWithScript } from '../setup/scripting.ts';
import { cookieValue, setSessionDatesOf } from '../setup/sessions.ts';

const minute = 60_000;
const warning = (page: Page) => page.getByRole('alertdialog', { name: 'Are you still there?' });

async function setSessionDates(page: Page, dates: { expires_at?: Date; started_at?: Date }): Promise<void> {
  await setSessionDatesOf(await cookieValue(page, 'client'), 'client_sessions', dates);
}

/** Calls what open pages of the portal call. @returns the status of the answer. */
async function stay(cookie: string): Promise<number> {
  const headers = { cookie, origin: siteUrl(), 'content-type': 'application/json' };
  return (await fetch(`${siteUrl()}/trpc/clients.stay`, { method: 'POST', headers })).status;
}

test('the portal requires a login, by every kind of request', async ({ browser }) => {
  const page = await openPage(browser);
  for (const cookie of ['', `client=${'p'.repeat(43)}`]) {
    const response = await fetch(portalUrl, { headers: { cookie }, redirect: 'manual' });
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toMatch(/^\/client-login/);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await stay(cookie)).toBe(401);
  }
  const logout = await page.request.post(`${portalUrl}/logout`, {
    headers: { origin: siteUrl() },
    maxRedirects: 0,
  });
  expect(logout.status()).toBe(303);
  const foreign = await page.request.post(`${portalUrl}/logout`, {
    headers: { origin: 'https://evil.example' },
  });
  expect(foreign.status()).toBe(403);
  await leave(page);
});

test('the page is not cached or indexed, contains no secrets, and has no broken links', async ({
  browser,
}) => {
  const { page, person } = await openPortal(browser);
  const response = await page.request.get(portalUrl);
  expect(response.headers()['cache-control']).toBe('no-store');
  const html = await response.text();
  expect(html).toContain('<meta name="robots" content="noindex"');
  expect(html).not.toContain(person.ssn);
  // Whole numbers: a nonce, the name of a script or a time in milliseconds may have any four digits in it.
  for (const secret of [person.ssn.slice(-4), person.pin, '1958'])
    expect(html).not.toMatch(new RegExp(`(?<!\\w)${secret}(?!\\w)`));
  const links = new Set([...html.matchAll(/<a [^>]*href="(\/[^"#]*)/g)].map(([, path = '']) => path));
  expect(links.size).toBeGreaterThan(3);
  for (const path of links)
    expect([path, (await page.request.get(siteUrl() + path)).status()]).toEqual([path, 200]);
  await leave(page);
});

for (const { javaScriptEnabled, how, tag } of mainlyWithScript) {
  test(`after Log Out the old cookie is invalid, ${how}`, { tag }, async ({ browser }) => {
    const { page } = await openPortal(browser, { javaScriptEnabled });
    const cookie = `client=${await cookieValue(page, 'client')}`;
    expect(await stay(cookie)).toBe(200);
    await page.getByRole('button', { name: 'Log Out', exact: true }).click();
    await expect(page).toHaveURL(loginUrl);
    await expect(page.locator('.notice.success')).toContainText('You have logged out.');
    expect(await stay(cookie)).toBe(401);
    expect((await fetch(portalUrl, { headers: { cookie }, redirect: 'manual' })).status).toBe(302);
    await page.goBack();
    await expect(page.getByText('Welcome, Client')).toHaveCount(0);
    await leave(page);
  });
}

for (const { javaScriptEnabled, how } of bothWays) {
  test(`Log out everywhere ends the sessions of all browsers and says so, ${how}`, {
    tag: '@thorough',
  }, async ({ browser }) => {
    const { page: phone, person } = await openPortal(browser, { javaScriptEnabled });
    const page = await openPage(browser, { javaScriptEnabled });
    await logIn(page, person);
    await page.getByRole('button', { name: 'Log out everywhere' }).click();
    await expect(page).toHaveURL(loginUrl);
    await expect(page.locator('.notice.success')).toHaveText(
      'You have logged out everywhere. Every phone and computer is logged out now, this one too.',
    );
    await phone.goto(portalUrl);
    await expect(phone).toHaveURL(/\/client-login/);
    for (const each of [page, phone]) await leave(each);
  });
}

test('an unconfirmed account says when it expires and what to do', { tag: '@thorough' }, async ({
  browser,
}) => {
  const ends = new Date(Date.now() + 30 * 24 * 60 * 60 * 1000);
  const { page } = await openPortal(browser, { javaScriptEnabled: false });
  const notice = page.getByRole('region', { name: 'Your account is not confirmed yet' });
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'America/New_York' }).format(
    ends,
  );
  await expect(notice).toContainText(`by ${day}.`);
  await expect(notice.getByRole('link').first()).toHaveAttribute('href', /^tel:/);
  await expect(notice.getByRole('link', { name: 'I have a code' })).toHaveAttribute(
    'href',
    '/client-portal/confirm',
  );
  await leave(page);
});

test('logging in creates a new session and never adopts an existing cookie', async ({ browser }) => {
  const person = await registerPerson();
  const page = await openPage(browser);
  const planted = 'p'.repeat(43);
  await page.context().addCookies([{ name: 'client', value: planted, url: siteUrl() }]);
  await logIn(page, person);
  expect(await cookieValue(page, 'client')).not.toBe(planted);
  expect(await stay(`client=${planted}`)).toBe(401);
  await leave(page);
});

test('an idle page warns five minutes before the session ends, and answering in one tab dismisses it in all', async ({
  browser,
}) => {
  const { page } = await openPortal(browser, { clock: true });
  const other = await openOtherTab(page);
  await page.clock.fastForward(24.5 * minute);
  await expect(warning(page)).toHaveCount(0);
  await page.clock.fastForward(0.7 * minute);
  await expect(warning(page)).toContainText('To keep your details safe, you will be signed out in 5 minutes');
  await expect(page.getByRole('button', { name: 'Stay signed in' })).toBeFocused();
  await expect(warning(other)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(warning(page)).toHaveCount(0);
  await expect(warning(other)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
  await leave(page);
});

test('an expired session redirects every tab to the login page, says why, and returns after login', {
  tag: '@thorough',
}, async ({ browser }) => {
  const { page, person } = await openPortal(browser, { clock: true });
  const other = await openOtherTab(page);
  await setSessionDates(page, { expires_at: new Date(Date.now() - 1_000) });
  await page.clock.fastForward(30.2 * minute);
  await page.waitForURL('**/client-login?ended=idle');
  await other.waitForURL('**/client-login?ended=idle');
  await expect(page.getByText('You were logged out to keep your details safe')).toBeVisible();
  await expect(page.getByText('Welcome, Client')).toHaveCount(0);
  await waitForIslands(other);
  await fillLogin(page, person);
  await loginButton(page).click();
  await page.waitForURL(portalUrl);
  await other.waitForURL(portalUrl);
  await leave(page);
});

test('after twelve hours the session cannot be extended, and the page says so in time', {
  tag: '@thorough',
}, async ({ browser }) => {
  const { page } = await openPortal(browser);
  await setSessionDates(page, { started_at: new Date(Date.now() - (12 * 60 - 4) * minute) });
  await page.reload();
  await expect(page.getByRole('alertdialog', { name: 'Time to sign in again' })).toContainText(
    'You will be signed out in 4 minutes.',
  );
  await leave(page);
});
