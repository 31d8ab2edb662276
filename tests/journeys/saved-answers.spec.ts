import { expect, type Page } from '@playwright/test';
import { holdRequests } from '../setup/back-office.ts';
import {
  answer,
  answerQuestions,
  fillContact,
  openContact,
  passMinimumFillTime,
  start,
  stepUrl,
  submitButton,
  test,
} from '../setup/evaluation.ts';
import { waitForIslands } from '../setup/running-scripts.ts';
import { mainlyWithScript } from '../setup/scripting.ts';

const site = new URL(start).origin;
const aboutYou = `${site}/sign-contract/about-you`;
const ssn = '212-84-7391';

async function openContract(page: Page): Promise<void> {
  await page.goto(`${site}/sign-contract/agreement`);
  await page.getByRole('button', { name: 'I have read it, continue' }).click();
  await page.waitForURL(aboutYou);
  await waitForIslands(page);
}

async function fillBirthDate(page: Page): Promise<void> {
  await page.getByLabel('Month').fill('4');
  await page.getByLabel('Day').fill('27');
  await page.getByLabel('Year').fill('1968');
}

for (const { javaScriptEnabled, how, tag } of mainlyWithScript) {
  test(`a saved Social Security number is never shown, only its last digits, and can be changed, ${how}`, {
    tag,
  }, async ({ visit }) => {
    const page = await visit({ javaScriptEnabled, viewport: { width: 320, height: 700 } });
    const bodies: string[] = [];
    page.on('response', async (response) => {
      if (response.url().startsWith(site)) bodies.push(await response.text().catch(() => ''));
    });
    await openContract(page);
    await page.getByLabel('First name').fill('Dana');
    await fillBirthDate(page);
    await page.getByLabel('Social Security number').fill(ssn);
    await page.getByRole('button', { name: 'Save and exit' }).click();
    await page.getByRole('link', { name: 'Back to my contract' }).click();
    await expect(page.getByText('Given, ending 7391')).toBeVisible();
    await expect(page.getByText('Given, year 1968')).toBeVisible();
    // Write-only answers are kept when another answer is missing.
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await expect(page.locator('.error-summary')).toContainText('Enter your last name');
    await expect(page.locator('.error-summary')).not.toContainText('Social Security');
    await page.getByLabel('Last name').fill('Example');
    await page.getByText('Change: Social Security number').click();
    await expect(page.locator('[name="ssn"]')).toHaveValue('');
    await page.locator('[name="ssn"]').fill('219-09-6780');
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await page.waitForURL(`${site}/sign-contract/contact`);
    await page.goto(aboutYou);
    await expect(page.getByText('Given, ending 6780')).toBeVisible();
    expect(await page.content()).not.toMatch(/212-?84|219-?09/);
    expect(bodies.join('\n')).not.toMatch(/212-?84-?7391|219-?09-?6780/);
  });

  test(`on a shared computer the draft cookie ends with the browser session, and the confirmation clears the rest, ${how}`, {
    tag: '@thorough',
  }, async ({ visit }) => {
    const page = await visit({ javaScriptEnabled });
    await page.goto(start);
    await page.getByLabel('I use a shared computer').check();
    await answer(page, 'No');
    const cookies = async () =>
      (await page.context().cookies()).filter(({ name }) => /^(draft|sent)/.test(name));
    expect((await cookies()).map(({ expires }) => expires)).toEqual([-1]);
    await page.getByRole('button', { name: 'Save and exit' }).click();
    await expect(page.getByText('your answers go when you close the browser')).toBeVisible();
    await answerQuestions(page);
    await page.getByLabel('First name').fill('Dana');
    await page.getByLabel('Last name').fill('Example');
    await page.getByLabel('Phone').fill('2015550123');
    await page.getByLabel('Email').fill('dana@example.com');
    if (!javaScriptEnabled) await passMinimumFillTime(page);
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.waitForURL(`${start}/sent`);
    await expect(page.getByText('We take you to')).toHaveCount(0);
    await page.getByRole('button', { name: 'Done - clear this computer' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your saved answers are deleted');
    expect(await cookies()).toEqual([]);
  });
}

test('answers except secrets are autosaved, and returning visitors can continue', async ({ visit }) => {
  const page = await visit();
  await openContact(page);
  await page.getByLabel('First name').fill('Dana');
  const autosaved = page.waitForResponse(
    (response) => response.request().postData()?.includes('email=not+yet') ?? false,
  );
  await page.getByLabel('Email').fill('not yet an addr');
  expect(await (await autosaved).json()).toEqual({ kept: true });
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('First name')).toHaveValue('Dana');
  await expect(page.getByLabel('Email')).toHaveValue('not yet an addr');
  await page.goto(start);
  await page.getByRole('link', { name: 'Continue at question 9' }).click();
  await page.waitForURL(stepUrl('contact'));
  await expect(page.getByLabel('First name')).toHaveValue('Dana');

  await openContract(page);
  const posted: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/keep')) posted.push(request.postData() ?? '');
  });
  await page.getByLabel('First name').fill('Dana');
  await fillBirthDate(page);
  await page.getByLabel('Social Security number').fill(ssn);
  const lastAutosave = page.waitForResponse(
    (response) => response.request().postData()?.includes('last_name=Example') ?? false,
  );
  await page.getByLabel('Last name').fill('Example');
  expect(await (await lastAutosave).json()).toEqual({ kept: true });
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toHaveText(
    'Saved. Not saved until you press Continue: Date of birth, Social Security number',
  );
  expect(posted.join('\n')).toContain('first_name=Dana');
  expect(posted.join('\n')).not.toMatch(/ssn|212|1968/);
  await page.reload();
  await expect(page.getByLabel('Last name')).toHaveValue('Example');
  await expect(page.getByLabel('Social Security number')).toHaveValue('');
});

