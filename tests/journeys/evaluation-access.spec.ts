import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInAllLooks, expectFits } from '../setup/axe.ts';
import { fillContact, questions, start, stepUrl, submitButton, test } from '../setup/evaluation.ts';

test('every step is accessible at every width and color scheme: empty, with errors and filled in', async ({
  visit,
}) => {
  test.setTimeout(240_000);
  const page = await visit();
  await page.goto(start);
  for (const [index, [, label]] of questions.entries()) {
    // The questions in between use the same page with different text.
    const check =
      index === 0 || index === questions.length - 1 ? expectAccessibleInAllLooks : expectAccessible;
    await expect(page.getByText(`Question ${index + 1} of 9`)).toBeVisible();
    await check(page);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('alert')).toContainText('Missing Information');
    await check(page);
    await page.getByRole('radio', { name: label, exact: true }).press('Space');
    await check(page);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL(stepUrl(questions[index + 1]?.[0] ?? 'contact'));
  }
  await page.getByText('Your answers (8)').click();
  await expectAccessibleInAllLooks(page);
  await submitButton(page).click();
  await expect(page.getByRole('alert')).toContainText('Missing Information');
  await expectAccessibleInAllLooks(page);
  await fillContact(page);
  await expectAccessibleInAllLooks(page);

  await page.getByRole('button', { name: 'Save and exit' }).click();
  await page.getByRole('heading', { level: 1, name: 'Save and exit' }).waitFor();
  await expectAccessibleInAllLooks(page);
  await page.getByRole('button', { name: 'Email me the link' }).click();
  await expect(page.getByRole('alert')).not.toBeEmpty();
  await expectAccessibleInAllLooks(page);
  await page.getByLabel('Month').fill('4');
  await page.getByLabel('Day').fill('27');
  await page.getByLabel('Year').fill('1968');
  await page.getByRole('button', { name: 'Show me a code' }).click();
  await page.getByRole('heading', { level: 1, name: 'Your code' }).waitFor();
  await expectAccessibleInAllLooks(page);
  for (const path of ['delete-answers', 'resume?link=none', 'resume']) {
    await page.goto(`${start}/${path}`);
    await expectAccessibleInAllLooks(page);
  }

  await page.goto(stepUrl('contact'));
  await fillContact(page);
  await submitButton(page).click();
  await page.waitForURL(`${start}/sent`);
  await page.getByRole('button', { name: 'Stay on this page' }).click();
  await expectAccessibleInAllLooks(page);
});

/** @returns whether the toast completely covers the focused element. */
function isFocusCovered(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    const toast = document.querySelector('.toast');
    if (!focused || !toast || toast.contains(focused) || focused === document.body) return false;
    const [field, cover] = [focused.getBoundingClientRect(), toast.getBoundingClientRect()];
    return field.top >= cover.top && field.bottom <= cover.bottom;
  });
}

test('a toast never covers the focused field', { tag: '@thorough' }, async ({ visit }) => {
  const page = await visit({ viewport: { width: 320, height: 640 } });
  await page.goto(start);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert')).not.toBeEmpty();
  for (let presses = 0; presses < 12; presses += 1) {
    await page.keyboard.press('Tab');
    // The page may still be scrolling the field into view.
    await expect.poll(() => isFocusCovered(page)).toBe(false);
  }
});

test("text at 200% size fits a phone's screen", { tag: '@thorough' }, async ({ visit }) => {
  const page = await visit({ viewport: { width: 640, height: 800 } });
  await page.goto(start);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  await expectFits(page);
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible();
});
