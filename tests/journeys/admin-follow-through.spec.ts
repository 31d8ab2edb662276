import { expect, type Page } from '@playwright/test';
import { readEmails } from '../../api/platform/email/fixtures/read-emails.ts';
import { expectAccessible, expectAccessibleInAllLooks } from '../setup/axe.ts';
import {
  addStaff,
  dialogReady,
  leave,
  openPage,
  sendApplication,
  sendEvaluation,
  signIn,
} from '../setup/back-office.ts';
import { test } from '../setup/evaluation.ts';
import { withPortalDatabase } from '../setup/portal-database.ts';

/** In an order in which rows stay where they are when they are decided. */
const evaluations = '/admin/case-evaluations?sort=newest';
const rowOf = (page: Page, name: string) => page.locator('tbody tr').filter({ hasText: name });

async function emailTo(address: string, subject: string) {
  const emails = await readEmails(process.env.SITE_DATA_DIR ?? '');
  return emails.find((each) => each.subject === subject && each.to?.some((to) => to.address === address));
}

test('staff reject an evaluation with a letter in two presses, and take both back', async ({ browser }) => {
  const email = `${crypto.randomUUID()}@example.com`;
  const { name, reference } = await sendEvaluation({ email, has_lawyer: 'yes' });
  const page = await openPage(browser);
  await signIn(page, evaluations, await addStaff('reviewer'));
  const row = rowOf(page, name);

  await row.getByRole('link', { name: `Reject ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: `Reject ${name}: case evaluation ${reference}` });
  await expect(dialog.getByLabel('Reason')).toHaveValue('has a lawyer');
  await expect(dialog.getByRole('region', { name: 'The letter' })).toContainText('Dear ');
  await expect(dialog).toContainText(`The letter below goes to ${email} in ten minutes.`);
  await expectAccessibleInAllLooks(page);
  await dialog.getByRole('button', { name: 'Reject and send the letter' }).click();
  await expect(page.locator('.notice.success')).toHaveText(
    `Status Updated. ${name}: Case evaluation marked as rejected`,
  );
  await expect(row).toContainText('Rejected');
  await row.getByRole('button', { name: `Take back ${name}` }).click();
  await expect(row).toContainText('Pending');
  await expect(row.getByRole('link', { name, exact: true })).toBeFocused();

  await row.getByRole('link', { name, exact: true }).click();
  await dialogReady(page);
  await page.getByRole('button', { name: 'Reject', exact: true }).click();
  await dialog.getByRole('button', { name: 'Reject and send the letter' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(row).toContainText('Rejected');
  await withPortalDatabase((portal) =>
    portal
      .collection('outbox')
      .updateMany({ about: reference, state: 'queued' }, { $set: { due_at: new Date() } }),
  );
  await expect.poll(() => emailTo(email, 'About your case evaluation')).toBeDefined();
  await row.getByRole('button', { name: 'Take back' }).click();
  await expect(row.getByRole('alert')).toContainText('The letter has gone out');
  await row.getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText('Letter sent');
  await expect(page.getByRole('dialog')).toContainText('Reason, for staff only');
  await leave(page);
});

test('staff invite somebody to sign, whose contract is filled in and shown with the evaluation', async ({
  browser,
  visit,
}) => {
  const email = `${crypto.randomUUID()}@example.com`;
  const { name, reference } = await sendEvaluation({ email });
  const page = await openPage(browser);
  await signIn(page, evaluations, await addStaff('reviewer'));
  await rowOf(page, name).getByRole('link', { name, exact: true }).click();
  await dialogReady(page);
  await page.getByRole('link', { name: 'Invite to sign' }).click();
  await page.getByRole('heading', { name: `Invite ${name} to sign: case evaluation ${reference}` }).waitFor();
  await expectAccessibleInAllLooks(page);
  await page.getByRole('button', { name: 'Mail the link' }).click();
  const dialog = page.getByRole('dialog', { name: `Case evaluation ${reference}` });
  await expect(dialog).toContainText(/Invited to sign.*the link was not opened yet/);
  await expect(dialog).toContainText('Approved');

  await expect.poll(() => emailTo(email, 'Your next step with us')).toBeDefined();
  const mail = await emailTo(email, 'Your next step with us');
  const [link = ''] = /http\S+\/sign-contract\/resume\?link=\S+/.exec(mail?.text ?? '') ?? [];
  const signer = await visit({ javaScriptEnabled: true });
  await signer.goto(link);
  await signer.getByRole('button', { name: /^Continue my/ }).click();
  const [first, last = ''] = name.split(' ');
  await expect(signer.getByLabel('First name')).toHaveValue(first ?? '');
  await expect(signer.getByLabel('Last name')).toHaveValue(last);
  await expectAccessible(signer);
  await signer.getByLabel('Month').fill('4');
  await signer.getByLabel('Day').fill('27');
  await signer.getByLabel('Year').fill('1968');
  await signer.getByLabel('Social Security number').fill('212-84-7392');
  await signer.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(signer.getByLabel('Email address')).toHaveValue(email);
  await expect(signer.getByLabel('Phone number')).toHaveValue('(201) 555-0123');
  await signer.getByLabel('Street address').fill('12 Example Street');
  await signer.getByLabel('City').fill('Newark');
  await signer.getByLabel('State', { exact: true }).selectOption('NJ');
  await signer.getByLabel('ZIP code').fill('07102');
  await signer.getByRole('button', { name: 'Continue', exact: true }).click();
  await signer.getByRole('checkbox', { name: 'I agree to the terms' }).check();
  await signer.getByRole('checkbox', { name: 'I agree to the privacy policy' }).check();
  await signer.getByRole('checkbox', { name: 'I consent to be contacted' }).check();
  await signer.getByRole('checkbox', { name: 'I agree to use electronic records' }).check();
  await signer.getByLabel('Type your full name').fill(name);
  await signer.getByRole('button', { name: 'Sign Contract', exact: true }).click();
  await signer.waitForURL(/\/sign-contract\/sent/);
  const contract = await signer.getByText(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/).textContent();

  await page.reload();
  await dialogReady(page);
  await expect(page.getByRole('link', { name: 'Invite again' })).toHaveCount(0);
  await page.getByRole('link', { name: `contract ${contract}` }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(page).toHaveTitle(`Contract ${contract} | Back office`);
  await leave(page);
});

for (const width of [1280, 320]) {
  test(`staff reject what they ticked, read which failed, and undo the rest, ${width} px wide`, async ({
    browser,
  }) => {
    const [one, other, third] = [await sendEvaluation(), await sendEvaluation(), await sendEvaluation()];
    const page = await openPage(browser, { viewport: { width, height: 800 } });
    await signIn(page, evaluations, await addStaff('reviewer'));
    for (const { name } of [one, other, third]) await page.getByLabel(`Select ${name}`).check();
    const bar = page.getByRole('region', { name: 'Selected rows' });
    await expect(bar.getByRole('status')).toHaveText('3 selected');
    await bar.getByLabel('Reject them because').selectOption('Could not be reached');
    await bar.getByText('The letter that goes out in ten minutes').click();
    await expect(bar.getByRole('region', { name: 'The letter' })).toBeVisible();
    await expectAccessibleInAllLooks(page);
    // Somebody else deletes one meanwhile.
    await withPortalDatabase((portal) =>
      portal.collection('case_evaluations').deleteOne({ reference: third.reference }),
    );
    await bar.getByRole('button', { name: 'Reject 3' }).click();
    await expect(bar.getByRole('status')).toHaveText('2 of 3 rejected. These were not:');
    await expect(bar.getByRole('status')).toBeFocused();
    await expect(bar.getByRole('listitem')).toHaveText(`${third.name}: This case evaluation was not found.`);
    for (const { name } of [one, other]) await expect(rowOf(page, name)).toContainText('Rejected');
    await expectAccessibleInAllLooks(page);
    await bar.getByRole('button', { name: 'Undo 2' }).click();
    await expect(bar.getByRole('status')).toHaveText('2 undone');
    for (const { name } of [one, other]) await expect(rowOf(page, name)).toContainText('Pending');
    await leave(page);
  });
}

test('staff give what they ticked to a colleague with the keyboard, and reject applications together', async ({
  browser,
}) => {
  const [one, other] = [await sendEvaluation(), await sendEvaluation()];
  const account = await addStaff('reviewer');
  const page = await openPage(browser);
  await signIn(page, evaluations, account);
  for (const { name } of [one, other]) await page.getByLabel(`Select ${name}`).press('Space');
  const bar = page.getByRole('region', { name: 'Selected rows' });
  await bar.getByLabel('Give them to').selectOption(account.name);
  await bar.getByRole('button', { name: 'Give 2' }).press('Enter');
  await expect(bar.getByRole('status')).toHaveText('2 given');
  for (const { name } of [one, other])
    await expect(rowOf(page, name).locator('[data-label="Owner"]')).toHaveText(account.name);

  const applicant = await sendApplication();
  await page.goto('/admin/attorney-applications');
  await page.getByLabel(`Select ${applicant.name}`).check();
  await expect(bar.getByLabel('Give them to')).toHaveCount(0);
  await bar.getByRole('button', { name: 'Reject Application 1' }).click();
  await expect(bar.getByRole('status')).toHaveText('1 rejected');
  await bar.getByRole('button', { name: 'Undo 1' }).click();
  await expect(bar.getByRole('status')).toHaveText('1 undone');
  await leave(page);
});
