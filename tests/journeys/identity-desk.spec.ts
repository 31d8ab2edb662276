import { expect, type Page, test } from '@playwright/test';
import { expectAccessibleInAllLooks } from '../setup/axe.ts';
import { dialogReady, leave, openPage, signIn, siteUrl } from '../setup/back-office.ts';
import { signContract } from '../setup/contracts.ts';
import {
  birthDate,
  confirmAccount,
  logIn,
  loginUrl,
  newPerson,
  openClientPage,
  openPortal,
  type Person,
  portalUrl,
  registerPerson,
  ssnField,
  withoutContract,
} from '../setup/portal.ts';

const nobody = '/admin/client/00000000-0000-4000-8000-000000000000';
const reason = 'Called from the number in the contract';
const newPin = '9046';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const success = (page: Page) => page.locator('.notice.success');
const problem = (page: Page) => page.getByRole('region', { name: 'Nothing was changed' });
const dashed = ({ ssn }: Person) => ssn.replace(/^(\d{3})(\d{2})/, '$1-$2-');

/** Opens a dialog by its link, types the reason and presses the button. */
async function act(page: Page, link: string, button: string, label = 'Reason'): Promise<void> {
  await page.getByRole('link', { name: link, exact: true }).click();
  await dialogReady(page);
  await page.getByLabel(label, { exact: true }).fill(reason);
  await page.getByRole('button', { name: button, exact: true }).click();
}

async function fillNewPin(page: Page, person: Person, code: string): Promise<void> {
  await ssnField(page).fill(person.ssn);
  await page.getByLabel('Month').fill(birthDate.month);
  await page.getByLabel('Day').fill(birthDate.day);
  await page.getByLabel('Year').fill(birthDate.year);
  await page.getByLabel('Code that we gave you').fill(code);
  await page.getByLabel('Choose a 4-digit PIN', { exact: true }).fill(newPin);
  await page.getByLabel('Type your PIN again', { exact: true }).fill(newPin);
}

test('visitors and clients cannot open the dialogs', async ({ browser }) => {
  const { page } = await openPortal(browser);
  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  for (const dialog of ['confirmation-code', 'pin-code', 'reveal', 'close']) {
    const response = await fetch(`${siteUrl()}${nobody}/${dialog}`, {
      redirect: 'manual',
      headers: { cookie },
    });
    expect(response.headers.get('location')).toMatch(/^\/admin\/login/);
  }
  await leave(page);
});

test('a caller who forgot the PIN gets a code from staff and sets a new PIN with it once', async ({
  browser,
}) => {
  const { page: portal, person } = await openPortal(browser);
  const page = await openClientPage(browser, person);
  await page.getByRole('link', { name: 'Give a one-time PIN code' }).click();
  await dialogReady(page);
  await page.getByRole('button', { name: 'Make a code' }).click();
  await expect(problem(page).getByRole('link')).toHaveText(/Say how you verified the caller/);
  await dialogReady(page);
  await page.getByLabel('How you verified the caller').fill(reason);
  await page.getByRole('button', { name: 'Make a code' }).click();
  const shown = page.locator('.reference-large');
  await expect(shown).toHaveText(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
  const code = await shown.innerText();
  await dialogReady(page);
  await page.getByRole('link', { name: 'Close', exact: true }).click();
  await expect(shown).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('row', { name: /PIN code given/ })).toContainText(reason);
  expect(await page.content()).not.toContain(code);

  const phone = await openPage(browser);
  await phone.goto(loginUrl);
  await phone.getByRole('link', { name: 'Forgot PIN? Reset Here' }).click();
  await phone.getByRole('link', { name: 'I have a code' }).click();
  await expect(heading(phone)).toHaveText('Choose a new PIN');
  const save = phone.getByRole('button', { name: 'Save the new PIN' });
  const refused = phone.getByRole('region', { name: 'Your PIN was not changed' });
  await fillNewPin(phone, person, 'CCCC-CCCC');
  await save.click();
  await expect(refused).toContainText(
    'A code works once: from an email for 30 minutes, and from our office for 24 hours.',
  );
  await fillNewPin(phone, person, code.toLowerCase());
  await save.click();
  await phone.waitForURL(loginUrl);
  await expect(success(phone)).toContainText('Your new PIN is set');
  await portal.reload();
  await expect(portal).toHaveURL(/\/client-login/);
  await logIn(phone, { ...person, pin: newPin });

  await portal.goto(`${loginUrl}/new-pin`);
  await fillNewPin(portal, person, code);
  await portal.getByRole('button', { name: 'Save the new PIN' }).click();
  await expect(portal.getByRole('region', { name: 'Your PIN was not changed' })).toBeVisible();
  for (const each of [page, phone, portal]) await leave(each);
});

