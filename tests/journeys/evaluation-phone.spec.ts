import { expect, type Page } from '@playwright/test';
import { expectAccessibleInAllLooks } from '../setup/axe.ts';
import {
  answer,
  fillContact,
  openContact,
  passMinimumFillTime,
  questions,
  readReference,
  start,
  stepUrl,
  submitButton,
  test,
} from '../setup/evaluation.ts';
import { mainlyWithScript } from '../setup/scripting.ts';

test.describe.configure({ mode: 'parallel' });

const phone = { width: 360, height: 640 };

/** Fails when an element ends below the first screen of a phone. One that is being replaced has no place yet. */
async function expectOnScreen(page: Page, selector: string): Promise<void> {
  const end = async () => {
    const box = await page.locator(selector).first().boundingBox();
    return box ? box.y + box.height : Number.POSITIVE_INFINITY;
  };
  await expect.poll(end, selector).toBeLessThanOrEqual(phone.height);
}

for (const { javaScriptEnabled, how, tag } of mainlyWithScript) {
  test(`on a small phone each step shows its first answer, and the last one its first field, without scrolling, ${how}`, {
    tag: '@thorough',
  }, async ({ visit }) => {
    const page = await visit({ viewport: phone, javaScriptEnabled });
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
    for (const days of [20, 90]) {
      await page.goto(`${start}?letter=${daysAgo(days)}`);
      await expect(page.getByText(/^Your letter of /)).toBeVisible();
      await expectOnScreen(page, '.tile');
    }
    await page.goto(new URL('/attorney-directory?state=NJ', start).href);
    await page.getByRole('link', { name: 'Request Referral' }).first().click();
    await expect(page.getByText(/^You asked about /)).toBeVisible();
    await expectOnScreen(page, '.tile');
    await page.goto(start);
    for (const [index, [step, label]] of questions.entries()) {
      await expect(page.getByText(`Question ${index + 1} of 9`)).toBeVisible();
      await expectOnScreen(page, '.tile');
      // What it means to have a lawyer is said on the last step too.
      await answer(page, step === 'has-lawyer' ? 'Yes' : label);
    }
    await expectOnScreen(page, 'input[name=first_name]');
    await expect(page.getByText('You have a lawyer.')).toBeVisible();
    await expect(page.getByRole('link', { name: /^Change/ })).toHaveCount(0);
    await page.getByText('Your answers (8)').click();
    await expect(page.getByRole('link', { name: /^Change/ })).toHaveCount(8);
  });

  test(`"Save and exit" keeps what was typed, valid or not, and leads home where nothing is answered, ${how}`, {
    tag,
  }, async ({ visit }) => {
    const page = await visit({ viewport: phone, javaScriptEnabled });
    const saveAndExit = page.getByRole('banner').getByRole('button', { name: 'Save and exit' });
    await page.goto(start);
    await saveAndExit.click();
    await page.waitForURL(new URL('/', start).href);
    await openContact(page);
    await page.getByLabel('Phone number').fill('555');
    await saveAndExit.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Save and exit');
    await page.getByRole('link', { name: 'Back to my evaluation' }).click();
    await expect(page.getByLabel('Phone number')).toHaveValue('(555');
  });

  test(`Enter in a field sends the form and saves nothing for later, ${how}`, { tag: '@thorough' }, async ({
    visit,
  }) => {
    const page = await visit({ javaScriptEnabled });
    await openContact(page);
    await page.getByLabel('First name').press('Enter');
    await expect(page).toHaveTitle(/^Error: /);
    await fillContact(page);
    if (!javaScriptEnabled) await passMinimumFillTime(page);
    await page.getByLabel('First name').press('Enter');
    await page.waitForURL(`${start}/sent`);
  });

  test(`the date of a letter comes along from the deadline helper to the sent evaluation, ${how}`, {
    tag,
  }, async ({ visit }) => {
    const page = await visit({ javaScriptEnabled });
    const day = new Date(Date.now() - 55 * 86_400_000).toISOString().slice(0, 10);
    const [year = '', month = '', date = ''] = day.split('-').map((part) => String(Number(part)));
    await page.goto(
      new URL(`/appeal-denial?letter-month=${month}&letter-day=${date}&letter-year=${year}`, start).href,
    );
    await page.getByRole('link', { name: 'Ask us to file this appeal' }).click();
    await expect(page).toHaveURL(`${start}?letter=${day}`);
    const line = page.getByText(/^Your letter of /);
    await expect(line).toBeVisible();
    // The address keeps it until the step is saved.
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveTitle(/^Error: /);
    await expect(line).toBeVisible();
    for (const [, label] of questions) await answer(page, label);
    await expect(page.getByLabel('Month')).toHaveValue(month);
    await expect(page.getByLabel('Year')).toHaveValue(year);
    await fillContact(page);
    if (!javaScriptEnabled) await passMinimumFillTime(page);
    await submitButton(page).click();
    await readReference(page);
    await expect(page.getByText('Your last day to appeal is')).toBeVisible();
    await expect(page.getByText('Appeal now. Do not wait for our call.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Appeal online' })).toBeVisible();
    await page.getByText('Read what you sent').click();
    await expect(page.getByText('Date on your denial letter')).toBeVisible();
  });
}

