import { expect, type Page } from '@playwright/test';
import { newAddress } from '../setup/address.ts';
import {
  answerQuestions,
  fillContact,
  readPage,
  start,
  stepUrl,
  submitButton,
  test,
} from '../setup/evaluation.ts';

/** Posts a form of the page at hand as a program would, with this browser's cookies. */
async function post(page: Page, form: Record<string, string>, headers: Record<string, string> = {}) {
  const origin = new URL(start).origin;
  return page.request.post(page.url(), { form, headers: { origin, ...headers }, maxRedirects: 0 });
}

const tokenOf = (page: Page) => page.locator('input[name=_token]').inputValue();

for (const javaScriptEnabled of [true, false]) {
  const way = javaScriptEnabled ? 'with script' : 'without script';

  test(`an empty step is refused in its field, in a summary and in the title, ${way}`, async ({ visit }) => {
    const page = await visit({ javaScriptEnabled });
    await page.goto(start);
    const asked = await page.getByRole('heading', { level: 1 }).textContent();
    await page.getByRole('button', { name: 'Continue' }).click();
    const words = 'Select yes if you are receiving Social Security disability benefits now';
    const summary = page.getByRole('region', { name: 'Missing Information' });
    await expect(summary).toBeFocused();
    await expect(summary).toContainText('Please fill in all required fields.');
    await expect(page).toHaveTitle(new RegExp(`^Error: Question 1 of 9: ${asked?.replace('?', '\\?')}`));
    const group = page.getByRole('radiogroup', { name: asked ?? '' });
    await expect(group).toHaveAttribute('aria-invalid', 'true');
    await expect(group).toHaveAccessibleDescription(new RegExp(words));
    await summary.getByRole('link', { name: words }).click();
    await expect(page.getByRole('radio', { name: 'Yes' })).toBeFocused();
  });

  test(`missing contact fields are refused one by one and a wrong value is kept as typed, ${way}`, async ({
    visit,
  }) => {
    const page = await visit({ javaScriptEnabled });
    await answerQuestions(page);
    await page.getByLabel('Phone number').fill('555');
    await page.getByLabel('Email address').fill('not an address');
    await page.getByLabel('ZIP code').fill('071');
    await submitButton(page).click();
    const summary = page.getByRole('region', { name: 'Missing Information' });
    for (const words of [
      'Enter your first name',
      'Enter your last name',
      'Enter a 10-digit phone number, like (201) 555-0123',
      'Enter an email address like name@example.com',
      'Enter a 5-digit ZIP code, like 07102',
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

test('what was put right is not told again with what is still wrong', async ({ visit }) => {
  const page = await visit();
  await answerQuestions(page);
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

test('an error is told by a toast too, which stays until it is dismissed', async ({ visit }) => {
  const page = await visit();
  await page.goto(start);
  await expect(page.getByRole('alert')).toBeEmpty();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert')).toContainText('Missing Information');
  await expect(page.getByRole('alert')).toContainText('Please fill in all required fields.');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByRole('alert')).toBeEmpty();
});

test('an answer that the question does not offer is refused', async ({ visit }) => {
  const page = await visit();
  await page.goto(start);
  const refused = await post(page, { _token: await tokenOf(page), receiving_benefits: 'maybe' });
  expect(refused.status()).toBe(400);
  expect(await refused.text()).toContain('Select yes if you are receiving');
});

test('an answer to a question of another step is refused', async ({ visit }) => {
  const page = await visit();
  await page.goto(start);
  const form = { _token: await tokenOf(page), receiving_benefits: 'no', has_lawyer: 'no', _extra: '1' };
  expect((await post(page, form)).status()).toBe(400);
  await page.goto(stepUrl('applied-before'));
  await expect(page).toHaveURL(stepUrl('receiving-benefits'));
});

test('a tampered token is refused, what was typed is kept, and the same button works then', async ({
  visit,
}) => {
  const page = await visit({ javaScriptEnabled: false });
  await answerQuestions(page);
  const token = await tokenOf(page);
  const form = { _token: `${token}x`, first_name: 'Dana', last_name: '', phone: '', email: '', zip_code: '' };
  const refused = await post(page, form);
  expect(refused.status()).toBe(403);
  const html = await refused.text();
  expect(html).toContain('Your answers are still here.');
  expect(html).toContain('value="Dana"');
});

test('a token that has grown old is replaced, so that pressing the button again sends', async ({ visit }) => {
  const page = await visit();
  await answerQuestions(page);
  await fillContact(page);
  await page.route(
    '**/contact.data*',
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

test('a post from another site is refused', async ({ visit }) => {
  const page = await visit();
  await page.goto(start);
  const form = { _token: await tokenOf(page), receiving_benefits: 'no' };
  const refused = await post(page, form, { origin: 'https://elsewhere.example' });
  expect(refused.status()).toBe(403);
});

test('somebody whose earlier answers are gone is told so, on the question to go on from', async ({
  visit,
}) => {
  const page = await visit();
  await answerQuestions(page);
  await page.context().clearCookies();
  await fillContact(page);
  await submitButton(page).click();
  await expect(page.getByText('We could not find your earlier answers in this browser.')).toBeVisible();
  await expect(page.getByText('Question 1 of 9')).toBeVisible();
});

test('a step that does not exist is not found', async ({ visit }) => {
  const page = await visit();
  const answer = await page.goto(stepUrl('no-such-step'));
  expect(answer?.status()).toBe(404);
});

test('a confirmation is shown to nobody who has not sent anything', async ({ visit }) => {
  const page = await visit();
  await page.goto(`${start}/sent`);
  await expect(page).toHaveURL(start);
});

/** Shared by the visitors of one test, and by nobody else. */
const busyNetwork = { 'x-forwarded-for': newAddress() };

test('without script, a page that is sent within seconds is sent by pressing again, with all that was typed', async ({
  visit,
}) => {
  const page = await visit({ javaScriptEnabled: false });
  await answerQuestions(page);
  await fillContact(page);
  await submitButton(page).click();
  await expect(page.getByRole('region', { name: 'Please press the button again' })).toBeFocused();
  await expect(page.getByLabel('First name')).toHaveValue('Dana');
  await readPage();
  await submitButton(page).click();
  await expect(page).toHaveURL(`${start}/sent`);
});

test('what fills in the field that people do not meet is not taken, and is told to call', async ({
  visit,
}) => {
  const page = await visit();
  await answerQuestions(page);
  await fillContact(page);
  await page.locator('input[name=_website]').evaluate((input: HTMLInputElement) => {
    input.value = 'https://spam.example';
  });
  await submitButton(page).click();
  const summary = page.getByRole('region', { name: 'We could not take this form' });
  await expect(summary).toContainText(/Please call us at .*\d{4}/);
  await expect(page.getByLabel('First name')).toHaveValue('Dana');
});

test('too many evaluations from one address are refused in words and nothing typed is lost', async ({
  visit,
}) => {
  test.setTimeout(120_000);
  const send = async () => {
    const page = await visit({ extraHTTPHeaders: busyNetwork });
    await answerQuestions(page);
    await fillContact(page);
    await submitButton(page).click();
    return page;
  };
  for (let sent = 0; sent < 5; sent += 1) {
    const page = await send();
    await page.waitForURL(`${start}/sent`);
    await page.context().close();
  }
  const page = await send();
  await expect(page.getByText('sent several times from your network').first()).toBeVisible();
  await expect(page.getByLabel('First name')).toHaveValue('Dana');
});