test('a client confirms an account with a code from staff, who correct its name, log it out and close it, each listed with its reason', async ({
  browser,
}) => {
  const { page: portal, person } = await openPortal(browser);
  const page = await openClientPage(browser, person);
  const path = new URL(page.url()).pathname;
  await portal.getByRole('link', { name: 'I have a code' }).click();
  await expect(heading(portal)).toHaveText('Confirm your account');
  await portal.getByRole('button', { name: 'Confirm my account' }).click();
  await expect(portal.getByRole('region', { name: 'Missing Information' })).toContainText('Enter the code');
  await portal.getByLabel('Code that we gave you').fill('CCCC-CCCC');
  await portal.getByRole('button', { name: 'Confirm my account' }).click();
  const refused = portal.getByRole('region', { name: 'Your account was not confirmed' });
  await expect(refused).toContainText('Check the code');
  await expect(portal.getByLabel('Code that we gave you')).toHaveValue('CCCC-CCCC');
  await confirmAccount(page, portal);
  await portal.goto(portalUrl);
  await expect(portal.getByText('Your account is not confirmed yet')).toHaveCount(0);
  await page.goto(path);
  await expect(page.getByRole('link', { name: 'Give a confirmation code' })).toHaveCount(0);
  await expect(page.getByRole('row', { name: /Account confirmed/ })).toBeVisible();
  await page.goto(`${path}/confirmation-code`);
  await dialogReady(page);
  await page.getByLabel('How you verified the caller').fill(reason);
  await page.getByRole('button', { name: 'Make a code', exact: true }).click();
  await expect(problem(page)).toContainText('This account is confirmed already.');

  await page.goto(`${path}/correct-name`);
  await dialogReady(page);
  await page.getByLabel('First name').fill('Dana');
  await page.getByLabel('Reason').fill(reason);
  await page.getByRole('button', { name: 'Save the name' }).click();
  await expect(problem(page).getByRole('link')).toHaveText('Enter the last name');
  await dialogReady(page);
  await expect(page.getByLabel('First name')).toHaveValue('Dana');
  await page.getByLabel('Last name').fill('Rivera');
  await page.getByRole('button', { name: 'Save the name' }).click();
  await expect(success(page)).toContainText('Name saved');
  await expect(heading(page)).toHaveText('Dana Rivera');
  await portal.reload();
  await expect(portal.getByText('Welcome, Dana')).toBeVisible();

  await act(page, 'Log them out everywhere', 'Log out everywhere');
  await expect(success(page)).toContainText('Logged out everywhere');
  await expect(page.getByRole('row', { name: /Logged out everywhere/ })).toContainText(reason);
  await portal.reload();
  await expect(portal).toHaveURL(/\/client-login/);

  await act(page, 'Close the account', 'Close the account');
  await expect(problem(page).getByRole('link')).toHaveText('Check the box, or keep the account');
  await page.getByLabel('Yes, close this account for good').check();
  await page.getByRole('button', { name: 'Close the account' }).click();
  await page.waitForURL('**/admin/dashboard');
  await expect(success(page)).toContainText('Account closed');
  expect((await page.goto(`${path}/close`))?.status()).toBe(404);
  await expect(heading(page)).toHaveText('Client not found');
  for (const each of [page, portal]) await leave(each);
});

test('staff reveal a number with a reason, for a minute, and the client sees that they did', async ({
  browser,
}) => {
  const { page: portal, person } = await openPortal(browser);
  const page = await openClientPage(browser, person);
  const path = new URL(page.url()).pathname;
  expect(await page.content()).not.toContain(person.ssn);
  await page.clock.install();
  await page.getByRole('link', { name: 'Reveal' }).click();
  await dialogReady(page);
  await page.getByRole('button', { name: 'Reveal' }).click();
  const refused = page.getByRole('region', { name: 'The number was not shown' });
  await expect(refused.getByRole('link')).toHaveText('Give the reason, in at least 5 characters');
  expect(await page.content()).not.toContain(dashed(person));
  await dialogReady(page);
  await page.getByLabel('Reason').fill(reason);
  const [response] = await Promise.all([
    page.waitForResponse('**/trpc/clients.revealSsn'),
    page.getByRole('button', { name: 'Reveal' }).click(),
  ]);
  await expect(page.locator('.reference-large')).toHaveText(dashed(person));
  expect(await response.headerValue('cache-control')).toBe('no-store');
  expect(page.url()).not.toContain(person.ssn.slice(3));
  await expect(page.locator('dialog:modal')).toBeVisible();
  await page.clock.fastForward(60_000);
  await page.waitForURL(`**${path}`);
  await expect(page.getByRole('row', { name: /Number revealed/ })).toContainText(reason);
  for (const text of [dashed(person), person.ssn]) expect(await page.content()).not.toContain(text);

  await portal.reload();
  await expect(portal).toHaveURL(portalUrl);
  const section = portal.getByRole('region', { name: 'Activity' });
  await expect(section).toContainText(/Our office viewed your full Social Security number on .*, \d{4}\./);
  expect(await portal.content()).not.toContain(reason);
  for (const each of [page, portal]) await leave(each);
});

