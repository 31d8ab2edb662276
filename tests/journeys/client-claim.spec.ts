import { expect, type Page, test } from '@playwright/test';
import { expectAccessibleInAllLooks } from '../setup/axe.ts';
import { dialogReady, leave } from '../setup/back-office.ts';
import { signContract } from '../setup/contracts.ts';
import { confirmAccount, openClientPage, openPortal, portalUrl, registerPerson } from '../setup/portal.ts';
import { mainlyWithScript } from '../setup/scripting.ts';

const pdf = { name: 'scan 12.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF\n') };

const success = (page: Page) => page.locator('.notice.success');
const card = (page: Page, title: string) =>
  page.locator('.downloads > li').filter({ has: page.getByRole('heading', { name: title }) });
/** Types a date, `YYYY-MM-DD`, into its three fields. */
async function fillDate(page: Page, legend: string | RegExp, date: string): Promise<void> {
  const group = page.getByRole('group', { name: legend });
  const [year = '', month = '', day = ''] = date.split('-');
  await group.getByLabel('Month', { exact: true }).fill(month);
  await group.getByLabel('Day', { exact: true }).fill(day);
  await group.getByLabel('Year', { exact: true }).fill(year);
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Says that a contract that agrees with the account is the client's. */
async function linkContract(staff: Page, reference: string): Promise<void> {
  await staff.reload();
  await staff.getByRole('link', { name: `This client’s contract ${reference}`, exact: true }).click();
  await dialogReady(staff);
  await staff.getByRole('dialog').getByLabel('Reason').fill('Told us the reference on the phone');
  await staff.getByRole('dialog').getByRole('button', { name: 'Link' }).click();
  await expect(success(staff)).toContainText('Linked');
}

async function addEvidence(staff: Page): Promise<void> {
  await staff.getByRole('link', { name: 'Upload a document' }).click();
  await dialogReady(staff);
  await staff.getByLabel('Title', { exact: true }).fill('Filing of March');
  await staff.getByLabel('Type').selectOption('Evidence of Filing');
  await staff.getByLabel('File', { exact: true }).setInputFiles(pdf);
  await staff.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(success(staff)).toContainText('Document uploaded');
}

async function download(page: Page, title: string) {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: `Download ${title}`, exact: true }).click(),
  ]);
  return file.suggestedFilename();
}

