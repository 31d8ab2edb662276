import { expect, type Page, test } from '@playwright/test';
import { leave, openPage, siteUrl } from '../setup/back-office.ts';
import {
  birthDate,
  fillRegistration,
  logIn,
  loginUrl,
  newPerson,
  type Person,
  postedRegistration,
  postForm,
  registerPerson,
  registerUrl,
  ssnField,
  submitButton,
} from '../setup/portal.ts';
import { mainlyWithScript } from '../setup/scripting.ts';

const pinField = (page: Page) => page.getByLabel('Choose a 4-digit PIN', { exact: true });
const errorSummary = (page: Page, title: string) => page.getByRole('region', { name: title });

/** Expects that the reloaded page contains no secrets and asks for them again, and that other values are kept. */
async function expectSecretsCleared(page: Page, { ssn, pin }: Person): Promise<void> {
  const html = await page.content();
  expect(html).not.toContain(ssn);
  // These PINs are on every page anyway: in the rules, or as the birth year.
  if (!['1234', '4321', birthDate.year].includes(pin)) expect(html).not.toMatch(RegExp(`"${pin}\\\\?"`));
  await expect(page.getByText('Please type them again')).toBeVisible();
  await expect(ssnField(page)).toHaveValue('');
  await expect(pinField(page)).toHaveValue('');
  await expect(page.getByLabel('Month')).toHaveValue(birthDate.month);
  await expect(page.getByLabel('Year')).toHaveValue(birthDate.year);
}

test('a post from another site, without our token, or with extra fields registers nobody', async ({
  browser,
}) => {
  const page = await openPage(browser, { javaScriptEnabled: false });
  await page.goto(registerUrl);
  const typed = postedRegistration(newPerson());
  expect((await postForm(page, typed, { origin: 'https://evil.example' })).status).toBe(403);
  expect((await postForm(page, { ...typed, _token: '' })).status).toBe(403);
  const extraFields: Record<string, string>[] = [
    { identity_status: 'verified' },
    { first_name: 'Eve' },
    { _id: '1' },
  ];
  for (const extra of extraFields) {
    const { status, html } = await postForm(page, { ...typed, ...extra });
    expect([extra, status]).toEqual([extra, 400]);
    expect(html).not.toContain(typed.ssn);
  }
  const { status } = await postForm(page, typed);
  expect(status).toBe(303);
  await leave(page);
});

/** The PIN rules in the order in which they are checked: only the first broken one is reported. */
const rules = [
  { pin: '1958', ssn: '219091958', title: 'Registration Failed', text: 'PIN cannot be your birth year.' },
  {
    pin: '1234',
    ssn: '219091234',
    title: 'Registration Failed',
    text: 'PIN cannot be the last 4 digits of your SSN.',
  },
  {
    pin: '4321',
    ssn: '219096789',
    title: 'Registration Failed',
    text: 'PIN cannot be consecutive numbers.',
  },
  {
    pin: '7777',
    ssn: '219096789',
    title: 'Registration Failed',
    text: 'PIN cannot be four repeating numbers.',
  },
  {
    pin: '7391',
    ssn: '219096789',
    repeated: '7392',
    title: 'PIN Mismatch',
    text: 'Your PIN and confirmation PIN do not match.',
  },
];

