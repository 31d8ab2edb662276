import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import type { mongo } from 'mongoose';
import { expectAccessible, expectAccessibleInAllLooks } from '../setup/axe.ts';
import { leave, openLivePage, openPage, signIn, siteUrl } from '../setup/back-office.ts';
import { signContract } from '../setup/contracts.ts';
import { openClientPage, openPortal, type Person, registerPerson } from '../setup/portal.ts';
import { withPortalDatabase } from '../setup/portal-database.ts';
import { mainlyWithScript } from '../setup/scripting.ts';

const nobody = '/admin/client/00000000-0000-4000-8000-000000000000';
const sections = [
  'Matters',
  'Claim',
  'Notes',
  'Documents',
  'Possible duplicates',
  'Contracts',
  'Case evaluations',
  'Consents',
  'Information',
  'What you can do',
  'Mailing addresses',
  'Phones',
  'Emails',
  'Emergency contacts',
  'Medical facilities',
  'Medical treatments',
  'Changes to this login',
];
const empty = [
  'No mailing addresses yet.',
  'No phone numbers yet.',
  'No email addresses yet.',
  'No emergency contacts yet.',
  'No medical facilities yet.',
  'No medical treatments yet.',
  'No consents yet.',
  'No contracts yet.',
  'No case evaluation is linked, and none has this client’s phone number or email address.',
  'No documents yet.',
];
const doubt =
  'A contract with this Social Security number has a different name or date of birth. Compare them before you rely on either.';
const oneUnlinked = 'One contract with this number is not linked to the client, see Contracts.';

const masked = ({ ssn }: Person) => `***-**-${ssn.slice(-4)}`;
/** The newest, because others may have the same last digits. */
const rowOf = (page: Page, person: Person) =>
  page
    .getByRole('row')
    .filter({ has: page.getByRole('cell', { name: masked(person), exact: true }) })
    .first();
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** Changes the running site's accounts directly. */
async function withAccounts(work: (accounts: mongo.Collection<{ _id: string }>) => Promise<unknown>) {
  await withPortalDatabase((portal) => work(portal.collection<{ _id: string }>('clients')));
}

/** Expects the digits before the last four neither in what the server sent nor in what the browser shows. */
async function expectNoNumber(page: Page, { ssn }: Person): Promise<void> {
  const content = (await (await page.request.get(page.url())).text()) + (await page.content());
  // Ids of records and times may have any digits in them.
  const html = content.replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|\b[\da-f]{24}\b|\b\d{13}\b/g, '');
  for (const digits of [ssn.slice(0, 6), `${ssn.slice(0, 3)}-${ssn.slice(3, 5)}`, ssn.slice(3)])
    expect(html).not.toContain(digits);
}

test('only signed-in staff can read clients, and a client cannot', async ({ browser }) => {
  const { page: portal } = await openPortal(browser);
  const clientCookies = (await portal.context().cookies()).map(({ name, value }) => `${name}=${value}`);
  for (const cookie of ['', clientCookies.join('; ')]) {
    for (const path of [nobody, `${nobody}.data`, '/admin/client/x', '/admin/dashboard']) {
      const response = await fetch(siteUrl() + path, { headers: { cookie }, redirect: 'manual' });
      const text = `${response.headers.get('location')} ${await response.text()}`;
      expect(text).toContain('/admin/login');
      expect(text).not.toContain('***');
    }
    for (const [procedure, input] of [
      ['list', {}],
      ['detail', { id: nobody.slice(-36) }],
    ] as const) {
      const query = new URLSearchParams({ input: JSON.stringify(input) });
      const { status } = await fetch(`${siteUrl()}/trpc/clients.${procedure}?${query}`, {
        headers: { cookie },
      });
      expect(status).toBe(401);
    }
  }
  await leave(portal);
});

