import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, expect, type Page, test } from '@playwright/test';
import mongoose from 'mongoose';
import { readPdf } from '../../api/platform/documents/fixtures/read-pdf.ts';
import { runningUris } from '../../scripts/mongod.ts';
import { newAddress } from '../setup/address.ts';
import { copyCheckout } from '../setup/checkout.ts';
import { passMinimumFillTime } from '../setup/evaluation.ts';
import { addHearingPrep, answers, changedFiles, line, steps } from '../setup/hearing-prep.ts';
import { hiddenField, type PlainBrowser, plainBrowser } from '../setup/plain-browser.ts';
import { openScriptedPage } from '../setup/running-scripts.ts';
import { makeDataDir, type RunningSite, readCredentials, startSite } from '../setup/site.ts';

const { MongoClient } = mongoose.mongo;

/** A copy of the checkout whose forms are edited between two starts. */
let site: RunningSite;
let copy: Awaited<ReturnType<typeof copyCheckout>>;
let dataDir: string;
let database: InstanceType<typeof MongoClient>;
let changedByNewForm: Awaited<ReturnType<typeof changedFiles>>;

test.beforeAll(async ({ browser }) => {
  test.setTimeout(900_000);
  dataDir = await makeDataDir();
  copy = await copyCheckout();
  site = await startSite(copy.folder, dataDir);
  await submitEvaluation(browser, 'Before');
  await site.stop();
  await addHearingPrep(copy.folder);
  changedByNewForm = await changedFiles(copy.folder);
  await addQuestion(copy.folder);
  await addJobs(copy.folder);
  site = await startSite(copy.folder, dataDir, {
    STAFF_EMAIL: 'staff@claimdesk.example',
    STAFF_NOTICE_SECONDS: '1',
  });
  database = await MongoClient.connect((await runningUris(dataDir))?.siteUri ?? '');
});
test.afterAll(async () => {
  await database?.close();
  await site?.stop();
  await copy?.remove();
  await rm(dataDir, { recursive: true, force: true });
});

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
    await page.getByRole('radio', { name: answer, exact: true }).press('Space');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL(/free-case-evaluation\/(applied-before|military|has-lawyer)/);
  }
}

