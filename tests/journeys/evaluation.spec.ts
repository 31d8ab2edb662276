import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page, type Route } from '@playwright/test';
import { pageDataType } from '../../web/app/ui/islands/page-data.ts';
import { holdRequests } from '../setup/back-office.ts';
import {
  answer,
  answerQuestions,
  callPromise,
  fillContact,
  linkMailedTo,
  passMinimumFillTime,
  questions,
  readReference,
  start,
  stepUrl,
  submitButton,
  test,
} from '../setup/evaluation.ts';

test.describe.configure({ mode: 'parallel' });

const tile = (page: Page, label: string) => page.locator('.tile', { hasText: label });

/** Answers as a proxy does that can't reach the site, but only where script asks. */
const failPageData = (route: Route) =>
  route.request().headers().accept === pageDataType
    ? route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' })
    : route.fallback();

test('with a mouse every answer advances by itself, without reloading the page', async ({ visit }) => {
  const page = await visit();
  const documents: string[] = [];
  page.on('request', (request) => request.isNavigationRequest() && documents.push(request.url()));
  await page.goto(start);
  // It shows that the script of the page runs: before, an answer waits for Continue.
  await expect(page.getByLabel('Go to the next question when I click or tap an answer')).toBeVisible();
  for (const [index, [, label]] of questions.entries()) {
    await expect(page.getByText(`Question ${index + 1} of 9`)).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(`^Question ${index + 1} of 9: `));
    await tile(page, label).first().click();
    await page.waitForURL(stepUrl(questions[index + 1]?.[0] ?? 'contact'));
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  }
  await fillContact(page);
  await expect(page.getByLabel('Phone number')).toHaveValue('(201) 555-0123');
  await submitButton(page).click();
  await page.waitForURL(`${start}/sent`);
  expect(documents).toEqual([start, `${start}/sent`]);
  const reference = await readReference(page);
  await expect(page.getByText(callPromise)).toBeVisible();
  await page.getByRole('button', { name: 'Stay on this page' }).click();
  await page.reload();
  expect(await readReference(page)).toBe(reference);
});

test('clicking the selected answer again advances, and with auto-advance off answers wait for Continue', {
  tag: '@thorough',
}, async ({ visit }) => {
  const page = await visit();
  await page.goto(start);
  await answer(page, 'No');
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page.getByRole('radio', { name: 'No' })).toBeChecked();
  await tile(page, 'No').click();
  await page.waitForURL(stepUrl('applied-before'));

  await page.getByLabel('Go to the next question when I click or tap an answer').uncheck();
  await page.reload();
  await expect(page.getByLabel('Go to the next question when I click or tap an answer')).not.toBeChecked();
  await page.clock.install();
  await tile(page, 'Yes').click();
  await page.clock.runFor(2_000);
  await expect(page).toHaveURL(stepUrl('applied-before'));
  await page.clock.resume();
  await answer(page, 'Yes');
  await expect(page).toHaveURL(stepUrl('has-lawyer'));
});

test('Continue pressed just after an answer has advanced by itself is no error on the next question', {
  tag: '@thorough',
}, async ({ visit }) => {
  const page = await visit();
  await page.goto(start);
  await page.getByText('Go to the next question').waitFor();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await tile(page, 'No').click();
  await page.clock.runFor(500);
  await expect(page).toHaveTitle(/^Question 2 of 9/);
  await page.clock.runFor(500);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveTitle(/^Question 2 of 9/);

  await page.clock.runFor(1_000);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveTitle(/^Error: /);
});

test('the keyboard never triggers auto-advance, and a key press cancels it', async ({ visit }) => {
  const page = await visit();
  await page.goto(start);
  await page.getByText('Go to the next question').waitFor();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('radio', { name: 'Yes' }).focus();
  for (const key of ['Space', 'ArrowDown', 'ArrowUp']) {
    await page.keyboard.press(key);
    await page.clock.runFor(1_000);
    await expect(page).toHaveURL(start);
  }
  // Like a screen reader's click, which involves no pointer.
  await page.getByRole('radio', { name: 'No' }).evaluate((radio: HTMLInputElement) => radio.click());
  await page.clock.runFor(1_000);
  await expect(page).toHaveURL(start);
  await tile(page, 'Yes').click();
  await page.keyboard.press('ArrowDown');
  await page.clock.runFor(1_000);
  await expect(page).toHaveURL(start);
});

