import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import {
  answer,
  answerQuestions,
  fillContact,
  linkMailedTo,
  questions,
  readPage,
  readReference,
  start,
  stepUrl,
  submitButton,
  test,
} from '../setup/evaluation.ts';

test.describe.configure({ mode: 'parallel' });

const tile = (page: Page, label: string) => page.locator('.tile', { hasText: label });

test('with a mouse every answer goes on by itself, without loading the page anew', async ({ visit }) => {
  const page = await visit();
  const documents: string[] = [];
  page.on('request', (request) => request.isNavigationRequest() && documents.push(request.url()));
  await page.goto(start);
  for (const [at, [, label]] of questions.entries()) {
    await expect(page.getByText(`Question ${at + 1} of 9`)).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(`^Question ${at + 1} of 9: `));
    await tile(page, label).first().click();
    await page.waitForURL(stepUrl(questions[at + 1]?.[0] ?? 'contact'));
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  }
  await fillContact(page);
  await expect(page.getByLabel('Phone number')).toHaveValue('(201) 555-0123');
  await submitButton(page).click();
  await page.waitForURL(`${start}/sent`);
  expect(documents).toEqual([start]);
  const reference = await readReference(page);
  await expect(page.getByText('A disability expert will contact you within 24 hours.')).toBeVisible();
  await page.getByRole('button', { name: 'Stay on this page' }).click();
  await page.reload();
  expect(await readReference(page)).toBe(reference);
});