/** Answers the remaining questions with their last option, then fills in the contact page and submits. */
async function answerRest(page: Page, lastName: string): Promise<void> {
  while (!page.url().endsWith('/contact')) {
    const previousUrl = page.url();
    await page.getByRole('radio').last().press('Space');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL((url) => url.href !== previousUrl);
  }
  await page.getByLabel('First name').fill('Dana');
  await page.getByLabel('Last name').fill(lastName);
  await page.getByLabel(/phone/i).first().fill('(201) 555-0123');
  await page.getByLabel(/email/i).first().fill('dana@example.com');
  await passMinimumFillTime(page, dataDir);
  await page.getByRole('button', { name: 'Submit my case evaluation' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Case Evaluation Submitted!/);
}

/** @param address an IP address, a different one for each visitor. */
async function visit(browser: Browser, address: string, javaScriptEnabled: boolean): Promise<Page> {
  const context = await browser.newContext({
    javaScriptEnabled,
    extraHTTPHeaders: { 'x-forwarded-for': address },
  });
  return openScriptedPage(context);
}

async function submitEvaluation(browser: Browser, lastName: string): Promise<void> {
  const page = await visit(browser, '198.51.100.201', false);
  await answerFirst(page, site.url);
  await answerRest(page, lastName);
  await page.context().close();
}

async function expectEvaluations(browser: Browser): Promise<void> {
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

test("a question added by editing two files is asked, validated, stored and shown, and earlier evaluations don't have it", {
  tag: '@thorough',
}, async ({ browser }) => {
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
  await expectEvaluations(browser);
});

const jobsQuestion = 'Your jobs of the last 5 years';
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

async function fillDetails(page: Page): Promise<void> {
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
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(jobsQuestion);
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

/** "Save and exit" keeps all items as typed, valid or not. */
async function finishLaterAndResume(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save and exit' }).click();
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
  const row = page.locator('.summary-list > div', { hasText: jobsQuestion });
  for (const text of ['Cook', '3/15/2019', 'Driver', 'Vans & “buses”']) await expect(row).toContainText(text);
  await expect(row).not.toContainText('Clerk');
  await page.getByRole('link', { name: `Change your answer to: ${jobsQuestion}` }).click();
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
  await page.getByRole('checkbox', { name: 'I agree to the privacy policy' }).check();
  await page.getByRole('checkbox', { name: 'I consent to be contacted' }).check();
  await page.getByRole('checkbox', { name: 'I agree to use electronic records' }).check();
  await page.getByLabel('Type your full name').fill('Dana Rivera');
  if (!javaScript) await passMinimumFillTime(page, dataDir);
  await page.getByRole('button', { name: 'Sign Contract', exact: true }).click();
  await page.waitForURL('**/sign-contract/sent');
  const reference = (await page.getByText(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/).textContent()) ?? '';
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download my contract (PDF)' }).click(),
  ]);
  return { text: (await readPdf(await readFile(await file.path()))).text, reference };
}

async function expectContracts(browser: Browser, references: string[]): Promise<void> {
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

test('group items are added, filled in, removed, validated, stored and rendered as PDF, with and without JavaScript', {
  tag: '@thorough',
}, async ({ browser }) => {
  const references = [];
  for (const javaScriptEnabled of [false, true]) {
    const context = await browser.newContext({
      javaScriptEnabled,
      viewport: { width: 320, height: 700 },
      extraHTTPHeaders: { 'x-forwarded-for': newAddress() },
    });
    const page = await context.newPage();
    await fillDetails(page);
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
  await expectContracts(browser, references);
});

const collection = () => database.db('portal').collection('hearing_preps');

/** @returns everything that is stored of people. */
async function dumpPortal(): Promise<string> {
  const collections = await database.db('portal').collections();
  const found = await Promise.all(collections.map((each) => each.find().toArray()));
  return JSON.stringify(found);
}

/** @returns the text of the page, without its tags. */
function textOf(html: string): string {
  return html.replaceAll(/<(script|style)[\s\S]*?<\/\1>/g, ' ').replaceAll(/<[^>]*>/g, ' ');
}

/** Answers both steps as a visitor without JavaScript does. @returns the reference on the confirmation page. */
async function sendForm(visitor: PlainBrowser): Promise<string> {
  const first = await visitor.open('/hearing-prep');
  const posted = await visitor.post('/hearing-prep', {
    ...steps.hearing,
    _token: hiddenField(first, '_token'),
  });
  expect([posted.status, posted.location]).toEqual([303, '/hearing-prep/contact']);
  const openedAt = Date.now();
  const last = await visitor.open('/hearing-prep/contact');
  expect(textOf(last.html)).toContain(answers.worries);
  // Without a proof of work, a form is taken only from a page that was open for five seconds.
  await expect.poll(() => Date.now() - openedAt, { timeout: 8_000 }).toBeGreaterThan(5_100);
  const sent = await visitor.post('/hearing-prep/contact', {
    ...steps.contact,
    _token: hiddenField(last, '_token'),
  });
  expect([sent.status, sent.location]).toEqual([303, '/hearing-prep/sent']);
  const { html } = await visitor.open('/hearing-prep/sent');
  expect(textOf(html)).toContain('Questions Sent!');
  return /[A-Z0-9]{4}-[A-Z0-9]{4}/.exec(textOf(html))?.[0] ?? '';
}

/** @returns the emails so far, by their subject. */
async function readMail(): Promise<Map<string, string>> {
  const folder = join(dataDir, 'mail');
  const names = existsSync(folder) ? await readdir(folder) : [];
  const emails = await Promise.all(names.map((each) => readFile(join(folder, each), 'utf8')));
  return new Map(emails.map((text) => [/^Subject: (.*(?:\r?\n[ \t].*)*)/m.exec(text)?.[1] ?? '', text]));
}

test.describe('a new public form', { tag: '@thorough' }, () => {
  test('is its folder and one line', async () => {
    expect(changedByNewForm.map(({ file }) => file)).toEqual(['forms/public-forms.ts']);
    expect(changedByNewForm[0]?.after).toBe(`${changedByNewForm[0]?.before}${line}`);
  });

  test('without answers gets a sentence per question, and stores nothing', async () => {
    const visitor = plainBrowser(site.url);
    const page = await visitor.open('/hearing-prep');
    expect(textOf(page.html)).toContain('When is your hearing?');
    const { status, html } = await visitor.post('/hearing-prep', { _token: hiddenField(page, '_token') });
    expect(status).toBe(400);
    for (const sentence of [
      'Enter the day of your hearing',
      'Select how it is held',
      'Enter what you want to ask us',
    ])
      expect(textOf(html)).toContain(sentence);
    const ahead = await visitor.post('/hearing-prep/contact', {
      ...steps.contact,
      _token: hiddenField(page, '_token'),
    });
    expect([ahead.status, ahead.location]).toEqual([303, '/hearing-prep/hearing']);
    expect(await collection().countDocuments()).toBe(0);
  });

  test('shows what was sent to nobody but staff', async () => {
    const stranger = plainBrowser(site.url);
    for (const path of [
      '/admin/hearing-preparation',
      '/admin/hearing-preparation/0123456789abcdef01234567',
    ]) {
      const { status, location } = await stranger.open(path);
      expect([status, location]).toEqual([302, expect.stringContaining('/admin/login?next=')]);
    }
    for (const call of ['list?input={}', 'pending', 'detail?input={"id":"0123456789abcdef01234567"}']) {
      expect((await stranger.open(`/trpc/hearingPrep.${call}`)).status).toBe(401);
    }
  });

  test('has its address in the sitemap, and no page of editors can take it', async () => {
    expect((await plainBrowser(site.url).open('/sitemap.xml')).html).toContain(
      `${site.url}/hearing-prep</loc>`,
    );
    const { cms } = await readCredentials(dataDir);
    const call = (path: string, cookie: string, body: unknown) =>
      fetch(`${site.url}/cms/api/${path}`, {
        method: 'POST',
        headers: {
          origin: site.url,
          'sec-fetch-site': 'same-origin',
          'content-type': 'application/json',
          cookie,
        },
        body: JSON.stringify(body),
      });
    const signedIn = await call('users/login', '', { email: cms.email, password: cms.password });
    const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const publish = (slug: string) =>
      call('pages', cookie, {
        slug,
        title: 'Hearings',
        navLabel: 'Hearings',
        lead: 'A page of editors.',
        blocks: [{ blockType: 'keyPoints', heading: 'Points', points: [{ text: 'One point.' }] }],
        _status: 'published',
      });
    const refused = await publish('hearing-prep');
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('The site itself uses /hearing-prep.');
    expect((await publish('hearings')).status).toBe(201);
  });

  test('is sent, confirmed, encrypted, reviewed and exported without another line of code', async () => {
    const reference = await sendForm(plainBrowser(site.url));
    expect(reference).toMatch(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/);

    const stored = await collection().findOne({ reference });
    expect(stored).toMatchObject({ form: 'hearing-prep', status: 'pending' });
    expect(stored?.answers).toMatch(/^v2\.own\./);
    const dump = await dumpPortal();
    expect(dump).toContain(reference);
    for (const answer of [answers.worries, answers.name, answers.phone, answers.email, answers.hearing_date])
      expect(dump).not.toContain(answer);
    await expect(async () => {
      const emails = await readMail();
      const confirmation = emails.get(`We have your questions, reference ${reference}`);
      expect(confirmation).toContain(`To: ${answers.email}`);
      expect(confirmation).toContain('Bring this reference to your hearing.');
      expect([...emails.values()].some((each) => each.includes('hearing preparation'))).toBe(true);
    }).toPass({ timeout: 30_000 });
    expect(await database.db('portal').collection('outbox').distinct('kind')).toContain(
      'hearing-prep-confirmation',
    );

    const staff = plainBrowser(site.url);
    const { admin } = await readCredentials(dataDir);
    const signedIn = await staff.post('/admin/login', { way: 'password', password: admin.password });
    expect([signedIn.status, signedIn.location]).toEqual([302, '/admin/dashboard']);
    const dashboard = await staff.open('/admin/dashboard');
    expect(textOf(dashboard.html)).toMatch(/Hearing preparations\s+1\s+waiting for review/);
    const list = await staff.open('/admin/hearing-preparation');
    for (const text of [answers.name, '4/27/2061', 'By video']) expect(textOf(list.html)).toContain(text);

    const record = `/admin/hearing-preparation/${stored?._id}`;
    const details = await staff.open(record);
    expect(textOf(details.html)).toContain(answers.worries);
    expect((await staff.open(`${record}/pdf`)).html).toMatch(/^%PDF/);
    const token = hiddenField(details, 'token');
    const decision = { id: String(stored?._id), decision: 'approved' };
    expect((await staff.call('hearingPrep.decide', decision)).status).toBe(200);
    expect(await collection().findOne({ reference })).toMatchObject({ status: 'approved' });

    const days = { from: '2026-01-01', to: '9998-12-31' };
    const choice = { kind: 'hearingPrep', format: 'csv', token };
    const file = await staff.post('/admin/exports/file', { ...choice, ...days });
    for (const text of [reference, answers.name, answers.worries, 'By video'])
      expect(file.html).toContain(text);
    const retention = await staff.open('/admin/retention');
    expect(textOf(retention.html)).toContain('Rejected hearing preparations');
  });
});
