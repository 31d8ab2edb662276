import { expect, test } from '@playwright/test';
import { expectAccessibleInAllLooks } from '../setup/axe.ts';
import { addStaff, dialogReady, leave, openPage, sendEvaluation, signIn } from '../setup/back-office.ts';

const evaluations = '/admin/case-evaluations';

test('staff record a call in one press of a key, and the next one who waits opens by itself', async ({
  browser,
}) => {
  const { name, reference } = await sendEvaluation();
  await sendEvaluation();
  const page = await openPage(browser);
  await signIn(page, evaluations, await addStaff('reviewer'));
  const row = page.locator('tbody tr').filter({ hasText: name });
  const link = row.getByRole('link', { name, exact: true });
  await expect(row).toContainText(/\d+ (min|h|days) left/);
  await expect(row.getByRole('link', { name: '(201) 555-0123' })).toHaveAttribute('href', 'tel:+12015550123');

  await link.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: `Case evaluation ${reference}` })).toBeFocused();
  const dialog = page.getByRole('dialog');
  for (const next of [
    dialog.getByRole('link', { name: '(201) 555-0123' }),
    dialog.getByRole('button', { name: 'Reached' }),
    dialog.getByRole('button', { name: 'Voicemail' }),
  ]) {
    await page.keyboard.press('Tab');
    await expect(next).toBeFocused();
  }
  await page.keyboard.press('Enter');

  await expect(dialog).toHaveAccessibleDescription(
    new RegExp(`^Call with ${name} recorded: Voicemail. Call again .+ This is the next one.$`),
  );
  const heading = dialog.getByRole('heading', { level: 2 });
  await expect(heading).toBeFocused();
  await expect(heading).toHaveText(/Case evaluation /);
  await expect(heading).not.toContainText(reference);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/case-evaluations$/);
  await expect(link).toBeFocused();
  await expect(row).toContainText(/called once, again .+ [AP]M/);
  await leave(page);
});

test('staff take an evaluation on a phone, find it among their own, and record that its sender asked to stop', async ({
  browser,
}) => {
  const { name, reference } = await sendEvaluation();
  const account = await addStaff('reviewer');
  const page = await openPage(browser, { viewport: { width: 320, height: 640 } });
  await signIn(page, evaluations, account);
  const row = page.locator('tbody tr').filter({ hasText: name });
  await row.getByRole('link', { name, exact: true }).click();
  await dialogReady(page);
  const dialog = page.getByRole('dialog', { name: `Case evaluation ${reference}` });
  for (const button of await dialog.locator('.calls').locator('a, button, select').all()) {
    const box = await button.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
  }
  await expectAccessibleInAllLooks(page);
  await dialog.getByRole('button', { name: 'Take it' }).click();
  await expect(dialog.getByRole('region', { name: 'Owner' })).toContainText(`Owner: ${account.name}`);

  await dialog.getByRole('link', { name: 'Other result or time' }).click();
  await page
    .getByRole('heading', { name: `Record a call with ${name}: case evaluation ${reference}` })
    .waitFor();
  await page.getByLabel('Asked us to stop calling').check();
  await page.getByRole('button', { name: 'Record the call' }).click();
  await expect(dialog.locator('.call-list')).toContainText('Asked us to stop calling');
  await dialog.getByRole('link', { name: 'Close' }).click();

  await page.getByText('Filter and sort').click();
  await page.getByLabel('Owner').selectOption('Mine');
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page).toHaveURL(/owner=me/);
  await expect(page.locator('tbody tr')).toHaveCount(1);
  await expect(row).toContainText('called once, asked us to stop calling');
  await expect(row.locator('[data-label="Owner"]')).toHaveText(account.name);
  await expectAccessibleInAllLooks(page);
  await leave(page);
});
