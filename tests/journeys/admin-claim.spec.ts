import { expect, test } from '@playwright/test';
import { expectAccessible } from '../setup/axe.ts';
import { addStaff, dialogReady, leave, openPage, signIn } from '../setup/back-office.ts';
import { signContract } from '../setup/contracts.ts';
import { newPerson } from '../setup/portal.ts';

test('staff say what a claim is about, enter the first contact, and follow records until they come', async ({
  browser,
}) => {
  const page = await openPage(browser);
  await signContract(newPerson().ssn, { first_name: 'Clara' });
  await signIn(page, '/admin/matters', await addStaff('reviewer'));
  await page.getByRole('link', { name: 'Clara Rivera' }).click();

  await page.getByRole('link', { name: 'Edit the claim' }).click();
  await dialogReady(page);
  await page.getByRole('checkbox', { name: /^SSI/ }).check();
  await page.getByLabel('Office of Social Security').fill('Trenton');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('Trenton')).toBeVisible();

  await page.getByRole('link', { name: 'Something was done' }).click();
  await dialogReady(page);
  await page.getByLabel('What was done').selectOption('First contact with Social Security about applying');
  await expect(page.getByRole('dialog')).toContainText('File the SSI application');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('File the SSI application').first()).toBeVisible();

  await page.getByRole('link', { name: 'Records were requested' }).click();
  await dialogReady(page);
  await page.getByLabel('Who has the records').fill('Example Clinic');
  await expect(page.getByRole('dialog')).toContainText('Ask again for records');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('link', { name: /^They came.+Example Clinic/ }).click();
  await dialogReady(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('link', { name: /^They came.+Example Clinic/ })).toHaveCount(0);
  await expectAccessible(page);
  await leave(page);
});
