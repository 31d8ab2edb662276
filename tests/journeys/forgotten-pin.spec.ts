import { randomInt } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { readEmails } from '../../api/platform/email/fixtures/read-emails.ts';
import { expectAccessibleInAllLooks } from '../setup/axe.ts';
import { dialogReady, leave, openPage, signIn } from '../setup/back-office.ts';
import { passMinimumFillTime, test } from '../setup/evaluation.ts';
import {
  birthDate,
  logIn,
  loginUrl,
  newPerson,
  openPortal,
  type Person,
  portalUrl,
  ssnField,
} from '../setup/portal.ts';
import { mainlyWithScript } from '../setup/scripting.ts';
import { ageVerifiedEmails } from '../setup/sessions.ts';

const newPin = '9046';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const success = (page: Page) => page.locator('.notice.success');

/** Adds an email address in the portal, and verifies it by its link. */
async function verifyEmail(page: Page, email: string): Promise<void> {
  await page.goto(`${portalUrl}/emails`);
  await page.getByRole('link', { name: 'Add New', exact: true }).click();
  await page.getByRole('textbox', { name: 'Email address' }).fill(email);
  await button(page, 'Confirm & Add').click();
  await expect(page.getByText(email).first()).toBeVisible();
  await button(page, `Email me a link: ${email}`).click();
  const subject = 'Please confirm your email address';
  await expect.poll(() => emailsTo(email, subject)).toHaveLength(1);
  const [link] = /http\S+verify\?code=[\w-]+/.exec((await emailsTo(email, subject))[0] ?? '') ?? [];
  await page.goto(link ?? '');
  await button(page, 'Confirm this address').click();
  await expect(page.getByText('Your email address is verified.').first()).toBeVisible();
}

/** @returns the texts of the emails to an address with this subject. */
async function emailsTo(address: string, subject: string): Promise<string[]> {
  const emails = await readEmails(process.env.SITE_DATA_DIR ?? '');
  return emails
    .filter((email) => email.to?.some((to) => to.address === address) && email.subject === subject)
    .map(({ text = '' }) => text);
}

async function fillWho(page: Page, { ssn }: Person): Promise<void> {
  await ssnField(page).fill(ssn);
  await page.getByLabel('Month').fill(birthDate.month);
  await page.getByLabel('Day').fill(birthDate.day);
  await page.getByLabel('Year').fill(birthDate.year);
}

