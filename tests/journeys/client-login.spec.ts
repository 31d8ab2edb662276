import { expect, type Page, test } from '@playwright/test';
import { leave, openPage, siteUrl } from '../setup/back-office.ts';
import { hiddenField, plainBrowser } from '../setup/plain-browser.ts';
import {
  birthDate,
  failLogin,
  fillLogin,
  loginButton,
  loginUrl,
  newPerson,
  openPortal,
  portalUrl,
  postForm,
  registerPerson,
  registerUrl,
  ssnField,
} from '../setup/portal.ts';
import { bothWays } from '../setup/scripting.ts';
import { cookieValue } from '../setup/sessions.ts';

const loginError = (page: Page) => page.getByRole('region', { name: 'Login Failed' });
const wrongLoginMessage = 'Invalid SSN or PIN. Please try again.';

test('a post from another site, without our token, or with extra fields logs nobody in', async ({
  browser,
}) => {
  const person = { ...(await registerPerson()) };
  const page = await openPage(browser, { javaScriptEnabled: false });
  await page.goto(loginUrl);
  expect((await postForm(page, person, { origin: 'https://evil.example' })).status).toBe(403);
  expect((await postForm(page, { ...person, _token: '' })).status).toBe(403);
  const { status, html } = await postForm(page, { ...person, role: 'admin' });
  expect(status).toBe(400);
  for (const secret of [person.ssn, person.pin]) expect(html).not.toContain(`"${secret}"`);
  expect(await cookieValue(page, 'client')).toBe('');
  await leave(page);
});

test('a wrong PIN, an unregistered SSN and an invalid SSN get the same response', async ({ browser }) => {
  const { ssn } = await registerPerson();
  const page = await openPage(browser, { javaScriptEnabled: false });
  const responses = new Set<string>();
  for (const person of [{ ssn, pin: '8642' }, newPerson(), { ssn: '000120000', pin: '7391' }]) {
    await page.goto(loginUrl);
    const { status, html } = await postForm(page, { ...person });
    expect(html).toContain(wrongLoginMessage);
    expect(html).not.toContain(person.ssn);
    // Tokens and nonces differ on every page, and the office opens and closes.
    const same = html.replaceAll(
      /k\d+\.[\w-]+\.[\w-]+|nonce="[^"]*"|<span class="open-now">.*?<\/span>/gs,
      '',
    );
    responses.add(`${status} ${same}`);
  }
  expect(responses.size).toBe(1);
  await leave(page);
});

for (const { javaScriptEnabled, how, tag } of bothWays) {
  test(`a wrong PIN gets an error, and the right one leads to the portal, ${how}`, { tag }, async ({
    browser,
  }) => {
    const person = await registerPerson();
    const page = await openPage(browser, { javaScriptEnabled });
    await page.goto(`${siteUrl()}/client-portal`);
    await expect(page).toHaveURL(loginUrl);
    await fillLogin(page, { ...person, pin: '8642' });
    await loginButton(page).click();
    await expect(loginError(page)).toContainText(wrongLoginMessage);
    await expect(loginError(page)).toBeFocused();
    await expect(page).toHaveTitle(/^Error: Client Login/);
    if (javaScriptEnabled) {
      await expect(page.getByRole('alert')).toContainText(`Login Failed ${wrongLoginMessage}`);
      await expect(page.getByRole('alert').locator('.toast')).toHaveClass('toast error');
      await expect(ssnField(page)).toHaveValue(/^2\d\d-\d\d-\d{4}$/);
    } else {
      await expect(page.getByText('Please type them again')).toBeVisible();
      await expect(ssnField(page)).toHaveValue('');
      expect(await page.content()).not.toContain(person.ssn);
    }
    await fillLogin(page, person);
    await loginButton(page).click();
    await page.waitForURL(portalUrl);
    await expect(page.locator('.notice.success')).toHaveText(
      'Welcome back! You have successfully logged in.',
    );
    await expect(page.getByText('Welcome, Client')).toBeVisible();
    await leave(page);
  });

  test(`after three failures the next attempt has to wait, and the page says how long, ${how}`, {
    tag,
  }, async ({ browser }) => {
    const person = newPerson();
    const page = await openPage(browser, { javaScriptEnabled });
    await page.goto(loginUrl);
    for (const pin of ['8642', '8643', '8644', '8645']) {
      await failLogin(page, { ...person, pin });
      await expect(loginError(page)).toContainText(pin === '8645' ? 'Too many tries.' : wrongLoginMessage);
    }
    await expect(loginError(page)).toContainText(/Try again in \d+ seconds?, or call us\./);
    await leave(page);
  });
}

