import { expect, type Page } from '@playwright/test';
import {
  answer,
  fillContact,
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

const directory = new URL('/attorney-directory?state=NJ&q=avery', start).href;
const referralText = (page: Page) => page.getByText(/^You asked about Avery \S.*, Newark, NJ\.?$/);
const referralCheckbox = (page: Page) => page.getByLabel('Send this with my answers');

/** Requests a referral to an attorney from the directory. */
async function requestReferral(page: Page): Promise<void> {
  await page.goto(directory);
  await page.getByRole('link', { name: 'Request Referral' }).first().click();
  await expect(referralText(page)).toBeVisible();
}

for (const { javaScriptEnabled, how, tag } of mainlyWithScript) {
  test(`an id that is not an attorney's is ignored, ${how}`, { tag: '@thorough' }, async ({ visit }) => {
    const page = await visit({ javaScriptEnabled });
    for (const id of ['x', 'f'.repeat(24), 'f'.repeat(900), '%00']) {
      expect((await page.goto(`${start}?attorney=${id}`))?.status(), id).toBe(200);
      await expect(page.getByText(/You asked about/)).toHaveCount(0);
    }
  });

  test(`the attorney of "Request Referral" can be removed, ${how}`, { tag: '@thorough' }, async ({
    visit,
  }) => {
    const page = await visit({ javaScriptEnabled });
    await requestReferral(page);
    await referralCheckbox(page).uncheck();
    await answer(page, 'No');
    await page.getByRole('link', { name: 'Back' }).click();
    await expect(page).toHaveURL(stepUrl('receiving-benefits'));
    await expect(page.getByText(/You asked about/)).toHaveCount(0);
  });

  test(`the attorney of "Request Referral" is kept through to the confirmation, ${how}`, { tag }, async ({
    visit,
  }) => {
    const page = await visit({ javaScriptEnabled });
    await requestReferral(page);
    await page.reload();
    await expect(referralText(page)).toBeVisible();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveTitle(/^Error: /);
    await expect(referralText(page)).toBeVisible();
    await answer(page, 'No');
    await expect(page).toHaveURL(stepUrl('applied-before'));
    await page.getByRole('link', { name: 'Back' }).click();
    await expect(referralText(page)).toBeVisible();
    await expect(referralCheckbox(page)).toBeChecked();
    for (const [, label] of questions) {
      await answer(page, label);
      expect(page.url()).not.toContain('attorney');
    }
    await fillContact(page);
    if (!javaScriptEnabled) await passMinimumFillTime(page);
    await submitButton(page).click();
    await page.waitForURL(`${start}/sent`);
    await readReference(page);
    await expect(referralText(page)).toBeVisible();
  });
}
