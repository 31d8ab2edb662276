import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { readEmails } from '../../api/platform/email/fixtures/read-emails.ts';
import { expectAccessible, expectFits } from '../setup/axe.ts';
import { openPage, signIn } from '../setup/back-office.ts';
import { passMinimumFillTime, test } from '../setup/evaluation.ts';

const url = process.env.SITE_URL ?? '';
const start = `${url}/sign-contract`;
const signButton = (page: Page) => page.getByRole('button', { name: 'Sign Contract', exact: true });
const continueToNext = (page: Page) => page.getByRole('button', { name: 'Continue', exact: true }).click();

/** Fills in everything up to the last step, under a unique name. */
async function fillDetails(page: Page): Promise<{ last: string; email: string }> {
  const last = Array.from({ length: 8 }, () => String.fromCharCode(97 + randomInt(26))).join('');
  const email = `${last}@example.com`;
  await page.goto(start);
  await page.getByRole('link', { name: 'Continue to Sign Contract' }).click();
  await page.getByRole('button', { name: 'I have read it, continue' }).click();
  await page.waitForURL(`${start}/about-you`);
  await page.getByLabel('First name').fill('Dana');
  await page.getByLabel('Last name').fill(last);
  await page.getByLabel('Month').fill('4');
  await page.getByLabel('Day').fill('27');
  await page.getByLabel('Year').fill('1968');
  await page.getByLabel('Social Security number').fill('212-84-7391');
  await continueToNext(page);
  await page.waitForURL(`${start}/contact`);
  await page.getByLabel('Street address').fill('12 Example Street');
  await page.getByLabel('City').fill('Newark');
  await page.getByLabel('State', { exact: true }).selectOption('NJ');
  await page.getByLabel('ZIP code').fill('07102');
  await page.getByLabel('Phone number').fill('2015550123');
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Notes').fill('only for me');
  await continueToNext(page);
  await page.waitForURL(`${start}/sign`);
  return { last, email };
}

async function sign(page: Page, last: string): Promise<string> {
  await page.getByRole('checkbox', { name: 'I agree to the terms' }).check();
  await page.getByRole('checkbox', { name: 'I agree to the privacy policy' }).check();
  await page.getByRole('checkbox', { name: 'I consent to be contacted' }).check();
  await page.getByRole('checkbox', { name: 'I agree to use electronic records' }).check();
  await page.getByLabel('Type your full name').fill(`dana ${last}`);
  await signButton(page).click();
  await page.waitForURL(`${start}/sent`);
  return (await page.getByText(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/).textContent()) ?? '';
}

async function download(page: Page): Promise<{ name: string; bytes: Buffer }> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download my contract (PDF)' }).click(),
  ]);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

async function emailTo(address: string) {
  const emails = await readEmails(process.env.SITE_DATA_DIR ?? '');
  return emails.find(({ to }) => to?.some((each) => each.address === address));
}

