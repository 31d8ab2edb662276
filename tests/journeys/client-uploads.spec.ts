import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { expect, type Page, type Request, type Route, test } from '@playwright/test';
import type { mongo } from 'mongoose';
import { expectAccessibleInAllLooks, expectFits } from '../setup/axe.ts';
import { dialogReady, leave, openPage } from '../setup/back-office.ts';
import { makePdf } from '../setup/pdf.ts';
import { pictureOf } from '../setup/picture.ts';
import {
  endSession,
  fillLogin,
  logIn,
  loginButton,
  openClientPage,
  openPortal,
  type Person,
  portalUrl,
  pressCall,
} from '../setup/portal.ts';
import { withPortalDatabase } from '../setup/portal-database.ts';
import { asksBeforeLeaving } from '../setup/running-scripts.ts';
import { bothWays } from '../setup/scripting.ts';

const uploadsUrl = `${portalUrl}/uploads`;
const pdf = { name: 'scan 12.pdf', mimeType: 'application/pdf', buffer: makePdf('A letter') };
const program = { ...pdf, name: 'letter.pdf', buffer: Buffer.from('<script>alert(1)</script>') };

const photo = (name: string) => ({ name, mimeType: 'image/png', buffer: pictureOf(name) });

/** Three parts, as the page sends it. */
const large = {
  ...pdf,
  name: 'records.pdf',
  buffer: makePdf('Records', { padding: Buffer.alloc(12 * 1024 * 1024, 'x') }),
};

/** Lets a test decide about each part that the page sends. @returns where each part went on, in bytes. */
async function watchParts(
  page: Page,
  decide: (route: Route, part: number) => Promise<void>,
): Promise<number[]> {
  const offsets: number[] = [];
  await page.route(
    (url) => /\/uploads\/[0-9a-f]{24}$/.test(url.pathname),
    async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue();
      offsets.push(offsetOf(route.request()));

      return decide(route, offsets.length);
    },
  );
  return offsets;
}

const offsetOf = (request: Request) => Number(request.headers()['upload-offset']);

const status = (page: Page) => page.locator('.uploads-form > [role=status]');
const row = (page: Page, name: string) =>
  page
    .getByRole('list', { name: 'Files that you are sending' })
    .getByRole('listitem')
    .filter({ hasText: name });

