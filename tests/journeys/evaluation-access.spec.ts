import { expect, type Page } from '@playwright/test';
import { expectAccessible, looks } from '../setup/axe.ts';
import { fillContact, questions, start, stepUrl, submitButton, test } from '../setup/evaluation.ts';

async function expectFits(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `${page.url()} scrolls sideways`).toBeLessThanOrEqual(0);
}

async function expectGood(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectFits(page);
}

for (const { width, colorScheme } of looks) {
  test(`every step is accessible empty, refused and filled at ${width} px, ${colorScheme}`, async ({
    visit,
  }) => {
    test.setTimeout(240_000);
    const page = await visit({ viewport: { width, height: 800 }, colorScheme });
    await page.goto(start);
    for (const [at, [, label]] of questions.entries()) {
      await expect(page.getByText(`Question ${at + 1} of 9`)).toBeVisible();
      await expectGood(page);
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(page.getByRole('alert')).toContainText('Missing Information');
      await expectGood(page);
      await page.getByRole('radio', { name: label, exact: true }).press('Space');
      await expectGood(page);
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.waitForURL(stepUrl(questions[at + 1]?.[0] ?? 'contact'));
    }
    await expectGood(page);
    await submitButton(page).click();
    await expect(page.getByRole('alert')).toContainText('Missing Information');
    await expectGood(page);
    await fillContact(page);
    await expectGood(page);

    await page.getByRole('button', { name: 'Finish later' }).click();
    await page.getByRole('heading', { level: 1, name: 'Finish later' }).waitFor();
    await expectGood(page);
    await page.getByRole('button', { name: 'Email me the link' }).click();
    await expect(page.getByRole('alert')).not.toBeEmpty();
    await expectGood(page);
    await page.getByLabel('Month').fill('4');
    await page.getByLabel('Day').fill('27');
    await page.getByLabel('Year').fill('1968');
    await page.getByRole('button', { name: 'Show me a code' }).click();
    await page.getByRole('heading', { level: 1, name: 'Your code' }).waitFor();
    await expectGood(page);
    for (const path of ['delete-answers', 'resume?link=none', 'resume']) {
      await page.goto(`${start}/${path}`);
      await expectGood(page);
    }

    await page.goto(stepUrl('contact'));
    await fillContact(page);
    await submitButton(page).click();
    await page.waitForURL(`${start}/sent`);
    await page.getByRole('button', { name: 'Stay on this page' }).click();
    await expectGood(page);
  });
}

/** Whether the toast hides the focused element whole. */
function isFocusCovered(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    const toast = document.querySelector('.toast');
    if (!focused || !toast || toast.contains(focused) || focused === document.body) return false;
    const [field, cover] = [focused.getBoundingClientRect(), toast.getBoundingClientRect()];
    return field.top >= cover.top && field.bottom <= cover.bottom;
  });
}

test('a toast never covers the field that has the focus', async ({ visit }) => {
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

test('text at twice its size still fits a phone', async ({ visit }) => {
  const page = await visit({ viewport: { width: 640, height: 800 } });
  await page.goto(start);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  await expectFits(page);
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible();
});
