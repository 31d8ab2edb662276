import { expect, type Page } from '@playwright/test';
import { newAddress } from '../setup/address.ts';
import { sendEvaluation } from '../setup/back-office.ts';
import {
  fillContact,
  openContact,
  passMinimumFillTime,
  start,
  stepUrl,
  submitButton,
  test,
} from '../setup/evaluation.ts';
import { mainlyWithScript } from '../setup/scripting.ts';

/** Posts to the current page as a script would, with this browser's cookies. */
async function post(page: Page, form: Record<string, string>, headers: Record<string, string> = {}) {
  const origin = new URL(start).origin;
  return page.request.post(page.url(), { form, headers: { origin, ...headers }, maxRedirects: 0 });
}

const tokenOf = (page: Page) => page.locator('input[name=_token]').inputValue();

for (const { javaScriptEnabled, how, tag } of mainlyWithScript) {
  test(`an empty step gets an error at its field, in a summary and in the title, ${how}`, { tag }, async ({
    visit,
  }) => {
    const page = await visit({ javaScriptEnabled });
    await page.goto(start);
    const question = await page.getByRole('heading', { level: 1 }).textContent();
    await page.getByRole('button', { name: 'Continue' }).click();
    const words = 'Select yes if you are receiving Social Security disability benefits now';
    const summary = page.getByRole('region', { name: 'Missing Information' });
    await expect(summary).toBeFocused();
    await expect(summary).toContainText('Please fill in all required fields.');
    await expect(page).toHaveTitle(new RegExp(`^Error: Question 1 of 9: ${question?.replace('?', '\\?')}`));
    const group = page.getByRole('radiogroup', { name: question ?? '' });
    await expect(group).toHaveAttribute('aria-invalid', 'true');
    await expect(group).toHaveAccessibleDescription(new RegExp(words));
    await summary.getByRole('link', { name: words }).click();
    await expect(page.getByRole('radio', { name: 'Yes' })).toBeFocused();
  });

  test(`each missing contact field gets an error, and invalid values are kept as typed, ${how}`, {
    tag,
  }, async ({ visit }) => {
    const page = await visit({ javaScriptEnabled });
    await openContact(page);
    await page.getByLabel('Phone number').fill('555');
    await page.getByLabel('Email address').fill('not an address');
    await page.getByLabel('ZIP code').fill('071');
    await submitButton(page).click();
    const summary = page.getByRole('region', { name: 'Missing Information' });
    for (const words of [
      'Enter your first name',
      'Enter your last name',
      'Enter a 10-digit phone number, like (201) 555-0123. You typed 3 digits, which is too few',
      'Enter an email address like name@example.com',
      'Enter a 5-digit ZIP code, like 07102. You typed 3 digits, which is too few',
    ]) {
      await expect(summary.getByRole('link', { name: words, exact: true })).toBeVisible();
    }
    await expect(page.getByLabel('First name')).toHaveAccessibleDescription(/Enter your first name/);
    await expect(page.getByLabel('Email address')).toHaveValue('not an address');
    await expect(page.getByLabel('ZIP code')).toHaveValue('071');
    await summary.getByRole('link', { name: 'Enter your last name' }).click();
    await expect(page.getByLabel('Last name')).toBeFocused();
  });
}

test('corrected fields are not reported again with the remaining errors', { tag: '@thorough' }, async ({
  visit,
}) => {
  const page = await visit();
  await openContact(page);
  await page.getByLabel('First name').fill('Ana');
  await page.getByLabel('Phone number').fill('555');
  await submitButton(page).click();
  const summary = page.getByRole('region', { name: 'Missing Information' });
  await expect(summary.getByRole('link')).toHaveCount(3);
  await page.getByLabel('Phone number').fill('2015550123');
  await page.getByLabel('Email address').fill('not an address');
  await submitButton(page).click();
  await expect(summary.getByRole('link')).toHaveText([
    'Enter your last name',
    'Enter an email address like name@example.com',
  ]);
  await expect(page.getByLabel('Phone number')).not.toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Email address')).toHaveAccessibleDescription(/like name@example\.com/);
  await expect(page.getByLabel('Email address')).not.toHaveAccessibleDescription(/Enter your email/);
});

test('an error also shows a toast, which stays until it is dismissed', async ({ visit }) => {
  const page = await visit();
  await page.goto(start);
  await expect(page.getByRole('alert')).toBeEmpty();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert')).toContainText('Missing Information');
  await expect(page.getByRole('alert')).toContainText('Please fill in all required fields.');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByRole('alert')).toBeEmpty();
});

test('an answer that is not one of the options is rejected', { tag: '@thorough' }, async ({ visit }) => {
  const page = await visit();
  await page.goto(start);
  const rejected = await post(page, { _token: await tokenOf(page), receiving_benefits: 'maybe' });
  expect(rejected.status()).toBe(400);
  expect(await rejected.text()).toContain('Select yes if you are receiving');
});