for (const { javaScriptEnabled, how, tag } of mainlyWithScript) {
  test(`a client downloads blank forms, and after being confirmed all four documents, ${how}`, {
    tag,
  }, async ({ browser }) => {
    const { page, person } = await openPortal(browser, { javaScriptEnabled });
    const reference = await signContract(person.ssn);
    await page
      .getByRole('navigation', { name: 'Client portal' })
      .getByRole('link', { name: 'Downloads' })
      .click();
    await expect(page).toHaveURL(`${portalUrl}/downloads`);
    await expect(page.getByRole('region', { name: /wait until your account is confirmed/ })).toBeVisible();
    await expect(page.getByRole('link', { name: /^Download / })).toHaveCount(2);
    expect(await download(page, 'Medical Source Statement')).toBe('medical-source-statement.pdf');
    const refused = await page.request.get(`${portalUrl}/downloads/client-contract/file`);
    expect(refused.url()).toBe(`${portalUrl}/downloads`);
    const unknown = await page.request.get(`${portalUrl}/downloads/nothing/file`);
    expect(unknown.url()).toBe(`${portalUrl}/downloads`);

    const staff = await openClientPage(browser, person);
    await confirmAccount(staff, page);
    await page.reload();
    await expect(card(page, 'Evidence of Filing')).toContainText('Not here yet.');
    await expect(card(page, 'Client Contract')).toContainText('has not matched a contract with your account');
    await linkContract(staff, reference);
    await addEvidence(staff);
    await page.reload();
    await expect(card(page, 'Evidence of Filing')).toContainText(/PDF, 1 KB, added on /);
    await expect(card(page, 'Medical Source Statement')).toContainText(/PDF, about \d+ KB, form dated /);
    await expect(card(page, 'Client Contract')).toContainText(/PDF.*signed on /);
    for (const [title, name] of [
      ['Evidence of Filing', 'evidence-of-filing.pdf'],
      ['Disability Questionnaire', 'disability-questionnaire.pdf'],
      ['Client Contract', 'client-contract.pdf'],
    ] as const)
      expect(await download(page, title)).toBe(name);
    const { headers, status } = await page.request
      .get(`${portalUrl}/downloads/client-contract/file`)
      .then((response) => ({ headers: response.headers(), status: response.status() }));
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    });
    for (const each of [page, staff]) await leave(each);
  });

  test(`staff say where a claim is, and the client reads it and takes its date to a calendar, ${how}`, {
    tag,
  }, async ({ browser }) => {
    const { page, person } = await openPortal(browser, { javaScriptEnabled });
    const forNewcomers = page
      .getByRole('main')
      .getByRole('link', { name: /free case evaluation|sign your contract first/ });
    await expect(forNewcomers).toHaveCount(2);
    await page.getByRole('main').getByRole('link', { name: 'Where is my claim' }).click();
    await expect(page.getByRole('region', { name: /waits until your account is confirmed/ })).toBeVisible();
    const staff = await openClientPage(browser, person);
    await confirmAccount(staff, page);
    await page.goto(portalUrl);
    await expect(page.getByText('once the form that names your representative is filed')).toBeVisible();
    await expect(forNewcomers).toHaveCount(0);
    await page.getByRole('main').getByRole('link', { name: 'Where is my claim' }).click();
    await expect(page.getByText('We have not entered anything about your claim yet')).toBeVisible();
    await expect(page.getByText(/wait for a hearing is usually \d+-\d+ months/)).toBeVisible();

    await staff.getByRole('link', { name: 'Update the claim' }).click();
    await dialogReady(staff);
    await staff.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(staff.getByRole('region', { name: 'The claim was not changed' })).toContainText(
      'Choose the step',
    );
    await dialogReady(staff);
    await staff.getByLabel('Step').selectOption('Hearing');
    await fillDate(staff, 'Since', '2026-01-05');
    await staff.getByLabel('Needed from the client').fill('Send us the letter of March.');
    await staff.getByLabel('Next date').selectOption('Hearing');
    await fillDate(staff, /^Day/, inDays(40));
    await staff.getByLabel('Time, Eastern').fill('13:30');
    await staff.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(success(staff)).toContainText('Claim saved');
    await expect(staff.getByText('Hearing, since January 5, 2026')).toBeVisible();

    await page.reload();
    const now = page.getByRole('region', { name: 'Now: Hearing' });
    await expect(now).toContainText('Since January 5, 2026.');
    await expect(now).toContainText('Send us the letter of March.');
    await expect(now).toContainText('within 60 days. Send us the letter the day it comes.');
    await expect(now).toContainText(/Updated on .* Eastern time by our office/);
    await expect(page.getByRole('region', { name: 'Your dates' })).toContainText(/at 1:30 PM E[SD]T/);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Add it to your calendar' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('date.ics');
    const calendar = await (await page.request.get(file.url())).text();
    const unknown = await page.request.get(`${portalUrl}/claim/dates/unknown/file`);
    expect(unknown.url()).toBe(`${portalUrl}/claim`);
    expect(calendar).toMatch(/DTSTART:\d{8}T1[78]3000Z/);
    expect(calendar).not.toMatch(/letter|Rivera|Send/);
    await page.goto(portalUrl);
    await expect(page.getByRole('region', { name: 'Where is my claim' })).toContainText(
      'Hearing, since January 5, 2026',
    );
    for (const each of [page, staff]) await leave(each);
  });
}