for (const { javaScriptEnabled, how, tag } of mainlyWithScript) {
  test(`an address without a page gets one of the back office that says so, ${how}`, { tag }, async ({
    browser,
  }) => {
    const page = await openPage(browser, { javaScriptEnabled });
    await page.goto('/admin/nothing-here');
    await expect(page).toHaveURL(/\/admin\/login\?next=/);
    await signIn(page);
    for (const path of ['/admin/nothing-here', `${nobody}/nothing/here`]) {
      expect((await page.goto(path))?.status()).toBe(404);
      await expect(heading(page)).toHaveText('Page not found');
      await expect(page).toHaveTitle('Page not found | Back office');
      await expect(page.getByRole('navigation', { name: 'Back office' })).toBeVisible();
    }
    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    await expect(heading(page)).toHaveText('Dashboard');
    await leave(page);
  });

  test(`an absent client and a malformed id get a page that says so, ${how}`, { tag: '@thorough' }, async ({
    browser,
  }) => {
    const page = await openPage(browser, { javaScriptEnabled });
    await signIn(page);
    for (const path of [nobody, '/admin/client/x', '/admin/client/%7B%22$gt%22:1%7D']) {
      expect((await page.goto(path))?.status()).toBe(404);
      await expect(heading(page)).toHaveText('Client not found');
      await expect(page.getByRole('navigation', { name: 'Back office' })).toBeVisible();
    }
    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    await expect(heading(page)).toHaveText('Dashboard');
    await leave(page);
  });

  test(`staff open a client from the dashboard, see what the signed contract says, and download it, ${how}`, {
    tag,
  }, async ({ browser }) => {
    const person = await registerPerson();
    const page = await openPage(browser, { javaScriptEnabled });
    await signIn(page);
    await rowOf(page, person).getByRole('link').click();
    await page.waitForURL(/\/admin\/client\/[0-9a-f-]{36}$/);
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(sections);
    await expect(heading(page)).toHaveText('Client');
    await expect(page).toHaveTitle('Client | Back office');
    for (const sentence of empty) await expect(page.getByText(sentence, { exact: true })).toBeVisible();
    await expect(page.getByText(oneUnlinked)).toHaveCount(0);
    for (const fact of [masked(person), '4/12/1958', 'Unverified', 'Never'])
      await expect(page.getByRole('definition').filter({ hasText: fact })).toBeVisible();
    await expectNoNumber(page, person);

    const reference = await signContract(person.ssn);
    await page.reload();
    await expect(heading(page)).toHaveText('Dana Rivera');
    for (const known of ['12 Example Street, Unit 7', '(201) 555-0123', 'dana.rivera@example.com']) {
      const entry = page.getByRole('listitem').filter({ hasText: known });
      await expect(entry).toContainText(/From the contract signed on [A-Z][a-z]+ \d+, \d{4}/);
    }
    await expect(page.getByText(doubt)).toHaveCount(0);
    await expect(page.getByText(oneUnlinked)).toBeVisible();
    await expectNoNumber(page, person);
    const document = page.getByRole('link', { name: `Client contract ${reference}` });
    const [file] = await Promise.all([page.waitForEvent('download'), document.click()]);
    expect(file.suggestedFilename()).toBe(`${reference}.pdf`);
    expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');

    await page
      .getByRole('link', { name: /^contract signed on/ })
      .first()
      .click();
    await expect(page).toHaveTitle(`Contract ${reference} | Back office`);
    await page.getByRole('link', { name: 'client page of Dana Rivera' }).click();
    await expect(heading(page)).toHaveText('Dana Rivera');
    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    await expect(rowOf(page, person)).toContainText('Dana Rivera');
    await expectNoNumber(page, person);
    await leave(page);
  });

  test(`a contract with another date of birth gives no data, only a link to compare, ${how}`, {
    tag: '@thorough',
  }, async ({ browser }) => {
    const person = await registerPerson();
    const reference = await signContract(person.ssn, { date_of_birth: '1958-04-13' });
    const page = await openClientPage(browser, person);
    await expect(page.getByText(doubt)).toBeVisible();
    for (const sentence of empty) await expect(page.getByText(sentence, { exact: true })).toBeVisible();
    await expect(page.locator('main')).not.toContainText('Rivera');
    await page.getByRole('link', { name: `Contract ${reference}`, exact: true }).click();
    await expect(page).toHaveTitle(`Contract ${reference} | Back office`);
    await expect(page.getByRole('link', { name: /^client page of/ })).toHaveCount(0);
    await leave(page);
  });

  test(`older clients are on further pages, which lead back to the newest, ${how}`, { tag }, async ({
    browser,
  }) => {
    const old = Array.from({ length: 30 }, (_, at) => ({
      _id: randomUUID(),
      ssn: 'x',
      ssn_lookup: [{ k: 'x', h: randomUUID() }],
      date_of_birth: 'x',
      pin_hash: 'x',
      identity_status: 'verified',
      created_at: new Date(Date.UTC(1999, 0, 1 + at)),
    }));
    await withAccounts((accounts) => accounts.insertMany(old));
    const person = await registerPerson();
    const page = await openPage(browser, { javaScriptEnabled });
    await signIn(page);
    await expect(rowOf(page, person)).toBeVisible();
    const oldest = page.getByRole('cell', { name: '12/31/1998' });
    const firstLink = page.getByRole('rowheader').getByRole('link').first();
    while (!(await oldest.isVisible())) {
      const before = (await firstLink.getAttribute('href')) ?? '';
      await page.getByRole('link', { name: 'Older clients' }).click();
      await expect(firstLink).not.toHaveAttribute('href', before);
      await page.waitForLoadState();
    }
    await expect(rowOf(page, person)).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Registered clients' })).toBeInViewport();
    await page.getByRole('link', { name: 'Back to the newest' }).click();
    await expect(rowOf(page, person)).toBeVisible();
    await withAccounts((accounts) => accounts.deleteMany({ _id: { $in: old.map(({ _id }) => _id) } }));
    await leave(page);
  });

  test(`a list or client that cannot be read says so in its place, and can be tried again, ${how}`, {
    tag: '@thorough',
  }, async ({ browser }) => {
    const person = await registerPerson();
    const page = await openClientPage(browser, person);
    const _id = page.url().slice(-36);
    const setLastSignIn = (last_used_at: unknown) =>
      withAccounts((accounts) => accounts.updateOne({ _id }, { $set: { last_used_at } }));
    await setLastSignIn('no date');
    expect((await page.reload())?.status()).toBe(500);
    const inPlace = page.getByRole('main');
    await expect(inPlace.getByText('Failed to load client data')).toBeVisible();
    if (javaScriptEnabled) await expect(page.locator('.toast')).toContainText('Failed to load client data');
    await expect(page.getByRole('navigation', { name: 'Back office' })).toBeVisible();
    await setLastSignIn(null);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(sections);

    await page.goto('/admin/dashboard?cursor=nonsense');
    await expect(inPlace.getByText('Failed to load clients')).toBeVisible();
    if (javaScriptEnabled) await expect(page.locator('.toast')).toContainText('Failed to load clients');
    await expect(page.getByRole('link', { name: 'Client logins' })).toBeVisible();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(rowOf(page, person)).toBeVisible();
    await leave(page);
  });

  test(`on a phone the header is one row, with everything else behind a button, ${how}`, {
    tag: '@thorough',
  }, async ({ browser }) => {
    const page = await openPage(browser, { javaScriptEnabled, viewport: { width: 320, height: 700 } });
    await signIn(page);
    await expect(heading(page)).toHaveText('Dashboard');
    const height = await page.getByRole('banner').evaluate((header) => header.getBoundingClientRect().height);
    expect(height).toBeLessThan(80);
    const contracts = page.getByRole('link', { name: 'Contracts' }).and(page.locator('header a'));
    await expect(contracts).toBeHidden();
    await page.getByRole('button', { name: 'Menu' }).focus();
    await page.keyboard.press('Enter');
    await expect(contracts).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(contracts).toBeHidden();
    await page.keyboard.press('Enter');
    await contracts.click();
    await expect(heading(page)).toHaveText('Contracts');
    await expect(contracts).toBeHidden();
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Log Out' }).click();
    await page.waitForURL('**/admin/login**');
    await leave(page);
  });
}