for (const { javaScriptEnabled, how, tag } of mainlyWithScript) {
  test(`a client who forgot the PIN gets a code by email and sets a new PIN, ${how}`, { tag }, async ({
    browser,
  }) => {
    const { page: portal, person } = await openPortal(browser);
    const address = `canary${randomInt(1e9)}@example.org`;
    await verifyEmail(portal, address);
    await ageVerifiedEmails(portal);

    const page = await openPage(browser, { javaScriptEnabled });
    await page.goto(loginUrl);
    await page.getByRole('link', { name: 'Forgot PIN? Reset Here' }).click();
    await page.getByRole('link', { name: 'Email me a code' }).click();
    await expect(heading(page)).toHaveText('Forgot your PIN?');
    if (!javaScriptEnabled) {
      await button(page, 'Email me a code').click();
      await expect(page.getByRole('region', { name: 'Missing Information' })).toContainText(
        'Enter your date of birth',
      );
    }
    await fillWho(page, person);
    await button(page, 'Email me a code').click();
    await page.waitForURL(`${loginUrl}/new-pin`);
    await expect(success(page).first()).toContainText(
      'If these match an account whose primary email address was verified at least three days ago',
    );
    const subject = 'Your code for a new PIN';
    await expect.poll(() => emailsTo(address, subject)).toHaveLength(1);
    const [email = ''] = await emailsTo(address, subject);
    const withoutLinks = email.replaceAll(/http\S+/g, '');
    expect(withoutLinks).not.toContain(person.ssn.slice(-4));
    const [, code = ''] = /The code is ([0-9A-Z]{4}-[0-9A-Z]{4})/.exec(email) ?? [];

    await fillWho(page, person);
    await page.getByLabel('Code that we gave you').fill(code);
    await page.getByLabel('Choose a 4-digit PIN', { exact: true }).fill(newPin);
    await page.getByLabel('Type your PIN again', { exact: true }).fill(newPin);
    await button(page, 'Save the new PIN').click();
    await page.waitForURL(loginUrl);
    await expect(success(page).first()).toContainText('Your new PIN is set');
    await expect.poll(() => emailsTo(address, 'Your PIN was changed')).toHaveLength(1);
    await portal.reload();
    await expect(portal).toHaveURL(/\/client-login/);
    await logIn(page, { ...person, pin: newPin });
    await page.goto(`${portalUrl}/activity`);
    await expect(page.getByRole('main')).toContainText('set a new PIN');
    for (const each of [page, portal]) await leave(each);
  });

  test(`somebody who is no client reads the same, ${how}`, { tag: '@thorough' }, async ({ browser }) => {
    const page = await openPage(browser, { javaScriptEnabled });
    await page.goto(`${loginUrl}/forgot-pin`);
    await fillWho(page, newPerson());
    await button(page, 'Email me a code').click();
    await page.waitForURL(`${loginUrl}/new-pin`);
    await expect(success(page).first()).toContainText(
      'If these match an account whose primary email address was verified at least three days ago',
    );
    await leave(page);
  });

  test(`a visitor asks for a call, and staff mark it as done, ${how}`, { tag: '@thorough' }, async ({
    browser,
    visit,
  }) => {
    const name = `Jo Canary${String.fromCharCode(...Array.from({ length: 8 }, () => 97 + randomInt(26)))}`;
    const page = await visit({ javaScriptEnabled });
    await page.goto(loginUrl);
    await page.locator('#main').getByRole('link', { name: 'Let us call you' }).click();
    await expect(heading(page)).toBeVisible();
    await button(page, 'Ask for a call').click();
    await expect(page.getByRole('region', { name: 'Missing Information' })).toContainText(
      'Select the best time to call',
    );
    await page.getByLabel('Your full name').fill(name);
    await page.getByLabel('Phone number').fill('(201) 555-0147');
    await page.getByLabel('Morning, before noon').check();
    await page.getByLabel('I forgot my PIN, or I cannot log in').check();
    await passMinimumFillTime(page);
    await button(page, 'Ask for a call').click();
    await page.waitForURL('**/call-me/sent');
    await expect(page.getByRole('main')).toContainText('We will call you');
    await expect(page.getByRole('main')).toContainText(/[0-9A-Z]{4}-[0-9A-Z]{4}/);

    const staff = await openPage(browser);
    await signIn(staff);
    await expect(staff.getByRole('main')).toContainText(/waiting for a call/);
    await staff.getByRole('main').getByRole('link', { name: 'Call requests', exact: true }).click();
    const row = staff.getByRole('row', { name: new RegExp(name) });
    await expect(row).toContainText('Open');
    await expect(row).toContainText('Morning, before noon');
    await row.getByRole('link', { name, exact: true }).click();
    await dialogReady(staff);
    await button(staff, 'Mark as called').click();
    await expect(success(staff).first()).toContainText('Marked as called');
    await expect(staff.getByRole('row', { name: new RegExp(name) })).toContainText('Called');
    await leave(staff);
  });
}

test('the pages for a forgotten PIN and a call are accessible at every width and color scheme', async ({
  browser,
}) => {
  const page = await openPage(browser);
  for (const path of ['/client-login/forgot-pin', '/client-register?forgot', '/call-me']) {
    await page.goto(new URL(path, loginUrl).href);
    await expectAccessibleInAllLooks(page);
  }
  await page.goto(`${loginUrl}/forgot-pin`);
  await fillWho(page, newPerson());
  await page.getByLabel('Month').fill('13');
  await button(page, 'Email me a code').click();
  await expect(page.getByRole('region', { name: 'Please Check Your Answers' })).toBeVisible();
  await expectAccessibleInAllLooks(page);
  await leave(page);
});
