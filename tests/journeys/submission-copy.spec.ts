import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import mongoose from 'mongoose';
import { readEmails } from '../../api/platform/email/fixtures/read-emails.ts';
import { runningUris } from '../../scripts/mongod.ts';
import { expectAccessibleInAllLooks } from '../setup/axe.ts';
import {
  answer,
  answerQuestions,
  fillContact,
  questions,
  readPage,
  readReference,
  start,
  submitButton,
  test,
} from '../setup/evaluation.ts';

const file = `${start}/copy.pdf`;
const copy = (page: Page) => page.getByRole('region', { name: 'A copy of what you sent' });

/** Sends an evaluation that came from an address of its own. @returns the reference and the address. */
async function send(
  page: Page,
  { script }: { script: boolean },
): Promise<{ reference: string; email: string }> {
  const email = `copy-${randomUUID()}@example.com`;
  await answerQuestions(page);
  await fillContact(page);
  await page.getByLabel('Email address').fill(email);
  if (!script) await readPage();
  await submitButton(page).click();
  await page.waitForURL(`${start}/sent`);
  if (script) await page.getByRole('button', { name: 'Stay on this page' }).click();
  return { reference: await readReference(page), email };
}

async function download(page: Page): Promise<{ name: string; bytes: Buffer }> {
  const [got] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download a copy (PDF)' }).click(),
  ]);
  return { name: got.suggestedFilename(), bytes: await readFile(await got.path()) };
}

async function expectNoCopy(page: Page): Promise<void> {
  const answered = await page.goto(file);
  expect(answered?.status()).toBe(404);
  expect(answered?.headers()['cache-control']).toBe('no-store');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This copy is no longer available');
  await expect(page.getByText('You can get your copy for one hour after you send a form')).toBeVisible();
}

/** Moves the moment of sending, because nobody waits for an hour in a test. */
async function moveSending(reference: string, minutes: number): Promise<void> {
  const uris = await runningUris(process.env.SITE_DATA_DIR ?? '');
  const client = await mongoose.mongo.MongoClient.connect(uris?.siteUri ?? '');
  const created_at = new Date(Date.now() - minutes * 60_000);
  const evaluations = client.db('portal').collection('case_evaluations');
  const { matchedCount } = await evaluations.updateOne({ reference }, { $set: { created_at } });
  expect(matchedCount).toBe(1);
  await client.close();
}

for (const script of [true, false]) {
  const way = script ? 'with script' : 'without script';

  test(`what was sent can be read and taken along for an hour, in this browser alone, ${way}`, async ({
    visit,
  }) => {
    const stranger = await visit({ javaScriptEnabled: script });
    await expectNoCopy(stranger);

    const page = await visit({ javaScriptEnabled: script, viewport: { width: 320, height: 700 } });
    const { reference, email } = await send(page, { script });
    await expect(copy(page).getByText('Are you working now?')).toBeHidden();
    await copy(page).getByText('Read what you sent').click();
    for (const [at, [, label]] of questions.entries())
      await expect(copy(page).getByRole('definition').nth(at)).toHaveText(label);
    for (const words of ['Dana', 'Rivera', '(201) 555-0123', email])
      await expect(copy(page).getByText(words, { exact: true })).toBeVisible();

    const { name, bytes } = await download(page);
    expect(name).toBe(`${reference}.pdf`);
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    for (const path of [file, `${start}/sent`]) {
      const answered = await page.request.get(path);
      expect(answered.status()).toBe(200);
      expect(answered.headers()['cache-control']).toBe('no-store');
    }

    await moveSending(reference, 61);
    await page.goto(`${start}/sent`);
    await expect(page.getByText('Your copy was here for one hour.')).toBeVisible();
    await expect(copy(page)).toHaveCount(0);
    await expect(page.locator('main')).not.toContainText('Rivera');
    await expectNoCopy(page);

    await moveSending(reference, 0);
    await page.goto(start);
    await answer(page, 'No');
    await expectNoCopy(page);
  });
}

test('an email confirms it with the reference and repeats nothing that was sent', async ({ visit }) => {
  const { reference, email } = await send(await visit({ javaScriptEnabled: false }), { script: false });
  const found = async () => {
    const emails = await readEmails(process.env.SITE_DATA_DIR ?? '');
    return emails.find(({ to }) => to?.some(({ address }) => address === email));
  };
  await expect.poll(found, { timeout: 20_000 }).toBeTruthy();
  const { subject, text = '', html = '' } = (await found()) ?? {};
  expect(subject).toContain(reference);
  for (const body of [text, html]) {
    expect(body).toContain('A disability expert will contact you within 24 hours.');
    expect(body).toContain(reference);
    expect(body).toContain('please call us at (');
    for (const words of ['Dana', 'Rivera', '555-0123', '55-59']) expect(body).not.toContain(words);
  }
});

test('the confirmation with its copy is accessible in every look, and open on paper', async ({ visit }) => {
  const page = await visit();
  await send(page, { script: true });
  await page.emulateMedia({ media: 'print' });
  await expect(copy(page).getByText('Are you working now?')).toBeVisible();
  await expect(copy(page).getByRole('link', { name: 'Download a copy (PDF)' })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await expectAccessibleInAllLooks(page);
  await copy(page).getByText('Read what you sent').click();
  await expectAccessibleInAllLooks(page);
  await expectNoCopy(await visit());
});

test('the reference can be copied with one press, and is spelled for who listens', async ({ visit }) => {
  const page = await visit({ permissions: ['clipboard-read', 'clipboard-write'] });
  const { reference } = await send(page, { script: true });
  await expect(
    page.getByText(`: ${[...reference.replace('-', '–')].join(' ').replace('–', 'dash')}`),
  ).toHaveCount(1);
  await page.getByRole('button', { name: 'Copy the reference' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(reference);
  await page.getByText(reference, { exact: true }).click();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(reference);
});

test('after the way home the copy can still be taken along there', async ({ visit }) => {
  const page = await visit();
  await answerQuestions(page);
  await fillContact(page);
  await submitButton(page).press('Enter');
  await page.waitForURL(new URL('/#sent', start).href, { timeout: 15_000 });
  expect((await download(page)).name).toMatch(/^[A-Z0-9]{4}-[A-Z0-9]{4}\.pdf$/);
});