test('the whole evaluation can be submitted with the keyboard alone', async ({ visit }) => {
  const page = await visit();
  await page.goto(start);
  await page.getByText('Go to the next question').waitFor();
  for (const [step] of [...questions.slice(1), ['contact']]) {
    // Starts at the heading, because the first page has the auto-advance switch above it.
    await page.getByRole('heading', { level: 1 }).evaluate((heading) => {
      heading.tabIndex = -1;
      heading.focus();
    });
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Continue' })).toBeFocused();
    await page.keyboard.press('Enter');
    await page.waitForURL(stepUrl(step ?? ''));
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  }
  const tabTo = async (target: Locator) => {
    for (let presses = 0; presses < 12; presses += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) break;
      await page.keyboard.press('Tab');
    }
    await expect(target).toBeFocused();
  };
  await tabTo(page.getByText('Your answers (8)'));
  await page.keyboard.press('Enter');
  await tabTo(page.getByRole('link', { name: /^Change/ }).last());
  await tabTo(page.getByLabel('First name'));
  for (const text of ['Dana', 'Rivera', '2015550123', 'dana@example.com', '07102']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await tabTo(submitButton(page));
  await page.keyboard.press('Enter');
  await page.waitForURL(`${start}/sent`);
});

test('without JavaScript the whole evaluation can be submitted, and the confirmation does not redirect', async ({
  visit,
}) => {
  const page = await visit({ javaScriptEnabled: false });
  await page.goto(start);
  await expect(page.getByText('Go to the next question')).toBeHidden();
  await answerQuestions(page);
  await fillContact(page);
  await passMinimumFillTime(page);
  await submitButton(page).click();
  const reference = await readReference(page);
  await expect(page.getByText('We take you to the home page')).toHaveCount(0);
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page.getByText('Case Evaluation Submitted!')).toBeVisible();
  await expect(page.getByText(reference)).toBeVisible();
});

test('when a script of the first page fails to load, the form works as without JavaScript', {
  tag: '@thorough',
}, async ({ visit }) => {
  const page = await visit();
  await page.route(/assets\/entry\.islands.*\.js/, (route) => route.abort());
  await page.goto(start, { waitUntil: 'load' });
  for (const [, label] of questions) await answer(page, label);
  await fillContact(page);
  await passMinimumFillTime(page);
  await submitButton(page).click();
  await page.waitForURL(`${start}/sent`);
});

test('when later scripts fail to load, the form can still be completed', { tag: '@thorough' }, async ({
  visit,
}) => {
  const page = await visit();
  await page.goto(start);
  await page.getByText('Go to the next question').waitFor();
  await page.route(/\.js(\?|$)/, (route) => route.abort());
  for (const [, label] of questions) await answer(page, label);
  // The page's validation rules failed to load, so the server validates.
  await submitButton(page).click();
  await expect(page.getByRole('link', { name: 'Enter your first name' })).toBeVisible();
  await fillContact(page);
  await submitButton(page).click();
  await page.waitForURL(`${start}/sent`);
  await readReference(page);
});

test('Back and reload keep the answers, and typed text survives changing another answer', async ({
  visit,
}) => {
  const page = await visit();
  await answerQuestions(page);
  await page.getByLabel('First name').fill('Dana');
  await page.getByRole('link', { name: 'Back' }).click();
  await page.waitForURL(stepUrl('age-range'));
  await expect(page.getByRole('radio', { name: '55-59' })).toBeChecked();
  await page.reload();
  await expect(page.getByRole('radio', { name: '55-59' })).toBeChecked();
  await page.goBack();
  await page.getByLabel('First name').fill('Dana');

  await page.getByText('Your answers (8)').click();
  await page.getByRole('link', { name: 'Are you working now?' }).click();
  await expect(page.getByRole('radio', { name: 'No' })).toBeChecked();
  await answer(page, 'Yes');
  await expect(page).toHaveURL(stepUrl('contact'));
  await page.getByText('Your answers (8)').click();
  const row = page.locator('dl > div', { hasText: 'Are you working now?' });
  await expect(row.getByRole('definition').first()).toHaveText('Yes');
  await expect(page.getByLabel('First name')).toHaveValue('Dana');
});

test('a link to a later step leads to the first unanswered question', async ({ visit }) => {
  const page = await visit();
  await page.goto(stepUrl('age-range'));
  await expect(page.getByText('Question 1 of 9')).toBeVisible();
  await answer(page, 'No');
  await page.goto(stepUrl('contact'));
  await expect(page).toHaveURL(stepUrl('applied-before'));
});

