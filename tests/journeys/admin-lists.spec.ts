import { randomInt, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { expectAccessibleInAllLooks } from '../setup/axe.ts';
import {
  addStaff,
  dialogReady,
  leave,
  openPage,
  sendApplication,
  sendEvaluation,
  signIn,
  signInWithAccount,
} from '../setup/back-office.ts';
import { signContract } from '../setup/contracts.ts';
import { registerPerson } from '../setup/portal.ts';
import { mainlyWithScript } from '../setup/scripting.ts';

const evaluations = '/admin/case-evaluations';

async function searchFor(page: Page, query: string): Promise<void> {
  await page.getByRole('searchbox', { name: /^Search by name, / }).fill(query);
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
  await expect(page.locator('.list-query')).toContainText(`Search: “${query}”`);
}

/** @returns every address that the page asks for from now on. */
function addressesOf(page: Page): string[] {
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(decodeURIComponent(request.url())));
  return addresses;
}

async function staffPage(browser: Browser, javaScriptEnabled: boolean, path: string): Promise<Page> {
  const page = await openPage(browser, { javaScriptEnabled, acceptDownloads: true });
  await signIn(page, path);
  return page;
}

for (const { javaScriptEnabled, how, tag } of mainlyWithScript) {
  test(`staff find an evaluation by name and by reference, and no address says whom they searched for, ${how}`, {
    tag,
  }, async ({ browser }) => {
    const wanted = await sendEvaluation();
    const other = await sendEvaluation();
    const page = await staffPage(browser, javaScriptEnabled, evaluations);
    const addresses = addressesOf(page);
    const surname = wanted.name.split(' ')[1] ?? '';
    for (const query of [surname.slice(0, 6), wanted.reference]) {
      await searchFor(page, query);
      await expect(page.getByRole('link', { name: wanted.name, exact: true })).toBeVisible();
      await expect(page.getByRole('link', { name: other.name, exact: true })).toHaveCount(0);
    }
    await page.getByRole('link', { name: wanted.name, exact: true }).click();
    await expect(page.getByRole('dialog')).toContainText(wanted.reference);
    await page.getByRole('link', { name: 'Close' }).click();
    await expect(page.locator('tbody tr')).toHaveCount(1);
    await page.locator('.list-query').getByRole('link', { name: 'Clear' }).click();
    await expect(page.getByRole('link', { name: other.name, exact: true })).toBeVisible();
    expect(addresses.filter((address) => address.includes(surname.slice(0, 6)))).toEqual([]);
    await leave(page);
  });

  test(`a filter stays with a search and is in the address, and what matches nothing says so, ${how}`, {
    tag,
  }, async ({ browser }) => {
    const { name } = await sendEvaluation();
    const page = await staffPage(browser, javaScriptEnabled, evaluations);
    await searchFor(page, name);
    await page.getByText('Filter and sort').click();
    await page.getByLabel('Status').selectOption('Approved');
    await page.getByLabel('Order').selectOption('Oldest first');
    await page.getByRole('button', { name: 'Show' }).click();
    await expect(page).toHaveURL(/status=approved/);
    await expect(page.getByText('No case evaluations match.')).toBeVisible();
    await expect(page.getByLabel('Status')).toHaveValue('approved');
    await page.getByLabel('Status').selectOption('Pending');
    await page.getByRole('button', { name: 'Show' }).click();
    await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'Submitted' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    );
    if (javaScriptEnabled) {
      await page.getByRole('link', { name, exact: true }).click();
      await dialogReady(page);
      await page.getByRole('button', { name: 'Approve' }).click();
    } else await searchFor(page, 'Nobody Ofthisname');
    await expect(page.getByText('No case evaluations match.')).toBeVisible();
    await page.getByText('No case evaluations match.').getByRole('link', { name: 'Clear' }).click();
    await expect(page).toHaveURL(/case-evaluations$/);
    await leave(page);
  });

  test(`applications, contracts and clients are searched too, ${how}`, { tag: '@thorough' }, async ({
    browser,
  }) => {
    const { name } = await sendApplication();
    const reference = await signContract('212847333');
    const page = await staffPage(browser, javaScriptEnabled, '/admin/attorney-applications');
    await searchFor(page, name);
    await expect(page.locator('tbody tr')).toHaveCount(1);
    await page.goto('/admin/contracts');
    await searchFor(page, reference);
    await expect(page.getByRole('cell', { name: reference })).toBeVisible();
    await expect(page.locator('tbody tr')).toHaveCount(1);
    await page.goto('/admin/dashboard');
    await searchFor(page, 'Nobody Ofthisname');
    await expect(page.getByText('No clients match.')).toBeVisible();
    await expect(page).toHaveURL(/#clients$/);
    await leave(page);
  });

  test(`attorneys are found by name, phone and email, and narrowed to a state in the address, ${how}`, {
    tag: '@thorough',
  }, async ({ browser }) => {
    const writer = await staffPage(browser, true, '/admin/attorneys');
    const name = `Zz ${randomUUID().replace(/[^a-f]/g, '')}zz`;
    const digits = String(randomInt(1_000, 10_000));
    const email = `zz${digits}.${randomUUID().slice(0, 8)}@example.com`;
    await writer.getByRole('link', { name: 'Add Attorney' }).click();
    await dialogReady(writer);
    const dialog = writer.getByRole('dialog');
    for (const [label, value] of Object.entries({
      'Full name': name,
      'Law firm': 'Listed Disability Law',
      'Email address': email,
      'Phone number': `(201) 555-${digits}`,
      City: 'Burlington',
      'Years of experience': '7',
      Specialties: 'ALJ hearings',
      'About the attorney and the practice': 'Helps people with disability claims.',
    }))
      await dialog.getByLabel(label, { exact: true }).fill(value);
    await dialog.getByLabel('State', { exact: true }).selectOption('ND');
    await dialog.getByRole('button', { name: 'Save Attorney', exact: true }).click();
    await expect(writer.getByText('Attorney added successfully').first()).toBeVisible();
    await leave(writer);
    const page = await staffPage(browser, javaScriptEnabled, '/admin/attorneys');
    const addresses = addressesOf(page);
    const row = page.getByRole('row', { name: new RegExp(name) });
    for (const query of [name, `555-${digits}`, email]) {
      await searchFor(page, query);
      await expect(row).toBeVisible();
    }
    await page.getByText('Filter and sort').click();
    await page.getByLabel('State', { exact: true }).selectOption('Utah');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(page).toHaveURL(/state=UT/);
    await expect(page.getByText('No attorneys match.')).toBeVisible();
    await page.getByLabel('State', { exact: true }).selectOption('North Dakota');
    await page.getByLabel('Order').selectOption('By name, from Z to A');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(row).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending');
    const typed = [name.slice('Zz '.length), `555-${digits}`, email];
    const reveals = (address: string) => typed.some((words) => decodeURIComponent(address).includes(words));
    expect(addresses.filter(reveals)).toEqual([]);
    await page.goto('/admin/attorneys?state=XX');
    await expect(page.getByRole('alert')).toContainText('Choose one of the states that the list offers.');
    await leave(page);
  });

  test(`clients are narrowed by status, and the dashboard leads to those who wait, ${how}`, {
    tag: '@thorough',
  }, async ({ browser }) => {
    const person = await registerPerson();
    const page = await staffPage(browser, javaScriptEnabled, '/admin/dashboard');
    const masked = page.getByRole('cell', { name: `***-**-${person.ssn.slice(-4)}`, exact: true });
    await page.getByRole('link', { name: 'Unverified clients' }).click();
    await expect(page).toHaveURL(/status=unverified#clients$/);
    await expect(masked.first()).toBeVisible();
    await page.getByLabel('Status').selectOption('Verified');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(page).toHaveURL(/status=verified/);
    await signContract(person.ssn);
    await page.getByRole('link', { name: 'Waiting for us' }).click();
    await expect(page).toHaveURL(/status=waiting#clients$/);
    await expect(page.getByLabel('Status')).toHaveValue('waiting');
    await expect(masked.first()).toBeVisible();
    await leave(page);
  });

  test(`what a list shows is exported with its filter and search, ${how}`, { tag: '@thorough' }, async ({
    browser,
  }) => {
    const wanted = await sendEvaluation();
    const other = await sendEvaluation();
    // An account may export five times in a quarter of an hour, and other journeys export too.
    const account = await addStaff();
    const page = await openPage(browser, { javaScriptEnabled });
    await page.goto(`/admin/login?${new URLSearchParams({ next: `${evaluations}?status=pending` })}`);
    await signInWithAccount(page, account);
    await searchFor(page, wanted.name);
    await page.getByRole('link', { name: 'Export this list' }).click();
    await expect(page.getByText('Only what your search of the list found.')).toBeVisible();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ]);
    const text = await readFile(await file.path(), 'utf8');
    expect(text).toContain(`"${wanted.reference}"`);
    expect(text).not.toContain(`"${other.reference}"`);
    await leave(page);
  });
}

