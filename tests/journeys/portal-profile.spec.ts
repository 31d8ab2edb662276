import { type Browser, type BrowserContextOptions, expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectAccessibleInAllLooks, expectFits } from '../setup/axe.ts';
import { holdRequests, leave, openPage, signIn } from '../setup/back-office.ts';
import {
  confirmAccount,
  endSession,
  fillLogin,
  loginButton,
  openClientPage,
  openPortal,
  portalUrl,
  registerPerson,
} from '../setup/portal.ts';
import { bothWays, mainlyWithScript } from '../setup/scripting.ts';

const section = (page: Page, name: string) => page.getByRole('region', { name });
const cards = (page: Page) => page.locator('.entries-list > .entry:not([hidden])');
const summary = (page: Page) => page.locator('.error-summary');
const saved = (page: Page) => page.locator('.notice.success');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

function open(browser: Browser, path: string, options: BrowserContextOptions = {}) {
  return openPortal(browser, { path, ...options });
}

async function addPhone(page: Page, number: string, texts = false): Promise<void> {
  await page.getByRole('link', { name: 'Add New', exact: true }).click();
  await page.getByRole('textbox', { name: 'Phone number' }).fill(number);
  if (texts) await page.getByLabel('You may send text messages to this number').check();
  await button(page, 'Confirm & Add').click();
  await expect(cards(page).getByText(number, { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Add New', exact: true })).toBeVisible();
}

async function fillAddress(page: Page, answers: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(answers))
    await page.getByRole('textbox', { name: label }).fill(text);
}

for (const { javaScriptEnabled, how, tag } of mainlyWithScript) {
  test(`a client adds and updates the mailing address, and learns what became of telling the agency, ${how}`, {
    tag,
  }, async ({ browser }) => {
    const { page } = await open(browser, '/address', { javaScriptEnabled });
    await page.getByRole('link', { name: 'Add Mailing Address' }).click();
    await expect(page.getByRole('link', { name: 'Cancel' })).toHaveCount(0);
    await page.getByRole('textbox', { name: 'Street Address' }).fill('12 Canary Lane');
    await button(page, 'Save Address').click();
    await expect(summary(page)).toContainText('Missing Information');
    await expect(summary(page)).toContainText('Please fill in all required fields.');
    await expect(summary(page)).toBeFocused();
    await expect(page).toHaveTitle(/^Error: Mailing Address/);
    await expect(page.getByRole('textbox', { name: 'Street Address' })).toHaveValue('12 Canary Lane');
    await fillAddress(page, { 'ZIP code': '07102', City: 'Newark', 'Care Of': 'Example House' });
    await page.getByLabel('State').selectOption('NJ');
    await button(page, 'Save Address').click();
    await expect(saved(page)).toContainText('Your address was updated. We tell Social Security when we know');
    await expect(page.getByRole('main').locator('address')).toHaveText(
      'c/o Example House\n12 Canary Lane\nNewark, NJ 07102',
    );
    await expect(section(page, 'Social Security')).toContainText('We have not told them yet.');
    await page.getByRole('link', { name: 'Update Address' }).click();
    await page.getByRole('textbox', { name: 'Unit/Apt/Lot #' }).fill('Unit 7');
    await button(page, 'Save Address').click();
    await expect(page.getByRole('main').locator('address')).toContainText('Unit 7');
    await leave(page);
  });
}

for (const { javaScriptEnabled, how, tag } of bothWays) {
  test(`a client keeps phone numbers: one is primary, texts are allowed or not, deleting can be undone, ${how}`, {
    tag,
  }, async ({ browser }) => {
    const { page } = await open(browser, '/phones', { javaScriptEnabled });
    await expect(page.getByText('No phone numbers added yet.')).toBeVisible();
    await page.getByRole('link', { name: 'Add New', exact: true }).click();
    await page.getByRole('textbox', { name: 'Phone number' }).fill('201555');
    await button(page, 'Confirm & Add').click();
    await expect(summary(page)).toContainText('Invalid Phone Number');
    await expect(page.getByRole('textbox', { name: 'Phone number' })).toHaveValue(/201.*555/);
    await page.getByRole('link', { name: 'Cancel' }).click();
    await expect(page.getByRole('link', { name: 'terms for texts' })).toHaveAttribute(
      'href',
      '/terms-of-service',
    );
    await expect(page.getByText('Texts come from claimdesk, and only if you allow them.')).toBeVisible();
    await addPhone(page, '(201) 555-0123', true);
    await expect(cards(page)).toContainText(['Primary']);
    await expect(button(page, 'Make Primary: (201) 555-0123')).toHaveCount(0);
    await addPhone(page, '(201) 555-0145');
    await expect(cards(page).nth(1)).toContainText('Text-disabled');
    await button(page, 'Make Primary: (201) 555-0145').click();
    await expect(page.getByText('This is your primary phone number now.').first()).toBeVisible();
    await expect(cards(page).first()).toContainText('(201) 555-0145');
    await expect(page.locator('.primary-star')).toHaveCount(1);
    await button(page, 'Enable Texts: (201) 555-0145').click();
    await expect(cards(page).first()).toContainText('Text-enabled');
    await expect(button(page, 'Disable Texts: (201) 555-0145')).toBeVisible();
    await expect(page.getByText('We may send text messages to this number.').first()).toBeVisible();
    await button(page, 'Delete: (201) 555-0145').click();
    await expect(cards(page)).toHaveCount(1);
    await expect(page.getByText('Removed').first()).toBeVisible();
    await button(page, javaScriptEnabled ? 'Undo' : 'Undo the deletion').click();
    await expect(cards(page)).toHaveCount(2);
    await expect(cards(page).first()).toContainText('(201) 555-0145');
    await leave(page);
  });
}

for (const { javaScriptEnabled, how, tag } of mainlyWithScript) {
  test(`a client keeps email addresses, which are verified by a link, ${how}`, { tag }, async ({
    browser,
  }) => {
    const { page } = await open(browser, '/emails', { javaScriptEnabled });
    await expect(page.getByText('No email addresses added yet.')).toBeVisible();
    await page.getByRole('link', { name: 'Add New', exact: true }).click();
    await page.getByRole('textbox', { name: 'Email address' }).fill('canary@example');
    await button(page, 'Confirm & Add').click();
    await expect(summary(page)).toContainText('Invalid Email');
    await expect(summary(page)).toContainText('Please enter a valid email address.');
    await page.getByRole('textbox', { name: 'Email address' }).fill('Canary.Portal@example.com');
    await button(page, 'Confirm & Add').click();
    await expect(cards(page)).toContainText(['canary.portal@example.com']);
    await expect(cards(page)).toContainText(['Unverified']);
    await expect(cards(page)).toContainText(['Choose “Email me a link”']);
    await button(page, 'Email me a link: canary.portal@example.com').click();
    await expect(page.getByText('Open the link in it within 24 hours.').first()).toBeVisible();
    await expect(cards(page)).toContainText(['Open the link in our email']);
    await page.goto(`${portalUrl}/emails/verify?code=${'x'.repeat(43)}`);
    await button(page, 'Confirm this address').click();
    await expect(page.getByRole('alert').first()).toContainText('This link no longer works');
    await leave(page);
  });

  test(`a client keeps emergency contacts, and says who may hear about the claim, ${how}`, { tag }, async ({
    browser,
  }) => {
    const { page } = await open(browser, '/emergency', { javaScriptEnabled });
    await expect(page.getByText('No emergency contacts added yet.')).toBeVisible();
    await page.getByRole('link', { name: 'Add New', exact: true }).click();
    await button(page, 'Add Contact').click();
    await expect(summary(page)).toContainText('Please fill in all required fields.');
    await page.getByRole('textbox', { name: 'Contact Name' }).fill('Sam Canary');
    await page.getByRole('textbox', { name: 'Relationship' }).fill('Sister');
    await page.getByRole('textbox', { name: 'Phone number' }).fill('(201) 555-0199');
    await expect(page.getByText('This lets us talk about the details of your claim')).toBeVisible();
    await page.getByLabel('Authorize consent to discuss claim').check();
    await button(page, 'Add Contact').click();
    await expect(cards(page)).toContainText(['May discuss claim']);
    await button(page, 'Do not discuss claim: Sam Canary').click();
    await expect(cards(page)).toContainText(['May not discuss claim']);
    await expect(page.getByText('We no longer discuss your claim with this person.').first()).toBeVisible();
    await button(page, 'Delete: Sam Canary').click();
    await expect(page.getByText('No emergency contacts added yet.')).toBeVisible();
    await leave(page);
  });

  test(`a client lists facilities and treatments, the newest first, ${how}`, { tag }, async ({ browser }) => {
    const { page } = await open(browser, '/treatment', { javaScriptEnabled });
    await expect(page.getByText('last 3 years only')).toBeVisible();
    await page.getByRole('link', { name: 'Add New Facility' }).click();
    await page.getByRole('textbox', { name: 'Facility Name' }).fill('Canary Hospital');
    await page.getByRole('textbox', { name: 'Street Address' }).fill('1 Canary Square');
    await fillAddress(page, { City: 'Newark', 'ZIP code': '07102' });
    await page.getByLabel('State').selectOption('NJ');
    await button(page, 'Add Facility').click();
    await expect(cards(page)).toContainText(['Canary Hospital']);
    const addTreatment = async (date: string, reason: string) => {
      await page.getByRole('link', { name: 'Add New Treatment: Canary Hospital' }).click();
      await page.getByRole('textbox', { name: 'Visit date' }).fill(date);
      await page.getByRole('textbox', { name: 'Reason' }).fill(reason);
      await page.getByRole('textbox', { name: 'Doctor’s name' }).fill('Lee');
      await button(page, 'Add Treatment').click();
      await expect(page.locator('.visits')).toContainText(reason);
      await expect(page.getByRole('link', { name: 'Add New Treatment: Canary Hospital' })).toBeVisible();
    };
    await page.getByRole('link', { name: 'Add New Treatment: Canary Hospital' }).click();
    await button(page, 'Add Treatment').click();
    await expect(summary(page)).toContainText('Please fill in visit date and reason.');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await addTreatment('01/2015', 'Old injury');
    await addTreatment('12/2025 - 01/2026', 'Back pain');
    await expect(page.locator('.visits > li')).toHaveText([/Back pain, Dr\. Lee/, /more than 3 years ago/]);
    await page.getByRole('link', { name: 'Edit: 12/2025 - 01/2026, Back pain' }).click();
    await page.getByRole('textbox', { name: 'Reason' }).fill('');
    await button(page, 'Save Treatment').click();
    await expect(summary(page)).toContainText('Please fill in visit date and reason.');
    await page.getByRole('textbox', { name: 'Reason' }).fill('Surgery');
    await page.getByRole('textbox', { name: 'Visit date' }).fill('01/2026 - 12/2025');
    await button(page, 'Save Treatment').click();
    await expect(page.locator('.visits')).toContainText(
      /Surgery, Dr\. Lee.*second date is before the first/s,
    );
    await expect(page.getByText('The treatment was changed.').first()).toBeVisible();
    await button(page, 'Delete: 01/2015, Old injury').click();
    await expect(page.locator('.visits > li:not([hidden])')).toHaveCount(1);
    await leave(page);
  });
}

test('staff read what a client entered, mark the notice to Social Security as sent, and take that back', async ({
  browser,
}) => {
  const { page: portal, person } = await openPortal(browser, { path: '/address?form' });
  await portal.getByRole('textbox', { name: 'Street Address' }).fill('12 Canary Lane');
  await fillAddress(portal, { 'ZIP code': '07102', City: 'Newark' });
  await portal.getByLabel('State').selectOption('NJ');
  await button(portal, 'Save Address').click();
  await expect(portal.getByRole('main').locator('address')).toBeVisible();
  const page = await openPage(browser);
  await signIn(page);
  const waiting = page.locator('.office-cards').first();
  await expect(waiting).toContainText(/New addresses\s*\d+ not sent yet/);
  await waiting.getByRole('link', { name: 'New addresses', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('New addresses');
  await expect(page.getByText('Held: the account is not confirmed').first()).toBeVisible();
  await expect(page.getByRole('link', { name: /^Mark as sent for / }).first()).toBeVisible();
  await expectAccessible(page);
  await page.goto('/admin/dashboard');
  const masked = `***-**-${person.ssn.slice(-4)}`;
  const row = page.getByRole('row').filter({ has: page.getByRole('cell', { name: masked, exact: true }) });
  await row.first().getByRole('link').click();
  await expect(page.getByText('12 Canary Lane').first()).toBeVisible();
  await expect(page.getByText('by an account that is not confirmed').first()).toBeVisible();
  await page.getByRole('link', { name: 'Mark as sent to Social Security' }).click();
  await button(page, 'Mark as sent').click();
  await expect(page.locator('.error-summary')).toContainText('Choose how you told them');
  await expectAccessible(page);
  await page.getByLabel('By letter').check();
  await button(page, 'Mark as sent').click();
  await expect(page.locator('.error-summary')).toContainText('Say how you know that the change is');
  await expect(page.getByLabel('By letter')).toBeChecked();
  await page.getByLabel('I called the client at a number').check();
  await button(page, 'Mark as sent').click();
  await expect(page.getByText(/Told on .*, by letter, by .*confirmed in a call/)).toBeVisible();
  // As wide as a sheet between its margins, where a table that scrolls would be cut off.
  await page.setViewportSize({ width: 660, height: 900 });
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('columnheader', { name: 'Wording' })).toBeVisible();
  await expect(page.locator('.table-scroll').first()).toHaveCSS('overflow-x', 'visible');
  await expectFits(page);
  await portal.reload();
  await expect(section(portal, 'Social Security')).toContainText(
    'We told Social Security about this address',
  );

  await page.emulateMedia({ media: null });
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.getByRole('link', { name: 'Not sent after all' }).click();
  await button(page, 'Mark as not sent').click();
  await expect(page.locator('.error-summary')).toContainText('Give the reason');
  await expectAccessible(page);
  await page.getByLabel('Reason').fill('Marked for the wrong client');
  await button(page, 'Mark as not sent').click();
  await expect(saved(page)).toContainText('Marked as not sent');
  await expect(page.getByText('Not sent yet').first()).toBeVisible();
  await expect(page.getByText('Marked for the wrong client').first()).toBeVisible();
  await portal.reload();
  await expect(section(portal, 'Social Security')).not.toContainText('We told Social Security');
  for (const each of [page, portal]) await leave(each);
});

test('nobody is said to be notified of a new address while telling the agency is held', {
  tag: '@thorough',
}, async ({ browser }) => {
  const { page, person } = await open(browser, '/address');
  const staff = await openClientPage(browser, person);
  await confirmAccount(staff, page);
  await page.getByRole('link', { name: 'Add Mailing Address' }).click();
  await page.getByRole('textbox', { name: 'Street Address' }).fill('12 Canary Lane');
  await fillAddress(page, { 'ZIP code': '07102', City: 'Newark' });
  await page.getByLabel('State').selectOption('NJ');
  await button(page, 'Save Address').click();
  await expect(saved(page)).toContainText(
    'Your address was updated. We tell Social Security once we know that this change is yours.',
  );
  await expect(section(page, 'Social Security')).toContainText('We have not told them yet. We wait until');
  for (const each of [staff, page]) await leave(each);
});

/** Waits until the page's script has nothing left to do. */
function isIdle(page: Page): Promise<unknown> {
  return page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
}

test('a deletion can be undone although the phone was too slow to show that it went through', {
  tag: '@thorough',
}, async ({ browser }) => {
  // No page that an earlier journey has left: this one changes what the browser offers to scripts.
  const { page } = await open(browser, '/phones', { locale: 'en-US' });
  await addPhone(page, '(201) 555-0145');
  // React draws what it is told when a message of its own arrives.
  await page.addInitScript(() => {
    const { postMessage } = MessagePort.prototype;
    const held: (() => void)[] = [];
    const state = Object.assign(window, { isSlow: false, goOn: () => {} });
    state.goOn = () => {
      state.isSlow = false;
      for (const send of held.splice(0)) send();
    };
    MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown) {
      const send = () => postMessage.call(this, message);
      if (state.isSlow) held.push(send);
      else send();
    };
  });
  await page.reload();
  // Once script is there, and has nothing left to do: it would wait too.
  await expect(page.locator('[name=_script]').first()).toBeAttached();
  await isIdle(page);
  await page.evaluate('isSlow = true');
  const arrived = (method: string) =>
    page.waitForResponse(
      (response) => response.url().includes('phones.data') && response.request().method() === method,
    );
  // The deletion, and the list that is read after it.
  const answers = [arrived('POST'), arrived('GET')];
  // As no real input: Chromium puts off what arrives after one until a frame is drawn, and nothing here is drawn.
  await button(page, 'Delete: (201) 555-0145').dispatchEvent('click');
  await Promise.all(answers);
  await isIdle(page);
  await page.evaluate('goOn()');
  await expect(cards(page)).toHaveCount(0);
  await button(page, 'Undo').click();
  await expect(cards(page)).toHaveCount(1);
  await page.context().close();
});

test('a number can be deleted right after its texts were allowed, before the list is read again', {
  tag: '@thorough',
}, async ({ browser }) => {
  const { page } = await open(browser, '/phones');
  await addPhone(page, '(201) 555-0145');
  const goOn = await holdRequests(page, '**/phones.data*', { method: 'GET' });
  await button(page, 'Enable Texts: (201) 555-0145').click();
  await expect(page.getByText('We may send text messages to this number.').first()).toBeVisible();
  const answered = page.waitForResponse((response) => response.request().method() === 'POST');
  await button(page, 'Delete: (201) 555-0145').click();
  await answered;
  const isRead = page.waitForResponse((response) => response.request().method() === 'GET');
  goOn();
  await isRead;
  await expect(cards(page)).toHaveCount(0);
  // Also once the list was read again, where the entry was last seen without texts.
  await expect(button(page, 'Undo')).toBeVisible();
  await expect(page.getByText('Removed').first()).toBeVisible();
  await leave(page);
});

test('a stale tab never overwrites a newer address: it shows both, and what was typed stays', {
  tag: '@thorough',
}, async ({ browser }) => {
  const { page } = await open(browser, '/address?form');
  await page.getByRole('textbox', { name: 'Street Address' }).fill('12 Canary Lane');
  await fillAddress(page, { 'ZIP code': '07102', City: 'Newark' });
  await page.getByLabel('State').selectOption('NJ');
  await button(page, 'Save Address').click();
  await page.getByRole('link', { name: 'Update Address' }).click();
  const other = await page.context().newPage();
  await other.goto(`${portalUrl}/address?form`);
  await other.getByRole('textbox', { name: 'City' }).fill('Trenton');
  await button(other, 'Save Address').click();
  await expect(other.getByRole('main').locator('address')).toContainText('Trenton');
  await page.getByRole('textbox', { name: 'City' }).fill('Camden');
  await button(page, 'Save Address').click();
  await expect(section(page, 'What is stored now')).toContainText('Trenton');
  await expect(page.getByRole('textbox', { name: 'City' })).toHaveValue('Camden');
  await button(page, 'Save Address').click();
  await expect(page.getByRole('main').locator('address')).toContainText('Camden');
  await leave(page);
});

for (const { javaScriptEnabled, how } of bothWays) {
  test(`two tabs that both add the first address: the second sees what the first saved, and keeps what was typed, ${how}`, {
    tag: '@thorough',
  }, async ({ browser }) => {
    const { page } = await open(browser, '/address?form', { javaScriptEnabled });
    const other = await page.context().newPage();
    await other.goto(`${portalUrl}/address?form`);
    for (const [tab, city] of [
      [other, 'Trenton'],
      [page, 'Camden'],
    ] as const) {
      await tab.getByRole('textbox', { name: 'Street Address' }).fill('12 Canary Lane');
      await fillAddress(tab, { 'ZIP code': '07102', City: city });
      await tab.getByLabel('State').selectOption('NJ');
      await button(tab, 'Save Address').click();
    }
    await expect(other.getByRole('main').locator('address')).toContainText('Trenton');
    await expect(summary(page)).toContainText('You have an address already, maybe from another window.');
    await expect(section(page, 'What is stored now')).toContainText('Trenton');
    await expect(page.getByRole('textbox', { name: 'City' })).toHaveValue('Camden');
    await button(page, 'Save Address').click();
    await expect(page.getByRole('main').locator('address')).toContainText('Camden');
    await leave(page);
  });

  test(`two tabs that both add the first phone number keep both, and the second sees the first, ${how}`, {
    tag: '@thorough',
  }, async ({ browser }) => {
    const { page } = await open(browser, '/phones?add', { javaScriptEnabled });
    const other = await page.context().newPage();
    await other.goto(`${portalUrl}/phones?add`);
    for (const [tab, number] of [
      [other, '2015550123'],
      [page, '2015550145'],
    ] as const) {
      await tab.getByRole('textbox', { name: 'Phone number' }).fill(number);
      await button(tab, 'Confirm & Add').click();
      await expect(cards(tab)).toContainText([/\d/]);
    }
    await expect(cards(page)).toHaveCount(2);
    await expect(cards(page).first()).toContainText(/\(201\) 555-0123.*Primary/s);
    await expect(cards(page).last()).toContainText('(201) 555-0145');
    await leave(page);
  });
}

test('a change is shown at once, and taken back with the words of the failure when it fails', {
  tag: '@thorough',
}, async ({ browser }) => {
  const { page } = await open(browser, '/phones');
  await addPhone(page, '(201) 555-0123');
  await addPhone(page, '(201) 555-0145');
  const fail = await holdRequests(page, '**/phones.data*', { method: 'POST', fails: true });
  await button(page, 'Delete: (201) 555-0145').click();
  await expect(cards(page)).toHaveCount(1);
  fail();
  await expect(page.locator('.toast.error')).toContainText('Failed to delete phone number.');
  await expect(cards(page)).toHaveCount(2);
  await button(page, 'Make Primary: (201) 555-0145').click();
  await expect(page.locator('.toast.error').last()).toContainText('Failed to update primary phone.');
  await expect(cards(page).first()).toContainText('(201) 555-0123');
  await button(page, 'Enable Texts: (201) 555-0123').click();
  await expect(page.locator('.toast.error').last()).toContainText('Failed to update text consent.');
  await page.getByRole('link', { name: 'Add New', exact: true }).click();
  await page.getByRole('textbox', { name: 'Phone number' }).fill('2015550177');
  await button(page, 'Confirm & Add').click();
  await expect(summary(page)).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Phone number' })).toHaveValue('(201) 555-0177');
  await leave(page);
});

for (const { javaScriptEnabled, how, tag } of mainlyWithScript) {
  test(`what is sent after the session has ended is on the page again after login, ${how}`, { tag }, async ({
    browser,
  }) => {
    const { page, person } = await openPortal(browser, {
      javaScriptEnabled,
      path: '/emergency?add',
    });
    await page.getByRole('textbox', { name: 'Contact Name' }).fill('Sam Canary');
    await page.getByRole('textbox', { name: 'Phone number' }).fill('2015550188');
    await endSession(page);
    await button(page, 'Add Contact').click();
    await page.waitForURL('**/client-login?next=*');
    await fillLogin(page, person);
    await loginButton(page).click();
    await page.waitForURL(/emergency\?add/);
    await expect(summary(page)).toContainText('This is not saved yet');
    await expect(page.getByRole('textbox', { name: 'Contact Name' })).toHaveValue('Sam Canary');
    await button(page, 'Add Contact').click();
    await expect(cards(page)).toContainText('Sam Canary');
    await page.getByRole('link', { name: 'Add New', exact: true }).click();
    await expect(page.getByRole('textbox', { name: 'Contact Name' })).toHaveValue('');
    await leave(page);
  });
}

test('a link that a client follows after the session has ended leads there after login', {
  tag: '@thorough',
}, async ({ browser }) => {
  const { page, person } = await openPortal(browser);
  await page.getByRole('link', { name: 'Email Addresses' }).waitFor();
  await endSession(page);
  await page.getByRole('link', { name: 'Email Addresses' }).click();
  await page.waitForURL('**/client-login?next=*');
  await fillLogin(page, person);
  await loginButton(page).click();
  await page.waitForURL('**/emails');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Email Addresses');
  await leave(page);
});

test('what was typed when an idle session ends is on the page again after login, and is not saved before', {
  tag: '@thorough',
}, async ({ browser }) => {
  const { page, person } = await openPortal(browser, { clock: true, path: '/address?form' });
  const address = page.getByRole('textbox', { name: 'Street Address' });
  // Browsers ask before a page is left only when somebody has used it.
  await address.click();
  await address.fill('12 Canary Lane');
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  // The server's clock goes on as always: there the session is still open, so the login page leads straight back.
  await page.clock.fastForward('30:10');
  await expect(summary(page)).toContainText('This is not saved yet');
  await expect(address).toHaveValue('12 Canary Lane');
  expect(asked).toEqual([]);
  await button(page, 'Log Out').click();
  await page.waitForURL('**/client-login');
  const other = await registerPerson();
  await fillLogin(page, other);
  await loginButton(page).click();
  await page.waitForURL(portalUrl);
  await page.goto(`${portalUrl}/address?form`);
  await expect(page.getByRole('textbox', { name: 'Street Address' })).toHaveValue('');
  await button(page, 'Log Out').click();
  await page.waitForURL('**/client-login');
  await fillLogin(page, person);
  await loginButton(page).click();
  await page.waitForURL(portalUrl);
  await page.goto(`${portalUrl}/address`);
  await expect(page.getByText('No mailing address added yet.')).toBeVisible();
  await leave(page);
});

test('the pages are accessible at 320 and 1280 px, empty, filled and with errors', async ({ browser }) => {
  test.setTimeout(240_000);
  const { page } = await open(browser, '/phones');
  await addPhone(page, '(201) 555-0123', true);
  await addPhone(page, '(201) 555-0145');
  await expectAccessibleInAllLooks(page);
  for (const path of ['/address', '/address?form', '/emails', '/emergency?add', '/treatment?add']) {
    await page.goto(portalUrl + path);
    await expectAccessibleInAllLooks(page);
  }
  await button(page, 'Add Facility').click();
  await expect(summary(page)).toBeVisible();
  await expectAccessibleInAllLooks(page);
  await leave(page);
});

test('the other states of the pages are accessible at 320 and 1280 px: edited, refused, deleted and confirmed', {
  tag: '@thorough',
}, async ({ browser }) => {
  test.setTimeout(300_000);
  const { page } = await open(browser, '/address?form');
  const refused = async (name: string) => {
    await button(page, name).click();
    await expect(summary(page)).toBeVisible();
    await expectAccessibleInAllLooks(page);
  };
  await refused('Save Address');
  await page.getByRole('textbox', { name: 'Street Address' }).fill('12 Canary Lane');
  await fillAddress(page, { City: 'Newark', 'ZIP code': '07102' });
  await page.getByLabel('State').selectOption('NJ');
  await button(page, 'Save Address').click();
  await expect(saved(page)).toBeVisible();
  await expectAccessibleInAllLooks(page);

  await page.goto(`${portalUrl}/phones?add`);
  await refused('Confirm & Add');
  await page.getByRole('textbox', { name: 'Phone number' }).fill('(201) 555-0123');
  await button(page, 'Confirm & Add').click();
  await button(page, 'Delete: (201) 555-0123').click();
  await expect(button(page, 'Undo')).toBeVisible();
  await expectAccessibleInAllLooks(page);

  await page.goto(`${portalUrl}/emails?add`);
  await refused('Confirm & Add');
  await page.getByRole('textbox', { name: 'Email address' }).fill('canary.looks@example.com');
  await button(page, 'Confirm & Add').click();
  await button(page, 'Email me a link: canary.looks@example.com').click();
  await expect(page.getByText('Open the link in it within 24 hours.').first()).toBeVisible();
  await expectAccessibleInAllLooks(page);
  await page.goto(`${portalUrl}/emails/verify?code=${'x'.repeat(43)}`);
  await expectAccessibleInAllLooks(page);
  await button(page, 'Confirm this address').click();
  await expect(page.getByRole('alert').first()).toContainText('This link no longer works');
  await expectAccessibleInAllLooks(page);

  await page.goto(`${portalUrl}/emergency?add`);
  await refused('Add Contact');
  await page.getByRole('textbox', { name: 'Contact Name' }).fill('Sam Canary');
  await page.getByRole('textbox', { name: 'Relationship' }).fill('Sister');
  await page.getByRole('textbox', { name: 'Phone number' }).fill('(201) 555-0199');
  await button(page, 'Add Contact').click();
  await expect(cards(page)).toContainText(['Sam Canary']);
  await expectAccessibleInAllLooks(page);

  await page.goto(`${portalUrl}/confirm`);
  await page.getByRole('textbox').fill('K7QH-M9XC');
  await page.getByRole('main').getByRole('button').click();
  await expect(summary(page).or(page.getByRole('alert')).first()).toBeVisible();
  await expectAccessibleInAllLooks(page);

  await page.goto(`${portalUrl}/no-such-page`);
  await expectAccessibleInAllLooks(page);
  await leave(page);
});

test('facilities and treatments are accessible at 320 and 1280 px, added, edited and with errors', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const { page } = await open(browser, '/treatment');
  await expectAccessibleInAllLooks(page);
  await page.getByRole('link', { name: 'Add New Facility' }).click();
  await page.getByRole('textbox', { name: 'Facility Name' }).fill('Canary Hospital');
  await page.getByRole('textbox', { name: 'Street Address' }).fill('1 Canary Square');
  await fillAddress(page, { City: 'Newark', 'ZIP code': '07102' });
  await page.getByLabel('State').selectOption('NJ');
  await button(page, 'Add Facility').click();
  await page.getByRole('link', { name: 'Add New Treatment: Canary Hospital' }).click();
  await expectAccessibleInAllLooks(page);
  await button(page, 'Add Treatment').click();
  await expect(summary(page)).toBeVisible();
  await expectAccessibleInAllLooks(page);
  await page.getByRole('textbox', { name: 'Visit date' }).fill('12/2025 - 01/2026');
  await page.getByRole('textbox', { name: 'Reason' }).fill('Back pain');
  await button(page, 'Add Treatment').click();
  await expect(page.locator('.visits')).toContainText('Back pain');
  await expectAccessibleInAllLooks(page);
  await page.getByRole('link', { name: 'Edit: 12/2025 - 01/2026, Back pain' }).click();
  await expect(button(page, 'Save Treatment')).toBeVisible();
  await expectAccessibleInAllLooks(page);
  await page.getByRole('textbox', { name: 'Reason' }).fill('');
  await button(page, 'Save Treatment').click();
  await expect(summary(page)).toBeVisible();
  await expectAccessibleInAllLooks(page);
  await leave(page);
});

test('who presses a link while an entry is being saved gets there, and the entry is saved', {
  tag: '@thorough',
}, async ({ browser }) => {
  const { page } = await open(browser, '/phones?add');
  const save = await holdRequests(page, '**/phones.data?add*', { method: 'POST' });
  const show = await holdRequests(page, '**/emails.data*', { method: 'GET' });
  await page.getByRole('textbox', { name: 'Phone number' }).fill('2015550177');
  await button(page, 'Confirm & Add').click();
  await expect(page.getByText('Saving…').first()).toBeVisible();
  await page.getByRole('link', { name: 'Email Addresses' }).click();
  save();
  await expect(page.getByRole('status').filter({ hasText: 'Success!' })).toBeVisible();
  show();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Email Addresses');
  await page.goto(`${portalUrl}/phones`);
  await expect(cards(page)).toContainText('(201) 555-0177');
  await leave(page);
});
