import { randomInt } from 'node:crypto';
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessibleInAllLooks } from '../setup/axe.ts';
import { cookieOf, holdRequests, leave, openPage, signIn, siteUrl } from '../setup/back-office.ts';
import { signInToCms } from '../setup/cms.ts';

const list = '/admin/attorneys';
const question = 'Are you sure you want to delete this attorney?';

/** A state and a firm that no other journey counts. Names begin so that the first page of the list has them. */
const attorney = {
  'Law firm': 'Ledger Disability Law',
  'Email address': 'ledger@example.com',
  'Phone number': '(201) 555-0173',
  City: 'Burlington',
  'Years of experience': '7',
  Specialties: 'ALJ hearings, , SSI for children,',
  'About the attorney and the practice': 'Helps people with disability claims.',
};

function newName(): string {
  const letters = Array.from({ length: 10 }, () => String.fromCharCode(97 + randomInt(26))).join('');
  return `Aaa ${letters}`;
}

const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));
const rowOf = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) });

async function fill(form: Locator, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values))
    await form.getByLabel(label, { exact: true }).fill(value);
  await form.getByLabel('State', { exact: true }).selectOption('VT');
}

/** Adds an attorney in the dialog. @returns the name. */
async function add(page: Page): Promise<string> {
  const name = newName();
  await page.getByRole('link', { name: 'Add Attorney' }).click();
  await fill(dialog(page), { 'Full name': name, ...attorney });
  await save(page);
  await expect(page.getByText('Attorney added successfully').first()).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
  return name;
}

const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save Attorney', exact: true }).click();

async function openList(browser: Browser): Promise<Page> {
  const page = await openPage(browser);
  await signIn(page, list);
  return page;
}

/** @returns the card of the public directory that shows the attorney. */
async function cardOf(page: Page, name: string): Promise<Locator> {
  await page.goto(`/attorney-directory?${new URLSearchParams({ q: name })}`);
  return page.getByRole('article').filter({ hasText: name });
}

test.describe('a visitor who is not signed in', () => {
  for (const path of [list, `${list}/new`, `${list}/${'f'.repeat(24)}`, `${list}/${'f'.repeat(24)}/delete`]) {
    test(`is redirected from ${path} to the sign-in page, also when posting`, async () => {
      for (const method of path === list ? ['GET'] : ['GET', 'POST']) {
        const response = await fetch(siteUrl() + path, {
          method,
          redirect: 'manual',
          headers: { origin: siteUrl(), 'content-type': 'application/x-www-form-urlencoded' },
        });
        expect(response.headers.get('location'), method).toMatch(/^\/admin\/login/);
      }
    });
  }
});

test('a page of another site cannot add or delete an attorney as staff', async ({ browser }) => {
  const page = await openList(browser);
  const cookie = await cookieOf(page);
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  const foreignHeaders: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
  ];
  for (const foreign of foreignHeaders) {
    for (const path of ['new', `${'f'.repeat(24)}/delete`]) {
      const headers = { cookie, ...type, ...foreign };
      const response = await fetch(`${siteUrl()}${list}/${path}`, { method: 'POST', headers });
      expect(response.status).toBe(403);
    }
  }
  await leave(page);
});