test('a value that no filter has is said in a sentence, on every list', { tag: '@thorough' }, async ({
  browser,
}) => {
  const page = await staffPage(browser, true, evaluations);
  for (const path of [evaluations, '/admin/attorney-applications', '/admin/contracts', '/admin/dashboard']) {
    for (const [query, sentence] of [
      ['status=lost', 'Choose one of the statuses that the list offers.'],
      ['sort=name', 'Choose one of the orders that the list offers.'],
      ['from=2026-02-30', 'Enter each day as a date, such as 11/22/2026.'],
      ['from=2026-02-02&to=2026-02-01', 'The last day must not be before the first day.'],
      ['search=AAAAAAAAAAAA', 'This search has ended'],
    ]) {
      const response = await page.goto(`${path}?${query}`);
      expect(response?.status()).toBe(200);
      await expect(page.getByRole('alert').filter({ hasText: sentence ?? '' })).toBeVisible();
      await expect(page.locator('.toast')).toHaveCount(0);
    }
  }
  await leave(page);
});

test('those who may only look can search, and are offered no export', { tag: '@thorough' }, async ({
  browser,
}) => {
  const { name } = await sendEvaluation();
  const page = await openPage(browser);
  await signIn(page, evaluations, await addStaff('read_only'));
  await searchFor(page, name);
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Export this list' })).toHaveCount(0);
  await leave(page);
});