test('a lost connection shows a message, keeps everything, and the same button works later', async ({
  visit,
}) => {
  const page = await visit();
  await answerQuestions(page);
  await fillContact(page);
  await page.context().setOffline(true);
  await submitButton(page).click();
  await expect(page.getByRole('region', { name: 'No connection' })).toBeFocused();
  await expect(page.getByRole('alert')).toContainText(
    'You seem to be offline. Your answers are still on this page.',
  );
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page.getByRole('radio', { name: '55-59' })).toBeChecked();
  await page.goBack();
  await expect(page.getByLabel('Phone number')).toHaveValue('(201) 555-0123');
  await page.context().setOffline(false);
  await submitButton(page).click();
  await page.waitForURL(`${start}/sent`);
});

test("a proxy's error page shows our message, and the same button works later", { tag: '@thorough' }, async ({
  visit,
}) => {
  const page = await visit();
  await answerQuestions(page);
  await fillContact(page);
  await page.route('**/*', failPageData);
  await submitButton(page).click();
  await expect(page.getByRole('region', { name: 'Submission Error' })).toBeFocused();
  await expect(page.getByLabel('First name')).toHaveValue('Dana');
  await page.unroute('**/*', failPageData);
  await submitButton(page).click();
  await page.waitForURL(`${start}/sent`);
});

test('when the next step cannot be shown in place, the browser loads the whole page', {
  tag: '@thorough',
}, async ({ visit }) => {
  const page = await visit();
  await answerQuestions(page);
  await page.reload();
  await page.getByRole('link', { name: 'Back' }).waitFor();
  await page.route('**/*', failPageData);
  await page.getByRole('link', { name: 'Back' }).click();
  await page.waitForURL(stepUrl('age-range'));
  await expect(page.getByRole('radio', { name: '55-59' })).toBeChecked();
});

test('text typed before hydration is kept', async ({ visit }) => {
  const page = await visit();
  await answerQuestions(page);
  const load = await holdRequests(page, '**/*.js');
  await page.goto(stepUrl('contact'), { waitUntil: 'commit' });
  await fillContact(page);
  load();
  await expect(page.getByLabel('Phone number')).toHaveValue('(201) 555-0123');
  await submitButton(page).click();
  await page.waitForURL(`${start}/sent`);
});

