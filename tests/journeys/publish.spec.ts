import { expect, type Locator, type Page, test } from '@playwright/test';
import { openDocument, openFromList, signInToCms } from '../setup/cms.ts';
import { readCredentials } from '../setup/site.ts';

const url = process.env.SITE_URL ?? '';

async function signIn(page: Page): Promise<void> {
  const { cms } = await readCredentials(process.env.SITE_DATA_DIR ?? '');
  await page.goto(cms.url);
  await page.getByLabel('Email').fill(cms.email);
  await page.getByLabel('Password').fill(cms.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL(/\/cms\/?$/);
}

test("a visitor sees only the CMS's sign-in page", async ({ page }) => {
  await page.goto(`${url}/cms/collections/articles`);
  await expect(page).toHaveURL(/\/cms\/login/);
  expect((await page.request.get(`${url}/cms/api/users`)).status()).toBe(401);
  const drafts = await page.request.get(`${url}/cms/api/articles?draft=true&where[_status][equals]=draft`);
  expect((await drafts.json()).docs ?? []).toEqual([]);
  const first = await page.request.post(`${url}/cms/api/users/first-register`, {
    data: { email: 'intruder@example.com', password: 'a long password', role: 'admin', name: 'Intruder' },
    headers: { origin: url },
  });
  expect(first.status()).toBeGreaterThanOrEqual(400);
});

test('the eleventh sign-in attempt from one IP address within 15 minutes is refused, whatever the account', async ({
  request,
}) => {
  const statuses: number[] = [];
  for (let attempt = 1; attempt <= 11; attempt += 1) {
    const response = await request.post(`${url}/cms/api/users/login`, {
      data: { email: `somebody-${attempt}@example.com`, password: 'a guess' },
      headers: { origin: url, 'x-forwarded-for': '198.51.100.77' },
    });
    statuses.push(response.status());
  }
  expect(statuses).toEqual([...Array(10).fill(401), 429]);
});

test("an editor's changes are public only once published, then immediately and in every list", async ({
  page,
  browser,
}) => {
  const cspErrors: string[] = [];
  page.on(
    'console',
    (message) => message.text().includes('Content Security Policy') && cspErrors.push(message.text()),
  );
  await signIn(page);
  await openFromList(page, 'articles', 'hearing-attendees');
  const title = page.getByLabel(/^Title/);
  await expect(title).toBeVisible();
  const before = await title.inputValue();
  const after = `${before} - updated`;

  const visitor = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await title.fill(after);
  await expect(page.getByText(/Last saved|saved .* ago/i).first()).toBeVisible();
  await expect(page.getByText(/Changed/).first()).toBeVisible();
  await visitor.goto(`${url}/articles/hearing-attendees`);
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(before);

  const published = page.waitForResponse(
    (response) => response.request().method() === 'PATCH' && !response.url().includes('autosave'),
  );
  await page.getByRole('button', { name: /publish changes/i }).click();
  expect((await published).status()).toBe(200);
  await visitor.goto(`${url}/articles/hearing-attendees`);
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(after);
  await visitor.goto(`${url}/articles`);
  await expect(visitor.getByRole('link', { name: after })).toBeVisible();
  expect(cspErrors).toEqual([]);
});

test('the current password is asked for only while somebody changes the own one', {
  tag: '@thorough',
}, async ({ page }) => {
  await signInToCms(page);
  await page.goto(`${process.env.SITE_URL}/cms/account`);
  await expect(page.locator('.until-hydrated[inert]')).toHaveCount(0);
  const current = page.getByLabel(/^Current password/);
  await expect(page.getByLabel(/^Name/)).toBeVisible();
  await expect(current).toHaveCount(0);
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(current).toBeVisible();
});

/** Payload drops a save that is pressed while it checks what was typed. An editor presses again, until it is answered. */
async function saveLink(drawer: Locator, answered: () => Promise<void>): Promise<void> {
  const save = drawer.getByRole('button', { name: 'Save changes' });
  await expect(async () => {
    if (await save.isVisible()) await save.click({ timeout: 2_000 });
    await answered();
  }).toPass();
}

test('a link asks for its words and its address, and refuses an address that leads nowhere', {
  tag: '@thorough',
}, async ({ page }) => {
  await signInToCms(page);
  await openDocument(page, 'articles', 'overpayments');
  const text = page.locator('[data-lexical-editor="true"]').first();
  await text.locator('p').first().click();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+End');
  await page.locator('.toolbar-popup__button-link').first().click();
  const drawer = page.locator('.lexical-link-edit-drawer');
  // Payload's labels in this dialog name no field.
  const address = drawer.locator('input[name="url"]');
  await expect(drawer.getByText(/^Address/)).toBeVisible();
  await expect(address).toHaveValue('');
  await expect(drawer).toContainText('A page of this site, such as /contact');
  await expect(drawer.getByRole('radio')).toHaveCount(0);
  const patience = { timeout: 5_000 };
  await address.fill('www.ssa.gov');
  await saveLink(drawer, () =>
    expect(drawer).toContainText('The link must start with "/" for a page of this site', patience),
  );
  await address.fill('https://www.ssa.gov');
  await saveLink(drawer, () => expect(drawer).toBeHidden(patience));
  await expect(text.locator('a[href="https://www.ssa.gov"]')).toBeVisible();
});

test('new columns and rows of a table in an article are open, and called so', { tag: '@thorough' }, async ({
  page,
}) => {
  await signInToCms(page);
  await openDocument(page, 'articles', 'technical-denial');
  const text = page.locator('[data-lexical-editor="true"]').first();
  await text.locator('p').first().click();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('/table');
  await page.getByRole('listbox', { name: 'Slash menu' }).getByRole('option', { name: 'Table' }).click();
  // Payload's labels in this part of the text name no field.
  const headings = text.locator('input[name$="label"]');
  for (const [at, name] of ['Column 1', 'Column 2'].entries()) {
    await text.getByRole('button', { name: 'Add Column' }).click();
    await expect(text.getByText(name, { exact: true })).toBeVisible();
    await headings.nth(at).fill(`Heading ${at + 1}`);
  }
  await text.getByRole('button', { name: 'Add Row' }).click();
  await text.getByRole('button', { name: 'Add Cell' }).click();
  await expect(text.getByText('Cell 1', { exact: true })).toBeVisible();
  for (const at of [0, 1]) await expect(headings.nth(at)).toBeVisible();
});