test('of what arrives, an open list shows what its search and filter leave', { tag: '@thorough' }, async ({
  browser,
}) => {
  const { name } = await sendEvaluation();
  const page = await staffPage(browser, true, `${evaluations}?status=pending`);
  await searchFor(page, 'Visitor');
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
  const arrived = await sendEvaluation();
  await expect(page.getByRole('row', { name: new RegExp(arrived.name) })).toBeVisible();
  await expect(page.locator('.list-status')).toHaveText(/^\d+ new case evaluations?$/);
  await searchFor(page, name);
  const read = page.waitForResponse((response) => response.url().includes('/trpc/evaluations.list'));
  const later = await sendEvaluation();
  await read;
  await expect(page.locator('tbody tr')).toHaveCount(1);
  await expect(page.getByText(later.name)).toHaveCount(0);
  await leave(page);
});

test('on a later page, which does not move, what arrived is announced and leads to the newest', {
  tag: '@thorough',
}, async ({ browser }) => {
  await sendEvaluation();
  const later = `${Date.now()}-${'f'.repeat(24)}`;
  const page = await staffPage(browser, true, `${evaluations}?sort=newest&cursor=${later}`);
  const rows = page.locator('tbody tr');
  const first = await rows.first().innerText();
  const { name } = await sendEvaluation();
  const show = page.getByRole('link', { name: /^Show \d+ new case evaluations?$/ });
  await expect(page.getByRole('status').filter({ has: show })).toBeVisible();
  expect(await rows.first().innerText()).toBe(first);
  await show.click();
  await expect(page).toHaveURL(/sort=newest$/);
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
  await leave(page);
});

