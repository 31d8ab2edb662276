import { randomUUID } from 'node:crypto';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { TOTP } from 'otpauth';
import type { StaffRole } from '../../api/accounts/staff/roles.ts';
import { readEmails } from '../../api/platform/email/fixtures/read-emails.ts';
import { expectAccessibleInAllLooks } from '../setup/axe.ts';
import { addStaff, dialogReady, leave, openPage, signIn, signInWithAccount } from '../setup/back-office.ts';

const list = '/admin/staff';
const password = 'nine lantern kettle orchard';

/** Signs in with a new account. */
async function openAs(browser: Browser, role: StaffRole): Promise<Page> {
  const page = await openPage(browser);
  await signIn(page, '/admin/dashboard', await addStaff(role));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
  return page;
}

/** @returns the path that the email to an address leads to. */
async function mailedPath(to: string): Promise<string> {
  let path = '';
  await expect(async () => {
    const emails = await readEmails(process.env.SITE_DATA_DIR ?? '');
    const text = emails.find((email) => email.to?.some(({ address }) => address === to))?.text ?? '';
    path = /\/admin\/welcome#link=[\w-]+/.exec(text)?.[0] ?? '';
    expect(path).not.toBe('');
  }).toPass();
  return path;
}

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

test('an administrator invites a colleague, who chooses a password and signs in', async ({ browser }) => {
  const page = await openAs(browser, 'admin');
  await page.getByRole('link', { name: 'Staff accounts' }).click();
  await page.getByRole('link', { name: 'Invite a colleague' }).click();
  const dialog = page.getByRole('dialog');
  await dialogReady(page);
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(dialog.getByRole('link', { name: 'Choose what this person may do' })).toBeVisible();
  await dialogReady(page);
  const name = `Pat ${randomUUID()}`;
  const email = `${randomUUID()}@example.com`;
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Email address').fill(email);
  await dialog.getByLabel('Reviewer').check();
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(rowOf(page, name)).toContainText('Invited');

  const invited = await openPage(browser);
  await invited.goto(await mailedPath(email));
  await invited.getByLabel('New password', { exact: true }).fill('password1234');
  await invited.getByLabel('New password, once more').fill('password1234');
  await invited.getByRole('button', { name: 'Save and log in' }).click();
  await expect(invited.getByRole('link', { name: 'This password is easy to guess' })).toBeVisible();
  await invited.getByLabel('New password', { exact: true }).fill(password);
  await invited.getByLabel('New password, once more').fill(password);
  await invited.getByRole('button', { name: 'Save and log in' }).click();
  await expect(invited.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
  await expect(invited.getByRole('link', { name: 'Staff accounts' })).toHaveCount(0);

  await page.goto(list);
  await rowOf(page, name).getByRole('link', { name: 'Edit' }).click();
  await dialogReady(page);
  await page.getByRole('dialog').getByLabel('Read only').check();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(rowOf(page, name)).toContainText('Read only');
  await expect(rowOf(page, name)).toContainText('Active');

  await rowOf(page, name).getByRole('link', { name: 'Disable' }).click();
  await dialogReady(page);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click();
  await expect(rowOf(page, name)).toContainText('Disabled');
  // By request: with script, the open page may be on its way to the login by itself.
  const refused = await invited.request.get('/admin/contracts');
  expect(new URL(refused.url()).pathname).toBe('/admin/login');
  for (const each of [page, invited]) await leave(each);
});

test('somebody turns on two-step sign-in and signs in with a code', async ({ browser }) => {
  const account = await addStaff('reviewer');
  const page = await openPage(browser);
  await signIn(page, '/admin/dashboard', account);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
  await page.goto('/admin/account');
  await page.getByRole('link', { name: 'Turn on two-step login' }).click();
  await page.getByLabel('Your password').fill('wrong');
  await page.getByRole('button', { name: 'Turn on two-step login' }).click();
  await expect(page.getByRole('link', { name: 'Invalid password' })).toBeVisible();
  await expect(page).toHaveTitle('Error: Two-step login | Back office');
  await page.getByLabel('Your password').fill(account.password);
  await page.getByRole('button', { name: 'Turn on two-step login' }).click();
  await expect(page.getByRole('img', { name: 'QR code for the app' })).toBeVisible();
  await expectAccessibleInAllLooks(page);
  await page.getByRole('textbox', { name: 'Code' }).fill('000000');
  await page.getByRole('button', { name: 'Turn on', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Nothing was changed' })).toContainText('Invalid code');
  const totp = new TOTP({ secret: (await page.locator('.totp-key').textContent()) ?? '' });
  await page.getByRole('textbox', { name: 'Code' }).fill(totp.generate());
  await page.getByRole('button', { name: 'Turn on', exact: true }).click();
  await expect(page.locator('.recovery-codes li')).toHaveCount(10);
  await expect(page).toHaveTitle('Your recovery codes | Back office');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByRole('link', { name: 'Continue' })).toBeVisible();
  const [recoveryCode = '', secondCode = ''] = await page.locator('.recovery-codes li').allTextContents();
  await leave(page);

  const later = await openPage(browser);
  await later.goto('/admin/login?next=/admin/contracts');
  await signInWithAccount(later, account);
  await expect(later.getByRole('heading', { level: 1 })).toHaveText('Enter your code');
  await expectAccessibleInAllLooks(later);
  await later.getByRole('textbox', { name: 'Code' }).fill('000000');
  await later.getByRole('button', { name: 'Log In' }).click();
  await expect(later.getByRole('link', { name: 'Invalid code' })).toBeVisible();
  await later.getByRole('textbox', { name: 'Code' }).fill(recoveryCode);
  await later.getByRole('button', { name: 'Log In' }).click();
  await expect(later.getByRole('heading', { level: 1 })).toHaveText('Contracts');
  await later.goto('/admin/account');
  await expect(later.getByText('You have 9 recovery codes left.')).toBeVisible();
  await later.getByRole('link', { name: 'Turn off two-step login' }).click();
  await later.getByLabel('Your password').fill(account.password);
  await later.getByRole('button', { name: 'Turn off two-step login' }).click();
  await expect(later.getByRole('link', { name: 'Enter the code' })).toBeVisible();
  await later.getByRole('textbox', { name: 'Code' }).fill(secondCode);
  await later.getByRole('button', { name: 'Turn off two-step login' }).click();
  await expect(later.locator('.notice.success')).toContainText('Two-step login is off');
  await expect(later.getByRole('button', { name: 'Turn on two-step login' })).toBeVisible();
  await leave(later);
});

test('somebody changes the own password, and goes on with the forms of a new session', async ({
  browser,
}) => {
  const account = await addStaff('reviewer');
  const page = await openPage(browser);
  await signIn(page, '/admin/account', account);
  const change = page.getByRole('button', { name: 'Change password' });
  const next = page.getByLabel('New password');
  await change.click();
  await expect(page.getByRole('link', { name: 'Enter the new password' })).toBeVisible();
  await page.getByLabel('Current password').fill(account.password);
  await next.fill('password1234');
  await change.click();
  await expect(page.getByRole('link', { name: 'This password is easy to guess' })).toBeVisible();
  await expect(page).toHaveTitle('Error: Your account | Back office');
  await expectAccessibleInAllLooks(page);
  await page.getByRole('button', { name: 'Show (New password)' }).click();
  await expect(next).toHaveAttribute('type', 'text');
  await expect(next).toHaveValue('password1234');
  await next.fill(password);
  await change.click();
  await expect(page.locator('.notice.success')).toContainText('Password changed');
  await expect(next).toHaveValue('');
  // The token of the page's native forms is that of the new session.
  await page.getByRole('button', { name: 'Log Out' }).click();
  await expect(page).toHaveURL(/login/);
  await signInWithAccount(page, { ...account, password });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
  await leave(page);
});

test('an administrator who represents clients saves the own account with that name', async ({ browser }) => {
  const account = await addStaff('admin');
  const page = await openPage(browser);
  await signIn(page, `${list}/${account.id}`, account);
  const dialog = page.getByRole('dialog');
  await dialogReady(page);
  await expect(dialog).toContainText('Your role is Administrator.');
  await dialog.getByLabel('Representative’s name').fill('Alex A. Example');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.locator('.notice.success')).toContainText('The account was changed.');
  await page.goto(`${list}/${account.id}`);
  await expect(dialog.getByLabel('Representative’s name')).toHaveValue('Alex A. Example');
  await leave(page);
});

test('a used link says so, and what to do', { tag: '@thorough' }, async ({ browser }) => {
  const page = await openPage(browser);
  // As links were written before: the secret leaves the query at once.
  await page.goto(`/admin/welcome?link=${'x'.repeat(43)}`);
  await expect(page).toHaveURL(`/admin/welcome#link=${'x'.repeat(43)}`);
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('New password, once more').fill(password);
  await page.getByRole('button', { name: 'Save and log in' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link no longer works');
  await expect(page).toHaveTitle('This link no longer works | Back office');
  await leave(page);
});

test('a read-only account is offered no change, and gets a page that says so by address', {
  tag: '@thorough',
}, async ({ browser }) => {
  const page = await openAs(browser, 'read_only');
  for (const name of ['Client logins', 'Exports', 'Audit log', 'Retention', 'Staff accounts'])
    await expect(page.getByRole('link', { name })).toHaveCount(0);
  await page.goto('/admin/attorneys');
  await expect(page.getByRole('table')).toBeVisible();
  await expect(page.getByRole('link', { name: /Add Attorney|Edit|Delete/ })).toHaveCount(0);
  await page.goto('/admin/attorneys/new');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('may only look at records');
  await page.goto(list);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Only an administrator may do this.');
  await leave(page);
});

test('the pages of staff accounts are accessible at every width and color scheme', async ({ browser }) => {
  const page = await openAs(browser, 'admin');
  for (const path of [list, `${list}/invite`, `${list}/two-step`, '/admin/account']) {
    await page.goto(path);
    await expect(page.locator('h1')).toBeVisible();
    await expectAccessibleInAllLooks(page);
  }
  await page.goto(`/admin/welcome#link=${'x'.repeat(43)}`);
  await expect(page.getByRole('button', { name: 'Save and log in' })).toBeEnabled();
  await expectAccessibleInAllLooks(page);
  await leave(page);
});