for (const { javaScriptEnabled, how, tag } of mainlyWithScript) {
  test(`each PIN rule has its own message, and only the first broken rule is reported, ${how}`, {
    tag,
  }, async ({ browser }) => {
    const page = await openPage(browser, { javaScriptEnabled });
    await page.goto(registerUrl);
    for (const { title, text, repeated, ...person } of rules) {
      await fillRegistration(page, person, { repeated });
      await submitButton(page).click();
      const summary = errorSummary(page, title);
      await expect(summary.getByText(text, { exact: true })).toBeVisible();
      await expect(summary).toBeFocused();
      await expect(page).toHaveTitle(/^Error: Client Registration/);
      const wrong = repeated ? page.getByLabel('Type your PIN again', { exact: true }) : pinField(page);
      await expect(wrong).toHaveAttribute('aria-invalid', 'true');
      if (javaScriptEnabled) await expect(pinField(page)).toHaveValue(person.pin);
      else await expectSecretsCleared(page, person);
    }
    await leave(page);
  });

  test(`an SSN that is already registered is reported last, and keeps its PIN, ${how}`, {
    tag: '@thorough',
  }, async ({ browser }) => {
    const person = await registerPerson();
    const page = await openPage(browser, { javaScriptEnabled });
    await page.goto(registerUrl);
    const other = { ...person, pin: '8642' };
    await fillRegistration(page, other);
    await submitButton(page).click();
    const summary = errorSummary(page, 'Registration Failed');
    await expect(summary).toContainText('This SSN is already registered. Use "Forgot PIN" to reset.');
    await expect(summary).toBeFocused();
    if (!javaScriptEnabled) await expectSecretsCleared(page, other);
    await expect(page.getByRole('heading', { name: 'Did you forget your PIN?' })).toBeVisible();
    const ways = page.locator('#forgot-pin').getByRole('link');
    await expect(ways.first()).toHaveAttribute('href', '/client-login/forgot-pin');
    await expect(ways.nth(1)).toHaveAttribute('href', '/client-login/new-pin');
    await expect(ways.nth(2)).toHaveAttribute('href', /^tel:/);
    await expect(ways.last()).toHaveAttribute('href', '/call-me');
    await logIn(page, person);
    await leave(page);
  });

  test(`after registering, the page says that you can log in, and you can, ${how}`, { tag }, async ({
    browser,
  }) => {
    const person = newPerson();
    const page = await openPage(browser, { javaScriptEnabled });
    await page.goto(siteUrl());
    await page.locator('#portal').getByRole('link', { name: 'Register Now' }).click();
    await page.getByRole('link', { name: 'Back to Log In' }).click();
    await expect(page).toHaveURL(loginUrl);
    await page.getByRole('link', { name: 'Register Now' }).click();
    await fillRegistration(page, person);
    await submitButton(page).click();
    await page.waitForURL(loginUrl);
    await expect(page.locator('.notice.success')).toHaveText(
      'Registration Successful! You can now log in to your client portal.',
    );
    expect(await page.content()).not.toContain(person.ssn);
    await page.reload();
    await expect(page.getByText('Registration Successful!')).toHaveCount(0);
    await logIn(page, person);
    await leave(page);
  });
}

test('without JavaScript, the server reports an unchecked box', async ({ browser }) => {
  const page = await openPage(browser, { javaScriptEnabled: false });
  await page.goto(registerUrl);
  await fillRegistration(page, newPerson());
  await page.getByLabel('I am not a robot').uncheck();
  await submitButton(page).click();
  await expect(errorSummary(page, 'Verification Required')).toContainText(
    'Please confirm you are not a robot.',
  );
  await leave(page);
});

test('Submit says what is missing until SSN, PIN and box are complete, and the rule list updates', async ({
  browser,
}) => {
  const page = await openPage(browser);
  await page.goto(registerUrl);
  const submit = submitButton(page);
  await expect(submit).toHaveAttribute('aria-disabled', 'true');
  await submit.press('Enter');
  await expect(page.getByText('Before you continue:')).toHaveText(
    'Before you continue: type the 9 digits of your Social Security number, then type your 4-digit PIN, then check the box “I am not a robot”.',
  );
  await fillRegistration(page, { ssn: '219091234', pin: '1234' });
  await expect(ssnField(page)).toHaveValue('219-09-1234');
  await expect(submit).not.toHaveAttribute('aria-disabled');
  await expect(page.locator('.pin-rules .broken')).toHaveText([/last 4 digits/, /1234 or 4321/]);
  await pinField(page).fill('7391');
  await expect(page.locator('.pin-rules .kept')).toHaveCount(4);
  await leave(page);
});

test('the challenge for a browser is asked for when somebody begins, not before, and is solved while they type', async ({
  browser,
}) => {
  const page = await openPage(browser);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.headers().accept === 'application/json') asked.push(new URL(request.url()).pathname);
  });
  await page.goto(registerUrl);
  await expect(submitButton(page)).toHaveAttribute('aria-disabled', 'true');
  await expect(page.locator('input[name="_proof"]')).toHaveValue('');
  expect(asked).toEqual([]);
  await ssnField(page).fill('219091234');
  await expect(page.getByText('Checking that you are not a robot… done')).toBeAttached();
  await expect(page.locator('input[name="_proof"]')).not.toHaveValue('');
  expect(asked).toEqual([new URL(registerUrl).pathname]);
  await leave(page);
});
