import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { readPdf } from '../../api/platform/documents/fixtures/read-pdf.ts';
import { newAddress } from '../setup/address.ts';
import { copyCheckout } from '../setup/checkout.ts';
import { waitMinimumFillTime } from '../setup/evaluation.ts';
import { type RunningSite, readCredentials, startSite } from '../setup/site.ts';

const question = 'Your jobs of the last 5 years';
const fixture = join(import.meta.dirname, '../../forms/fixtures/every-widget');

async function readJson(folder: string, name: string) {
  return JSON.parse(await readFile(join(folder, name), 'utf8'));
}

/** Adds a step to the contract with the group of jobs from the every-widget fixture. */
async function addJobs(checkout: string): Promise<void> {
  const folder = join(checkout, 'forms/contract');
  const [schema, ui] = [await readJson(folder, 'schema.json'), await readJson(folder, 'ui.json')];
  const [fixtureSchema, fixtureUi] = [
    await readJson(fixture, 'schema.json'),
    await readJson(fixture, 'ui.json'),
  ];
  schema.properties.jobs = fixtureSchema.properties.jobs;
  schema.required.push('jobs');
  ui.steps.splice(2, 0, { id: 'jobs', title: 'Your work', fields: ['jobs'] });
  ui.fields.jobs = fixtureUi.fields.jobs;
  await writeFile(join(folder, 'schema.json'), JSON.stringify(schema, null, 2));
  await writeFile(join(folder, 'ui.json'), JSON.stringify(ui, null, 2));
}

const input = (page: Page, name: string) => page.locator(`[name="${name}"]`);
const continueToNext = (page: Page) => page.getByRole('button', { name: 'Continue', exact: true }).click();
const addButton = (page: Page) => page.getByRole('button', { name: 'Add another job' });
const items = (page: Page) => page.locator('[data-item]');

async function fillDetails(page: Page, site: RunningSite): Promise<void> {
  await page.goto(`${site.url}/sign-contract/agreement`);
  await page.getByRole('button', { name: 'I have read it, continue' }).click();
  const typed = {
    first_name: 'Dana',
    last_name: 'Rivera',
    'date_of_birth.month': '4',
    'date_of_birth.day': '27',
    'date_of_birth.year': '1968',
    ssn: '212-84-7391',
  };
  for (const [name, value] of Object.entries(typed)) await input(page, name).fill(value);
  await continueToNext(page);
  await page.waitForURL('**/sign-contract/contact');
  const contact = { street_address: '12 Example Street', city: 'Newark', zip_code: '07102' };
  const contactDetails = { phone: '2015550123', email: 'dana@example.com' };
  for (const [name, value] of Object.entries({ ...contact, ...contactDetails }))
    await input(page, name).fill(value);
  await input(page, 'state').selectOption('NJ');
  await continueToNext(page);
  await page.waitForURL('**/sign-contract/jobs');
}

interface Job {
  title: string;
  kind: string;
  started: [month: string, day: string, year: string];
  duties: string;
}

async function fillJob(page: Page, index: number, { title, kind, started, duties }: Job): Promise<void> {
  await input(page, `jobs.${index}.title`).fill(title);
  await input(page, `jobs.${index}.kind`).selectOption(kind);
  const [month, day, year] = started;
  await input(page, `jobs.${index}.started.month`).fill(month);
  await input(page, `jobs.${index}.started.day`).fill(day);
  await input(page, `jobs.${index}.started.year`).fill(year);
  await input(page, `jobs.${index}.duties`).fill(duties);
}

async function expectJob(page: Page, index: number, { title, kind, started, duties }: Job): Promise<void> {
  await expect(input(page, `jobs.${index}.title`)).toHaveValue(title);
  await expect(input(page, `jobs.${index}.kind`)).toHaveValue(kind);
  for (const [position, part] of ['month', 'day', 'year'].entries()) {
    await expect(input(page, `jobs.${index}.started.${part}`)).toHaveValue(started[position] ?? '');
  }
  await expect(input(page, `jobs.${index}.duties`)).toHaveValue(duties);
}

const cook: Job = { title: 'Cook', kind: 'full', started: ['3', '', '2019'], duties: 'Soups\nand sauces' };
const clerk: Job = { title: 'Clerk', kind: 'part', started: ['5', '2', '2021'], duties: 'Files' };
const driver: Job = { title: 'Driver', kind: 'full', started: ['7', '9', '2023'], duties: 'Vans & “buses”' };

/** Adds three jobs, the first with an incomplete date, and removes the second. */
async function addAndRemove(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(question);
  await expect(items(page)).toHaveCount(1);
  await fillJob(page, 0, cook);
  await addButton(page).click();
  await expect(items(page)).toHaveCount(2);
  await expect(input(page, 'jobs.1.title')).toBeFocused();
  await expectJob(page, 0, cook);
  await fillJob(page, 1, clerk);
  await addButton(page).click();
  await expect(items(page)).toHaveCount(3);
  await expect(addButton(page)).toHaveCount(0);
  await fillJob(page, 2, driver);
  await page.getByRole('button', { name: 'Remove this job (Job 2)' }).click();
  await expect(items(page)).toHaveCount(2);
  await expectJob(page, 0, cook);
  await expectJob(page, 1, driver);
}

