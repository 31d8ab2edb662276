import { expect, type Page, test } from '@playwright/test';
import { openPage, siteUrl } from '../setup/back-office.ts';
import {
  born,
  fillLogin,
  loginButton,
  loginUrl,
  openPortal,
  portalUrl,
  postForm,
  registered,
  registerUrl,
  somebody,
  ssnField,
} from '../setup/portal.ts';
import { cookieValue } from '../setup/sessions.ts';

const refusal = (page: Page) => page.getByRole('region', { name: 'Login Failed' });
const wrongWords = 'Invalid SSN or PIN. Please try again.';

test('a post from another site, without our token, or with more than the form asks logs nobody in', async ({
  browser,
}) => {
  const person = { ...(await registered(browser)) };
  const page = await openPage(browser, { javaScriptEnabled: false });
  await page.goto(loginUrl);
  expect((await postForm(page, person, { origin: 'https://evil.example' })).status).toBe(403);
  expect((await postForm(page, { ...person, _token: '' })).status).toBe(403);
  const { status, html } = await postForm(page, { ...person, role: 'admin' });
  expect(status).toBe(400);
  for (const secret of [person.ssn, person.pin]) expect(html).not.toContain(`"${secret}"`);
  expect(await cookieValue(page, 'client')).toBe('');
  await page.context().close();
});

test('a wrong PIN, a number nobody registered and one that no card has get the same answer', async ({
  browser,
}) => {
  const { ssn } = await registered(browser);
  const page = await openPage(browser, { javaScriptEnabled: false });
  const answers = new Set<string>();
  for (const person of [{ ssn, pin: '8642' }, somebody(), { ssn: '000120000', pin: '7391' }]) {
    await page.goto(loginUrl);
    const { status, html } = await postForm(page, { ...person });
    expect(html).toContain(wrongWords);
    expect(html).not.toContain(person.ssn);
    // A token and a nonce are never the same twice.
    answers.add(`${status} ${html.replaceAll(/k\d+\.[\w-]+\.[\w-]+|nonce="[^"]*"/g, '')}`);
  }
  expect(answers.size).toBe(1);
  await page.context().close();
});

