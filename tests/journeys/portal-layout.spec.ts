import { expect, type Page, test } from '@playwright/test';
import { expectAccessibleInAllLooks } from '../setup/axe.ts';
import { leave, openPage, siteUrl } from '../setup/back-office.ts';
import { fillLogin, loginButton, openPortal, portalUrl, registerPerson } from '../setup/portal.ts';
import { mainlyWithScript } from '../setup/scripting.ts';

const pages = {
  Dashboard: '',
  'Mailing Address': '/address',
  'Phone Numbers': '/phones',
  'Email Addresses': '/emails',
  'Emergency Contacts': '/emergency',
  'Medical Treatment': '/treatment',
  Downloads: '/downloads',
};

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Client portal' });
const toggle = (page: Page) => page.getByRole('button', { name: 'Menu' }).locator('visible=true');

test('the sidebar lists the pages of the portal and marks the current one', async ({ browser }) => {
  const { page } = await openPortal(browser);
  const links = sidebar(page).getByRole('link');
  await expect(links).toHaveText(Object.keys(pages));
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(
    Object.values(pages).map((path) => `/client-portal${path}`),
  );
  await expect(page.locator('.portal-title')).toHaveText('You are at: Dashboard');
  await expect(sidebar(page).locator('[aria-current="page"]')).toHaveText('Dashboard');
  await expect(page.getByText('Welcome, Client')).toBeVisible();
  await leave(page);
});

test('the sidebar lists what is about the claim below them, and marks it too', { tag: '@thorough' }, async ({
  browser,
}) => {
  const { page } = await openPortal(browser);
  const links = page.getByRole('navigation', { name: 'Your claim' }).getByRole('link');
  await expect(links).toHaveText(['Where is my claim', 'Send us papers', 'Activity']);
  for (const path of ['claim', 'uploads', 'activity']) {
    await page.goto(`${portalUrl}/${path}`);
    const current = page.locator('.portal-menu [aria-current="page"]');
    await expect(current).toHaveText(await page.getByRole('heading', { level: 1 }).innerText());
  }
  await leave(page);
});

for (const { javaScriptEnabled, how, tag } of mainlyWithScript) {
  test(`the sidebar stays as it was left for seven days, drawn by the server, ${how}`, { tag }, async ({
    browser,
  }) => {
    const { page } = await openPortal(browser, { javaScriptEnabled });
    await expect(toggle(page)).toHaveAttribute('aria-expanded', 'true');
    const kept = page.waitForResponse((response) => response.url().endsWith('/client-portal/sidebar'));
    await toggle(page).click();
    await kept;
    await expect(sidebar(page)).toBeHidden();
    await expect(toggle(page)).toHaveAttribute('aria-expanded', 'false');
    await expect(page).toHaveURL(portalUrl);
    const cookie = (await page.context().cookies()).find(({ name }) => name.endsWith('portal-sidebar'));
    const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / (24 * 60 * 60);
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThanOrEqual(7);
    const html = await (await page.request.get(portalUrl)).text();
    expect(html).toContain('data-sidebar="closed"');
    await toggle(page).click();
    await expect(sidebar(page)).toBeVisible();
    await leave(page);
  });
}

test('Ctrl+B and Command+B open and close the sidebar, and the menu of a phone', {
  tag: '@thorough',
}, async ({ browser }) => {
  // Keys do something once the page's script runs, for which a page with a clock of its own waits.
  const { page } = await openPortal(browser, { clock: true });
  await page.keyboard.press('Control+b');
  await expect(sidebar(page)).toBeHidden();
  await page.keyboard.press('Meta+b');
  await expect(sidebar(page)).toBeVisible();
  await page.setViewportSize({ width: 767, height: 900 });
  await expect(sidebar(page)).toBeHidden();
  await page.keyboard.press('Control+b');
  await expect(sidebar(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sidebar(page)).toBeHidden();
  await leave(page);
});

test('below 768 px the menu opens without script', { tag: '@thorough' }, async ({ browser }) => {
  const { page } = await openPortal(browser, {
    javaScriptEnabled: false,
    viewport: { width: 320, height: 900 },
  });
  await expect(sidebar(page)).toBeHidden();
  await toggle(page).click();
  await expect(sidebar(page)).toBeVisible();
  await leave(page);
});

test('an address without a page leads to help inside the portal, and an earlier address to its page', async ({
  browser,
}) => {
  const { page } = await openPortal(browser, { javaScriptEnabled: false, path: '/no-such-page/at-all' });
  expect((await page.reload())?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page is not here');
  await expect(page.getByText('You are still logged in.')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link')).toHaveText([
    ...Object.keys(pages),
    'Where is my claim',
    'Send us papers',
    'Activity',
    'Confirm your account',
    'Let us call you',
  ]);
  await page.goto(`${portalUrl}/emergency-contacts`);
  await expect(page).toHaveURL(`${portalUrl}/emergency`);
  await page.goto(`${portalUrl}/email-addresses/verify?code=${'x'.repeat(43)}`);
  await expect(page).toHaveURL(`${portalUrl}/emails/verify?code=${'x'.repeat(43)}`);
  await leave(page);
});

test('a page asked for before logging in is shown after it', { tag: '@thorough' }, async ({ browser }) => {
  const person = await registerPerson();
  const page = await openPage(browser);
  await page.goto(`${portalUrl}/address`);
  await expect(page).toHaveURL(`${siteUrl()}/client-login?next=%2Fclient-portal%2Faddress`);
  await fillLogin(page, person);
  await loginButton(page).click();
  await page.waitForURL(`${portalUrl}/address`);
  await leave(page);
});

test('opening and closing the sidebar is accessible, in every look', async ({ browser }) => {
  const { page } = await openPortal(browser);
  await page.setViewportSize({ width: 320, height: 900 });
  await toggle(page).click();
  await expectAccessibleInAllLooks(page);
  await leave(page);
});