test('a click anywhere in a row opens the client, and so does the keyboard', { tag: '@thorough' }, async ({
  browser,
}) => {
  const person = await registerPerson();
  const page = await openPage(browser);
  await signIn(page);
  await openLivePage(page, '/admin/dashboard');
  await rowOf(page, person).getByRole('cell', { name: '4/12/1958' }).click();
  await expect(heading(page)).toHaveText('Client');
  await expect(heading(page)).toBeFocused();
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await rowOf(page, person).getByRole('link').press('Enter');
  await expect(heading(page)).toHaveText('Client');
  await leave(page);
});

test('the pages of clients are accessible at every width and color scheme, in every state', async ({
  browser,
}) => {
  const person = await registerPerson();
  const page = await openClientPage(browser, person);
  await expectAccessibleInAllLooks(page);
  await signContract(person.ssn);
  await signContract(person.ssn, { date_of_birth: '1958-04-13' });
  await page.reload();
  await expect(page.getByText(doubt)).toBeVisible();
  await expectAccessibleInAllLooks(page);
  await page.goto(nobody);
  await expectAccessibleInAllLooks(page);
  await page.goto('/admin/dashboard');
  await expect(rowOf(page, person)).toBeVisible();
  await expectAccessibleInAllLooks(page);
  await page.goto('/admin/dashboard?cursor=nonsense');
  await expectAccessibleInAllLooks(page);
  await page.setViewportSize({ width: 320, height: 900 });
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('button', { name: 'Log Out' })).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page, { colorScheme });
  }
  await leave(page);
});
