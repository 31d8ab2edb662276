import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectAccessibleInAllLooks, expectFits } from '../setup/axe.ts';
import { leave, openPage, siteUrl } from '../setup/back-office.ts';
import {
  fillLogin,
  fillRegistration,
  loginButton,
  loginUrl,
  newPerson,
  openPortal,
  portalUrl,
  registerUrl,
  submitButton,
  tabTo,
} from '../setup/portal.ts';

const url = siteUrl();

test('registering, logging in and logging out work with the keyboard alone', async ({ browser }) => {
  const { ssn, pin } = newPerson();
  const page = await openPage(browser);
  await page.goto(loginUrl);
  await tabTo(page, 'Register Now');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(registerUrl);
  const typed = [
    ['Social Security number', ssn],
    ['Month', '4'],
    ['Day', '12'],
    ['Year', '1958'],
    ['Choose a 4-digit PIN', pin],
    ['Type your PIN again', pin],
  ] as const;
  for (const [label, text] of typed) {
    await tabTo(page, label);
    await page.keyboard.type(text);
  }
  await tabTo(page, 'I am not a robot');
  await page.keyboard.press('Space');
  await tabTo(page, 'Submit');
  await page.keyboard.press('Enter');
  await page.waitForURL(loginUrl);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Client Login');
  await tabTo(page, 'Social Security number');
  await page.keyboard.type(ssn);
  await tabTo(page, '4-digit PIN');
  await page.keyboard.type(pin);
  await page.keyboard.press('Enter');
  await page.waitForURL(portalUrl);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
  await page.keyboard.press('Shift+Tab');
  await tabTo(page, 'Log Out');
  await page.keyboard.press('Enter');
  await page.waitForURL(loginUrl);
  await leave(page);
});

test('login is accessible at every width and color scheme: empty, with errors and filled in', async ({
  browser,
}) => {
  const page = await openPage(browser);
  await page.goto(loginUrl);
  await expect(loginButton(page)).toHaveAttribute('aria-disabled', 'true');
  await expectAccessibleInAllLooks(page);
  await loginButton(page).press('Enter');
  await expectAccessible(page);
  await fillLogin(page, newPerson());
  await expectAccessibleInAllLooks(page);
  await loginButton(page).click();
  await expect(page.getByRole('region', { name: 'Login Failed' })).toBeFocused();
  await expectAccessibleInAllLooks(page);
  await leave(page);
});

test('registration is accessible at every width and color scheme: empty, with errors and filled in', async ({
  browser,
}) => {
  const page = await openPage(browser);
  await page.goto(registerUrl);
  await expect(submitButton(page)).toHaveAttribute('aria-disabled', 'true');
  await expectAccessibleInAllLooks(page);
  await fillRegistration(page, { ssn: '219096789', pin: '4321' });
  await expectAccessibleInAllLooks(page);
  await submitButton(page).click();
  await expect(page.getByRole('region', { name: 'Registration Failed' })).toBeFocused();
  await expectAccessibleInAllLooks(page);
  await leave(page);
});

test('without JavaScript, a page with errors, which asks to type secrets again, is accessible too', {
  tag: '@thorough',
}, async ({ browser }) => {
  const page = await openPage(browser);
  // axe needs JavaScript, so only ours is blocked.
  await page.route('**/assets/*.js', (route) => route.abort());
  for (const address of [loginUrl, registerUrl]) {
    await page.goto(address, { waitUntil: 'load' });
    await page.locator('form.form button[type=submit]').click();
    await expect(page.locator('.error-summary')).toBeVisible();
    await expectAccessibleInAllLooks(page);
  }
  await leave(page);
});

test('the portal is accessible at every width and color scheme, with its notice and its session warning', async ({
  browser,
}) => {
  const { page } = await openPortal(browser, { clock: true });
  await expectAccessibleInAllLooks(page);
  await page.clock.fastForward(25.5 * 60_000);
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectAccessibleInAllLooks(page);
  await leave(page);
});

test("text at 200% size fits a phone's screen", { tag: '@thorough' }, async ({ browser }) => {
  const { page } = await openPortal(browser, { viewport: { width: 320, height: 700 } });
  const pages = [
    '',
    '/address?form',
    '/phones?add',
    '/emails?add',
    '/emergency?add',
    '/treatment?add',
    '/downloads',
    '/uploads',
    '/claim',
    '/activity',
  ];
  const visits = [...pages.map((path) => portalUrl + path), registerUrl];
  for (const address of visits) {
    await page.goto(address);
    await expectFitsAt200Percent(page);
  }
  await page.goto(portalUrl);
  await page.getByRole('button', { name: 'Log Out', exact: true }).click();
  await page.waitForURL(loginUrl);
  await expectFitsAt200Percent(page);
  await leave(page);
});

async function expectFitsAt200Percent(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('html { font-size: 200% }');
    document.adoptedStyleSheets = [sheet];
  });
  await expectFits(page);
}

test('header, phone menu, home page and footer link to the portal', async ({ browser }) => {
  const page = await openPage(browser, { javaScriptEnabled: false, viewport: { width: 1280, height: 900 } });
  await page.goto(url);
  const promo = page.locator('#portal');
  await expect(promo).toContainText('New clients: Use your SSN and create a 4-digit PIN');
  await expect(promo.getByRole('link')).toHaveText(['Client Login', 'Register Now']);
  const banner = page.getByRole('banner').getByRole('link', { name: 'Client Portal' });
  await expect(banner).toHaveCount(1);
  await banner.click();
  await expect(page).toHaveURL(loginUrl);
  await page.goto(url);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Client Portal' }).click();
  await expect(page).toHaveURL(loginUrl);
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto(url);
  await expect(banner).toHaveCount(0);
  await page.getByRole('button', { name: 'Menu' }).click();
  await banner.click();
  await expect(page).toHaveURL(loginUrl);
  const map = await (await page.request.get(`${url}/sitemap.xml`)).text();
  for (const path of ['/client-login', '/client-register']) expect(map).toContain(`${path}<`);
  expect(map).not.toContain('/client-portal');
  await leave(page);
});
