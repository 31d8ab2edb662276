import { expect, type Page, test } from '@playwright/test';
import { expectAccessibleInAllLooks } from '../setup/axe.ts';
import { addStaff, dialogReady, leave, openPage, signIn } from '../setup/back-office.ts';
import { confirmAccount, openClientPage, openPortal, portalUrl } from '../setup/portal.ts';
import { mainlyWithScript } from '../setup/scripting.ts';

/** Types a date, three fields. */
async function fillDate(page: Page, date: Date): Promise<void> {
  await page.getByLabel('Month', { exact: true }).fill(String(date.getUTCMonth() + 1));
  await page.getByLabel('Day', { exact: true }).fill(String(date.getUTCDate()));
  await page.getByLabel('Year', { exact: true }).fill(String(date.getUTCFullYear()));
}

const tenDaysAgo = new Date(Date.now() - 10 * 86_400_000);

for (const { javaScriptEnabled, how, tag } of mainlyWithScript) {
  test(`a client tells of a denial, reads the last day to appeal at once, and staff confirm it in one click, ${how}`, {
    tag,
  }, async ({ browser }) => {
    const { page, person } = await openPortal(browser, { javaScriptEnabled });
    await page.goto(`${portalUrl}/claim/letter`);
    await expect(
      page.getByRole('region', { name: /by phone until your account is confirmed/ }),
    ).toBeVisible();
    const staff = await openClientPage(browser, person);
    await confirmAccount(staff, page);

    await page.goto(`${portalUrl}/claim`);
    await page.getByRole('link', { name: 'A letter came? Tell us its date' }).click();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByRole('link', { name: 'Enter the date on the letter' })).toBeVisible();
    if (javaScriptEnabled) await expectAccessibleInAllLooks(page);
    await fillDate(page, tenDaysAgo);
    await page.getByLabel('What does it say?').selectOption('It says no: I was turned down');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(
      page.getByText('We have the date of your letter. Our office checks it.').first(),
    ).toBeVisible();
    const now = page.getByRole('region', { name: 'Social Security turned you down' });
    await expect(now).toContainText('The last day to appeal is');
    await expect(page.getByRole('region', { name: 'Your dates' })).toContainText(
      'Last day to ask for reconsideration',
    );
    if (javaScriptEnabled) await expectAccessibleInAllLooks(page);

    await staff.reload();
    await staff.getByRole('link', { name: /^M-\d\d-\d+$/ }).click();
    await expect(staff.getByText('Not checked')).toBeVisible();
    await expect(staff.getByText(/Check the denial of .+ that the client entered/).first()).toBeVisible();
    await staff.getByRole('button', { name: /^Confirm ?: Decision/ }).click();
    await expect(staff.getByText('Not checked')).toHaveCount(0);
    await expect(staff.getByRole('link', { name: /^Done ?: Check the denial/ })).toHaveCount(0);
    await expect(
      staff.getByRole('link', { name: /^Done ?: File the request for reconsideration/ }),
    ).toBeVisible();

    await staff
      .getByRole('link', { name: /^Correct ?: / })
      .first()
      .click();
    await dialogReady(staff);
    await expect(staff.getByLabel('What was decided')).toHaveValue('unfavorable');
    await staff.getByLabel('What was decided').selectOption('Favorable');
    await staff.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(
      staff
        .getByRole('dialog')
        .getByText(/A second reviewer has to agree/)
        .first(),
    ).toBeVisible();
    await staff.keyboard.press('Escape');
    for (const each of [page, staff]) await leave(each);
  });
}

test('staff open a matter for a caller, move what is to be done, and walk through Today by J, K and D', async ({
  browser,
}) => {
  const page = await openPage(browser);
  await signIn(page, '/admin/matters', await addStaff('reviewer'));
  await page.getByRole('link', { name: 'New matter' }).click();
  await dialogReady(page);
  await page.getByRole('button', { name: 'Open the matter' }).click();
  await expect(page.getByRole('link', { name: 'Enter the first name' })).toBeVisible();
  await expectAccessibleInAllLooks(page);
  await dialogReady(page);
  await page.getByLabel('First name').fill('Nora');
  await page.getByLabel('Last name').fill('Newcomer');
  await page.getByLabel('Phone number').fill('(201) 555-0188');
  await page.getByLabel('How they came to us').selectOption('They called');
  await page.getByRole('button', { name: 'Open the matter' }).click();
  await expect(page.getByRole('heading', { name: 'Nora Newcomer' })).toBeVisible();
  await expect(page.getByText('We do not represent this person yet.')).toBeVisible();

  for (const what of ['Send the papers', 'Call the doctor']) {
    await page.getByRole('link', { name: 'Add something to do' }).click();
    await dialogReady(page);
    await page.getByLabel('What is to be done').fill(what);
    await fillDate(page, new Date(Date.now() + 2 * 86_400_000));
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('link', { name: new RegExp(`^Done ?: ${what}`) })).toBeVisible();
  }
  await page.getByRole('link', { name: /^Move to another day ?: Call the doctor/ }).click();
  await dialogReady(page);
  await fillDate(page, new Date(Date.now() + 3 * 86_400_000));
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(page.locator('.notice.success').or(page.locator('.toast'))).toContainText('Call the doctor:');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.goto('/admin/today?whose=mine');
  const names = page.getByRole('link', { name: 'Nora Newcomer', exact: true });
  await expect(names).toHaveCount(2);
  await names.first().focus();
  await page.keyboard.press('j');
  await expect(names.nth(1)).toBeFocused();
  await page.keyboard.press('k');
  await expect(names.first()).toBeFocused();
  await page.keyboard.press('d');
  await expect(page.getByRole('dialog', { name: 'Done for Nora Newcomer: Send the papers' })).toBeVisible();
  await dialogReady(page);
  await page.getByLabel('What was done').selectOption('Mailed');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Today');
  await expect(page.getByRole('link', { name: /^Done ?: Call the doctor/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Done ?: Send the papers/ })).toHaveCount(0);
  await leave(page);
});
