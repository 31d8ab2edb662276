import { type Dialog, expect, type Page, test } from '@playwright/test';
import { holdRequests, leave } from '../setup/back-office.ts';
import { endSession, openPortal, portalUrl, pressCall } from '../setup/portal.ts';
import { asksBeforeLeaving } from '../setup/running-scripts.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string) => page.getByRole('textbox', { name });
const summary = (page: Page) => page.locator('.error-summary');
const cardName = (page: Page, name: string) => page.locator('.entry-name').filter({ hasText: name });

async function addPhone(page: Page, number: string): Promise<void> {
  await link(page, 'Add New').click();
  await field(page, 'Phone number').fill(number);
  await button(page, 'Confirm & Add').click();
  await expect(cardName(page, number)).toBeVisible();
  await expect(link(page, 'Add New')).toBeVisible();
}

async function fillAddress(page: Page): Promise<void> {
  await field(page, 'Street Address').fill('12 Canary Lane');
  await field(page, 'ZIP code').fill('07102');
  await field(page, 'City').fill('Newark');
  await page.getByLabel('State').selectOption('NJ');
}

async function addFacility(page: Page, name: string): Promise<void> {
  await link(page, 'Add New Facility').click();
  await expect(heading(page, 'Add a facility')).toBeFocused();
  await field(page, 'Facility Name').fill(name);
  await fillAddress(page);
  await button(page, 'Add Facility').click();
  await expect(heading(page, 'Facilities')).toBeFocused();
  await expect(cardName(page, name)).toBeVisible();
}

test('a form that opens takes focus and view to its heading, and gives the focus back to the list', async ({
  browser,
}) => {
  const { page } = await openPortal(browser, { path: '/phones' });
  await page.setViewportSize({ width: 320, height: 480 });
  for (const number of ['(201) 555-0123', '(201) 555-0145']) {
    await link(page, 'Add New').click();
    await expect(heading(page, 'Add a phone number')).toBeFocused();
    await expect(heading(page, 'Add a phone number')).toBeInViewport();
    await field(page, 'Phone number').fill('201');
    await button(page, 'Confirm & Add').click();
    await expect(summary(page)).toBeFocused();
    await field(page, 'Phone number').fill(number);
    await page.keyboard.press('Enter');
    await expect(heading(page, 'Your phone numbers')).toBeFocused();
  }
  await link(page, 'Add New').click();
  await link(page, 'Cancel').click();
  await expect(heading(page, 'Your phone numbers')).toBeFocused();
  await leave(page);
});

test('an entry that was corrected is sent, however soon after it was refused', { tag: '@thorough' }, async ({
  browser,
}) => {
  const { page } = await openPortal(browser, { path: '/phones?add' });
  const read = await holdRequests(page, '**/phones.data*', { method: 'GET' });
  await field(page, 'Phone number').fill('201');
  await button(page, 'Confirm & Add').click();
  await expect(summary(page)).toBeFocused();
  await field(page, 'Phone number').fill('(201) 555-0123');
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await page.keyboard.press('Enter');
  await sent;
  read();
  await expect(cardName(page, '(201) 555-0123')).toBeVisible();
  await leave(page);
});

test('the focus goes on at the card whose button was pressed away, and at the list when the card goes', {
  tag: '@thorough',
}, async ({ browser }) => {
  const { page } = await openPortal(browser, { path: '/phones' });
  await addPhone(page, '(201) 555-0123');
  await addPhone(page, '(201) 555-0145');
  await button(page, 'Make Primary: (201) 555-0145').click();
  await expect(page.getByText('This is your primary phone number now.').first()).toBeVisible();
  await expect(cardName(page, '(201) 555-0145')).toBeFocused();
  const fail = await holdRequests(page, '**/phones.data*', { method: 'POST', fails: true });
  await button(page, 'Delete: (201) 555-0145').click();
  await expect(cardName(page, '(201) 555-0145')).toBeHidden();
  await expect(heading(page, 'Your phone numbers')).toBeFocused();
  fail();
  await expect(page.locator('.toast.error')).toContainText('Failed to delete phone number.');
  await expect(cardName(page, '(201) 555-0145')).toBeVisible();
  await expect(heading(page, 'Your phone numbers')).toBeFocused();
  await leave(page);
});

