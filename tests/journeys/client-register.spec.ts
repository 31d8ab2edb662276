import { expect, type Page, test } from '@playwright/test';
import { openPage, siteUrl } from '../setup/back-office.ts';
import {
  born,
  fillRegistration,
  logIn,
  loginUrl,
  type Person,
  postedRegistration,
  postForm,
  registered,
  registerUrl,
  somebody,
  ssnField,
  submitButton,
} from '../setup/portal.ts';

const pinField = (page: Page) => page.getByLabel('Choose a 4-digit PIN', { exact: true });
const summaryOf = (page: Page, title: string) => page.getByRole('region', { name: title });

/** The page came anew: what is secret is in it nowhere, everything else is still there. */
async function expectTypedAgain(page: Page, { ssn, pin }: Person): Promise<void> {
  const html = await page.content();
  expect(html).not.toContain(ssn);
  // Some PINs are in every page: in the rules, or as the year of birth.
  if (!['1234', '4321', born.year].includes(pin)) expect(html).not.toMatch(RegExp(`"${pin}\\\\?"`));
  await expect(page.getByText('Please type them again')).toBeVisible();
  await expect(ssnField(page)).toHaveValue('');
  await expect(pinField(page)).toHaveValue('');
  await expect(page.getByLabel('Month')).toHaveValue(born.month);
  await expect(page.getByLabel('Year')).toHaveValue(born.year);
}

test('a post from another site, without our token, or with more than the form asks registers nobody', async ({
  browser,
}) => {
  const page = await openPage(browser, { javaScriptEnabled: false });
  await page.goto(registerUrl);
  const typed = postedRegistration(somebody());
  expect((await postForm(page, typed, { origin: 'https://evil.example' })).status).toBe(403);
  expect((await postForm(page, { ...typed, _token: '' })).status).toBe(403);
  const more: Record<string, string>[] = [
    { identity_status: 'verified' },
    { first_name: 'Eve' },
    { _id: '1' },
  ];
  for (const extra of more) {
    const { status, html } = await postForm(page, { ...typed, ...extra });
    expect([extra, status]).toEqual([extra, 400]);
    expect(html).not.toContain(typed.ssn);
  }
  const { status } = await postForm(page, typed);
  expect(status).toBe(303);
  await page.context().close();
});

/** In this order, because only the first broken rule is told. */
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

for (const javaScriptEnabled of [true, false]) {
  const way = javaScriptEnabled ? 'with script' : 'without script';

  test(`each rule of the PIN is told in its words, in their order, ${way}`, async ({ browser }) => {
    const page = await openPage(browser, { javaScriptEnabled });
    await page.goto(registerUrl);
    for (const { title, text, repeated, ...person } of rules) {
      await fillRegistration(page, person, { repeated });
      await submitButton(page).click();
      const summary = summaryOf(page, title);
      await expect(summary.getByText(text, { exact: true })).toBeVisible();
      await expect(summary).toBeFocused();
      await expect(page).toHaveTitle(/^Error: Client Registration/);
      const wrong = repeated ? page.getByLabel('Type your PIN again', { exact: true }) : pinField(page);
      await expect(wrong).toHaveAttribute('aria-invalid', 'true');
      if (javaScriptEnabled) await expect(pinField(page)).toHaveValue(person.pin);
      else await expectTypedAgain(page, person);
    }
    await page.context().close();
  });

  test(`a number that is registered is told so after all else, and keeps its PIN, ${way}`, async ({
    browser,
  }) => {
    const person = await registered(browser);
    const page = await openPage(browser, { javaScriptEnabled });
    await page.goto(registerUrl);
    const other = { ...person, pin: '8642' };
    await fillRegistration(page, other);
    await submitButton(page).click();
    const summary = summaryOf(page, 'Registration Failed');
    await expect(summary).toContainText('This SSN is already registered. Use "Forgot PIN" to reset.');
    await expect(summary).toBeFocused();
    if (!javaScriptEnabled) await expectTypedAgain(page, other);
    await expect(page.getByRole('heading', { name: 'Did you forget your PIN?' })).toBeVisible();
    await expect(page.locator('#forgot-pin').getByRole('link')).toHaveAttribute('href', /^tel:/);
    await logIn(page, person);
    await page.context().close();
  });

  test(`whoever registers is told that they can log in, and can, ${way}`, async ({ browser }) => {
    const person = somebody();
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
    await page.context().close();
  });
}

test('a box that is not checked is told by the server where there is no script', async ({ browser }) => {
  const page = await openPage(browser, { javaScriptEnabled: false });
  await page.goto(registerUrl);
  await fillRegistration(page, somebody());
  await page.getByLabel('I am not a robot').uncheck();
  await submitButton(page).click();
  await expect(summaryOf(page, 'Verification Required')).toContainText('Please confirm you are not a robot.');
  await page.context().close();
});

test('Submit says what is missing until SSN, PIN and box are there, and the rules are ticked off', async ({
  browser,
}) => {
  const page = await openPage(browser);
  await page.goto(registerUrl);
  const submit = submitButton(page);
  await expect(submit).toHaveAttribute('aria-disabled', 'true');
  await submit.press('Enter');
  await expect(page.getByText('Before you go on:')).toHaveText(
    'Before you go on: type the 9 digits of your Social Security number, then type your 4-digit PIN, then check the box “I am not a robot”.',
  );
  await fillRegistration(page, { ssn: '219091234', pin: '1234' });
  await expect(ssnField(page)).toHaveValue('219-09-1234');
  await expect(submit).not.toHaveAttribute('aria-disabled');
  await expect(page.locator('.pin-rules .broken')).toHaveText([/last 4 digits/, /1234 or 4321/]);
  await pinField(page).fill('7391');
  await expect(page.locator('.pin-rules .kept')).toHaveCount(4);
  await page.context().close();
});