test('a list that nothing tells of new rows asks by itself, and moves only when it is shown', {
  tag: '@thorough',
}, async ({ browser }) => {
  const page = await openPage(browser);
  await page.clock.install();
  await signIn(page, '/admin/attorneys');
  const other = await staffPage(browser, true, '/admin/attorneys/new');
  await dialogReady(other);
  const name = `Aab ${randomUUID().replace(/[^a-f]/g, '')}`;
  for (const [label, value] of Object.entries({
    'Full name': name,
    'Law firm': 'Listed Disability Law',
    'Email address': 'listed@example.com',
    'Phone number': '(201) 555-0173',
    City: 'Burlington',
    'Years of experience': '7',
    Specialties: 'ALJ hearings',
    'About the attorney and the practice': 'Helps people with disability claims.',
  }))
    await other.getByLabel(label, { exact: true }).fill(value);
  await other.getByRole('dialog').getByLabel('State', { exact: true }).selectOption('ND');
  await other.getByRole('button', { name: 'Save Attorney', exact: true }).click();
  await expect(other.getByText('Attorney added successfully').first()).toBeVisible();
  const row = page.getByRole('row', { name: new RegExp(name) });
  await page.clock.fastForward(31_000);
  const show = page.getByRole('link', { name: /^Show \d+ new attorneys?$/ });
  await expect(show).toBeVisible();
  await expect(row).toHaveCount(0);
  await show.click();
  await expect(row).toBeVisible();
  for (const each of [page, other]) await leave(each);
});

test('a searched, a filtered and an empty list are accessible at every width and color scheme', async ({
  browser,
}) => {
  const { name } = await sendEvaluation();
  const page = await staffPage(browser, true, `${evaluations}?sort=pending`);
  await expectAccessibleInAllLooks(page);
  await searchFor(page, name);
  await expectAccessibleInAllLooks(page);
  await searchFor(page, 'Nobody Ofthisname');
  await expect(page.getByText('No case evaluations match.')).toBeVisible();
  await expectAccessibleInAllLooks(page);
  await leave(page);
});

test('an appeal with a deadline stands first and says its last day, until it is decided', async ({
  browser,
}) => {
  const letter_date = new Date(Date.now() - 55 * 86_400_000).toISOString().slice(0, 10);
  const { name } = await sendEvaluation({ letter_date });
  await sendEvaluation();
  const page = await staffPage(browser, true, evaluations);
  const row = page.locator('tbody tr').filter({ hasText: name });
  await expect(row.locator('.appeal-by')).toHaveText(/^\d+\/\d+\/20\d\d, \d+ days left$/);
  const dated = page.locator('tbody tr').filter({ has: page.locator('.appeal-by') });
  const days = await dated
    .locator('.appeal-by time')
    .evaluateAll((times) => times.map((time) => time.getAttribute('datetime') ?? ''));
  expect(days).toEqual([...days].sort());
  await expect(page.locator('tbody tr').first().locator('.appeal-by')).toBeVisible();
  await expectAccessibleInAllLooks(page);
  await page.goto('/admin/dashboard');
  await expect(page.getByText(/waiting for review, \d+ with an appeal deadline$/)).toBeVisible();
  await page.goBack();
  await row.getByRole('link', { name }).first().click();
  await dialogReady(page);
  await expect(page.getByRole('dialog').getByText(/^Appeal by/)).toBeVisible();
  await expectAccessibleInAllLooks(page);
  await page.getByRole('button', { name: 'Reject' }).click();
  await page.getByRole('heading', { name: /^Reject .+: case evaluation/ }).waitFor();
  await page.getByLabel('Reason').selectOption('Other');
  await page.getByRole('button', { name: 'Reject and send the letter' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // In the usual order the decided come last.
  await page.goto(`${evaluations}?sort=newest`);
  await expect(row).toContainText('Rejected');
  await expect(row.locator('.appeal-by.near')).toHaveCount(0);
  await leave(page);
});