/** "Finish later" keeps all items as typed, valid or not. */
async function finishLaterAndResume(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Finish later' }).click();
  await page.waitForURL('**/sign-contract/finish-later');
  await page.getByRole('link', { name: 'Back to my contract' }).click();
  await page.waitForURL('**/sign-contract/jobs');
  await expectJob(page, 0, cook);
  await expectJob(page, 1, driver);
}

/** An error links to its field and keeps all values; correcting it leads to the next step. */
async function submitInvalidThenValid(page: Page): Promise<void> {
  await input(page, 'jobs.1.title').press('Enter');
  const wrong = 'Started must include a day';
  await page.getByRole('link', { name: wrong }).click();
  await expect(input(page, 'jobs.0.started.day')).toBeFocused();
  await expect(input(page, 'jobs.0.started.month')).not.toHaveAttribute('aria-invalid');
  await expect(page.getByRole('heading', { name: 'Please Check Your Answers' })).toBeVisible();
  await expectJob(page, 0, cook);
  await expectJob(page, 1, driver);
  await input(page, 'jobs.0.started.day').fill('15');
  await continueToNext(page);
  await page.waitForURL('**/sign-contract/sign');
}

/** The summary lists both jobs, and one is changed from there. */
async function reviewAndChange(page: Page): Promise<void> {
  const row = page.locator('.summary-list > div', { hasText: question });
  for (const text of ['Cook', '3/15/2019', 'Driver', 'Vans & “buses”']) await expect(row).toContainText(text);
  await expect(row).not.toContainText('Clerk');
  await page.getByRole('link', { name: `Change your answer to: ${question}` }).click();
  await page.waitForURL('**/sign-contract/jobs?change=1');
  await expectJob(page, 1, driver);
  await addButton(page).click();
  await expect(items(page)).toHaveCount(3);
  await expect(page).toHaveURL(/change=1/);
  await page.getByRole('button', { name: 'Remove this job (Job 3)' }).click();
  await expect(items(page)).toHaveCount(2);
  await input(page, 'jobs.1.title').fill('Bus driver');
  await continueToNext(page);
  await page.waitForURL('**/sign-contract/sign');
  await expect(row).toContainText('Bus driver');
}

/** Signs the contract. @returns the text of its PDF, and its reference. */
async function signAndRead(page: Page, javaScript: boolean): Promise<{ text: string; reference: string }> {
  await page.getByRole('checkbox', { name: 'I agree to the terms' }).check();
  await page.getByRole('checkbox', { name: 'I agree to use electronic records' }).check();
  await page.getByLabel('Type your full name').fill('Dana Rivera');
  if (!javaScript) await waitMinimumFillTime();
  await page.getByRole('button', { name: 'Sign Contract', exact: true }).click();
  await page.waitForURL('**/sign-contract/sent');
  const reference = (await page.getByText(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/).textContent()) ?? '';
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download my contract (PDF)' }).click(),
  ]);
  return { text: (await readPdf(await readFile(await file.path()))).text, reference };
}

async function expectInBackOffice(browser: Browser, site: RunningSite, references: string[]): Promise<void> {
  const { admin } = await readCredentials(site.dataDir);
  const page = await (await browser.newContext({ baseURL: site.url })).newPage();
  await page.goto('/admin/login?next=%2Fadmin%2Fcontracts');
  await page.getByLabel('Admin password').fill(admin.password);
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
  await page.waitForURL('**/admin/contracts');
  for (const reference of references) {
    await page.goto('/admin/contracts');
    await page.locator('tr', { hasText: reference }).getByRole('link').first().click();
    const main = page.getByRole('main');
    for (const text of ['Cook', 'Bus driver', 'and sauces']) await expect(main).toContainText(text);
    await expect(main).not.toContainText('Clerk');
  }
}

test('group items are added, filled in, removed, validated, stored and rendered as PDF, with and without JavaScript', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const dataDir = await mkdtemp(join(tmpdir(), 'claimdesk-groups-'));
  const { folder, remove } = await copyCheckout();
  await addJobs(folder);
  const site = await startSite(folder, dataDir);
  try {
    const references = [];
    for (const javaScriptEnabled of [false, true]) {
      const address = newAddress();
      const context = await browser.newContext({
        javaScriptEnabled,
        viewport: { width: 320, height: 700 },
        extraHTTPHeaders: { 'x-forwarded-for': address },
      });
      const page = await context.newPage();
      await fillDetails(page, site);
      await addAndRemove(page);
      await finishLaterAndResume(page);
      await submitInvalidThenValid(page);
      await reviewAndChange(page);
      const { text, reference } = await signAndRead(page, javaScriptEnabled);
      for (const printed of ['Cook', 'Bus driver', '3/15/2019', 'Soups']) expect(text).toContain(printed);
      expect(text).not.toContain('Clerk');
      references.push(reference);
      await context.close();
    }
    await expectInBackOffice(browser, site, references);
  } finally {
    await site.stop();
    await remove();
    await rm(dataDir, { recursive: true, force: true });
  }
});