test('who gets benefits, has a lawyer or is 65 is told what it means, before and after sending', async ({
  visit,
}) => {
  const page = await visit();
  await page.goto(start);
  const changed = new Map<string, string>([
    ['receiving-benefits', 'Yes'],
    ['has-lawyer', 'Yes'],
    ['age-range', '65 or older'],
  ]);
  for (const [step, label] of questions) await answer(page, changed.get(step) ?? label);
  await page.waitForURL(stepUrl('contact'));
  const titles = ['You get disability benefits now.', 'You have a lawyer.', 'You are 65 or older.'];
  for (const title of titles) await expect(page.getByText(title)).toBeVisible();
  await expect(page.getByText('You can still send us your answers.')).toBeVisible();
  await expectAccessibleInAllLooks(page);
  await fillContact(page);
  await submitButton(page).click();
  await readReference(page);
  for (const title of titles) await expect(page.getByText(title)).toBeVisible();
});

test('who asks for a call about a denial is told that the deadline keeps running', {
  tag: '@thorough',
}, async ({ visit }) => {
  const page = await visit();
  await page.goto(new URL('/call-me', start).href);
  await page.getByLabel('Your full name').fill('Dana Rivera');
  await page.getByLabel('Phone number').fill('2015550123');
  await page.getByLabel('Any time').check();
  await page.getByLabel('I was denied, and want to appeal').check();
  await page.getByRole('button', { name: 'Ask for a call' }).click();
  await page.waitForURL('**/call-me/sent');
  const notice = page.getByText('We do not represent you yet. Your deadline keeps running.');
  await expect(notice.getByRole('link', { name: 'Find your appeal deadline' })).toBeVisible();
});

test('who sends the date of a letter too late for an appeal is not told that the deadline keeps running', {
  tag: '@thorough',
}, async ({ visit }) => {
  const page = await visit();
  await openContact(page);
  await fillContact(page);
  const late = new Date(Date.now() - 90 * 86_400_000);
  await page.getByLabel('Month').fill(String(late.getUTCMonth() + 1));
  await page.getByLabel('Day').fill(String(late.getUTCDate()));
  await page.getByLabel('Year').fill(String(late.getUTCFullYear()));
  await submitButton(page).click();
  await readReference(page);
  await expect(page.getByText('Your last day to appeal was')).toBeVisible();
  await expect(page.getByText('We do not represent you yet.', { exact: true })).toBeVisible();
  await expect(page.getByText('Your deadline keeps running')).toHaveCount(0);
});

test('when printed, the last step shows the answers that were given', { tag: '@thorough' }, async ({
  visit,
}) => {
  const page = await visit();
  await openContact(page);
  const given = page.locator('.answers-given dl');
  await expect(given).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(given).toBeVisible();
});