async function expectGoodOnPhones(page: Page): Promise<void> {
  await expectAccessibleInAllLooks(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectFits(page);
}

const fileField = (page: Page) => page.getByLabel('Photos or PDFs');
const sendButton = (page: Page) => page.getByRole('button', { name: 'Send', exact: true });
const summary = (page: Page) => page.locator('.error-summary');
const sentFiles = (page: Page) => page.locator('.sent-files > li');
const receipt = (page: Page) => page.locator('.notice.success');

/** Takes a refused file out. */
async function leaveOut(page: Page, javaScriptEnabled: boolean): Promise<void> {
  if (!javaScriptEnabled) {
    await expect(page.getByRole('region', { name: 'What happened to each file' })).toContainText(
      'letter.pdf',
    );
    return page.getByRole('button', { name: 'Leave out what was not sent' }).click();
  }
  await page.getByRole('button', { name: 'Remove letter.pdf' }).click();
  await expect(fileField(page)).toBeFocused();
}

for (const { javaScriptEnabled, how, tag } of bothWays) {
  test(`a client sends documents from the dashboard, gets a receipt, and sees when our office has read them, ${how}`, {
    tag,
  }, async ({ browser }) => {
    const { page, person } = await openPortal(browser, { javaScriptEnabled });
    await page.getByRole('main').getByRole('link', { name: 'Send us papers' }).click();
    await expect(page).toHaveURL(uploadsUrl);
    await expect(page.getByText('You have not sent us any papers here yet.')).toBeVisible();
    await sendButton(page).click();
    await expect(summary(page)).toContainText('Choose at least one file');
    await expect(page).toHaveTitle(/^Error: /);

    await page.getByLabel('What is it?').selectOption('Letter from Social Security');
    await page.getByLabel('Anything we should know?').fill('I have to answer by May 4.');
    await fileField(page).setInputFiles([program]);
    await sendButton(page).click();
    await expect(summary(page)).toContainText('1 file was not sent');
    await leaveOut(page, javaScriptEnabled);
    await expect(summary(page)).toHaveCount(0);
    await expect(page.getByText('letter.pdf')).toHaveCount(0);
    await expect(page.getByLabel('Anything we should know?')).toHaveValue('I have to answer by May 4.');

    await fileField(page).setInputFiles([program, photo('IMG_1.png')]);
    await sendButton(page).click();
    await expect(summary(page)).toContainText('1 file was not sent');
    await expect(summary(page)).toContainText('letter.pdf: We cannot use this kind of file');
    await expect(receipt(page)).toContainText(/We received 1 file.*Your receipt is [0-9A-Z]{4}-[0-9A-Z]{4}/s);
    await expect(page.getByLabel('Anything we should know?')).toHaveValue('I have to answer by May 4.');
    await expect(sentFiles(page)).toHaveCount(1);

    await fileField(page).setInputFiles([photo('IMG_2.png'), pdf]);
    await sendButton(page).click();
    await expect(page).toHaveURL(/\/uploads\?receipt=[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    await expect(receipt(page)).toContainText('We received 2 files');
    await expect(page.getByLabel('Anything we should know?')).toHaveValue('');
    await expect(page.getByLabel('What is it?')).toHaveValue('other');
    await expect(sentFiles(page)).toHaveCount(3);
    await expect(sentFiles(page).first()).toContainText(/Letter from Social Security, file 2.*Received/s);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      sentFiles(page)
        .getByRole('link', { name: /file 1/ })
        .first()
        .click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^social-security-letter-[0-9a-f]{6}\.png$/);

    const staff = await openClientPage(browser, person);
    const row = staff.getByRole('row', { name: /Letter from Social Security, file 2/ });
    await expect(row).toBeVisible();
    // Its pages are rendered in the background.
    await expect
      .poll(async () => {
        await staff.reload();
        return row.getByText('Unread', { exact: true }).count();
      })
      .toBe(1);
    await expect(row).toContainText(/Unread.*Receipt.*Pictures of its pages.*I have to answer by May 4/s);
    await expect(row).toContainText(/The client.*not confirmed/s);
    const [opened] = await Promise.all([
      staff.waitForEvent('download'),
      row.getByRole('link', { name: 'Letter from Social Security, file 2', exact: true }).click(),
    ]);
    expect(opened.suggestedFilename()).toMatch(/\.pdf$/);
    await staff.reload();
    await expect(row).toContainText('Read by Shared password');
    await page.goto(uploadsUrl);
    await expect(sentFiles(page).first()).toContainText('Read by our office');
    await leave(staff);
    await leave(page);
  });
}

/** Logs in where the session has ended, which leads back to the page with what was typed there. */
async function logInAgain(page: Page, person: Person): Promise<void> {
  await page.waitForURL('**/client-login?next=*');
  await fillLogin(page, person);
  await loginButton(page).click();
  await page.waitForURL(uploadsUrl);
  await expect(page.getByText('This is not sent yet.')).toBeVisible();
}

for (const { javaScriptEnabled, how } of bothWays) {
  test(`what was typed beside documents when the session had ended is there again after login, until they are sent, ${how}`, {
    tag: '@thorough',
  }, async ({ browser }) => {
    const { page, person } = await openPortal(browser, { javaScriptEnabled, path: '/uploads' });
    const note = page.getByRole('textbox', { name: 'Anything we should know?' });
    await page.getByLabel('What is it?').selectOption({ index: 1 });
    await note.fill('Page 3 is missing.');
    await fileField(page).setInputFiles([large]);
    await endSession(page);
    await sendButton(page).click();
    await logInAgain(page, person);
    await expect(note).toHaveValue('Page 3 is missing.');
    await expect(page.getByLabel('What is it?')).not.toHaveValue('other');
    await fileField(page).setInputFiles([photo('page 1.png')]);
    await sendButton(page).click();
    await expect(receipt(page)).toBeVisible();
    await page.goto(uploadsUrl);
    await expect(sentFiles(page)).toHaveCount(1);
    await expect(note).toHaveValue('');
    await leave(page);
  });
}

test('a note that was typed when an idle session ends is there again after login, though nothing was chosen', {
  tag: '@thorough',
}, async ({ browser }) => {
  const { page, person } = await openPortal(browser, { clock: true, path: '/uploads' });
  const note = page.getByRole('textbox', { name: 'Anything we should know?' });
  await note.fill('Page 3 is missing.');
  await endSession(page);
  await page.clock.fastForward('30:10');
  await logInAgain(page, person);
  await expect(note).toHaveValue('Page 3 is missing.');
  await leave(page);
});

test('documents are sent with the keyboard alone, and the page is accessible empty, with errors and filled', async ({
  browser,
}) => {
  const { page } = await openPortal(browser, { path: '/uploads' });
  await expectAccessibleInAllLooks(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectFits(page);
  await sendButton(page).focus();
  await page.keyboard.press('Enter');
  await expect(summary(page)).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(fileField(page)).toBeFocused();
  await expectAccessibleInAllLooks(page);
  await fileField(page).setInputFiles([program, pdf, photo('IMG_1.png')]);
  await sendButton(page).focus();
  await page.keyboard.press('Enter');
  await expect(summary(page)).toContainText('letter.pdf');
  await expectAccessibleInAllLooks(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectFits(page);
  await fileField(page).setInputFiles([pdf]);
  await sendButton(page).click();
  await expect(status(page)).toHaveText('We have this file already.');
  await expect(row(page, 'scan 12.pdf')).toContainText(/We have it already: receipt [0-9A-Z]{4}-[0-9A-Z]{4}/);
  await leave(page);
});

test('files that wait or that nobody can open are accessible for client and staff, who say that they are handled', {
  tag: '@thorough',
}, async ({ browser }) => {
  const { page, person } = await openPortal(browser, { javaScriptEnabled: false, path: '/uploads' });
  await fileField(page).setInputFiles([photo('IMG_1.png'), photo('IMG_2.png')]);
  await sendButton(page).click();
  await expect(receipt(page)).toContainText('We received 2 files');
  const number = new URL(page.url()).searchParams.get('receipt') ?? '';
  await leave(page);
  await withPortalDatabase((portal) => makeUnreadable(portal, number));

  const client = await openPage(browser);
  await logIn(client, person);
  await client.goto(uploadsUrl);
  await expect(sentFiles(client)).toHaveCount(4);
  for (const text of ['we check this one in a few minutes', 'We could not read this file', 'open this PDF'])
    await expect(sentFiles(client).filter({ hasText: text })).toHaveCount(1);
  await expect(sentFiles(client).filter({ hasText: 'Our virus scanner found something' })).toHaveCount(1);
  await expectAccessibleInAllLooks(client);
  await leave(client);

  const staff = await openClientPage(browser, person);
  const handle = staff.getByRole('link', { name: /^Mark as handled/ });
  await expect(handle).toHaveCount(2);
  await expectAccessibleInAllLooks(staff);
  await handle.first().click();
  await dialogReady(staff);
  await expectAccessibleInAllLooks(staff);
  await staff.getByRole('button', { name: 'Mark as handled' }).click();
  await expect(staff.getByRole('dialog')).toHaveCount(0);
  await expect(handle).toHaveCount(1);
  await expectAccessibleInAllLooks(staff);
  await leave(staff);
});

/** Makes of two files one that is unreadable and one with a virus, and adds one that waits and one that was refused. */
async function makeUnreadable(portal: mongo.Db, receipt: string): Promise<void> {
  const documents = portal.collection('client_documents');
  const [first, second] = await documents.find({ receipt }).toArray();
  const pdfKind = { content_type: 'application/pdf' };
  await documents.updateOne({ _id: first?._id }, { $set: { ...pdfKind, unreadable: true } });
  await documents.updateOne({ _id: second?._id }, { $set: { ...pdfKind, scan: 'infected' } });
  const upload = {
    client_id: first?.client_id,
    ...{ size: 1000, offset: 1000, type: 'other', receipt, tries: 1, unattended: true, at: new Date() },
  };
  const inAnHour = new Date(Date.now() + 60 * 60_000);
  const text = 'We could not read this file. Send a photo of the paper instead';
  await portal.collection('client_uploads').insertMany([
    // Another process holds the lock, so nobody finishes it.
    { ...upload, digest: randomUUID(), state: 'arrived', holder: 'another', held_until: inAnHour },
    { ...upload, digest: randomUUID(), state: 'done', outcome: { state: 'refused', text } },
  ]);
}

test('files that are too large or empty stop no other, and a picture of them is made smaller and sent', async ({
  browser,
}) => {
  const { page } = await openPortal(browser, { path: '/uploads' });
  const padding = Buffer.alloc(26 * 1024 * 1024);
  const files = {
    'IMG_1.png': Buffer.concat([pictureOf('large'), padding]),
    'broken.png': padding,
    'empty.pdf': Buffer.alloc(0),
    'scan 12.pdf': pdf.buffer,
  };
  // From the disk, because the browser's driver takes 50 MB at most.
  const paths = Object.entries(files).map(async ([name, content]) => {
    const path = test.info().outputPath(name);
    await writeFile(path, content);
    return path;
  });
  await fileField(page).setInputFiles(await Promise.all(paths));
  await sendButton(page).click();
  await expect(summary(page)).toContainText('3 files were not sent');
  await expect(receipt(page)).toContainText('We received 1 file');
  await expect(row(page, 'scan 12.pdf')).toContainText('Received');
  await expect(row(page, 'empty.pdf')).toContainText('Not sent: This file is empty.');
  await expect(row(page, 'empty.pdf').getByRole('button')).toHaveText(['Remove empty.pdf']);
  await expect(page.getByText(/larger than 25 MB\?.*call us at \(?\d{3}/s)).toBeVisible();
  await expectGoodOnPhones(page);
  const shrink = (name: string) =>
    row(page, name)
      .getByRole('button', { name: `Make it smaller and send ${name}` })
      .click();
  await shrink('broken.png');
  await expect(row(page, 'broken.png')).toContainText('could not make this picture smaller');
  await shrink('IMG_1.png');
  await expect(row(page, 'IMG_1.jpg')).toContainText('Received');
  await expect(receipt(page)).toContainText('We received 2 files');
  await row(page, 'empty.pdf').getByRole('button', { name: 'Remove' }).click();
  await expect(summary(page)).toContainText('1 file was not sent');
  await row(page, 'broken.png').getByRole('button', { name: 'Remove' }).click();
  await expect(receipt(page)).toBeFocused();
  await expect(summary(page)).toHaveCount(0);
  await expect(sentFiles(page)).toHaveCount(2);
  await leave(page);
});

test('an upload resumes where the connection was lost, and the page says how far it is', async ({
  browser,
}) => {
  const { page } = await openPortal(browser, { path: '/uploads' });
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const offsets = await watchParts(page, async (route, part) => {
    if (part === 2) {
      await held;
      await page.context().setOffline(true);
      return route.abort('internetdisconnected');
    }
    return route.continue();
  });
  await fileField(page).setInputFiles([large, photo('IMG_1.png')]);
  await sendButton(page).click();
  await expect(row(page, 'records.pdf')).toContainText('Sending, 41%');
  await expect(row(page, 'records.pdf').getByRole('progressbar', { name: 'records.pdf' })).toHaveAttribute(
    'value',
    '41',
  );
  await expect(row(page, 'IMG_1.png')).toContainText('Waiting');
  await expect(status(page)).toHaveText('Sending 2 files, 0 done. Please keep this page open.');
  await expectGoodOnPhones(page);
  release();
  await expect(row(page, 'records.pdf')).toContainText('No connection: it goes on');
  await expect(status(page)).toContainText('There is no connection.');
  await expectGoodOnPhones(page);
  await page.context().setOffline(false);
  await expect(receipt(page)).toContainText('We received 2 files');
  await expect(receipt(page)).toBeFocused();
  await expect(page).toHaveURL(/\/uploads\?receipt=[0-9A-Z]{4}-[0-9A-Z]{4}$/);
  const part = 5 * 1024 * 1024;
  expect(offsets).toEqual([0, part, part, 2 * part, 0]);
  await expect(sentFiles(page)).toHaveCount(2);
  await expectGoodOnPhones(page);
  await page.context().close();
});

test('a file that is chosen again after the page was left resumes, and nothing about it stays on the phone', {
  tag: '@thorough',
}, async ({ browser }) => {
  const { page } = await openPortal(browser, { path: '/uploads' });
  let isLeft = false;
  const offsets = await watchParts(page, (route, part) =>
    part === 1 || isLeft ? route.continue() : route.abort('connectionfailed'),
  );
  await fileField(page).setInputFiles([large]);
  await sendButton(page).click();
  await expect(row(page, 'records.pdf')).toContainText('No connection');
  const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
  expect(kept).not.toMatch(/tus|records|uploads\/|[0-9a-f]{24}/);
  page.once('dialog', (dialog) => dialog.dismiss());
  await page.getByRole('link', { name: 'Phone Numbers' }).click();
  await expect(page).toHaveURL(uploadsUrl);
  // To call us leaves nothing, although browsers announce it as if it did.
  expect(await pressCall(page)).toBe(false);
  expect(await asksBeforeLeaving(page)).toBe(true);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  isLeft = true;
  const before = offsets.length;
  await fileField(page).setInputFiles([{ ...large, name: 'the same.pdf' }]);
  await sendButton(page).click();
  await expect(receipt(page)).toContainText('We received 1 file');
  const part = 5 * 1024 * 1024;
  expect(offsets.slice(before)).toEqual([part, 2 * part]);
  await leave(page);
});

test('with the keyboard alone one file is canceled and another one tried again, under one receipt', {
  tag: '@thorough',
}, async ({ browser }) => {
  const { page } = await openPortal(browser, { path: '/uploads' });
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await watchParts(page, async (route, part) => {
    if (part === 1) await held;
    return part === 2 ? route.fulfill({ status: 403, body: '{}' }) : route.continue();
  });
  const files = ['IMG_1.png', 'IMG_2.png', 'IMG_3.png'].map(photo);
  await fileField(page).setInputFiles(files);
  await sendButton(page).focus();
  await page.keyboard.press('Enter');
  await row(page, 'IMG_3.png').getByRole('button', { name: 'Cancel IMG_3.png' }).focus();
  await page.keyboard.press('Enter');
  release();
  await expect(summary(page)).toBeFocused();
  await expect(summary(page)).toContainText('1 file was not sent');
  await expect(row(page, 'IMG_1.png')).toContainText('Received');
  await expect(row(page, 'IMG_3.png')).toContainText('Canceled');
  await expect(row(page, 'IMG_2.png')).toContainText('Not sent: Something went wrong on our side');
  await expectGoodOnPhones(page);
  const reference = await receipt(page)
    .getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}/)
    .first()
    .innerText();
  await row(page, 'IMG_2.png').getByRole('button', { name: 'Try again IMG_2.png' }).focus();
  await page.keyboard.press('Enter');
  await expect(receipt(page)).toContainText('We received 2 files');
  await expect(receipt(page)).toContainText(reference);
  await expect(sentFiles(page)).toHaveCount(2);
  await leave(page);
});

test('a file that waits is canceled at once, also without a connection, and the focus goes to its name', {
  tag: '@thorough',
}, async ({ browser }) => {
  const { page } = await openPortal(browser, { path: '/uploads' });
  const { promise: isLost, resolve: lose } = Promise.withResolvers<void>();
  await page.route('**/trpc/uploads.begin*', async (route) => {
    await isLost;
    await route.abort('internetdisconnected');
  });
  await fileField(page).setInputFiles(['IMG_1.png', 'IMG_2.png', 'IMG_3.png'].map(photo));
  await sendButton(page).click();
  const cancel = async (name: string) => {
    await row(page, name)
      .getByRole('button', { name: `Cancel ${name}` })
      .focus();
    await page.keyboard.press('Enter');
    await expect(row(page, name)).toContainText('Canceled');
    await expect(row(page, name).locator('.file-name')).toBeFocused();
    await expect(row(page, name).getByRole('button')).toHaveCount(0);
  };
  await expect(row(page, 'IMG_3.png')).toContainText('Waiting');
  await cancel('IMG_3.png');
  await expect(status(page)).toHaveText(
    '1 file canceled. Sending 2 files, 0 done. Please keep this page open.',
  );
  lose();
  await expect(row(page, 'IMG_2.png')).toContainText('No connection');
  await expect(row(page, 'IMG_3.png')).toContainText('Canceled');
  await cancel('IMG_2.png');
  await expect(status(page)).toContainText('2 files canceled. There is no connection.');
  await cancel('IMG_1.png');
  await expect(status(page)).toHaveText('3 files canceled. Nothing was sent.');
  await expect(sendButton(page)).not.toHaveAttribute('aria-disabled');
  await expectGoodOnPhones(page);
  await page.context().close();
});
