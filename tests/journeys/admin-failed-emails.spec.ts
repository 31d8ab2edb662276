import { expect, test } from '@playwright/test';
import { expectAccessibleInAllLooks } from '../setup/axe.ts';
import { leave, openPage, signIn, siteUrl } from '../setup/back-office.ts';
import { putFailedEmails } from '../setup/failed-emails.ts';

let remove: () => Promise<void>;
test.beforeEach(async () => {
  remove = await putFailedEmails();
});
test.afterEach(() => remove());

test('visitors who are not signed in are redirected to the sign-in page', async () => {
  for (const path of ['/admin/mail', '/admin/retention']) {
    const response = await fetch(siteUrl() + path, { redirect: 'manual' });
    expect(response.headers.get('location')).toMatch(/^\/admin\/login/);
    expect(await response.text()).not.toContain('Resume link');
  }
});

test('mail beyond the first 25 is on a page of its own, which begins at its top and on which its buttons stay', {
  tag: '@thorough',
}, async ({ browser }) => {
  const removers = [remove, await putFailedEmails(25)];
  remove = async () => {
    for (const each of removers) await each();
  };
  const page = await openPage(browser);
  await signIn(page, '/admin/mail');
  await expect(page.getByRole('rowheader')).toHaveCount(25);
  await page.getByRole('link', { name: 'Newer mail' }).click();
  await expect(page.getByRole('rowheader')).toHaveCount(4);
  await expect(page.getByRole('link', { name: 'Newer mail' })).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to main content' })).toBeFocused();
  const second = page.url();
  await page
    .getByRole('button', { name: /^Give up Evaluation received, written / })
    .first()
    .click();
  await expect(page.locator('main').getByText('It will not be sent unless you try again.')).toBeVisible();
  expect(page.url()).toBe(second);
  await page.getByRole('link', { name: 'Back to the oldest' }).click();
  await expect(page.getByRole('rowheader')).toHaveCount(25);
  await leave(page);
});

test('staff see why an email was not sent, give it up and retry it', { tag: '@thorough' }, async ({
  browser,
}) => {
  const page = await openPage(browser);
  await signIn(page);
  await expect(page.getByText('2 not sent', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Mail', exact: true }).click();
  await expect(page).toHaveTitle('Mail that was not sent | Back office');
  const waiting = page.getByRole('row', { name: 'Evaluation received' });
  await expect(waiting).toContainText('The mail server could not be reached.');
  await expect(page.getByRole('row', { name: 'Resume link' })).toContainText('None: given up');

  await waiting.getByRole('button', { name: /^Give up Evaluation received, written / }).click();
  await expect(page.locator('main').getByText('It will not be sent unless you try again.')).toBeVisible();
  await expect(waiting).toContainText('Then staff gave it up.');
  await expect(waiting.getByRole('button', { name: /^Give up/ })).toHaveCount(0);

  await waiting.getByRole('button', { name: /^Try again now/ }).click();
  await expect(page.locator('main').getByText('The mail is being sent now.')).toBeVisible();
  await leave(page);
});

test('the mail, retention and system pages are accessible at every width and color scheme', async ({
  browser,
}) => {
  const page = await openPage(browser);
  await signIn(page, '/admin/mail');
  await expect(page.getByRole('button', { name: 'Try all again now' })).toBeVisible();
  await expectAccessibleInAllLooks(page);
  await page.goto('/admin/retention');
  await expect(page.getByText('Rejected case evaluations: 365 days after the decision')).toBeVisible();
  await expectAccessibleInAllLooks(page);
  await page.goto('/admin/system');
  await expect(page.getByRole('row', { name: 'MongoDB (database)' })).toContainText(
    /^MongoDB.*\d+\.\d+\.\d+, /,
  );
  await expectAccessibleInAllLooks(page);
  await leave(page);
});