test('only signed-in staff can read contracts', async ({ visit }) => {
  const page = await visit();
  for (const path of [
    '/admin/contracts',
    `/admin/contracts/${'0'.repeat(24)}`,
    `/admin/contracts/${'0'.repeat(24)}/pdf`,
  ]) {
    await page.goto(url + path);
    expect(new URL(page.url()).pathname).toBe('/admin/login');
  }
  await page.goto(`${start}/copy.pdf`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This copy is no longer available');
});

test('a contract is signed, stored, emailed and verified without JavaScript', async ({ visit, browser }) => {
  const page = await visit({ javaScriptEnabled: false, viewport: { width: 320, height: 700 } });
  const { last, email } = await fillDetails(page);
  await signButton(page).click();
  await expect(page.getByRole('heading', { name: 'Required Fields Missing' })).toBeVisible();
  await page.getByRole('checkbox', { name: 'I agree to use electronic records' }).check();
  await page.getByLabel('Type your full name').fill(`Dana ${last}`);
  await signButton(page).click();
  await expect(page.getByRole('heading', { name: 'Agreement Required' })).toBeVisible();
  await expect(
    page.getByText('Please agree to the privacy policy and consent to be contacted.').first(),
  ).toBeVisible();
  await passMinimumFillTime(page);
  const reference = await sign(page, last);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contract Signed Successfully!');
  await expect(page.getByText('We will contact you shortly to discuss your case.').first()).toBeVisible();
  const file = await download(page);
  expect(file.name).toBe(`${reference}.pdf`);

  await expect.poll(() => emailTo(email)).toBeTruthy();
  const [attachment] = (await emailTo(email))?.attachments ?? [];
  expect(Buffer.from(attachment?.content as ArrayBuffer).equals(file.bytes)).toBe(true);

  await page.goto(`${url}/verify`);
  const check = async (buffer: Buffer) => {
    await page
      .getByLabel('Contract as a PDF file')
      .setInputFiles({ name: 'any.pdf', mimeType: 'application/pdf', buffer });
    await page.getByRole('button', { name: 'Check' }).click();
  };
  await check(file.bytes);
  await expect(page.getByRole('heading', { name: 'This file is genuine' })).toBeVisible();
  await expect(page.locator('main')).not.toContainText(last);
  const changed = Buffer.from(file.bytes);
  changed[2_000] = (changed[2_000] ?? 0) ^ 1;
  await check(changed);
  await expect(page.getByRole('heading', { name: 'This file is not what was signed' })).toBeVisible();

  const staff = await openPage(browser);
  await signIn(staff, '/admin/contracts');
  await expectAccessible(staff);
  await staff.getByRole('link', { name: `Dana ${last}` }).click();
  await expect(staff.getByRole('heading', { level: 1 })).toHaveText(`Dana ${last}`);
  await expect(staff).toHaveTitle(`Contract ${reference} | Back office`);
  await expect(staff.getByText('***-**-7391')).toBeVisible();
  await expect(staff.locator('main')).not.toContainText('only for me');
  await expectAccessible(staff);
  const [pdf] = await Promise.all([
    staff.waitForEvent('download'),
    staff.getByRole('link', { name: 'Download PDF' }).click(),
  ]);
  expect((await readFile(await pdf.path())).equals(file.bytes)).toBe(true);
});

test('with JavaScript, signing leads to the home page, where the contract can be downloaded, and each page is accessible', async ({
  visit,
}) => {
  const page = await visit({ viewport: { width: 320, height: 700 } });
  for (const path of ['/sign-contract', '/sign-contract/agreement', '/verify']) {
    await page.goto(url + path);
    await expectAccessible(page);
    await expectFits(page);
  }
  const { last } = await fillDetails(page);
  await signButton(page).click();
  await expect(page.locator('.error-summary')).toBeFocused();
  await expectAccessible(page);
  await page.getByText('Read the agreement again').click();
  await expect(page.getByText('25% of your back pay')).toBeVisible();
  await expectAccessible(page);
  await expectFits(page);
  await sign(page, last);
  await page.waitForURL(`${url}/#sent`);
  await expect(page.getByText('Contract Signed Successfully!')).toBeVisible();
  expect((await download(page)).bytes.subarray(0, 5).toString()).toBe('%PDF-');
});

test('invalid uploads to the verification page get an error page', async ({ visit }) => {
  const page = await visit();
  const headers = { origin: url };
  const boundary = 'multipart/form-data; boundary=x';
  const part = (name: string, content: string) =>
    `--x\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/pdf\r\n\r\n${content}\r\n`;
  const posts: [what: string, type: string, data: string | Buffer, status: number][] = [
    ['broken multipart', boundary, '--x\r\nno end', 400],
    ['no boundary', 'multipart/form-data', 'x', 400],
    ['an empty body', boundary, '', 400],
    ['several files', boundary, `${part('a.pdf', '%PDF-1')}${part('b.pdf', '%PDF-2')}--x--\r\n`, 400],
    ['not a PDF', boundary, `${part('a.pdf', '<script>')}--x--\r\n`, 400],
    ['an empty file', boundary, `${part('a.pdf', '')}--x--\r\n`, 400],
    ['a huge file', boundary, `${part('a.pdf', `%PDF-${'x'.repeat(3 * 1024 * 1024)}`)}--x--\r\n`, 413],
    ['JSON', 'application/json', '{"file":{"$gt":""}}', 415],
  ];
  for (const [what, type, data, status] of posts) {
    const response = await page.request.post(`${url}/verify`, {
      headers: { ...headers, 'content-type': type, accept: 'text/html' },
      data,
    });
    expect(response.status(), what).toBe(status);
    expect(response.headers()['cache-control'], what).toBe('no-store');
    expect(await response.text(), what).toMatch(/<h1/);
  }
  const crossSite = await page.request.post(`${url}/verify`, {
    headers: { origin: 'https://elsewhere.example' },
    multipart: { reference: '3333-3333' },
  });
  expect(crossSite.status()).toBe(403);
  // Other pages don't accept uploads.
  const form = await page.request.post(`${start}/agreement`, {
    headers,
    multipart: { file: { name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-') } },
  });
  expect(form.status()).toBe(415);
});