test('what is typed before the page’s script runs is autosaved too', { tag: '@thorough' }, async ({
  visit,
}) => {
  const page = await visit();
  await openContact(page);
  const load = await holdRequests(page, '**/*.js');
  await page.goto(stepUrl('contact'), { waitUntil: 'commit' });
  await page.getByLabel('First name').fill('Dana');
  const autosaved = page.waitForResponse((response) => response.url().endsWith('/keep'));
  load();
  expect(await (await autosaved).json()).toEqual({ kept: true });
  await page.reload();
  await expect(page.getByLabel('First name')).toHaveValue('Dana');
});

test('what is typed without a connection is saved when there is one again, sent in vain or not', {
  tag: '@thorough',
}, async ({ visit }) => {
  const page = await visit();
  await openContact(page);
  await waitForIslands(page);
  const backOnline = async () => {
    const autosaved = page.waitForResponse((response) => response.url().endsWith('/keep'));
    await page.context().setOffline(false);
    expect(await (await autosaved).json()).toEqual({ kept: true });
    await page.reload();
  };
  await page.context().setOffline(true);
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/keep'));
  await page.getByLabel('ZIP code').fill('07102');
  await failed;
  await backOnline();
  await expect(page.getByLabel('ZIP code')).toHaveValue('07102');

  await waitForIslands(page);
  const back = page.getByRole('link', { name: 'Back' });
  const forth = page.getByRole('button', { name: 'Continue' });
  // A step that was shown before is shown again without a connection.
  await back.click();
  await forth.click();
  await expect(page.getByText('Question 9 of 9')).toBeVisible();
  await page.context().setOffline(true);
  const failedAgain = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/keep'));
  await page.getByLabel('ZIP code').fill('08608');
  await back.click();
  await failedAgain;
  await expect(page.getByText('Question 8 of 9')).toBeVisible();
  await page.context().setOffline(false);
  const kept = page.waitForResponse((response) => response.url().endsWith('/keep'));
  await forth.click();
  expect(await (await kept).json()).toEqual({ kept: true });
  await page.reload();
  await expect(page.getByLabel('ZIP code')).toHaveValue('08608');

  await waitForIslands(page);
  await page.context().setOffline(true);
  await fillContact(page);
  await submitButton(page).click();
  await expect(page.getByText('No connection').first()).toBeVisible();
  await backOnline();
  await expect(page.getByLabel('First name')).toHaveValue('Dana');
  await expect(page.getByLabel('Email address')).toHaveValue('dana@example.com');
});

test('a resume code works only once, and the first browser is told that the answers moved', {
  tag: '@thorough',
}, async ({ visit }) => {
  const page = await visit();
  await page.goto(start);
  await answer(page, 'No');
  await page.getByRole('button', { name: 'Save and exit' }).click();
  await page.getByLabel('Month').fill('4');
  await page.getByLabel('Day').fill('27');
  await page.getByLabel('Year').fill('1968');
  await page.getByRole('button', { name: 'Show me a code' }).click();
  const code = (await page.locator('.reference-large').textContent()) ?? '';
  const other = await visit({ javaScriptEnabled: false });
  await other.goto(`${start}/resume`);
  await other.getByLabel('Code').fill(code);
  await fillBirthDate(other);
  await other.getByRole('button', { name: 'Continue my evaluation' }).click();
  await other.waitForURL(stepUrl('applied-before'));
  await page.goto(stepUrl('applied-before'));
  await expect(page.getByText('You continued your answers in another browser.')).toBeVisible();
  await page.goto(`${start}/resume`);
  await page.getByLabel('Code').fill(code);
  await fillBirthDate(page);
  await page.getByRole('button', { name: 'Continue my evaluation' }).click();
  await expect(page.getByRole('region', { name: 'No saved answers found' })).toBeVisible();
});
