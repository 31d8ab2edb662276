import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../setup/axe.ts';
import { addStaff, dialogReady, leave, openPage, signIn } from '../setup/back-office.ts';
import { signContract } from '../setup/contracts.ts';
import { newPerson } from '../setup/portal.ts';

const widths = [320, 1280];

/** Every state of the page has to be accessible at both widths, and scroll in one direction. */
async function expectGood(page: Page): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
}

async function choose(page: Page, text: string): Promise<void> {
  await page.getByLabel('File with the status of claims').setInputFiles({
    name: 'status.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(text),
  });
  await page.getByRole('button', { name: 'Read the file' }).click();
}

test('a file of claim status is mapped, asks about one row, is saved and is taken back', async ({
  browser,
}) => {
  const [certain, asked] = [newPerson(), newPerson()];
  await signContract(certain.ssn, { first_name: 'Irma' });
  await signContract(asked.ssn, { first_name: 'Ilse' });
  const page = await openPage(browser);
  await signIn(page, '/admin/import', await addStaff('reviewer'));
  await expect(page.getByRole('heading', { name: 'Imports of claim status' })).toBeVisible();

  await choose(page, '%PDF-1.7');
  await expect(page.getByRole('link', { name: 'We cannot use this kind of file' })).toBeVisible();
  await expectGood(page);

  const day = new Date(Date.now() - 7 * 86_400_000).toLocaleDateString('en-US', {
    timeZone: 'America/New_York',
  });
  await choose(
    page,
    [
      'SSN,DOB,Claimant,Level,Status,Date,Next date',
      `${certain.ssn},4/12/1958,"RIVERA, IRMA",Initial,Denied,${day},`,
      `${asked.ssn},12/4/1958,Ilse Rivera,Initial,Pending,${day},`,
      `${newPerson().ssn},1/1/1970,Nobody Knows,Initial,Denied,${day},`,
    ].join('\n'),
  );
  await expect(page.getByRole('heading', { name: 'Which column says what' })).toBeVisible();
  await expect(page.getByLabel('Social Security number')).toHaveValue('0');
  await expect(page.getByLabel('Next date')).toHaveValue('6');
  await expectGood(page);
  await page.getByLabel('Level').selectOption('Status');
  await page.getByRole('button', { name: 'Find whose the rows are' }).click();
  await expect(page.getByRole('link', { name: '“Status” is chosen twice' }).first()).toBeVisible();
  await page.getByLabel('Level').selectOption('Level');
  await page.getByRole('button', { name: 'Find whose the rows are' }).click();

  await expect(page.getByRole('heading', { name: 'Ask whose they are' })).toBeVisible();
  await page.getByText('The number fits, and the date of birth is another one.').click();
  await expect(page.getByRole('button', { name: /^Save/ })).toHaveCount(0);
  await expectGood(page);
  await page.getByRole('button', { name: /^It is Ilse Rivera/ }).click();

  await expect(page.getByRole('heading', { name: 'To be entered' })).toBeFocused();
  await expect(page.getByText(/^Decision, Initial claim: Denied/)).toBeVisible();
  await page.getByText(/^Decision, Initial claim: Denied/).click();
  await expect(page.getByText('File the request for reconsideration').first()).toBeVisible();
  await expectGood(page);
  await page.getByRole('link', { name: 'Not ours: 1' }).click();
  await expect(page.getByText('Nobody Knows')).toBeVisible();
  await expectGood(page);
  await page.getByRole('button', { name: /^Open a matter ?: row 4/ }).click();
  await expect(page.getByRole('link', { name: 'Matters to be opened: 1' })).toBeVisible();
  await page.getByRole('button', { name: 'Save 3 rows' }).click();
  await expect(page.getByRole('link', { name: 'Entered: 3', exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Entered: 3', exact: true }).click();
  await expect(page.getByText('Now: Initial claim: denied, no appeal filed').first()).toBeVisible();
  await expectGood(page);

  await page.getByRole('link', { name: 'Take it back' }).click();
  await dialogReady(page);
  await expectGood(page);
  await page.getByLabel('Second person who agrees').fill('Sam Second');
  await page.getByRole('button', { name: 'Take it back' }).click();
  await expect(page.getByRole('link', { name: 'Taken back: 3' })).toBeVisible();
  await page.getByRole('link', { name: 'Taken back: 3' }).click();
  await expect(page.getByText('Now: Initial claim: preparing').first()).toBeVisible();
  await expectGood(page);
  await page.getByRole('link', { name: 'All imports' }).click();
  await expect(page.getByRole('cell', { name: 'Taken back' }).first()).toBeVisible();
  await expectGood(page);
  await leave(page);
});
