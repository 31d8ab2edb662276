import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { readEmails } from '../../api/platform/email/fixtures/read-emails.ts';
import { expectAccessibleInAllLooks } from '../setup/axe.ts';
import {
  answer,
  callPromise,
  fillContact,
  openContact,
  passMinimumFillTime,
  questions,
  readReference,
  start,
  submitButton,
  test,
} from '../setup/evaluation.ts';
import { withPortalDatabase } from '../setup/portal-database.ts';
import { mainlyWithScript } from '../setup/scripting.ts';

const file = `${start}/copy.pdf`;
const copy = (page: Page) => page.getByRole('region', { name: 'A copy of what you sent' });

/** Submits an evaluation with a unique email address. @returns the reference and the email address. */
async function send(
  page: Page,
  { javaScriptEnabled }: { javaScriptEnabled: boolean },
): Promise<{ reference: string; email: string }> {
  const email = `copy-${randomUUID()}@example.com`;
  await openContact(page);
  await fillContact(page);
  await page.getByLabel('Email address').fill(email);
  if (!javaScriptEnabled) await passMinimumFillTime(page);
  await submitButton(page).click();
  await page.waitForURL(`${start}/sent`);
  if (javaScriptEnabled) await page.getByRole('button', { name: 'Stay on this page' }).click();
  return { reference: await readReference(page), email };
}

async function download(page: Page): Promise<{ name: string; bytes: Buffer }> {
  const [downloaded] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download a copy (PDF)' }).click(),
  ]);
  return { name: downloaded.suggestedFilename(), bytes: await readFile(await downloaded.path()) };
}

async function expectNoCopy(page: Page): Promise<void> {
  const response = await page.goto(file);
  expect(response?.status()).toBe(404);
  expect(response?.headers()['cache-control']).toBe('no-store');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This copy is no longer available');
  await expect(page.getByText('You can get your copy for one hour after you send a form')).toBeVisible();
}

/** Sets the time of submission to this many minutes ago, so that a test need not wait for an hour. */
async function setSubmittedAt(reference: string, minutesAgo: number): Promise<void> {
  const created_at = new Date(Date.now() - minutesAgo * 60_000);
  const { matchedCount } = await withPortalDatabase((portal) =>
    portal.collection('case_evaluations').updateOne({ reference }, { $set: { created_at } }),
  );
  expect(matchedCount).toBe(1);
}

for (const { javaScriptEnabled, how, tag } of mainlyWithScript) {
  test(`a submission can be read and downloaded for one hour, in this browser only, ${how}`, { tag }, async ({
    visit,
  }) => {
    const stranger = await visit({ javaScriptEnabled });
    await expectNoCopy(stranger);

    const page = await visit({ javaScriptEnabled, viewport: { width: 320, height: 700 } });
    const { reference, email } = await send(page, { javaScriptEnabled });
    await expect(copy(page).getByText('Are you working now?')).toBeHidden();
    await copy(page).getByText('Read what you sent').click();
    for (const [index, [, label]] of questions.entries())
      await expect(copy(page).getByRole('definition').nth(index)).toHaveText(label);
    for (const words of ['Dana', 'Rivera', '(201) 555-0123', email])
      await expect(copy(page).getByText(words, { exact: true })).toBeVisible();

    const { name, bytes } = await download(page);
    expect(name).toBe(`${reference}.pdf`);
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    for (const path of [file, `${start}/sent`]) {
      const response = await page.request.get(path);
      expect(response.status()).toBe(200);
      expect(response.headers()['cache-control']).toBe('no-store');
    }

    await setSubmittedAt(reference, 61);
    await page.goto(`${start}/sent`);
    await expect(page.getByText('Your copy was here for one hour.')).toBeVisible();
    await expect(copy(page)).toHaveCount(0);
    await expect(page.locator('main')).not.toContainText('Rivera');
    await expectNoCopy(page);

    await setSubmittedAt(reference, 0);
    await page.goto(start);
    await answer(page, 'No');
    await expectNoCopy(page);
  });
}

test('the confirmation email contains the reference and no answers', async ({ visit }) => {
  const { reference, email } = await send(await visit({ javaScriptEnabled: false }), {
    javaScriptEnabled: false,
  });
  const findEmail = async () => {
    const emails = await readEmails(process.env.SITE_DATA_DIR ?? '');
    return emails.find(({ to }) => to?.some(({ address }) => address === email));
  };
  await expect.poll(findEmail).toBeTruthy();
  const { subject, text = '', html = '' } = (await findEmail()) ?? {};
  expect(subject).toContain(reference);
  for (const body of [text, html]) {
    expect(body).toMatch(callPromise);
    expect(body).toContain(reference);
    expect(body).toContain('please call us at (');
    for (const words of ['Dana', 'Rivera', '555-0123', '55-59']) expect(body).not.toContain(words);
  }
});

test('the confirmation with its copy is accessible at every width and color scheme, and expanded in print', async ({
  visit,
}) => {
  const page = await visit();
  await send(page, { javaScriptEnabled: true });
  await page.emulateMedia({ media: 'print' });
  await expect(copy(page).getByText('Are you working now?')).toBeVisible();
  await expect(copy(page).getByRole('link', { name: 'Download a copy (PDF)' })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await expectAccessibleInAllLooks(page);
  await copy(page).getByText('Read what you sent').click();
  await expectAccessibleInAllLooks(page);
  await expectNoCopy(await visit());
});

test('the reference can be copied with one click, and is spelled out for screen readers', {
  tag: '@thorough',
}, async ({ visit }) => {
  const page = await visit({ permissions: ['clipboard-read', 'clipboard-write'] });
  const { reference } = await send(page, { javaScriptEnabled: true });
  await expect(
    page.getByText(`: ${[...reference.replace('-', '–')].join(' ').replace('–', 'dash')}`),
  ).toHaveCount(1);
  await page.getByRole('button', { name: 'Copy the reference' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(reference);
  await page.getByText(reference, { exact: true }).click();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(reference);
});

test('after the redirect home, the copy can still be downloaded there', { tag: '@thorough' }, async ({
  visit,
}) => {
  const page = await visit();
  await openContact(page);
  await fillContact(page);
  await submitButton(page).press('Enter');
  await page.waitForURL(new URL('/#sent', start).href);
  expect((await download(page)).name).toMatch(/^[A-Z0-9]{4}-[A-Z0-9]{4}\.pdf$/);
});