test('an answer to a question of another step is rejected', { tag: '@thorough' }, async ({ visit }) => {
  const page = await visit();
  await page.goto(start);
  const form = { _token: await tokenOf(page), receiving_benefits: 'no', has_lawyer: 'no', _extra: '1' };
  expect((await post(page, form)).status()).toBe(400);
  await page.goto(stepUrl('applied-before'));
  await expect(page).toHaveURL(stepUrl('receiving-benefits'));
});

test('a tampered token is rejected, and typed values are kept', { tag: '@thorough' }, async ({ visit }) => {
  const page = await visit({ javaScriptEnabled: false });
  await openContact(page);
  const token = await tokenOf(page);
  const form = { _token: `${token}x`, first_name: 'Dana', last_name: '', phone: '', email: '', zip_code: '' };
  const rejected = await post(page, form);
  expect(rejected.status()).toBe(403);
  const html = await rejected.text();
  expect(html).toContain('Your answers are still here.');
  expect(html).toContain('value="Dana"');
});

test('an expired token is replaced, so that pressing the button again submits', async ({ visit }) => {
  const page = await visit();
  await openContact(page);
  await fillContact(page);
  await page.route(
    stepUrl('contact'),
    (route) => {
      const postData = route
        .request()
        .postData()
        ?.replace(/_token=[^&]*/, '_token=k1.old.token');
      return route.continue(postData ? { postData } : {});
    },
    { times: 1 },
  );
  await submitButton(page).click();
  await expect(page.getByRole('region', { name: 'Please press the button again' })).toBeFocused();
  await expect(page.getByLabel('First name')).toHaveValue('Dana');
  await submitButton(page).click();
  await page.waitForURL(`${start}/sent`);
});

test('a post from another site is rejected', async ({ visit }) => {
  const page = await visit();
  await page.goto(start);
  const form = { _token: await tokenOf(page), receiving_benefits: 'no' };
  const rejected = await post(page, form, { origin: 'https://elsewhere.example' });
  expect(rejected.status()).toBe(403);
});

test('visitors whose earlier answers are gone are told so, on the question to continue from', async ({
  visit,
}) => {
  const page = await visit();
  await openContact(page);
  await page.context().clearCookies();
  await fillContact(page);
  await submitButton(page).click();
  await expect(page.getByText('We could not find your earlier answers in this browser.')).toBeVisible();
  await expect(page.getByText('Question 1 of 9')).toBeVisible();
});

test('a step that does not exist gets 404', async ({ visit }) => {
  const page = await visit();
  const response = await page.goto(stepUrl('no-such-step'));
  expect(response?.status()).toBe(404);
});

test('the confirmation page redirects visitors who have not submitted anything', async ({ visit }) => {
  const page = await visit();
  await page.goto(`${start}/sent`);
  await expect(page).toHaveURL(start);
});

/** An IP address shared by the visitors of one test only. */
const busyNetwork = newAddress();

test('without JavaScript, a form submitted within seconds has to be submitted again, and keeps typed values', async ({
  visit,
}) => {
  const page = await visit({ javaScriptEnabled: false });
  await openContact(page);
  await fillContact(page);
  await submitButton(page).click();
  await expect(page.getByRole('region', { name: 'Please press the button again' })).toBeFocused();
  await expect(page.getByLabel('First name')).toHaveValue('Dana');
  await passMinimumFillTime(page);
  await submitButton(page).click();
  await expect(page).toHaveURL(`${start}/sent`);
});

test('a submission that fills in the honeypot is rejected, with the advice to call', async ({ visit }) => {
  const page = await visit();
  await openContact(page);
  await fillContact(page);
  await page.locator('input[name=_website]').evaluate((input: HTMLInputElement) => {
    input.value = 'https://spam.example';
  });
  await submitButton(page).click();
  const summary = page.getByRole('region', { name: 'We could not take this form' });
  await expect(summary).toContainText(/Please call us at .*\d{4}/);
  await expect(page.getByLabel('First name')).toHaveValue('Dana');
});

test('too many evaluations from one IP address get an error, and typed values are kept', {
  tag: '@thorough',
}, async ({ visit }) => {
  for (let sent = 0; sent < 5; sent += 1) await sendEvaluation({}, busyNetwork);
  const page = await visit({ extraHTTPHeaders: { 'x-forwarded-for': busyNetwork } });
  await openContact(page);
  await fillContact(page);
  await submitButton(page).click();
  await expect(page.getByText('sent several times from your network').first()).toBeVisible();
  await expect(page.getByLabel('First name')).toHaveValue('Dana');
});
