import { type Browser, expect, type Page, test } from '@playwright/test';
import { expectAccessibleInAllLooks } from '../setup/axe.ts';
import {
  addStaff,
  dialogReady,
  openPage,
  type StaffAccount,
  setSessionDates,
  signIn,
} from '../setup/back-office.ts';
import { mainlyWithScript } from '../setup/scripting.ts';

/** The session stays open, but its last confirmation is too old. */
const ageConfirmation = (page: Page) => setSessionDates(page, { confirmed_at: new Date(0) });

async function openAs(browser: Browser, account: StaffAccount, javaScriptEnabled = true): Promise<Page> {
  const page = await openPage(browser, { javaScriptEnabled });
  await signIn(page, '/admin/dashboard', account);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
  return page;
}

/** Gives the page's browser a device that makes passkeys and whose user is there. */
async function addDevice(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2' as const,
    transport: 'internal' as const,
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  };
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', { options });
  return {
    /** Whether its user passes the fingerprint check from now on. */
    verifies: (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
}

test('a member of staff adds a passkey, signs in and confirms with it, and removes it', async ({
  browser,
}) => {
  const account = await addStaff();
  const page = await openAs(browser, account);
  const device = await addDevice(page);
  await page.goto('/admin/account');
  await page.getByRole('link', { name: 'Add a passkey' }).click();
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await expect(page.getByRole('link', { name: 'Enter a name for the passkey' })).toBeVisible();
  await page.getByLabel('Name').fill('work laptop');
  await device.verifies(false);
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await expect(page.getByRole('region', { name: 'No passkey was added' })).toContainText(
    'Your device did not give a passkey',
  );
  await expect(page.getByLabel('Name')).toHaveValue('work laptop');
  await expect(page).toHaveTitle('Error: Passkeys | Back office');
  await device.verifies(true);
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await expect(page.getByText('Passkey added', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'work laptop' })).toContainText('not used yet');
  await expect(page.getByLabel('Name')).toHaveValue('');
  await expectAccessibleInAllLooks(page);

  await page.goto('/admin/sign-out-everywhere');
  await page.getByRole('button', { name: 'Log out everywhere' }).click();
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');

  await ageConfirmation(page);
  await page.goto('/admin/account');
  await page.getByRole('link', { name: 'Change passkeys' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm that it is you');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByRole('button', { name: 'Remove work laptop' }).click();
  await expect(page.getByText('You have no passkey yet.')).toBeVisible();

  await page.goto('/admin/sign-out-everywhere');
  await page.getByRole('button', { name: 'Log out everywhere' }).click();
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await expect(page.getByRole('link', { name: /This passkey was not recognized/ })).toBeVisible();
  await expectAccessibleInAllLooks(page);
});

for (const { javaScriptEnabled, how, tag } of mainlyWithScript) {
  test(`what an open session is not enough for asks for the password first and then goes on, ${how}`, {
    tag,
  }, async ({ browser }) => {
    const account = await addStaff();
    const page = await openAs(browser, account, javaScriptEnabled);
    await ageConfirmation(page);
    await page.goto('/admin/staff');
    await page.getByRole('link', { name: 'Invite a colleague' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm that it is you');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('link', { name: 'Enter your password' })).toBeVisible();
    await page.getByLabel('Your password').fill('wrong');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('link', { name: 'Invalid password' })).toBeVisible();
    if (javaScriptEnabled) await expectAccessibleInAllLooks(page);
    await page.getByLabel('Your password').fill(account.password);
    await page.getByRole('button', { name: 'Continue' }).click();
    const dialog = page.getByRole('dialog');
    await dialogReady(page, javaScriptEnabled);
    await expect(dialog.getByRole('heading')).toHaveText('Invite a colleague');
    if (!javaScriptEnabled) return;

    await ageConfirmation(page);
    await dialog.getByLabel('Name').fill('Pat Example');
    await dialog.getByLabel('Email address').fill('pat@example.com');
    await dialog.getByLabel('Reviewer').check();
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await expect(dialog.getByText('First confirm that it is you')).toBeVisible();
    await expect(dialog.getByLabel('Name')).toHaveValue('Pat Example');
  });
}
