import { expect, type Page, test } from '@playwright/test';
import { leave } from '../setup/back-office.ts';
import { pictureOf } from '../setup/picture.ts';
import { openPortal, portalUrl, tabTo } from '../setup/portal.ts';

const cards = (page: Page) => page.locator('.entries-list > .entry:not([hidden])');

/** Goes to a control by Tab and presses it. */
async function press(page: Page, name: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
}

async function goTo(page: Page, title: string): Promise<void> {
  await press(page, title);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
}

async function type(page: Page, answers: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(answers)) {
    await expect(page.getByLabel(label, { exact: true })).toBeVisible();
    await tabTo(page, label);
    await page.keyboard.type(text);
  }
}

test('clients do fourteen tasks of the portal with the keyboard alone', async ({ browser }) => {
  test.slow();
  const { page } = await openPortal(browser);

  await test.step('go to a page by the sidebar', async () => {
    await goTo(page, 'Mailing Address');
  });

  await test.step('add a mailing address', async () => {
    await press(page, 'Add Mailing Address');
    await type(page, {
      'Street Address': '12 Canary Lane',
      'ZIP code': '07102',
      City: 'Newark',
      State: 'New J',
    });
    await press(page, 'Save Address');
    await expect(page.getByRole('main').locator('address')).toContainText('Newark, NJ 07102');
  });

  await test.step('update the mailing address', async () => {
    await press(page, 'Update Address');
    await type(page, { 'Unit/Apt/Lot # (optional)': 'Unit 7' });
    await press(page, 'Save Address');
    await expect(page.getByRole('main').locator('address')).toContainText('Unit 7');
  });

  await test.step('add phone numbers', async () => {
    await goTo(page, 'Phone Numbers');
    for (const number of ['2015550123', '2015550145']) {
      await press(page, 'Add New');
      await type(page, { 'Phone number': number });
      await page.keyboard.press('Enter');
      await expect(page.getByRole('link', { name: 'Add New', exact: true })).toBeVisible();
    }
    await expect(cards(page)).toHaveCount(2);
  });

  await test.step('make another number the primary one', async () => {
    await press(page, 'Make Primary: (201) 555-0145');
    await expect(cards(page).filter({ hasText: '(201) 555-0145' }).locator('.primary-star')).toBeVisible();
  });

  await test.step('allow text messages', async () => {
    await press(page, 'Enable Texts: (201) 555-0145');
    await expect(cards(page).filter({ hasText: '(201) 555-0145' })).toContainText('Text-enabled');
  });

  await test.step('delete a number, and undo it', async () => {
    await press(page, 'Delete: (201) 555-0123');
    await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(cards(page)).toHaveCount(2);
  });

  await test.step('add an email address', async () => {
    await goTo(page, 'Email Addresses');
    await press(page, 'Add New');
    await type(page, { 'Email address': 'sam.canary@example.com' });
    await page.keyboard.press('Enter');
    await expect(cards(page)).toContainText('sam.canary@example.com');
  });

  await test.step('add an emergency contact who may hear about the claim', async () => {
    await goTo(page, 'Emergency Contacts');
    await press(page, 'Add New');
    await type(page, { 'Contact Name': 'Sam Canary', 'Phone number': '2015550188' });
    await tabTo(page, 'Authorize consent to discuss claim (optional)');
    await page.keyboard.press('Space');
    await press(page, 'Add Contact');
    await expect(cards(page)).toContainText('Sam Canary');
  });

  await test.step('add a medical facility', async () => {
    await goTo(page, 'Medical Treatment');
    await press(page, 'Add New Facility');
    await type(page, {
      'Facility Name': 'Canary Hospital',
      'Street Address': '7 Canary Court',
      'ZIP code': '07102',
      City: 'Newark',
      State: 'New J',
    });
    await press(page, 'Add Facility');
    await expect(cards(page)).toContainText('Canary Hospital');
  });

  await test.step('add a treatment', async () => {
    await press(page, 'Add New Treatment: Canary Hospital');
    await type(page, { 'Visit date': '12/2025', Reason: 'Back pain' });
    await press(page, 'Add Treatment');
    await expect(cards(page)).toContainText('Back pain');
  });

  await test.step('download a form', async () => {
    await goTo(page, 'Downloads');
    await tabTo(page, 'Download Medical Source Statement');
    const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    expect(file.suggestedFilename()).toMatch(/\.pdf$/);
  });

  await test.step('send a paper', async () => {
    // From here on, so that the browser hands the chooser over when it opens.
    const opened = page.waitForEvent('filechooser');
    await goTo(page, 'Dashboard');
    await goTo(page, 'Send us papers');
    await tabTo(page, 'Photos or PDFs');
    await page.keyboard.press('Enter');
    const chooser = await opened;
    await chooser.setFiles({ name: 'letter.png', mimeType: 'image/png', buffer: pictureOf('letter') });
    await press(page, 'Send');
    await expect(page.getByRole('heading', { name: 'We received 1 file' })).toBeVisible();
  });

  await test.step('log out', async () => {
    await press(page, 'Log Out');
    await page.waitForURL('**/client-login');
    await page.goto(portalUrl);
    await expect(page).toHaveURL(/client-login/);
  });

  await leave(page);
});
