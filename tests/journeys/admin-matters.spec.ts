import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../setup/axe.ts';
import { addStaff, dialogReady, leave, openPage, signIn } from '../setup/back-office.ts';
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

/** Signs a contract, and opens its matter as a reviewer. */
async function openMatter(page: Page, name: string): Promise<void> {
  await signContract(newPerson().ssn, { first_name: name });
  const reviewer = await addStaff('reviewer');
  await signIn(page, '/admin/matters', reviewer);
  await page.getByRole('link', { name: `${name} Rivera` }).click();
  await expect(page.getByRole('heading', { name: `${name} Rivera` })).toBeVisible();
}

test('a letter of denial becomes a last day in three clicks, which ends with what shows that it was kept', async ({
  browser,
}) => {
  const page = await openPage(browser);
  await openMatter(page, 'Denise');
  await page.getByRole('link', { name: 'A letter came' }).click();
  await page.getByRole('link', { name: 'A decision' }).click();
  await dialogReady(page);
  await typeDay(page, 'Date on the letter', '2026-01-05');
  await page.getByLabel('Who decided').selectOption('Social Security, on the application');
  await page.getByLabel('What was decided').selectOption('Denied');
  const counted = page.getByRole('heading', { name: 'Deadlines this creates' });
  await expect(counted).toBeVisible();
  await expect(page.getByRole('dialog')).toContainText('File the request for reconsideration');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  // Its last day has passed, so that what is due now is the statement of good cause.
  await expect(page.getByText('Appeal late, with a statement of good cause').first()).toBeVisible();

  await page.getByRole('link', { name: /^Done.+Appeal late/ }).click();
  await dialogReady(page);
  await page.getByLabel('What was done').selectOption('Faxed');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Enter a confirmation number or a paper').first()).toBeVisible();
  await page.getByLabel('Confirmation number or paper').fill('FAX-2041');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByText('Done and closed').click();
  await expect(page.getByText('Faxed (FAX-2041)').first()).toBeVisible();
  await leave(page);
});

test('a call is recorded in one click, is due again on Today, and a note tells a colleague', async ({
  browser,
}) => {
  const page = await openPage(browser);
  const colleague = await addStaff('reviewer');
  await openMatter(page, 'Nora');
  const happened = page.getByRole('list').filter({ hasText: 'Contract signed' });
  const person = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Person' }) });
  await expect(person.getByRole('link', { name: '(201) 555-0123', exact: true })).toHaveAttribute(
    'href',
    'tel:+12015550123',
  );
  await person.getByRole('button', { name: 'Voicemail' }).click();
  await expect(page.getByText('Voicemail: call recorded').first()).toBeVisible();
  await expect(happened).toContainText('Call: voicemail');
  const again = page.getByRole('link', { name: /^Done.+Call again/ });
  await expect(again).toHaveCount(1);

  await person.getByRole('link', { name: 'Other result or time' }).click();
  await dialogReady(page);
  await page.getByLabel('Asked us to stop calling').check();
  await page.getByRole('button', { name: 'Record the call' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(happened).toContainText('Call: asked us to stop calling');
  await expect(again).toHaveCount(0);

  await page.getByRole('link', { name: 'Add a note' }).click();
  await dialogReady(page);
  await page.getByLabel('Note', { exact: true }).fill('Prefers letters.');
  await page.getByLabel('Tell somebody').selectOption({ label: colleague.name });
  await page.getByRole('button', { name: 'Save the note' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(happened).toContainText('Prefers letters.');
  await expect(page.getByRole('link', { name: /^Done.+Mentioned in a note/ })).toHaveCount(1);
  await expectAccessible(page);
  await leave(page);
});

test('what somebody has to do stands on their Today, on a phone too, and is gone from it once it is done', async ({
  browser,
}) => {
  const page = await openPage(browser, { viewport: { width: 320, height: 700 } });
  await openMatter(page, 'Tomas');
  await page.getByRole('button', { name: 'Take it' }).click();
  await expect(page.getByText('It is yours.').first()).toBeVisible();
  await page.getByRole('link', { name: 'Add something to do' }).click();
  await dialogReady(page);
  await page.getByLabel('What is to be done').fill('Call Doctor Example');
  const today = await page.evaluate(() =>
    new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/New_York' }).format(),
  );
  await typeDay(page, 'By when', today);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.goto('/admin/today?whose=mine');
  await expect(page.getByRole('heading', { name: 'Due today: 1' })).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Evaluations to call/ })).toBeVisible();
  await page.getByRole('link', { name: /^Replies/ }).click();
  await expect(page.getByRole('region', { name: /^Replies/ })).toBeInViewport();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.getByRole('link', { name: /^Done.+Call Doctor Example/ }).click();
  await dialogReady(page);
  await page.getByLabel('What was done').selectOption('Done otherwise');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goto('/admin/today?whose=mine');
  await expect(page.getByText('Nothing is due today.')).toBeVisible();
  await leave(page);
});
