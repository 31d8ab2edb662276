import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { readEmails } from '../../api/platform/email/fixtures/read-emails.ts';
import { expectAccessibleInAllLooks } from '../setup/axe.ts';
import { addStaff, dialogReady, leave, openPage, signIn, siteUrl } from '../setup/back-office.ts';
import { signContract } from '../setup/contracts.ts';
import { newPerson } from '../setup/portal.ts';

const printed = 'Robin Q. Example';

async function download(page: Page, name: string): Promise<Buffer> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name }).click()]);
  return readFile(await file.path());
}

test('a representative whom an administrator named countersigns in three clicks, and both files are verified', async ({
  browser,
}) => {
  const last = Array.from({ length: 8 }, () => String.fromCharCode(97 + randomInt(26))).join('');
  const email = `${last}@example.com`;
  const reference = await signContract(newPerson().ssn, { last_name: last, email });
  const [admin, robin] = [await addStaff('admin'), await addStaff('reviewer')];

  const page = await openPage(browser);
  await signIn(page, `/admin/staff/${robin.id}`, admin);
  await dialogReady(page);
  await page.getByRole('dialog').getByLabel('Representative’s name').fill(printed);
  await expectAccessibleInAllLooks(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.locator('.notice.success')).toContainText('The account was changed.');
  await leave(page);

  const desk = await openPage(browser);
  await signIn(desk, '/admin/dashboard', robin);
  await expect(desk.getByRole('listitem').filter({ hasText: 'to countersign' })).toContainText('Sign desk');
  await desk.goto('/admin/sign-desk');
  await expectAccessibleInAllLooks(desk);
  await desk.getByRole('link', { name: `Dana ${last}` }).click();
  await desk.getByRole('link', { name: 'Countersign' }).click();
  await dialogReady(desk);
  const name = desk.getByRole('dialog').getByLabel('Type your full name to sign');
  await expectAccessibleInAllLooks(desk);
  await name.fill('Robin');
  const sign = desk.getByRole('dialog').getByRole('button', { name: 'Sign', exact: true });
  await sign.click();
  await expect(desk.getByRole('dialog').locator('.error-summary')).toContainText(
    `Type your name as contracts print it: ${printed}`,
  );
  await dialogReady(desk);
  await name.fill(printed);
  await sign.click();
  await expect(desk.getByRole('heading', { name: 'How the representative signed' })).toBeVisible();
  await expect(desk.locator('main')).toContainText(`Countersigned by ${printed} on`);
  await expect(desk.getByRole('link', { name: 'Back to the sign desk' })).toBeVisible();
  await expect(desk.getByRole('link', { name: 'Countersign contract' })).toHaveCount(0);
  await expectAccessibleInAllLooks(desk);
  const both = await download(desk, 'Download PDF');
  const first = await download(desk, 'PDF with the client’s signature alone');

  await desk.getByRole('link', { name: 'Sheet for SSA-1696' }).click();
  await expect(desk.getByRole('heading', { level: 1 })).toHaveText('Sheet for form SSA-1696');
  await expect(desk.getByRole('button', { name: 'Copy Representative, Last name' })).toBeVisible();
  await desk.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await desk.getByRole('button', { name: 'Copy Claimant, Last name' }).click();
  await expect(desk.getByText('Copied')).toBeVisible();
  expect(await desk.evaluate(() => navigator.clipboard.readText())).toBe(last);
  await expectAccessibleInAllLooks(desk);
  await desk.goto('/admin/sign-desk');
  await expect(desk.getByRole('link', { name: `Dana ${last}` })).toHaveCount(0);
  await leave(desk);

  const visitor = await openPage(browser);
  await visitor.goto(`${siteUrl()}/verify`);
  for (const [buffer, words] of [
    [both, 'Both have signed it: the client on'],
    [first, 'This file has the signature of the client alone'],
  ] as const) {
    await visitor
      .getByLabel('Contract as a PDF file')
      .setInputFiles({ name: 'any.pdf', mimeType: 'application/pdf', buffer });
    await visitor.getByRole('button', { name: 'Check' }).click();
    await expect(visitor.getByRole('heading', { name: 'This file is genuine' })).toBeVisible();
    await expect(visitor.locator('main')).toContainText(words);
    await expect(visitor.locator('main')).toContainText(reference);
    await expect(visitor.locator('main')).not.toContainText(printed);
  }
  await expect
    .poll(async () => {
      const emails = await readEmails(process.env.SITE_DATA_DIR ?? '');
      return emails.find(({ to, subject }) => to?.[0]?.address === email && /news/.test(subject ?? ''))?.text;
    })
    .toContain('Call us to hear it.');
});
