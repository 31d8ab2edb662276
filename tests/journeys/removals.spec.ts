import { expect, type Page, test } from '@playwright/test';
import { expectAccessibleInAllLooks } from '../setup/axe.ts';
import {
  addStaff,
  dialogReady,
  leave,
  openPage,
  sendEvaluation,
  setSessionDates,
  signIn,
} from '../setup/back-office.ts';
import { signContract } from '../setup/contracts.ts';
import { newPerson, registerPerson } from '../setup/portal.ts';

const list = '/admin/case-evaluations';
const reason = 'The sender asked for it by phone';
const success = (page: Page) => page.locator('.notice.success');
const problem = (page: Page) => page.getByRole('region', { name: 'Nothing was deleted' });

async function openContract(page: Page, reference: string): Promise<void> {
  await page.goto('/admin/contracts');
  await page.getByRole('row').filter({ hasText: reference }).getByRole('link').first().click();
  await expect(page).toHaveTitle(`Contract ${reference} | Back office`);
}

test('an administrator deletes an evaluation for its sender', async ({ browser }) => {
  const { name, reference } = await sendEvaluation();
  const page = await openPage(browser);
  await signIn(page, list);
  await page.getByRole('link', { name, exact: true }).click();
  await dialogReady(page);
  await page.getByRole('link', { name: 'Delete this case evaluation' }).click();
  await page.waitForURL(/\/admin\/case-evaluations\/[0-9a-f]{24}\/delete$/);
  await dialogReady(page);
  await expect(page.getByRole('dialog')).toContainText(
    `This deletes the case evaluation ${reference} for good`,
  );
  await expect(page.getByRole('dialog')).toContainText('For six years we keep its reference');
  await page.getByRole('button', { name: 'Delete for good' }).click();
  await expect(problem(page).getByRole('link')).toHaveText('Give the reason, in at least 5 characters');
  await dialogReady(page);
  await page.getByLabel('Reason').fill(reason);
  const address = page.url();
  await page.getByRole('button', { name: 'Delete for good' }).click();
  await page.waitForURL(`**${list}`);
  await expect(success(page)).toContainText('It is gone for good');
  await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0);
  expect((await page.goto(address))?.status()).toBe(404);
  await expect(page.getByRole('dialog')).toContainText('This case evaluation was not found');
  await page.goto('/admin/retention');
  await expect(page.getByRole('row', { name: `Case evaluation ${reference}` })).toContainText(reason);
  await leave(page);
});

test('a client’s contract is kept, and another is deleted once the box is checked', {
  tag: '@thorough',
}, async ({ browser }) => {
  const client = await registerPerson();
  const kept = await signContract(client.ssn);
  const other = await signContract(newPerson().ssn);
  const page = await openPage(browser);
  await signIn(page);
  await openContract(page, kept);
  await page.getByRole('link', { name: `Delete contract ${kept}` }).click();
  await dialogReady(page);
  await expect(page.getByRole('dialog')).toContainText('This signed contract is kept');
  await expect(page.getByRole('button', { name: 'Delete for good' })).toHaveCount(0);

  await openContract(page, other);
  await page.getByRole('link', { name: `Delete contract ${other}` }).click();
  await dialogReady(page);
  await page.getByLabel('Reason').fill(reason);
  await page.getByRole('button', { name: 'Delete for good' }).click();
  await expect(problem(page).getByRole('link')).toHaveText('Check the box, or keep the contract');
  await dialogReady(page);
  await expect(page.getByLabel('Reason')).toHaveValue(reason);
  await page.getByLabel('We do not represent the signer').check();
  await page.getByRole('button', { name: 'Delete for good' }).click();
  await page.waitForURL('**/admin/contracts');
  await expect(success(page)).toContainText('It is gone for good');
  await expect(page.getByText(other)).toHaveCount(0);
  await leave(page);
});

test('those who may not delete are offered nothing, and who has not confirmed lately is asked first', {
  tag: '@thorough',
}, async ({ browser }) => {
  const { name, reference } = await sendEvaluation();
  const reviewer = await openPage(browser);
  await signIn(reviewer, list, await addStaff('reviewer'));
  await reviewer.getByRole('link', { name, exact: true }).click();
  await dialogReady(reviewer);
  await expect(reviewer.getByRole('link', { name: /^Delete/ })).toHaveCount(0);
  const address = `${new URL(reviewer.url()).pathname}/delete`;
  expect((await reviewer.goto(address))?.status()).toBe(403);
  await leave(reviewer);

  const page = await openPage(browser);
  const account = await addStaff();
  await signIn(page, list, account);
  await setSessionDates(page, { confirmed_at: new Date(Date.now() - 16 * 60_000) });
  await page.goto(address);
  await page.waitForURL(/\/admin\/confirm/);
  await page.getByLabel('Your password').fill(account.password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(`**${address}`);
  await dialogReady(page);
  await expectAccessibleInAllLooks(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toContainText(`Case evaluation ${reference}`);
  await leave(page);
});
