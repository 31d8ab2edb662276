import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Locator, type Request, test } from '@playwright/test';
import {
  addStaff,
  dialogReady,
  leave,
  openPage,
  type StaffAccount,
  sendApplication,
  sendEvaluation,
  signIn,
} from '../setup/back-office.ts';
import { signContract } from '../setup/contracts.ts';
import { newPerson, registerClientPage, registerPerson } from '../setup/portal.ts';
import { useSeparateSite } from '../setup/separate-site.ts';

test('a new evaluation appears in the open list live, is announced, and moves neither focus nor scroll position', async ({
  browser,
}) => {
  for (let sent = 0; sent < 12; sent += 1) await sendEvaluation();
  // Reduced motion turns off smooth scrolling, which would distort the measurement.
  const page = await openPage(browser, { viewport: { width: 1280, height: 400 }, reducedMotion: 'reduce' });
  await signIn(page, '/admin/case-evaluations');
  // Other journeys send evaluations too, which may have been announced already.
  await expect(page.locator('.list-status')).toHaveText(/\d+ (new )?case evaluations?$/);
  let reloads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) reloads += 1;
  });
  // So far down that the page has scrolled: at its top, a new row moves the others.
  const focused = await page.locator('tbody th a').nth(11).getAttribute('href');
  const link = page.locator(`tbody th a[href="${focused}"]`);
  await link.focus();
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100);
  const positionBefore = await link.boundingBox();

  const { name } = await sendEvaluation();
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('Pending');
  await expect(page.locator('.list-status')).toHaveText(/^\d+ new case evaluations?$/);
  expect(await page.evaluate(() => document.activeElement?.getAttribute('href'))).toBe(focused);
  const positionAfter = await link.boundingBox();
  expect(Math.abs((positionAfter?.y ?? 0) - (positionBefore?.y ?? 0))).toBeLessThan(3);
  expect(reloads).toBe(0);
  await leave(page);
});

test('new contracts and clients are announced on their lists, which do not move until they are loaded again', {
  tag: '@thorough',
}, async ({ browser }) => {
  for (const [path, one, send] of [
    ['/admin/contracts', 'contract', () => signContract(newPerson().ssn)],
    ['/admin/dashboard', 'client', () => registerPerson()],
  ] as const) {
    const page = await openPage(browser, { viewport: { width: 1280, height: 600 } });
    await signIn(page, path);
    await send();
    await page.goto(path);
    const first = page.locator('tbody tr').first();
    await expect(first).toBeVisible();
    const [text, before] = [await first.innerText(), await belowStatus(first)];
    await send();
    // Other journeys register people too.
    await expect(page.locator('.list-status')).toHaveText(new RegExp(`^Show \\d+ new ${one}s?$`));
    expect([await first.innerText(), await belowStatus(first)]).toEqual([text, before]);
    await page.getByRole('link', { name: /^Show \d+ new / }).click();
    await expect(page.locator('.list-status')).toHaveText(
      new RegExp(`^(Showing \\d+|Show \\d+ new) ${one}s?$`),
    );
    await expect(first).not.toHaveText(text);
    await leave(page);
  }
});

/**
 * @returns how far below the announcement's top the row is, px. The dashboard's cards above them both change with what other
 *   journeys send.
 */
function belowStatus(row: Locator): Promise<number> {
  return row.evaluate((element) => {
    const status = document.querySelector('.list-status');
    return element.getBoundingClientRect().top - (status?.getBoundingClientRect().top ?? 0);
  });
}

test("the dashboard's pending count updates live", { tag: '@thorough' }, async ({ browser }) => {
  const page = await openPage(browser);
  await signIn(page);
  const card = page.getByRole('listitem').filter({ hasText: 'Case evaluations' });
  const text = await card.getByRole('status').textContent();
  // Other tests send evaluations too, so the number may move by more than one.
  await sendEvaluation();
  await expect(card.getByRole('status')).not.toHaveText(text ?? '');
  await leave(page);
});

test('a decision made on one screen shows on another, in the list and in open details', async ({
  browser,
}) => {
  const { name } = await sendEvaluation();
  const [first, second] = [await openPage(browser), await openPage(browser)];
  for (const page of [first, second]) {
    await signIn(page, '/admin/case-evaluations?sort=newest');
    await page.getByRole('link', { name, exact: true }).click();
    await page.getByRole('dialog').waitFor();
  }
  await first.getByRole('button', { name: 'Approve' }).click();
  await expect(second.getByRole('dialog')).toContainText('Approved');
  await expect(second.getByRole('button', { name: 'Approve' })).toHaveAttribute('aria-disabled', 'true');
  await second.keyboard.press('Escape');
  await expect(second.getByRole('row', { name: new RegExp(name) })).toContainText('Approved');
  for (const page of [first, second]) await leave(page);
});

const listReads = (request: Request) => (request.url().includes('/trpc/evaluations.list') ? [request] : []);

