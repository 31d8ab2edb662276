import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { copyCheckout } from '../setup/checkout.ts';
import { waitMinimumFillTime } from '../setup/evaluation.ts';
import { type RunningSite, readCredentials, startSite } from '../setup/site.ts';

const question = 'Have you ever served in the military?';
const required = 'Select yes if you have served in the military';

/** Adds a question the way a developer does, by editing only schema.json and ui.json. */
async function addQuestion(checkout: string): Promise<void> {
  const folder = join(checkout, 'forms/case-evaluation');
  const schema = JSON.parse(await readFile(join(folder, 'schema.json'), 'utf8'));
  schema.properties.served_in_military = { type: 'string', enum: ['yes', 'no'], maxLength: 3 };
  schema.required.push('served_in_military');
  const ui = JSON.parse(await readFile(join(folder, 'ui.json'), 'utf8'));
  ui.steps.splice(2, 0, {
    id: 'military',
    title: 'Military service',
    fields: ['served_in_military'],
    autoAdvance: true,
  });
  ui.fields.served_in_military = {
    title: question,
    shortTitle: 'Served in the military',
    widget: 'yes-no',
    messages: { required },
  };
  await writeFile(join(folder, 'schema.json'), JSON.stringify(schema, null, 2));
  await writeFile(join(folder, 'ui.json'), JSON.stringify(ui, null, 2));
}

async function answerFirst(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/free-case-evaluation`);
  for (const answer of ['No', 'Yes']) {
    await page.getByRole('radio', { name: answer, exact: true }).check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL(/free-case-evaluation\/(applied-before|military|has-lawyer)/);
  }
}

/** Answers the remaining questions with their last option, then fills in the contact page and submits. */
async function answerRest(page: Page, lastName: string): Promise<void> {
  while (!page.url().endsWith('/contact')) {
    const previousUrl = page.url();
    await page.getByRole('radio').last().check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL((url) => url.href !== previousUrl);
  }
  await page.getByLabel('First name').fill('Dana');
  await page.getByLabel('Last name').fill(lastName);
  await page.getByLabel(/phone/i).first().fill('(201) 555-0123');
  await page.getByLabel(/email/i).first().fill('dana@example.com');
  await waitMinimumFillTime();
  await page.getByRole('button', { name: 'Submit my case evaluation' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Case Evaluation Submitted!/);
}

/** @param address an IP address, a different one for each visitor. */
async function visit(browser: Browser, address: string, javaScriptEnabled: boolean): Promise<Page> {
  const context = await browser.newContext({
    javaScriptEnabled,
    extraHTTPHeaders: { 'x-forwarded-for': address },
  });
  return context.newPage();
}

async function submitEvaluation(browser: Browser, site: RunningSite, lastName: string): Promise<void> {
  const page = await visit(browser, '198.51.100.201', false);
  await answerFirst(page, site.url);
  await answerRest(page, lastName);
  await page.context().close();
}

test("a question added by editing two files is asked, validated, stored and shown, and earlier evaluations don't have it", async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const dataDir = await mkdtemp(join(tmpdir(), 'claimdesk-question-'));
  const { folder, remove } = await copyCheckout();
  let site = await startSite(folder, dataDir);
  try {
    await submitEvaluation(browser, site, 'Before');
    await site.stop();
    await addQuestion(folder);
    site = await startSite(folder, dataDir);

    for (const [javaScript, address] of [
      [false, '198.51.100.202'],
      [true, '198.51.100.203'],
    ] as const) {
      const page = await visit(browser, address, javaScript);
      await answerFirst(page, site.url);
      await expect(page.getByRole('heading', { level: 1 })).toContainText(question);
      await expect(page.getByText('Question 3 of 10')).toBeVisible();
      // Rejected by the server without JavaScript and by the browser with it, with the same message.
      const posts: string[] = [];
      page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(page.getByRole('link', { name: required })).toBeVisible();
      expect(posts).toHaveLength(javaScript ? 0 : 1);
      await answerRest(page, javaScript ? 'Withscript' : 'Noscript');
      await page.context().close();
    }

    await expectInBackOffice(browser, site);
  } finally {
    await site.stop();
    await remove();
    await rm(dataDir, { recursive: true, force: true });
  }
});

async function expectInBackOffice(browser: Browser, site: RunningSite): Promise<void> {
  const { admin } = await readCredentials(site.dataDir);
  const page = await visit(browser, '198.51.100.204', true);
  await page.goto(`${site.url}/admin/login`);
  await page.getByLabel('Admin password', { exact: false }).first().fill(admin.password);
  await page
    .getByRole('button', { name: /^(log|sign) in/i })
    .first()
    .click();
  await page.waitForURL(/admin\/dashboard/);
  await page.goto(`${site.url}/admin/case-evaluations`);
  for (const [name, expected] of [
    ['Dana Withscript', true],
    ['Dana Noscript', true],
    ['Dana Before', false],
  ] as const) {
    await page.getByRole('link', { name, exact: false }).first().click();
    const dialog = page.getByRole('dialog');
    await expect(
      dialog.getByText('Have you applied for Social Security disability benefits before?'),
    ).toBeVisible();
    await expect(dialog.getByText(question)).toHaveCount(expected ? 1 : 0);
    await page.goto(`${site.url}/admin/case-evaluations`);
  }
  await page.context().close();
}