test('the button pressed again while an attempt is on its way sends one attempt', {
  tag: '@thorough',
}, async ({ browser }) => {
  const person = await registerPerson();
  const page = await openPage(browser);
  await page.goto(loginUrl);
  const maySend = Promise.withResolvers<void>();
  let attempts = 0;
  await page.route('**/client-login*', async (route) => {
    if (route.request().method() === 'POST') {
      attempts += 1;
      await maySend.promise;
    }
    await route.continue();
  });
  await fillLogin(page, person);
  await loginButton(page).click();
  await expect(page.getByText('Sending…')).toBeVisible();
  await loginButton(page).click();
  maySend.resolve();
  await page.waitForURL(portalUrl);
  expect(attempts).toBe(1);
  await leave(page);
});

for (const { javaScriptEnabled, how } of bothWays) {
  test(`after failed logins from other browsers, the page also asks for the date of birth, and lets the owner in, ${how}`, {
    tag: '@thorough',
  }, async ({ browser }) => {
    const person = await registerPerson();
    for (let stranger = 0; stranger < 4; stranger += 1) {
      const visitor = plainBrowser(siteUrl());
      const _token = hiddenField(await visitor.open('/client-login'), '_token');
      for (const pin of ['8642', '8643', '8644'])
        await visitor.post('/client-login', { _token, ssn: person.ssn, pin });
    }
    const page = await openPage(browser, { javaScriptEnabled });
    await page.goto(loginUrl);
    await expect(page.getByLabel('Month')).toHaveCount(0);
    await fillLogin(page, person);
    await loginButton(page).click();
    const dateOfBirthError = page.getByRole('region', { name: 'One more question' });
    await expect(dateOfBirthError.getByRole('link')).toHaveText('Enter your date of birth');
    await expect(dateOfBirthError).toBeFocused();
    if (javaScriptEnabled) await expect(ssnField(page)).toHaveValue(/^2\d\d-\d\d-\d{4}$/);
    else await fillLogin(page, person);
    await page.getByLabel('Month').fill(birthDate.month);
    await page.getByLabel('Day').fill('13');
    await page.getByLabel('Year').fill(birthDate.year);
    await loginButton(page).click();
    await expect(loginError(page)).toContainText(wrongLoginMessage);
    if (!javaScriptEnabled) await fillLogin(page, person);
    await page.getByLabel('Day').fill(birthDate.day);
    await loginButton(page).click();
    await page.waitForURL(portalUrl);
    await leave(page);
  });
}

test('Log In says what is missing until SSN and PIN are complete, and sends nothing before', async ({
  browser,
}) => {
  const page = await openPage(browser);
  await page.goto(loginUrl);
  const posts: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
  await expect(loginButton(page)).toHaveAttribute('aria-disabled', 'true');
  await fillLogin(page, { ssn: '2190912', pin: '739' });
  await loginButton(page).press('Enter');
  await expect(page.getByText('Before you continue:')).toHaveText(
    'Before you continue: type the 9 digits of your Social Security number, then type your 4-digit PIN.',
  );
  await fillLogin(page, { ssn: '219091234', pin: '7391' });
  await expect(ssnField(page)).toHaveValue('219-09-1234');
  await expect(loginButton(page)).not.toHaveAttribute('aria-disabled');
  expect(posts).toEqual([]);
  await leave(page);
});

test('without JavaScript the server says what is missing', async ({ browser }) => {
  const page = await openPage(browser, { javaScriptEnabled: false });
  await page.goto(loginUrl);
  await loginButton(page).click();
  const summary = page.getByRole('region', { name: 'Missing Information' });
  await expect(summary.getByRole('link')).toHaveText([
    'Enter your Social Security number',
    'Enter your 4-digit PIN',
  ]);
  await leave(page);
});

test('clients who forgot their PIN learn what to do', async ({ browser }) => {
  const page = await openPage(browser, { javaScriptEnabled: false });
  await page.goto(loginUrl);
  await page.getByRole('link', { name: 'Forgot PIN? Reset Here' }).click();
  await expect(page).toHaveURL(`${registerUrl}?forgot`);
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Did you forget your PIN?');
  await expect(page.locator('#forgot-pin')).toContainText(
    /call us at .+ office hours: .+We ask for your name/s,
  );
  await expect(page.getByRole('button', { name: 'Submit', exact: true })).toBeVisible();
  await leave(page);
});

test('login redirects only to pages of the portal, and clients who are logged in skip it', async ({
  browser,
}) => {
  const { page, person } = await openPortal(browser);
  await page.goto(`${loginUrl}?next=//evil.example/client-portal`);
  await expect(page).toHaveURL(portalUrl);
  await page.getByRole('button', { name: 'Log Out', exact: true }).click();
  await page.goto(`${loginUrl}?next=https%3A%2F%2Fevil.example%2Fclient-portal`);
  await fillLogin(page, person);
  await loginButton(page).click();
  await page.waitForURL(portalUrl);
  await leave(page);
});
