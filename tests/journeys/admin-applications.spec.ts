import { expect, type Page, test } from '@playwright/test';
import { newAddress } from '../setup/address.ts';
import { expectAccessibleInAllLooks } from '../setup/axe.ts';
import {
  application,
  cookieOf,
  dialogReady,
  leave,
  openPage,
  sendApplication,
  signIn,
  siteUrl,
} from '../setup/back-office.ts';

const list = '/admin/attorney-applications';
const someId = '0123456789abcdef01234567';

function post(path: string, body: string, headers: Record<string, string> = {}): Promise<Response> {
  const type = path.startsWith('/trpc') ? 'application/json' : 'application/x-www-form-urlencoded';
  const address = newAddress();
  return fetch(siteUrl() + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': type, origin: siteUrl(), 'x-forwarded-for': address, ...headers },
    body,
  });
}

async function openReview(page: Page, name: string): Promise<string> {
  await signIn(page, list);
  await page.getByRole('link', { name, exact: true }).click();
  await dialogReady(page);
  return page.url();
}

/** @returns the number of attorneys that the public directory finds for a name. */
async function listedAs(page: Page, name: string): Promise<number> {
  await page.goto(`/attorney-directory?${new URLSearchParams({ q: name })}`);
  return page.getByRole('article').filter({ hasText: name }).count();
}

test.describe('a visitor who is not signed in', () => {
  for (const path of [list, `${list}/${someId}`]) {
    test(`is redirected from ${path} to the sign-in page, and sees no data`, async () => {
      const response = await fetch(siteUrl() + path, { redirect: 'manual' });
      expect(response.status).toBe(302);
      expect(response.headers.get('location')).toMatch(/^\/admin\/login/);
      expect(await response.text()).not.toContain(application.firm);
    });
  }

  test('can neither read nor decide, by API or by posting the form', async () => {
    for (const call of ['list', 'pending']) {
      const response = await fetch(`${siteUrl()}/trpc/applications.${call}?input={}`);
      expect([call, response.status]).toEqual([call, 401]);
    }
    for (const decision of ['approved', 'rejected']) {
      const response = await post('/trpc/applications.decide', JSON.stringify({ id: someId, decision }));
      expect([decision, response.status]).toEqual([decision, 401]);
    }
    const response = await post(`${list}/${someId}`, 'decision=approved');
    expect(response.headers.get('location')).toMatch(/^\/admin\/login/);
  });
});

test('a page of another site cannot approve as staff', async ({ browser }) => {
  const { name } = await sendApplication();
  const page = await openPage(browser);
  const path = new URL(await openReview(page, name)).pathname;
  const cookie = await cookieOf(page);
  const id = path.split('/').at(-1);
  const foreignHeaders: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
  ];
  for (const headers of foreignHeaders) {
    const formResponse = await post(path, 'decision=approved', { cookie, ...headers });
    const apiResponse = await post(
      '/trpc/applications.decide',
      JSON.stringify({ id, decision: 'approved' }),
      {
        cookie,
        ...headers,
      },
    );
    expect([formResponse.status, apiResponse.status]).toEqual([403, 403]);
  }
  expect(await listedAs(page, name)).toBe(0);
  await leave(page);
});

test.describe('staff', () => {
  test('approve an application, and the attorney is in the public directory at once', async ({ browser }) => {
    const { name } = await sendApplication();
    const page = await openPage(browser);
    expect(await listedAs(page, name)).toBe(0);
    await signIn(page);
    await page.getByRole('main').getByRole('link', { name: 'Attorney applications' }).click();
    await expect(page.getByText(/^\d+\+? pending$/)).toBeVisible();
    const row = page.getByRole('row', { name: new RegExp(name) });
    for (const text of [application.firm, 'Montpelier, VT', '12 years', 'Pending']) {
      await expect(row).toContainText(text);
    }
    await row.getByRole('link', { name: `Review of ${name}` }).click();
    const dialog = page.getByRole('dialog');
    for (const text of ['(201) 555-0172', application.email, application.bio, application.specialties]) {
      await expect(dialog).toContainText(text);
    }
    await page.getByRole('button', { name: 'Approve & Add to Directory' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.locator('.toast')).toContainText('Application Approved');
    await expect(row).toContainText('Approved');

    await row.getByRole('link', { name: `Review of ${name}` }).click();
    await expect(dialog).toContainText('This attorney application is already approved.');
    await expect(dialog.getByRole('button', { name: /Directory|Reject/ })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    expect(await listedAs(page, name)).toBe(1);
    await page.goto(list);
    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    await expect(page).toHaveURL(/dashboard$/);
    await leave(page);
  });

  test('get an error if a colleague decided first, and see the new status', { tag: '@thorough' }, async ({
    browser,
  }) => {
    const { name } = await sendApplication();
    const [first, second] = [await openPage(browser), await openPage(browser)];
    // Blocks live updates, to simulate two clicks at almost the same time.
    await second.route('**/trpc/submissions.changes**', (route) => route.abort());
    for (const page of [first, second]) await openReview(page, name);
    await first.getByRole('button', { name: 'Approve & Add to Directory' }).click();
    await expect(first.getByRole('dialog')).toHaveCount(0);
    await second.getByRole('button', { name: 'Reject Application' }).click();
    await expect(second.getByRole('alert').first()).toHaveText(
      'This attorney application is already approved. Decided by Shared password.',
    );
    await expect(second.locator('.toast')).toContainText('Failed to reject application');
    await expect(second.getByRole('button', { name: 'Reject Application', exact: true })).toHaveCount(0);
    for (const page of [first, second]) await leave(page);
  });

  test('see the open list and the badge update live when an application arrives', {
    tag: '@thorough',
  }, async ({ browser }) => {
    const page = await openPage(browser);
    await signIn(page, list);
    const badge = page.getByText(/^\d+\+? pending$/);
    const before = await badge.textContent();
    const { name } = await sendApplication();
    await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('Pending');
    await expect(badge).not.toHaveText(before ?? '');
    await leave(page);
  });

  test('keep the dialog open when a decision fails, with an error message', { tag: '@thorough' }, async ({
    browser,
  }) => {
    const { name } = await sendApplication();
    const page = await openPage(browser);
    await openReview(page, name);
    await page.route('**/trpc/applications.decide', (route) => route.abort());
    await page.getByRole('button', { name: 'Approve & Add to Directory' }).click();
    await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('Failed to approve application');
    await expect(page.getByRole('dialog')).toContainText('Pending');
    await leave(page);
  });
});

test('the review of applications is accessible at every width and color scheme', async ({ browser }) => {
  const { name } = await sendApplication();
  const page = await openPage(browser);
  await signIn(page, `${list}?cursor=1.0-000000000000000000000000`);
  await expect(page.getByText('No further attorney applications.')).toBeVisible();
  await expectAccessibleInAllLooks(page);
  await page.goto(`${list}?cursor=nonsense`);
  await expect(page.locator('.toast')).toContainText('Failed to load applications');
  await expectAccessibleInAllLooks(page);
  await page.goto(list);
  await expectAccessibleInAllLooks(page);
  await page.getByRole('link', { name, exact: true }).click();
  await page.getByRole('dialog').waitFor();
  await expectAccessibleInAllLooks(page);
  await page.getByRole('button', { name: 'Reject Application' }).click();
  await expect(page.locator('.toast')).toContainText('Application Rejected');
  await page.getByRole('link', { name, exact: true }).click();
  await page.getByRole('dialog').waitFor();
  await expectAccessibleInAllLooks(page);
  await leave(page);
});