test('the forms of the address and of treatments take the focus, and give it back where they closed', {
  tag: '@thorough',
}, async ({ browser }) => {
  const { page } = await openPortal(browser, { path: '/address' });
  await link(page, 'Add Mailing Address').click();
  await expect(heading(page, 'Add your mailing address')).toBeFocused();
  await fillAddress(page);
  await button(page, 'Save Address').click();
  await expect(heading(page, 'Current primary address')).toBeFocused();
  await link(page, 'Update Address').click();
  await expect(heading(page, 'Update your mailing address')).toBeFocused();
  await link(page, 'Cancel').click();
  await expect(heading(page, 'Current primary address')).toBeFocused();

  await link(page, 'Medical Treatment').click();
  await addFacility(page, 'Canary Hospital');
  await addFacility(page, 'Wren Clinic');
  await link(page, 'Add New Treatment: Canary Hospital').click();
  await expect(heading(page, 'Add a treatment at Canary Hospital')).toBeFocused();
  await button(page, 'Add Treatment').click();
  await expect(summary(page)).toBeFocused();
  // The errors of one form are not those of another.
  await link(page, 'Add New Treatment: Wren Clinic').click();
  await expect(heading(page, 'Add a treatment at Wren Clinic')).toBeFocused();
  await expect(summary(page)).toHaveCount(0);
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(0);
  await link(page, 'Cancel').click();
  await expect(heading(page, 'Wren Clinic')).toBeFocused();
  await link(page, 'Add New Treatment: Wren Clinic').click();
  await field(page, 'Visit date').fill('12/2025');
  await field(page, 'Reason').fill('Back pain');
  await button(page, 'Add Treatment').click();
  await expect(heading(page, 'Wren Clinic')).toBeFocused();
  await link(page, 'Edit: 12/2025, Back pain').click();
  await expect(heading(page, 'Edit the treatment: 12/2025, Back pain')).toBeFocused();
  await field(page, 'Reason').fill('Surgery');
  await button(page, 'Save Treatment').click();
  await expect(page.locator('.visits > li > p').filter({ hasText: 'Surgery' })).toBeFocused();
  await leave(page);
});

test('what was wrong with a form is forgotten when the form is closed', { tag: '@thorough' }, async ({
  browser,
}) => {
  const { page } = await openPortal(browser, { path: '/phones' });
  await link(page, 'Add New').click();
  await field(page, 'Phone number').fill('201');
  await button(page, 'Confirm & Add').click();
  await expect(page).toHaveTitle(/^Error: Phone Numbers/);
  await expect(page.locator('.toast')).toHaveCount(1);
  await link(page, 'Cancel').click();
  await expect(summary(page)).toHaveCount(0);
  await expect(page.locator('.toast')).toHaveCount(0);
  await expect(page).toHaveTitle(/^Phone Numbers/);
  await link(page, 'Add New').click();
  await expect(field(page, 'Phone number')).toHaveValue('');
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(0);
  await leave(page);
});

test('Undo stays for as long as it has the focus or the pointer, and takes no focus with it', async ({
  browser,
}) => {
  const { page } = await openPortal(browser, { clock: true, path: '/phones' });
  await addPhone(page, '(201) 555-0123');
  await button(page, 'Delete: (201) 555-0123').click();
  await expect(button(page, 'Undo')).toBeFocused();
  await page.clock.fastForward(30_000);
  await expect(button(page, 'Undo')).toBeFocused();
  await link(page, 'Add New').focus();
  await page.locator('.toast').hover();
  await page.clock.fastForward(30_000);
  await expect(button(page, 'Undo')).toBeVisible();
  await page.mouse.move(0, 0);
  await page.clock.fastForward(10_500);
  await expect(button(page, 'Undo')).toHaveCount(0);
  await expect(link(page, 'Add New')).toBeFocused();
  await leave(page);
});

/** Answers what the page asks. @returns the kinds of questions, in order. */
function answerQuestions(page: Page, answer: (dialog: Dialog) => Promise<void>): string[] {
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void answer(dialog);
  });
  return asked;
}

test('what was typed into a form is not dropped without a question, unless the client cancels or logs out', async ({
  browser,
}) => {
  const { page } = await openPortal(browser, { path: '/phones?add' });
  const asked = answerQuestions(page, (dialog) => dialog.dismiss());
  await field(page, 'Phone number').click();
  await link(page, 'Email Addresses').click();
  await expect(heading(page, 'Email Addresses')).toBeVisible();
  await page.goBack();
  await field(page, 'Phone number').pressSequentially('201');
  await link(page, 'Email Addresses').click();
  await expect.poll(() => asked).toEqual(['confirm']);
  await link(page, 'Phone Numbers').click();
  await expect.poll(() => asked).toEqual(['confirm', 'confirm']);
  await expect(page).toHaveURL(`${portalUrl}/phones?add`);
  await expect(field(page, 'Phone number')).toHaveValue(/201/);
  // To call us leaves nothing, although browsers announce it as if it did.
  expect(await pressCall(page)).toBe(false);
  expect(await asksBeforeLeaving(page)).toBe(true);
  await expect(field(page, 'Phone number')).toHaveValue(/201/);
  asked.length = 0;
  await link(page, 'Cancel').click();
  await addPhone(page, '(201) 555-0123');
  await link(page, 'Add New').click();
  await field(page, 'Phone number').pressSequentially('201');
  await button(page, 'Log Out').click();
  await page.waitForURL('**/client-login');
  expect(asked).toEqual([]);
  await leave(page);
});

test('who leaves a form with something typed after the session has ended is asked once', {
  tag: '@thorough',
}, async ({ browser }) => {
  const { page } = await openPortal(browser, { path: '/phones?add' });
  const asked = answerQuestions(page, (dialog) => dialog.accept());
  await field(page, 'Phone number').pressSequentially('201');
  await endSession(page);
  await link(page, 'Email Addresses').click();
  await page.waitForURL('**/client-login?next=*');
  expect(asked).toEqual(['confirm']);
  await leave(page);
});