test('staff reveal the number of a contract whose signer has no account', {
  tag: '@thorough',
}, async ({ browser }) => {
  const person = newPerson();
  const reference = await signContract(person.ssn);
  const page = await openPage(browser);
  await signIn(page, '/admin/contracts');
  await page.getByRole('row').filter({ hasText: reference }).getByRole('link').first().click();
  await expect(page).toHaveTitle(`Contract ${reference} | Back office`);
  const path = new URL(page.url()).pathname;
  await page.getByRole('link', { name: 'Reveal' }).click();
  await dialogReady(page);
  await page.getByLabel('Reason').fill(reason);
  await page.getByRole('button', { name: 'Reveal' }).click();
  await expect(page.locator('.reference-large')).toHaveText(dashed(person));
  await page.getByRole('link', { name: 'Close', exact: true }).click();
  await page.waitForURL(`**${path}`);
  await expect(page).toHaveTitle(`Contract ${reference} | Back office`);
  for (const text of [dashed(person), person.ssn]) expect(await page.content()).not.toContain(text);
  await leave(page);
});

test('the dialogs work with the keyboard alone: Esc closes them, asks where a reason was typed, and the focus returns', async ({
  browser,
}) => {
  const page = await openClientPage(browser, await registerPerson());
  for (const name of ['Reveal the Social Security number', 'Let them try again', 'Free the number']) {
    const link = page.getByRole('link', { name });
    await link.press('Enter');
    await expect(page.getByRole('dialog').getByRole('heading', { level: 2 })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(link).toBeFocused();
    await page.keyboard.press('Enter');
    await dialogReady(page);
    await page.getByRole('textbox').last().pressSequentially('Called');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toContainText('Press Esc again to close without saving.');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL(/\/admin\/client\/[0-9a-f-]{36}$/);
  }
  await leave(page);
});

test('the dialogs and the page for a new PIN are accessible at every width and color scheme', async ({
  browser,
}) => {
  const page = await openClientPage(browser, await registerPerson());
  const path = new URL(page.url()).pathname;
  await page.goto(`${path}/correct-name`);
  await dialogReady(page);
  await page.getByRole('button', { name: 'Save the name' }).click();
  await expect(problem(page)).toBeVisible();
  await expectAccessibleInAllLooks(page);
  await page.goto(`${path}/close`);
  await expectAccessibleInAllLooks(page);
  for (const [dialog, label, button] of [
    ['confirmation-code', 'How you verified the caller', 'Make a code'],
    ['pin-code', 'How you verified the caller', 'Make a code'],
    ['reveal', 'Reason', 'Reveal'],
  ] as const) {
    await page.goto(`${path}/${dialog}`);
    await dialogReady(page);
    await page.getByLabel(label).fill(reason);
    await page.getByRole('button', { name: button }).click();
    if (dialog === 'confirmation-code') {
      await expect(problem(page)).toContainText('check the box');
      await expectAccessibleInAllLooks(page);
      await expect(page.getByText('There is no contract with this Social Security number yet')).toBeVisible();
      await page.getByLabel(withoutContract).check();
      await page.getByRole('button', { name: button }).click();
    }
    await expect(page.locator('.reference-large')).toBeVisible();
    await expectAccessibleInAllLooks(page);
  }
  await page.goto(path);
  await expect(page.getByRole('row', { name: /Number revealed/ })).toBeVisible();
  await expectAccessibleInAllLooks(page);

  const visitor = await openPage(browser);
  await visitor.goto(`${loginUrl}/new-pin`);
  await expectAccessibleInAllLooks(visitor);
  await fillNewPin(visitor, { ssn: '219091234', pin: '' }, 'CCCC-CCCC');
  await visitor.getByLabel('Type your PIN again', { exact: true }).fill('1111');
  await visitor.getByRole('button', { name: 'Save the new PIN' }).click();
  await expect(visitor.getByRole('region', { name: 'PIN Mismatch' })).toBeVisible();
  await expectAccessibleInAllLooks(visitor);
  for (const each of [page, visitor]) await leave(each);
});
