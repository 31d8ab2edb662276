import { randomUUID } from 'node:crypto';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { TOTP } from 'otpauth';
import { expectAccessible, looksAt } from '../setup/axe.ts';
import { addStaff, dialogReady, leave, openPage, signIn } from '../setup/back-office.ts';
import { editorPassword, signInToCms } from '../setup/cms.ts';

const site = process.env.SITE_URL ?? '';
const headers = { origin: site, 'sec-fetch-site': 'same-origin' };

/** Adds an editor, and opens the sign-in page in a browser of their own. */
async function newEditor(page: Page, browser: Browser): Promise<{ editor: Page; email: string; id: string }> {
  await signInToCms(page);
  const email = `${randomUUID()}@example.org`;
  const data = { email, password: editorPassword, name: 'Tess Twostep', role: 'editor' };
  const added = await page.request.post(`${site}/cms/api/users`, { headers, data });
  const { doc } = await added.json();
  const editor = await (await browser.newContext()).newPage();
  await editor.goto(`${site}/cms/login`);
  return { editor, email, id: doc.id };
}

async function givePassword(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(editorPassword);
  await page.getByRole('button', { name: 'Log in' }).click();
}

/** Types a code with the keyboard alone: the field has the focus. */
async function giveCode(page: Page, code: string): Promise<void> {
  await expect(page.getByRole('textbox', { name: 'Code' })).toBeFocused();
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
}

const onDashboard = (page: Page) => expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');

async function leaveCms(page: Page): Promise<void> {
  await page.request.post(`${site}/cms/api/users/logout`, { headers });
  await page.goto(`${site}/cms/login`);
}

/** @returns the app's codes, from the key that the page shows: those of the 30 seconds that are `later` than the present ones. */
async function readApp(page: Page): Promise<(later?: number) => string> {
  const key = await page.locator('.own-form__key').textContent();
  const totp = new TOTP({ secret: key?.replaceAll(' ', '') ?? '' });
  return (later = 0) => totp.generate({ timestamp: Date.now() + later * 30_000 });
}

async function expectEasyToUse(page: Page, part: string): Promise<void> {
  for (const { width, colorScheme } of looksAt()) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page, { colorScheme, parts: [part] });
    const right = await page.locator(part).evaluate((element) => element.getBoundingClientRect().right);
    expect(right, `sticks out at ${width} px`).toBeLessThanOrEqual(width);
  }
}

test('an editor turns on two-step login, logs in with a code and with a recovery code, and changes the password', async ({
  page,
  browser,
}) => {
  const { editor, email } = await newEditor(page, browser);
  await givePassword(editor, email);
  await onDashboard(editor);
  await editor.goto(`${site}/cms/account`);
  await editor.getByRole('button', { name: 'Turn on two-step login' }).click();
  const dialog = editor.getByRole('dialog', { name: 'Two-step login' });
  await dialog.getByLabel('Current password').fill('wrong');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Invalid password');
  await dialog.getByLabel('Current password').fill(editorPassword);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('img', { name: 'QR code for the app' })).toBeVisible();
  await expectEasyToUse(editor, '.saving-dialog');
  const code = await readApp(editor);
  await dialog.getByRole('textbox', { name: 'Code' }).fill(code());
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(dialog.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused();
  const codes = await dialog.getByRole('listitem').allTextContents();
  expect(codes).toHaveLength(10);
  await expectEasyToUse(editor, '.saving-dialog');
  await dialog.getByRole('button', { name: 'I have kept them' }).click();
  await expect(editor.locator('.two-step')).toContainText('It is on.');

  await leaveCms(editor);
  await givePassword(editor, email);
  await giveCode(editor, '000000');
  await expect(editor.getByRole('alert').filter({ hasText: 'Invalid code' })).toBeVisible();
  await expectEasyToUse(editor, '.own-form');
  await giveCode(editor, code(1));
  await onDashboard(editor);

  await leaveCms(editor);
  await givePassword(editor, email);
  await giveCode(editor, codes[0] ?? '');
  await onDashboard(editor);

  await editor.goto(`${site}/cms/account`);
  await editor.getByRole('button', { name: 'Change Password' }).click();
  await editor.getByLabel('New Password').fill('nine lantern kettle orchard');
  await editor.getByLabel('Confirm Password').fill('nine lantern kettle orchard');
  await editor.getByRole('button', { name: 'Confirm who you are' }).click();
  const proof = editor.getByRole('dialog', { name: 'Confirm who you are' });
  await proof.getByLabel('Current password').fill(editorPassword);
  await proof.getByRole('textbox', { name: 'Code' }).fill(codes[1] ?? '');
  await proof.getByRole('button', { name: 'Confirm' }).click();
  await expect(editor.getByText('You have confirmed who you are.')).toBeVisible();
  await editor.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(editor.getByText('Updated successfully.')).toBeVisible();
  await editor.context().close();
});

test('where an administrator requires it of editors, one who lacks it sets it up before anything opens', async ({
  page,
  browser,
}) => {
  const { editor, email } = await newEditor(page, browser);
  const office = await openPage(browser);
  await signIn(office, '/admin/dashboard', await addStaff('admin'));
  const require = async (required: boolean) => {
    await office.goto('/admin/staff/two-step');
    await dialogReady(office);
    await office.getByLabel('Editors of the CMS').setChecked(required);
    await office.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(
      office.getByText(required ? 'Required of editors of the CMS.' : 'Required of nobody.'),
    ).toBeVisible();
  };
  await require(true);
  try {
    await givePassword(editor, email);
    await expect(editor.getByText('Your account must have two-step login.')).toBeVisible();
    await expectEasyToUse(editor, '.own-form');
    const code = await readApp(editor);
    await giveCode(editor, code());
    await expect(editor.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused();
    await editor.getByRole('button', { name: 'I have kept them' }).click();
    await onDashboard(editor);
  } finally {
    await require(false);
  }
  await leave(office);
  await editor.context().close();
});

test('an admin turns two-step login off for somebody who lost phone and codes', async ({ page, browser }) => {
  const { editor, email, id } = await newEditor(page, browser);
  await givePassword(editor, email);
  await onDashboard(editor);
  const ask = (act: string, data: object) =>
    editor.request.post(`${site}/cms/api/two-step/${act}`, { headers, data });
  const { setup } = await (await ask('begin', { password: editorPassword })).json();
  await ask('confirm', { code: new TOTP({ secret: setup.secret }).generate() });
  const admin = `${randomUUID()}@example.org`;
  const data = { email: admin, password: editorPassword, name: 'Ada Admin', role: 'admin' };
  expect((await page.request.post(`${site}/cms/api/users`, { headers, data })).status()).toBe(201);
  const helper = await (await browser.newContext()).newPage();
  await helper.goto(`${site}/cms/login?redirect=/cms/collections/users`);
  await givePassword(helper, admin);
  await expect(helper).toHaveURL(/^[^?]*\/collections\/users/);
  await helper.goto(`${site}/cms/collections/users/${id}`);
  await helper.getByRole('button', { name: 'Turn off two-step login' }).click();
  const dialog = helper.getByRole('dialog', { name: 'Two-step login' });
  await expectEasyToUse(helper, '.saving-dialog');
  await dialog.getByLabel('Current password').fill(editorPassword);
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await expect(helper.locator('.two-step')).toContainText('This account has no two-step login.');
  await leaveCms(editor);
  await givePassword(editor, email);
  await onDashboard(editor);
  for (const each of [editor, helper]) await each.context().close();
});