for (const javaScriptEnabled of [true, false]) {
  const way = javaScriptEnabled ? 'with script' : 'without script';

  test(`a wrong PIN is told, and the right one leads to the portal, ${way}`, async ({ browser }) => {
    const person = await registered(browser);
    const page = await openPage(browser, { javaScriptEnabled });
    await page.goto(`${siteUrl()}/client-portal`);
    await expect(page).toHaveURL(loginUrl);
    await fillLogin(page, { ...person, pin: '8642' });
    await loginButton(page).click();
    await expect(refusal(page)).toContainText(wrongWords);
    await expect(refusal(page)).toBeFocused();
    await expect(page).toHaveTitle(/^Error: Client Login/);
    if (javaScriptEnabled) {
      await expect(page.getByRole('alert')).toContainText(`Login Failed ${wrongWords}`);
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
    await page.context().close();
  });

  test(`after three failures the next try has to wait, and the page says how long, ${way}`, async ({
    browser,
  }) => {
    const person = somebody();
    const page = await openPage(browser, { javaScriptEnabled });
    await page.goto(loginUrl);
    for (const pin of ['8642', '8643', '8644', '8645']) {
      await fillLogin(page, { ...person, pin });
      const answer = page.waitForResponse((response) => response.request().method() === 'POST');
      await loginButton(page).click();
      await answer;
      await expect(refusal(page)).toContainText(pin === '8645' ? 'Too many tries.' : wrongWords);
    }
    await expect(refusal(page)).toContainText(/Try again in \d+ seconds?, or call us\./);
    await page.context().close();
  });
}

for (const javaScriptEnabled of [true, false]) {
  test(`where others guessed at a number, the page also asks for the date of birth, and lets its owner in, ${javaScriptEnabled ? 'with' : 'without'} script`, async ({
    browser,
  }) => {
    const person = await registered(browser);
    for (let stranger = 0; stranger < 4; stranger += 1) {
      const page = await openPage(browser, { javaScriptEnabled: false });
      await page.goto(loginUrl);
      for (const pin of ['8642', '8643', '8644']) await postForm(page, { ssn: person.ssn, pin });
      await page.context().close();
    }
    const page = await openPage(browser, { javaScriptEnabled });
    await page.goto(loginUrl);
    await expect(page.getByLabel('Month')).toHaveCount(0);
    await fillLogin(page, person);
    await loginButton(page).click();
    const asked = page.getByRole('region', { name: 'One more question' });
    await expect(asked.getByRole('link')).toHaveText('Enter your date of birth');
    await expect(asked).toBeFocused();
    if (javaScriptEnabled) await expect(ssnField(page)).toHaveValue(/^2\d\d-\d\d-\d{4}$/);
    else await fillLogin(page, person);
    await page.getByLabel('Month').fill(born.month);
    await page.getByLabel('Day').fill('13');
    await page.getByLabel('Year').fill(born.year);
    await loginButton(page).click();
    await expect(refusal(page)).toContainText(wrongWords);
    if (!javaScriptEnabled) await fillLogin(page, person);
    await page.getByLabel('Day').fill(born.day);
    await loginButton(page).click();
    await page.waitForURL(portalUrl);
    await page.context().close();
  });
}

test('Log In says what is missing until SSN and PIN are whole, and sends nothing before', async ({
  browser,
}) => {
  const page = await openPage(browser);
  await page.goto(loginUrl);
  const posts: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
  await expect(loginButton(page)).toHaveAttribute('aria-disabled', 'true');
  await fillLogin(page, { ssn: '2190912', pin: '739' });
  await loginButton(page).press('Enter');
  await expect(page.getByText('Before you go on:')).toHaveText(
    'Before you go on: type the 9 digits of your Social Security number, then type your 4-digit PIN.',
  );
  await fillLogin(page, { ssn: '219091234', pin: '7391' });
  await expect(ssnField(page)).toHaveValue('219-09-1234');
  await expect(loginButton(page)).not.toHaveAttribute('aria-disabled');
  expect(posts).toEqual([]);
  await page.context().close();
});

test('without script the server says what is missing', async ({ browser }) => {
  const page = await openPage(browser, { javaScriptEnabled: false });
  await page.goto(loginUrl);
  await loginButton(page).click();
  const summary = page.getByRole('region', { name: 'Missing Information' });
  await expect(summary.getByRole('link')).toHaveText([
    'Enter your Social Security number',
    'Enter your 4-digit PIN',
  ]);
  await page.context().close();
});

test('whoever forgot their PIN is told what to do', async ({ browser }) => {
  const page = await openPage(browser, { javaScriptEnabled: false });
  await page.goto(loginUrl);
  await page.getByRole('link', { name: 'Forgot PIN? Reset Here' }).click();
  await expect(page).toHaveURL(`${registerUrl}?forgot`);
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Did you forget your PIN?');
  await expect(page.locator('#forgot-pin')).toContainText(
    /Call us at .+ office hours: .+We ask for your name/s,
  );
  await expect(page.getByRole('button', { name: 'Submit', exact: true })).toBeVisible();
  await page.context().close();
});

test('only pages of the portal are gone to after logging in, and whoever is logged in skips the page', async ({
  browser,
}) => {
  const { page, person } = await openPortal(browser);
  await page.goto(`${loginUrl}?next=//evil.example/client-portal`);
  await expect(page).toHaveURL(portalUrl);
  await page.getByRole('button', { name: 'Log Out' }).click();
  await page.goto(`${loginUrl}?next=https%3A%2F%2Fevil.example%2Fclient-portal`);
  await fillLogin(page, person);
  await loginButton(page).click();
  await page.waitForURL(portalUrl);
  await page.context().close();
});