test('when the list fails to load, it shows an error and a retry button', { tag: '@thorough' }, async ({
  browser,
}) => {
  const page = await openPage(browser);
  await signIn(page);
  const begun: Request[] = [];
  const ended: Request[] = [];
  page.on('request', (request) => begun.push(...listReads(request)));
  page.on('requestfinished', (request) => ended.push(...listReads(request)));
  page.on('requestfailed', (request) => ended.push(...listReads(request)));
  await page.goto('/admin/case-evaluations?cursor=nonsense');
  await expect(page.locator('.toast')).toContainText('Failed to load case evaluations');
  await expect(page.getByText('We could not load this.')).toBeVisible();
  // A read that has begun is not begun again.
  await expect.poll(() => begun.length - ended.length).toBe(0);
  const before = begun.length;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => begun.length).toBeGreaterThan(before);
  await leave(page);
});

test.describe('on a separate site', () => {
  const site = useSeparateSite();

  test('an open, empty list keeps updating after a restart of the site', { tag: '@thorough' }, async ({
    browser,
  }) => {
    const page = await openPage(browser);
    await signIn(page, '/admin/remove-samples');
    await page.getByRole('button', { name: 'Remove them' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Samples removed');
    await page.goto('/admin/case-evaluations');
    await expect(page.getByText('No case evaluations submitted yet.')).toBeVisible();
    const processes: { name: string; pid: number }[] = JSON.parse(
      await readFile(join(site().dataDir, 'processes.json'), 'utf8'),
    );
    process.kill(processes.find(({ name }) => name === 'site')?.pid ?? 0, 'SIGKILL');
    await expect(async () => expect((await fetch(`${site().url}/readyz`)).status).toBe(200)).toPass();
    const { name } = await sendEvaluation();
    await expect(page.getByRole('row', { name: new RegExp(name) })).toBeVisible();
    await expect(page.locator('.list-status')).toHaveText('1 new case evaluation');
    await leave(page);
  });

  test('more of a long list is loaded below, by a link that works without JavaScript', {
    tag: '@thorough',
  }, async ({ browser }) => {
    for (let sent = 0; sent < 27; sent += 1) await sendEvaluation();
    const page = await openPage(browser);
    await signIn(page, '/admin/case-evaluations');
    const rows = page.locator('tbody th a');
    await expect(rows).toHaveCount(25);
    const more = page.getByRole('link', { name: 'Load more' });
    const next = await more.getAttribute('href');
    await more.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => rows.count()).toBeGreaterThan(25);
    await expect(page.locator('tbody th a:focus')).toHaveCount(1);
    const appended = await rows.evaluateAll((links) =>
      links.slice(25).map((link) => link.getAttribute('href')),
    );

    const withoutScript = await openPage(browser, {
      javaScriptEnabled: false,
      storageState: await page.context().storageState(),
    });
    await withoutScript.goto(next ?? '');
    expect(appended).toContain(await withoutScript.locator('tbody th a').first().getAttribute('href'));
    await withoutScript.getByRole('link', { name: 'Back to the newest' }).click();
    await expect(withoutScript).toHaveURL(/case-evaluations$/);
    for (const one of [page, withoutScript]) await leave(one);
  });
});

test('two members of staff see each other at contracts, clients and applications too', {
  tag: '@thorough',
}, async ({ browser }) => {
  const client = await registerClientPage();
  const reference = await signContract(newPerson().ssn);
  const { name } = await sendApplication();
  const [tess, ben] = [await addStaff(), await addStaff()];
  const [first, second] = [await openPage(browser), await openPage(browser)];
  for (const [page, account] of [
    [first, tess],
    [second, ben],
  ] as const) {
    await signIn(page, client, account);
  }
  await expect(second.getByText(`Also opened by: ${tess.name}`)).toBeVisible();
  for (const page of [first, second]) {
    await page.goto('/admin/contracts');
    await page.getByRole('row').filter({ hasText: reference }).getByRole('link').first().click();
  }
  await expect(second.getByText(`Also opened by: ${tess.name}`)).toBeVisible();
  for (const page of [first, second]) {
    await page.goto('/admin/attorney-applications');
    await page.getByRole('link', { name, exact: true }).click();
    await dialogReady(page);
  }
  await expect(second.getByText(`Also opened by: ${tess.name}`)).toBeVisible();
  for (const page of [first, second]) await leave(page);
});

test('two members of staff at one record see each other, and the refused decision names who decided', async ({
  browser,
}) => {
  const { name } = await sendEvaluation();
  const [tess, ben] = [await addStaff(), await addStaff()];
  const open = async (account: StaffAccount) => {
    const page = await openPage(browser);
    await page.clock.install();
    await signIn(page, '/admin/case-evaluations?sort=newest', account);
    await page.getByRole('link', { name, exact: true }).click();
    await dialogReady(page);
    return page;
  };
  const first = await open(tess);
  const second = await open(ben);
  await expect(second.getByText(`Also opened by: ${tess.name}`)).toBeVisible();
  // An open page asks every 15 seconds.
  await first.clock.fastForward(15_000);
  await expect(first.getByText(`Also opened by: ${ben.name}`)).toBeVisible();
  await first.getByRole('button', { name: 'Approve' }).click();
  await expect(first.getByRole('dialog')).toHaveCount(0);
  await first.getByRole('link', { name, exact: true }).click();
  await expect(first.getByRole('dialog')).toContainText(`by ${tess.name}`);
  await expect(second.getByRole('dialog')).toContainText(`is already approved. Decided by ${tess.name}.`);
  await second.getByRole('button', { name: 'Approve' }).press('Enter');
  await expect(second.getByRole('alert').first()).toContainText(`Decided by ${tess.name}.`);
});