test('an update from a dialog that is older than a colleague’s is refused, what was typed stays, and a second save replaces it', {
  tag: '@thorough',
}, async ({ browser }) => {
  const person = await registerPerson();
  const [first, second] = [await openClientPage(browser, person), await openClientPage(browser, person)];
  for (const page of [first, second]) {
    await page.getByRole('link', { name: 'Update the claim' }).click();
    await dialogReady(page);
    await page.getByLabel('Step').selectOption('Filed');
    await fillDate(page, 'Since', '2026-01-05');
    await page.getByLabel('Note for the client').fill('Typed with care');
  }
  for (const page of [first, second]) await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(success(first)).toContainText('Claim saved');
  await expect(second.getByRole('region', { name: 'The claim was not changed' })).toContainText(
    /has changed the claim meanwhile/,
  );
  await expect(second.getByLabel('Note for the client')).toHaveValue('Typed with care');
  await dialogReady(second);
  await second.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(success(second)).toContainText('Claim saved');
  await expect(second.getByText('Typed with care').first()).toBeVisible();
  for (const each of [first, second]) await leave(each);
});

test('downloads, claim and activity are used with the keyboard alone, and are accessible in every state', async ({
  browser,
}) => {
  test.slow();
  const { page, person } = await openPortal(browser);
  for (const path of ['', '/downloads', '/claim', '/activity', '/confirm']) {
    await page.goto(portalUrl + path);
    await expectAccessibleInAllLooks(page);
  }
  const staff = await openClientPage(browser, person);
  await confirmAccount(staff, page);
  for (const path of ['/downloads', '/claim']) {
    await page.goto(portalUrl + path);
    await expectAccessibleInAllLooks(page);
  }
  const opener = staff.getByRole('link', { name: 'Update the claim' });
  await opener.press('Enter');
  await expect(staff.getByRole('dialog').getByRole('heading', { level: 2 })).toBeFocused();
  await expectAccessibleInAllLooks(staff);
  await staff.keyboard.press('Escape');
  await expect(opener).toBeFocused();
  await opener.press('Enter');
  await staff.getByLabel('Step').selectOption('Hearing');
  await fillDate(staff, 'Since', '2026-01-05');
  await staff.getByLabel('Next date').selectOption('Deadline');
  await fillDate(staff, /^Day/, inDays(20));
  await staff.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await expect(success(staff)).toContainText('Claim saved');
  await expectAccessibleInAllLooks(staff);
  for (const path of ['', '/claim', '/activity']) {
    await page.goto(portalUrl + path);
    await expectAccessibleInAllLooks(page);
  }
  await page.goto(`${portalUrl}/claim`);
  await page.getByRole('link', { name: 'Add it to your calendar' }).focus();
  const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  expect(file.suggestedFilename()).toBe('date.ics');
  for (const each of [page, staff]) await leave(each);
});

test('the client reads who did what, with the reason for which our office opened the number', {
  tag: '@thorough',
}, async ({ browser }) => {
  const { page, person } = await openPortal(browser, { javaScriptEnabled: false });
  const staff = await openClientPage(browser, person);
  await confirmAccount(staff, page);
  await staff.getByRole('link', { name: 'Reveal the Social Security number' }).click();
  await staff.getByLabel('Reason', { exact: true }).fill('To fill in your application');
  await staff.getByRole('button', { name: 'Reveal', exact: true }).click();
  await expect(staff.getByText('It disappears after one minute.')).toBeVisible();
  await page.reload();
  await page.getByRole('link', { name: /See who logged in/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Activity');
  const events = page.locator('.activity > li');
  const reveal = events.filter({ hasText: 'Our office: viewed your full Social Security number' });
  await expect(reveal).toContainText('Why: To fill in your application');
  await expect(events.last()).toContainText('You: logged in');
  await expect(page.getByText('Our office: opened your record').first()).toBeVisible();
  for (const each of [page, staff]) await leave(each);
});