test('who is at an answer when the scripts run stays there, also below errors', async ({ visit }) => {
  const page = await visit();
  const load = await holdRequests(page, '**/*.js');
  await page.goto(start, { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('region', { name: 'Missing Information' })).toBeFocused();
  const first = page.getByRole('radio', { name: 'No', exact: true });
  await first.focus();
  load();
  await expect(page.getByLabel('Go to the next question when I click or tap an answer')).toBeVisible();
  await expect(first).toBeFocused();
  await page.keyboard.press('Space');
  await expect(first).toBeChecked();
});

test('an answer clicked before hydration advances, and one chosen by a key waits for Continue', async ({
  visit,
}) => {
  const page = await visit();
  const [[, first], [, second]] = [questions[0], questions[1]];
  const load = await holdRequests(page, '**/*.js');
  await page.goto(start, { waitUntil: 'commit' });
  await tile(page, first).first().click();
  load();
  await page.waitForURL(stepUrl(questions[1][0]));
  const loadAgain = await holdRequests(page, '**/*.js');
  await page.goto(stepUrl(questions[1][0]), { waitUntil: 'commit' });
  await tile(page, second).first().getByRole('radio').focus();
  await page.keyboard.press('Space');
  loadAgain();
  await expect(page.getByLabel('Go to the next question when I click or tap an answer')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();
  await expect(page).toHaveURL(stepUrl(questions[1][0]));
});

test('what a password manager fills in without an event is what is checked and sent', async ({ visit }) => {
  const page = await visit();
  await answerQuestions(page);
  const last = page.getByLabel('Last name');
  await submitButton(page).click();
  await expect(last).toHaveAttribute('aria-invalid', 'true');
  const fill = (label: string, text: string) =>
    page.getByLabel(label).evaluate((field, value) => {
      // Past the setter by which React watches the element.
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
    }, text);
  await fill('First name', 'Dana');
  await fill('Last name', 'Rivera');
  await fill('Phone number', '2015550123');
  await fill('Email address', 'dana@example.com');
  await submitButton(page).click();
  await page.waitForURL(`${start}/sent`);
});

test('submitting twice creates one evaluation', { tag: '@thorough' }, async ({ visit }) => {
  const page = await visit({ javaScriptEnabled: false });
  await answerQuestions(page);
  await passMinimumFillTime(page);
  const form = {
    _token: await page.locator('input[name=_token]').inputValue(),
    first_name: 'Dana',
    last_name: 'Rivera',
    phone: '2015550123',
    email: 'dana@example.com',
    zip_code: '',
  };
  const headers = { origin: new URL(start).origin };
  const send = () => page.request.post(stepUrl('contact'), { form, headers, maxRedirects: 0 });
  const responses = await Promise.all([send(), send()]);
  responses.push(await send());
  const references = responses.map(
    (each) => each.headers()['set-cookie']?.match(/sent=case-evaluation\.([^;]+)/)?.[1],
  );
  expect(responses.map((each) => each.status())).toEqual([303, 303, 303]);
  expect(references[0]).toMatch(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/);
  expect(new Set(references).size).toBe(1);
});

test('a double click on the button submits once', async ({ visit }) => {
  const page = await visit();
  const posts: string[] = [];
  await answerQuestions(page);
  await fillContact(page);
  page.on('request', (request) => request.method() === 'POST' && posts.push(new URL(request.url()).pathname));
  await submitButton(page).dblclick();
  await page.waitForURL(`${start}/sent`);
  // Leaving the last field may also autosave the draft, which is not a submission.
  expect(posts.filter((path) => !path.endsWith('/keep'))).toHaveLength(1);
});

test('the confirmation redirects home after two seconds, where it is repeated, unless the visitor does anything', async ({
  visit,
}) => {
  const page = await visit();
  await page.clock.install();
  await answerQuestions(page);
  await fillContact(page);
  await submitButton(page).press('Enter');
  await page.waitForURL(`${start}/sent`);
  const reference = await readReference(page);
  await expect(page.getByText('We take you to the home page in 2 seconds.')).toBeVisible();
  await page.clock.runFor(2_100);
  await page.waitForURL(new URL('/#sent', start).href);
  const confirmation = page.getByRole('region', { name: 'What you sent', exact: true });
  await expect(confirmation).toBeFocused();
  await page.reload();
  await expect(confirmation.getByText(reference)).toBeVisible();
  await expect(
    confirmation.getByText('We do not represent you yet. Your deadline keeps running.'),
  ).toBeVisible();
  await expect(confirmation.getByRole('heading', { name: 'What happens next' })).toBeVisible();
  await confirmation.getByText('Read what you sent').click();
  await expect(confirmation.getByText('55-59')).toBeVisible();
  const [copy] = await Promise.all([
    page.waitForEvent('download'),
    confirmation.getByRole('link', { name: 'Download a copy (PDF)' }).click(),
  ]);
  expect(copy.suggestedFilename()).toBe(`${reference}.pdf`);

  await page.goto(`${start}/sent`);
  await page.getByText('We take you to the home page in 2 seconds.').waitFor();
  await page.keyboard.press('Shift');
  await expect(page.getByText('You are staying here.')).toBeVisible();
  await page.clock.runFor(10_000);
  await expect(page).toHaveURL(`${start}/sent`);
});

test('Finish later emails a link that works once, in another browser, and is not used up by opening it', async ({
  visit,
}) => {
  const page = await visit();
  await page.goto(start);
  await answer(page, 'No');
  await answer(page, 'Yes');
  await page.getByRole('button', { name: 'Save and exit' }).click();
  await page.getByRole('button', { name: 'Email me the link' }).click();
  await expect(page.getByLabel('Email address')).toHaveAccessibleDescription(/Enter an email address/);
  const address = `later-${randomUUID()}@example.com`;
  await page.getByLabel('Email address').fill(address);
  await page.getByRole('button', { name: 'Email me the link' }).click();
  await expect(page.getByText(`Your link goes to ${address}.`)).toBeVisible();
  const link = await linkMailedTo(address);

  for (const viewer of [page, await visit({ javaScriptEnabled: false })]) {
    const opened = await viewer.goto(link);
    expect(opened?.headers()['cache-control']).toBe('no-store');
    await viewer.reload();
  }
  const last = await visit();
  await last.goto(link);
  await last.getByRole('button', { name: 'Continue my evaluation' }).click();
  await expect(last).toHaveURL(stepUrl('has-lawyer'));
  await last.getByRole('button', { name: 'Save and exit' }).click();
  await last.getByRole('link', { name: 'Delete my saved answers' }).click();
  await last.getByRole('button', { name: 'Delete my saved answers' }).click();
  await expect(last.getByRole('heading', { level: 1 })).toHaveText('Your saved answers are deleted');
  await last.goto(stepUrl('has-lawyer'));
  await expect(last.getByText('Question 1 of 9')).toBeVisible();
  await last.goto(link);
  await last.getByRole('button', { name: 'Continue my evaluation' }).click();
  await expect(last.getByRole('heading', { level: 1 })).toHaveText('This link no longer works');
});