test('staff add, edit and delete an attorney of the public directory', async ({ browser }) => {
  const page = await openList(browser);
  const name = await add(page);
  await expect(dialog(page)).toHaveCount(0);
  for (const text of [
    attorney['Law firm'],
    'Burlington, VT',
    attorney['Email address'],
    attorney['Phone number'],
    '7 years',
    'ALJ hearings, SSI for children',
  ]) {
    await expect(rowOf(page, name)).toContainText(text);
  }
  await page.getByRole('link', { name: `Edit ${name}` }).click();
  await expect(dialog(page).getByLabel('Specialties')).toHaveValue('ALJ hearings, SSI for children');
  await dialog(page).getByLabel('City', { exact: true }).fill('Rutland');
  await save(page);
  await expect(page.getByText('Attorney updated successfully').first()).toBeVisible();
  await expect(rowOf(page, name)).toContainText('Rutland, VT');
  await expect(await cardOf(page, name)).toContainText('Rutland');

  await page.goto(list);
  await page.getByRole('link', { name: `Delete ${name}` }).click();
  await expect(dialog(page)).toContainText(question);
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(rowOf(page, name)).toBeVisible();
  await page.getByRole('link', { name: `Delete ${name}` }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Attorney deleted successfully').first()).toBeVisible();
  await expect(rowOf(page, name)).toHaveCount(0);
  await expect(await cardOf(page, name)).toHaveCount(0);
  await leave(page);
});

test('every wrong field is named in a summary and at the field, and what was typed stays', async ({
  browser,
}) => {
  const page = await openList(browser);
  await page.getByRole('link', { name: 'Add Attorney' }).click();
  const wrong = { 'Full name': newName(), ...attorney, 'Phone number': '201', 'Years of experience': 'x' };
  await fill(dialog(page), wrong);
  await dialog(page).getByLabel('City', { exact: true }).fill('');
  await save(page);
  const summary = dialog(page).getByRole('region', { name: 'Missing Information' });
  await expect(summary).toBeFocused();
  await expect(page).toHaveTitle('Error: Add Attorney | Back office');
  for (const [label, sentence] of [
    [
      'Phone number',
      'Enter a 10-digit phone number, like (201) 555-0123. You typed 3 digits, which is too few',
    ],
    ['City', 'Enter the attorney’s city'],
    ['Years of experience', 'Enter the years of experience as a whole number, like 12'],
  ] as const) {
    await expect(summary.getByRole('link', { name: sentence })).toBeVisible();
    await expect(dialog(page).getByLabel(label, { exact: true })).toHaveAccessibleDescription(
      new RegExp(sentence.replace(/[()]/g, '\\$&')),
    );
  }
  await expect(dialog(page).getByLabel('Full name')).toHaveValue(wrong['Full name']);
  await expect(dialog(page).getByLabel('Specialties')).toHaveValue(/ALJ hearings/);
  await expect(dialog(page).getByLabel('State', { exact: true })).toHaveValue('VT');
  await leave(page);
});

test('whoever edits what a colleague saved meanwhile is told, sees it, and keeps what was typed', {
  tag: '@thorough',
}, async ({ browser }) => {
  const page = await openList(browser);
  const name = await add(page);
  const other = await page.context().newPage();
  for (const each of [page, other]) {
    await each.goto(list);
    await each.getByRole('link', { name: `Edit ${name}` }).click();
    await each.getByLabel('City', { exact: true }).waitFor();
  }
  await other.getByLabel('City', { exact: true }).fill('Stowe');
  await save(other);
  await expect(other.getByText('Attorney updated successfully').first()).toBeVisible();
  await page.getByLabel('City', { exact: true }).fill('Barre');
  await save(page);
  const summary = dialog(page).getByRole('region', { name: 'Failed to save attorney' });
  await expect(summary).toContainText('Somebody saved this attorney after you opened the form.');
  await expect(dialog(page).getByRole('region', { name: 'What is stored now' })).toContainText('Stowe');
  await expect(page.getByLabel('City', { exact: true })).toHaveValue('Barre');
  expect(await (await cardOf(other, name)).textContent()).toContain('Stowe');
  await save(page);
  await expect(page.getByText('Attorney updated successfully').first()).toBeVisible();
  await expect(await cardOf(other, name)).toContainText('Barre');
  await leave(page);
});

test('whoever deletes or edits an attorney who was deleted meanwhile is told', {
  tag: '@thorough',
}, async ({ browser }) => {
  const page = await openList(browser);
  const name = await add(page);
  const [editing, deleting] = [await page.context().newPage(), await page.context().newPage()];
  for (const [each, verb] of [
    [editing, 'Edit'],
    [deleting, 'Delete'],
    [page, 'Delete'],
  ] as const) {
    await each.goto(list);
    await each.getByRole('link', { name: `${verb} ${name}` }).click();
    await dialog(each).waitFor();
  }
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Attorney deleted successfully').first()).toBeVisible();
  await deleting.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(dialog(deleting)).toContainText('This attorney was not found');
  await editing.getByLabel('City', { exact: true }).fill('Barre');
  await save(editing);
  await expect(dialog(editing)).toContainText('This attorney was not found.');
  await expect(editing.getByLabel('City', { exact: true })).toHaveValue('Barre');
  await save(editing);
  await expect(editing.getByText('Attorney added successfully').first()).toBeVisible();
  await expect(rowOf(editing, name)).toContainText('Barre, VT');
  expect((await editing.goto(`${list}/${'f'.repeat(24)}`))?.status()).toBe(404);
  await expect(dialog(editing)).toContainText('This attorney was not found');
  await leave(page);
});

test('edited here is the same record in /cms and on /attorney-directory', { tag: '@thorough' }, async ({
  browser,
}) => {
  const page = await openList(browser);
  const name = await add(page);
  await page.getByRole('link', { name, exact: true }).click();
  await dialog(page).waitFor();
  const id = new URL(page.url()).pathname.split('/').at(-1);
  const editor = await openPage(browser);
  await signInToCms(editor);
  const record = `${siteUrl()}/cms/api/attorneys/${id}`;
  const headers = { origin: siteUrl(), 'sec-fetch-site': 'same-origin' };
  const before = await (await editor.request.get(record, { headers })).json();
  expect(before).toMatchObject({ name, city: 'Burlington', phone: '2015550173', listed: true });
  await editor.goto(`${siteUrl()}/cms/collections/attorneys/${id}`);
  await editor.getByLabel(/^City/).fill('Montpelier');
  const [saved] = await Promise.all([
    editor.waitForResponse((response) => response.request().method() === 'PATCH'),
    editor.getByRole('button', { name: 'Save', exact: true }).click(),
  ]);
  expect(saved.status()).toBe(200);
  await page.goto(list);
  await expect(rowOf(page, name)).toContainText('Montpelier, VT');
  await page.getByRole('link', { name, exact: true }).click();
  await dialog(page).getByLabel('Law firm').fill('Both Sides Law');
  await save(page);
  await expect(rowOf(page, name)).toContainText('Both Sides Law');
  await editor.goto(`${siteUrl()}/cms/collections/attorneys/${id}`);
  await expect(editor.getByLabel(/^Firm/)).toHaveValue('Both Sides Law');
  await expect(await cardOf(page, name)).toContainText(/Both Sides Law[\s\S]*Montpelier/);
  for (const each of [page, editor]) await leave(each);
});

test('staff get to the page from the dashboard, and back', { tag: '@thorough' }, async ({ browser }) => {
  const page = await openPage(browser);
  await signIn(page);
  await page.getByRole('main').getByRole('link', { name: 'Attorneys', exact: true }).click();
  await expect(page).toHaveTitle('Attorneys | Back office');
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await expect(page).toHaveURL(/dashboard$/);
  await leave(page);
});

test('staff use the dialogs with the keyboard alone: Esc asks before typed text is lost, and focus returns', {
  tag: '@thorough',
}, async ({ browser }) => {
  const page = await openList(browser);
  const name = await add(page);
  const link = page.getByRole('link', { name, exact: true });
  await link.focus();
  await page.keyboard.press('Enter');
  await dialog(page).waitFor();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(link).toBeFocused();
  await page.keyboard.press('Enter');
  await dialog(page).getByLabel('City', { exact: true }).pressSequentially(' North');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toContainText('Press Esc again to close without saving.');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(rowOf(page, name)).toContainText('Burlington, VT');
  await page.getByRole('link', { name: `Delete ${name}` }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('link', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator('.toast')).toContainText('Attorney deleted successfully');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await leave(page);
});

test('a dialog opens again while the page still goes back to the list, without what was typed before, and closes to the list', {
  tag: '@thorough',
}, async ({ browser }) => {
  const page = await openList(browser);
  const name = await add(page);
  const city = dialog(page).getByLabel('City', { exact: true });
  await page.getByRole('link', { name, exact: true }).click();
  await city.fill('Barre');
  const goesBack = Promise.withResolvers<void>();
  const mayGoOn = Promise.withResolvers<void>();
  await page.route('**/*.data*', async (route) => {
    goesBack.resolve();
    await mayGoOn.promise;
    await route.continue();
  });
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await goesBack.promise;
  await expect(dialog(page)).toHaveCount(0);
  await page.keyboard.press('Enter');
  mayGoOn.resolve();
  await expect(city).toHaveValue('Burlington');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole('link', { name, exact: true })).toBeFocused();
  expect(page.url()).toContain('/admin/attorneys');
  await leave(page);
});

test('a dialog that came with the page stays where it is when the script opens it', {
  tag: '@thorough',
}, async ({ browser }) => {
  const page = await openList(browser);
  const load = await holdRequests(page, '**/*.js');
  await page.goto(`${list}/new`, { waitUntil: 'commit' });
  const cancel = dialog(page).getByRole('link', { name: 'Cancel' });
  // Only what is drawn has a place, and nothing is drawn before the styles and the font are there.
  await expect(dialog(page)).toHaveCSS('position', 'fixed');
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const before = await cancel.boundingBox();
  await expect(page.locator('dialog:modal')).toHaveCount(0);
  load();
  await page.locator('dialog:modal').waitFor();
  expect(await cancel.boundingBox()).toEqual(before);
  await leave(page);
});

test('two quick presses of Cancel close the dialog and do not leave the list', { tag: '@thorough' }, async ({
  browser,
}) => {
  const page = await openPage(browser);
  await signIn(page);
  await page.getByRole('main').getByRole('link', { name: 'Attorneys', exact: true }).click();
  await page.getByRole('link', { name: 'Add Attorney' }).click();
  await dialog(page)
    .getByRole('link', { name: 'Cancel' })
    .evaluate((link: HTMLElement) => {
      link.click();
      link.click();
    });
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Add Attorney' })).toBeFocused();
  await expect(page).toHaveURL(siteUrl() + list);
  await leave(page);
});

test('what fails on the way is told, and what was typed stays', { tag: '@thorough' }, async ({ browser }) => {
  const page = await openList(browser);
  await page.goto(`${list}?cursor=nonsense`);
  await expect(page.locator('.toast')).toContainText('Failed to load attorneys');
  await page.goto(list);
  const name = await add(page);
  await page.route('**/trpc/directory.*', (route) => route.abort());
  await page.getByRole('link', { name: `Delete ${name}` }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(dialog(page).getByRole('region', { name: 'Failed to delete attorney' })).toBeFocused();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: `Edit ${name}` }).click();
  await dialog(page).getByLabel('City', { exact: true }).fill('Barre');
  await save(page);
  await expect(dialog(page).getByRole('region', { name: 'Failed to save attorney' })).toBeFocused();
  await expect(dialog(page).getByLabel('City', { exact: true })).toHaveValue('Barre');
  await page.unroute('**/trpc/directory.*');
  await save(page);
  await expect(rowOf(page, name)).toContainText('Barre, VT');
  await leave(page);
});

test('the attorneys of the back office are accessible at every width and color scheme', async ({
  browser,
}) => {
  const page = await openList(browser);
  await expectAccessibleInAllLooks(page);
  const name = await add(page);
  await page.getByRole('link', { name: 'Add Attorney' }).click();
  await dialog(page).waitFor();
  await expectAccessibleInAllLooks(page);
  await save(page);
  await expect(dialog(page).getByRole('region', { name: 'Missing Information' })).toBeFocused();
  await expectAccessibleInAllLooks(page);
  await page.goto(list);
  await page.getByRole('link', { name: `Delete ${name}` }).click();
  await dialog(page).waitFor();
  await expectAccessibleInAllLooks(page);
  await page.goto(`${list}?cursor=${'f'.repeat(24)}zzzz`);
  await expect(page.getByText('No further attorneys.')).toBeVisible();
  await expectAccessibleInAllLooks(page);
  await leave(page);
});
