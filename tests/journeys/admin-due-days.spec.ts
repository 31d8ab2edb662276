import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectAccessibleInAllLooks, expectFits } from '../setup/axe.ts';
import { addStaff, dialogReady, leave, openPage, setSessionDates, signIn } from '../setup/back-office.ts';
import { signContract } from '../setup/contracts.ts';
import { newPerson } from '../setup/portal.ts';

/** Types a calendar day, `YYYY-MM-DD`. */
async function typeDay(page: Page, question: string, day: string): Promise<void> {
  const group = page.getByRole('group', { name: question });
  const [year = '', month = '', date = ''] = day.split('-');
  await group.getByLabel('Month').fill(month);
  await group.getByLabel('Day').fill(date);
  await group.getByLabel('Year').fill(year);
}

/** Takes the matter of a new contract, and enters a notice of a hearing in Denver on March 5, 2030. */
async function takeHearing(page: Page, name: string): Promise<string> {
  await page.goto('/admin/matters');
  await page.getByRole('link', { name: `${name} Rivera` }).click();
  await expect(page.getByRole('heading', { name: `${name} Rivera` })).toBeVisible();
  const address = new URL(page.url()).pathname;
  await page.getByRole('button', { name: 'Take it' }).click();
  await expect(page.getByText('It is yours.').first()).toBeVisible();
  await page.goto(`${address}/letter/hearing`);
  await dialogReady(page);
  await typeDay(page, 'Date on the letter', '2026-11-02');
  await typeDay(page, 'Day of the hearing', '2030-03-05');
  await page.getByLabel('Time', { exact: true }).fill('09:30');
  await page.getByLabel('Time zone there').selectOption('Mountain');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  return address;
}

test('a hearing stands in the calendar at its own time, on a screen, on a phone and without script, and leads to its matter', async ({
  browser,
}) => {
  await signContract(newPerson().ssn, { first_name: 'Marisol' });
  const robin = await addStaff('reviewer');
  const page = await openPage(browser);
  await signIn(page, '/admin/matters', robin);
  const matter = await takeHearing(page, 'Marisol');

  await page.getByRole('link', { name: 'Calendar', exact: true }).click();
  await page.getByRole('link', { name: 'Mine', exact: true }).click();
  await expect(page.getByRole('heading', { name: /^Overdue/ })).toBeVisible();
  await expectAccessibleInAllLooks(page);
  await page.goto('/admin/calendar?month=2030-03&whose=mine');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('March 2030');
  const month = page.locator('.month');
  // Style alone opens the fold, which Playwright and axe do not know.
  expect(await month.evaluate((table) => table.checkVisibility())).toBe(true);
  await page.locator('.month-fold').evaluate((fold) => fold.setAttribute('open', ''));
  await expect(page.getByRole('columnheader', { name: 'Tue' })).toBeVisible();
  const cell = page.getByRole('cell').filter({ hasText: '9:30 AM MST: Be at the hearing' });
  await expect(cell.getByRole('link', { name: 'Marisol Rivera' })).toHaveAttribute('href', matter);
  await expectAccessibleInAllLooks(page);
  await page.getByRole('link', { name: 'Previous month: February 2030' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('February 2030');
  await expect(page.getByText('Send all evidence').first()).toBeVisible();

  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto('/admin/calendar?month=2030-03&whose=mine');
  const day = page.getByRole('region', { name: 'Tuesday, March 5, 2030' });
  await expect(day).toContainText('9:30 AM MST');
  expect(await month.evaluate((table) => table.checkVisibility({ contentVisibilityAuto: true }))).toBe(false);
  await expectAccessible(page);
  await expectFits(page);
  await page.getByText('The month as a table').click();
  await expectAccessible(page);
  await expectFits(page);
  await page.getByRole('link', { name: '1 due on Tuesday, March 5, 2030' }).click();
  await expect(day).toBeInViewport();
  await day.getByRole('link', { name: 'Marisol Rivera' }).click();
  await expect(page).toHaveURL(new RegExp(`${matter}$`));
  await leave(page);

  const plain = await openPage(browser, { javaScriptEnabled: false });
  await signIn(plain, '/admin/calendar?month=2030-02&whose=mine', robin);
  await plain.getByRole('link', { name: 'Next month: March 2030' }).click();
  await plain.getByRole('link', { name: 'Marisol Rivera' }).first().click();
  await expect(plain.getByRole('heading', { level: 1 })).toContainText('Marisol Rivera');
  await leave(plain);
});

test('staff give their calendar to an app by an address that says no names, and end it', async ({
  browser,
}) => {
  await signContract(newPerson().ssn, { first_name: 'Leandro' });
  const robin = await addStaff('reviewer');
  const page = await openPage(browser);
  await signIn(page, '/admin/matters', robin);
  const matter = await takeHearing(page, 'Leandro');
  await setSessionDates(page, { confirmed_at: new Date(0) });

  await page.goto('/admin/account');
  await expectAccessibleInAllLooks(page);
  await page.getByRole('link', { name: 'Make an address' }).click();
  await page.getByLabel('Your password').fill(robin.password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your calendar in other apps');
  await expectAccessibleInAllLooks(page);
  await page.getByRole('button', { name: 'Make the address' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  const address = await page.locator('code').innerText();
  await expectAccessibleInAllLooks(page);
  await page.setViewportSize({ width: 320, height: 700 });
  await expectFits(page);

  const read = () => fetch(address);
  const found = await read();
  expect(found.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  const text = (await found.text()).replaceAll('\r\n ', '');
  expect(text).toContain(`SUMMARY:Be at the hearing with the client (Hearing\\, ${matter.slice(-9)})`);
  expect(text).toContain('DTSTART:20300305T163000Z');
  expect(text).not.toMatch(/Leandro|Rivera/);

  await page.goto(`${matter}/task`);
  await dialogReady(page);
  await page.getByLabel('What is to be done').fill('Call Leandro');
  await typeDay(page, 'By when', '2030-03-06');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const later = await (await read()).text();
  expect(later).toContain('SUMMARY:Something to do');
  expect(later).not.toContain('Leandro');

  await page.goto('/admin/account');
  await expectFits(page);
  await page.getByRole('button', { name: 'End the address' }).click();
  await expect(page.getByRole('link', { name: 'Make an address' })).toBeVisible();
  expect((await read()).status).toBe(404);
  await page.getByRole('button', { name: 'Turn off the morning mail' }).click();
  await expect(page.getByRole('button', { name: 'Turn on the morning mail' })).toBeVisible();
  await leave(page);
});

test('staff read in reports what came in and what was kept, on a screen and on a phone', async ({
  browser,
}) => {
  await signContract(newPerson().ssn);
  const page = await openPage(browser);
  await signIn(page, '/admin/dashboard', await addStaff('read_only'));
  await page.getByRole('link', { name: 'Reports' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reports');
  await expect(page.getByRole('row', { name: /^Initial claim/ })).toBeVisible();
  await expect(
    page.getByRole('table', { name: 'Free Case Evaluation: how many answered each step' }),
  ).toBeVisible();
  await expectAccessibleInAllLooks(page);
  await page.setViewportSize({ width: 320, height: 700 });
  await page.getByText('Each day in numbers').click();
  await expectAccessible(page);
  await expectFits(page);
  await leave(page);
});
