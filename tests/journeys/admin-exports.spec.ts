import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessibleInAllLooks } from '../setup/axe.ts';
import {
  addStaff,
  cookieOf,
  leave,
  openPage,
  sendEvaluation,
  setSessionDates,
  signIn,
  siteUrl,
} from '../setup/back-office.ts';
import { mainlyWithScript } from '../setup/scripting.ts';

const pagePath = '/admin/exports';
const filePath = '/admin/exports/file';
const choices = { kind: 'evaluations', format: 'csv', from: '2026-01-01', to: '9998-12-31' };

function post(fields: Record<string, string>, headers: Record<string, string>): Promise<Response> {
  return fetch(siteUrl() + filePath, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: siteUrl(), ...headers },
    body: new URLSearchParams(fields).toString(),
  });
}

async function download(page: Page): Promise<{ name: string; text: string }> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ]);
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

test('an export is refused without a session, and across sites', async ({ browser }) => {
  for (const cookie of ['', `admin=${'A'.repeat(43)}`]) {
    const response = await post(choices, { cookie });
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toMatch(/^\/admin\/login/);
  }
  const page = await openPage(browser);
  await signIn(page);
  const cookie = await cookieOf(page);
  expect((await post(choices, { cookie, origin: 'https://evil.example' })).status).toBe(403);
  const direct = await fetch(siteUrl() + filePath, { headers: { cookie }, redirect: 'manual' });
  expect(direct.headers.get('location')).toBe(pagePath);
  await leave(page);
});

for (const { javaScriptEnabled, how, tag } of mainlyWithScript) {
  test(`staff download submissions, ${how}, and their choices are kept when a day is wrong`, { tag }, async ({
    browser,
  }) => {
    const { name, reference } = await sendEvaluation();
    const page = await openPage(browser, { javaScriptEnabled, acceptDownloads: true });
    await signIn(page);
    await page.getByRole('main').getByRole('link', { name: 'Exports' }).click();
    await page.getByLabel('JSON, for programs').check();
    await page.getByLabel('First day').fill('2026-01-01');
    await page.getByLabel('Last day').fill('2025-12-31');
    await page.getByRole('button', { name: 'Download' }).click();
    const summary = page.getByRole('region', { name: 'No file was made' });
    await expect(summary).toContainText('The last day must not be before the first day');
    await expect(page).toHaveTitle('Error: Exports | Back office');
    await expect(page.getByLabel('JSON, for programs')).toBeChecked();
    await expect(page.getByLabel('First day')).toHaveValue('2026-01-01');

    await page.getByLabel('Last day').fill('9998-12-31');
    const json = await download(page);
    expect(json.name).toBe('case-evaluations-2026-01-01-to-9998-12-31.json');
    const rows: { Reference: string; answers: Record<string, string> }[] = JSON.parse(json.text);
    const found = rows.find((row) => row.Reference === reference);
    expect(`${found?.answers.first_name} ${found?.answers.last_name}`).toBe(name);
    await page.getByLabel('CSV, for spreadsheets').check();
    const csv = await download(page);
    expect(csv.name).toMatch(/\.csv$/);
    expect(csv.text).toContain(`"${reference}"`);
    await leave(page);
  });

  test(`an export from a page that was left open asks who it is, and comes back with what was chosen, ${how}`, {
    tag: '@thorough',
  }, async ({ browser }) => {
    const account = await addStaff();
    const page = await openPage(browser, { javaScriptEnabled, acceptDownloads: true });
    await signIn(page, pagePath, account);
    await page.getByLabel('JSON, for programs').check();
    await setSessionDates(page, { confirmed_at: new Date(Date.now() - 31 * 60_000) });
    await page.getByRole('button', { name: 'Download' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm that it is you');
    await page.getByLabel('Your password', { exact: true }).fill(account.password);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByLabel('JSON, for programs')).toBeChecked();
    expect((await download(page)).name).toMatch(/\.json$/);
    await leave(page);
  });
}

test('the exports page is accessible at every width and color scheme, with and without errors', async ({
  browser,
}) => {
  const page = await openPage(browser);
  await signIn(page, pagePath);
  for (const query of ['', '?problem=to&from=2026-01-01', '?problem=too-many']) {
    await page.goto(pagePath + query);
    await expectAccessibleInAllLooks(page);
  }
  await leave(page);
});