test('clicking the chosen answer again goes on, and switching it off makes answers wait for Continue', async ({
  visit,
}) => {
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

test('keys never go on by themselves, and a key calls off what a click began', async ({ visit }) => {
  const page = await visit();
  await page.goto(start);
  await page.getByText('Go to the next question').waitFor();
  await page.clock.install();
  await page.getByRole('radio', { name: 'Yes' }).focus();
  for (const key of ['Space', 'ArrowDown', 'ArrowUp']) {
    await page.keyboard.press(key);
    await page.clock.runFor(1_000);
    await expect(page).toHaveURL(start);
  }
  // A screen reader's click: made by no pointer.
  await page.getByRole('radio', { name: 'No' }).evaluate((radio: HTMLInputElement) => radio.click());
  await page.clock.runFor(1_000);
  await expect(page).toHaveURL(start);
  await tile(page, 'Yes').click();
  await page.keyboard.press('ArrowDown');
  await page.clock.runFor(1_000);
  await expect(page).toHaveURL(start);
});

test('the whole evaluation can be sent with the keyboard alone', async ({ visit }) => {
  const page = await visit();
  await page.goto(start);
  await page.getByText('Go to the next question').waitFor();
  for (const [step] of [...questions.slice(1), ['contact']]) {
    // From the heading, or on the first page from the switch above it, into the answers.
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
  for (const label of [/^Change/, 'First name']) {
    const target =
      label === 'First name' ? page.getByLabel(label) : page.getByRole('link', { name: label }).last();
    for (let presses = 0; presses < 12; presses += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) break;
      await page.keyboard.press('Tab');
    }
    await expect(target).toBeFocused();
  }
  for (const text of ['Dana', 'Rivera', '2015550123', 'dana@example.com', '07102']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await page.waitForURL(`${start}/sent`);
});

test('without script the whole evaluation can be sent, and nothing leads away from the confirmation', async ({
  visit,
}) => {
  const page = await visit({ javaScriptEnabled: false });
  await page.goto(start);
  await expect(page.getByText('Go to the next question')).toBeHidden();
  await answerQuestions(page);
  await fillContact(page);
  await readPage();
  await submitButton(page).click();
  const reference = await readReference(page);
  await expect(page.getByText('We take you to the home page')).toHaveCount(0);
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page.getByText('Case Evaluation Submitted!')).toBeVisible();
  await expect(page.getByText(reference)).toBeVisible();
});

test('where a script of the first page fails to arrive, the form works as without script', async ({
  visit,
}) => {
  const page = await visit();
  await page.route(/assets\/step-main.*\.js/, (route) => route.abort());
  await answerQuestions(page);
  await fillContact(page);
  await readPage();
  await submitButton(page).click();
  await page.waitForURL(`${start}/sent`);
});

test('where later scripts fail to arrive, the form still goes on to the end', async ({ visit }) => {
  const page = await visit();
  await page.goto(start);
  await page.getByText('Go to the next question').waitFor();
  await page.route(/\.js(\?|$)/, (route) => route.abort());
  for (const [, label] of questions) await answer(page, label);
  // The rules of this page did not arrive, so it is the server that refuses.
  await submitButton(page).click();
  await expect(page.getByRole('link', { name: 'Enter your first name' })).toBeVisible();
  await fillContact(page);
  await submitButton(page).click();
  await page.waitForURL(`${start}/sent`);
  await readReference(page);
});

test('Back keeps the answers, a reload does too, and what is typed survives changing another answer', async ({
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

  await page.getByRole('link', { name: 'Are you working now?' }).click();
  await expect(page.getByRole('radio', { name: 'No' })).toBeChecked();
  await answer(page, 'Yes');
  await expect(page).toHaveURL(stepUrl('contact'));
  const row = page.locator('dl > div', { hasText: 'Are you working now?' });
  await expect(row.getByRole('definition').first()).toHaveText('Yes');
  await expect(page.getByLabel('First name')).toHaveValue('Dana');
});

test('a link to a later step leads to the first question that is not answered', async ({ visit }) => {
  const page = await visit();
  await page.goto(stepUrl('age-range'));
  await expect(page.getByText('Question 1 of 9')).toBeVisible();
  await answer(page, 'No');
  await page.goto(stepUrl('contact'));
  await expect(page).toHaveURL(stepUrl('applied-before'));
});

test('a lost connection is said in words, keeps everything, and the same button sends later', async ({
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

test('an answer that is none of ours is said in words, and the same button sends later', async ({
  visit,
}) => {
  const page = await visit();
  await answerQuestions(page);
  await fillContact(page);
  await page.route('**/*.data*', (route) => route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' }));
  await submitButton(page).click();
  await expect(page.getByRole('region', { name: 'Submission Error' })).toBeFocused();
  await expect(page.getByLabel('First name')).toHaveValue('Dana');
  await page.unroute('**/*.data*');
  await submitButton(page).click();
  await page.waitForURL(`${start}/sent`);
});

test('where a way within the page fails, the browser loads the whole page', async ({ visit }) => {
  const page = await visit();
  await answerQuestions(page);
  await page.reload();
  await page.getByRole('link', { name: 'Back' }).waitFor();
  await page.route('**/*.data*', (route) => route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' }));
  await page.getByRole('link', { name: 'Back' }).click();
  await page.waitForURL(stepUrl('age-range'));
  await expect(page.getByRole('radio', { name: '55-59' })).toBeChecked();
});

test('what is typed and chosen before the script arrives is kept', async ({ visit }) => {
  const page = await visit();
  await answerQuestions(page);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(stepUrl('contact'), { waitUntil: 'commit' });
  await fillContact(page);
  release();
  await expect(page.getByLabel('Phone number')).toHaveValue('(201) 555-0123');
  await submitButton(page).click();
  await page.waitForURL(`${start}/sent`);
});

test('sending twice makes one evaluation', async ({ visit }) => {
  const page = await visit({ javaScriptEnabled: false });
  await answerQuestions(page);
  const form = {
    _token: await page.locator('input[name=_token]').inputValue(),
    first_name: 'Dana',
    last_name: 'Rivera',
    phone: '2015550123',
    email: 'dana@example.com',
    zip_code: '',
  };
  const headers = { origin: new URL(start).origin };
  await readPage();
  const send = () => page.request.post(stepUrl('contact'), { form, headers, maxRedirects: 0 });
  const answers = await Promise.all([send(), send()]);
  answers.push(await send());
  const references = answers.map(
    (each) => each.headers()['set-cookie']?.match(/sent=case-evaluation\.([^;]+)/)?.[1],
  );
  expect(answers.map((each) => each.status())).toEqual([303, 303, 303]);
  expect(references[0]).toMatch(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/);
  expect(new Set(references).size).toBe(1);
});

test('a double click on the button sends once', async ({ visit }) => {
  const page = await visit();
  const posts: string[] = [];
  await answerQuestions(page);
  await fillContact(page);
  page.on('request', (request) => request.method() === 'POST' && posts.push(new URL(request.url()).pathname));
  await submitButton(page).dblclick();
  await page.waitForURL(`${start}/sent`);
  // Leaving the last field may save the draft at the same moment, which is no sending.
  expect(posts.filter((path) => !path.endsWith('/keep'))).toHaveLength(1);
});

test('the confirmation leads home after two seconds, where it is repeated, unless the visitor does anything', async ({
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

test('Finish later mails a link that continues in one other browser, and only opening it uses nothing up', async ({
  visit,
}) => {
  const page = await visit();
  await page.goto(start);
  await answer(page, 'No');
  await answer(page, 'Yes');
  await page.getByRole('link', { name: 'Finish later' }).click();
  await page.getByRole('button', { name: 'Email me the link' }).click();
  await expect(page.getByLabel('Email address')).toHaveAccessibleDescription(/Enter an email address/);
  const address = `later-${randomUUID()}@example.com`;
  await page.getByLabel('Email address').fill(address);
  await page.getByRole('button', { name: 'Email me the link' }).click();
  await expect(page.getByText(`Your link goes to ${address}.`)).toBeVisible();
  const link = await linkMailedTo(address);

  for (const looking of [page, await visit({ javaScriptEnabled: false })]) {
    const opened = await looking.goto(link);
    expect(opened?.headers()['cache-control']).toBe('no-store');
    await looking.reload();
  }
  const last = await visit();
  await last.goto(link);
  await last.getByRole('button', { name: 'Continue my evaluation' }).click();
  await expect(last).toHaveURL(stepUrl('has-lawyer'));
  await last.getByRole('link', { name: 'Finish later' }).click();
  await last.getByRole('link', { name: 'Delete my saved answers' }).click();
  await last.getByRole('button', { name: 'Delete my saved answers' }).click();
  await expect(last.getByRole('heading', { level: 1 })).toHaveText('Your saved answers are deleted');
  await last.goto(stepUrl('has-lawyer'));
  await expect(last.getByText('Question 1 of 9')).toBeVisible();
  await last.goto(link);
  await last.getByRole('button', { name: 'Continue my evaluation' }).click();
  await expect(last.getByRole('heading', { level: 1 })).toHaveText('This link no longer works');
});
