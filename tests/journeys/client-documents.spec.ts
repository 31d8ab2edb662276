import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectAccessibleInAllLooks } from '../setup/axe.ts';
import { addStaff, dialogReady, leave, openPage, signIn } from '../setup/back-office.ts';
import { pictureOf } from '../setup/picture.ts';
import { registerClientPage } from '../setup/portal.ts';

const pdf = { name: 'scan 12.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF\n') };
const reason = 'Uploaded for the wrong client';

const success = (page: Page) => page.locator('.notice.success');
const uploadLink = (page: Page) => page.getByRole('link', { name: 'Upload a document' });
const uploadButton = (page: Page) => page.getByRole('button', { name: 'Upload', exact: true });
const refused = (page: Page) => page.getByRole('region', { name: 'The document was not uploaded' });

async function fill(page: Page, title: string, file: typeof pdf): Promise<void> {
  await page.getByLabel('Title', { exact: true }).fill(title);
  await page.getByLabel('Type').selectOption('Evidence of Filing');
  await page.getByLabel('File', { exact: true }).setInputFiles(file);
}

test('staff upload a document, download, rename and delete it, and read all that in the timeline', async ({
  browser,
}) => {
  const path = await registerClientPage();
  const page = await openPage(browser);
  await signIn(page, path);
  await expect(page.getByText('No documents yet.')).toBeVisible();
  await uploadLink(page).click();
  await dialogReady(page);
  await fill(page, 'Filing of March', { ...pdf, buffer: Buffer.from('<script>alert(1)</script>') });
  await uploadButton(page).click();
  await expect(refused(page)).toContainText('We cannot use this kind of file.');
  await dialogReady(page);
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Filing of March');
  await fill(page, 'Filing of March', pdf);
  await uploadButton(page).click();
  await expect(page).toHaveURL(path);
  await expect(success(page)).toContainText('Document uploaded');
  const row = page.getByRole('row', { name: /Filing of March/ });
  await expect(row).toContainText(/Evidence of Filing, PDF.*1 KB.*Shared password/s);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    row.getByRole('link', { name: 'Filing of March', exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^evidence-of-filing-[0-9a-f]{6}\.pdf$/);
  expect(await readFile(await download.path())).toEqual(pdf.buffer);

  await row.getByRole('link', { name: /^Change/ }).click();
  await dialogReady(page);
  await page.getByLabel('Title', { exact: true }).fill('Filing of April');
  await page.getByLabel('Reason').fill(reason);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page).toHaveURL(path);
  await page.getByRole('link', { name: 'Delete Filing of April' }).click();
  await dialogReady(page);
  const remove = page.getByRole('button', { name: 'Delete the document' });
  await remove.click();
  await expect(page.getByRole('region', { name: 'Nothing was deleted' })).toContainText('Give the reason');
  await dialogReady(page);
  await page.getByLabel('Reason').fill(reason);
  await remove.click();
  await expect(page).toHaveURL(path);
  await expect(success(page)).toContainText('Document deleted');
  await expect(page.getByText('No documents yet.')).toBeVisible();

  await page.getByRole('link', { name: 'Timeline' }).click();
  await expect(page).toHaveURL(`${path}/timeline`);
  const names = page.getByRole('rowheader');
  const events = ['Document deleted', 'Document renamed', 'Document uploaded', 'Registered'];
  await expect(names).toHaveText(events);
  await expect(page.getByRole('row', { name: /Document deleted/ })).toContainText(
    /Shared password.*\d [AP]M.*Filing of April\. Uploaded for the wrong client/s,
  );
  await page.getByRole('link', { name: 'Account', exact: true }).click();
  await expect(page).toHaveURL(`${path}/timeline?kind=account`);
  await expect(names).toHaveText(['Registered']);
  await page.getByRole('link', { name: 'Back to the client' }).click();

  await page.getByRole('link', { name: 'Print', exact: true }).click();
  await expect(page).toHaveURL(`${path}/print`);
  await expect(
    page.getByText(/Confidential\. Printed by Shared password on .* Eastern time\./),
  ).toBeVisible();
  for (const section of ['Information', 'Notes', 'Documents', 'Timeline'])
    await expect(page.getByRole('heading', { name: section, exact: true })).toBeVisible();
  await expect(page.getByText(/\*\*\*-\*\*-\d{4}/)).toBeVisible();
  await expect(page.getByRole('link', { name: /Upload|Add a note|Reveal|Delete/ })).toHaveCount(0);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation', { name: 'Back office' })).toBeHidden();
  await expect(page.getByRole('link', { name: 'Back to the client' })).toBeHidden();
  await leave(page);
});

test('a file of more than 25 MB is refused before it is sent, a picture of them made smaller, and a large one shows its progress', {
  tag: '@thorough',
}, async ({ browser }) => {
  const path = await registerClientPage();
  const page = await openPage(browser);
  await signIn(page, `${path}/add-document`);
  await dialogReady(page);
  const megabytes = (count: number) => Buffer.alloc(count * 1024 * 1024, 'x');
  await fill(page, 'Too large', { ...pdf, buffer: megabytes(26) });
  let posts = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/upload')) posts += 1;
  });
  await uploadButton(page).click();
  await expect(refused(page)).toContainText('This file is larger than 25 MB.');
  expect(posts).toBe(0);
  const picture = { name: 'IMG_1.png', mimeType: 'image/png' };
  await fill(page, 'Photo', { ...picture, buffer: Buffer.concat([pictureOf('large'), megabytes(26)]) });
  await uploadButton(page).click();
  await page.getByRole('button', { name: 'Make it smaller and upload' }).click();
  await expect(page).toHaveURL(path);
  await expect(page.getByRole('row', { name: /Photo/ })).toContainText('JPG');
  await page.goto(`${path}/add-document`);
  await dialogReady(page);
  const buffer = Buffer.concat([Buffer.from('%PDF-1.7\n'), megabytes(20), Buffer.from('%%EOF\n')]);
  await fill(page, 'Large', { ...pdf, buffer });
  await uploadButton(page).click();
  await expect(page.getByRole('progressbar')).toBeVisible();
  await expect(page).toHaveURL(path);
  await expect(page.getByRole('row', { name: /Large/ })).toContainText('20 MB');
  await leave(page);
});

test('staff who may only look download documents and are offered no form', { tag: '@thorough' }, async ({
  browser,
}) => {
  const path = await registerClientPage();
  const page = await openPage(browser);
  await signIn(page, path, await addStaff('read_only'));
  await expect(page.getByRole('heading', { name: 'Documents' })).toBeVisible();
  await expect(uploadLink(page)).toHaveCount(0);
  expect((await page.goto(`${path}/add-document`))?.status()).toBe(403);
  await leave(page);
});

test('uploads, timeline and print view work with the keyboard, and are accessible at every width and color scheme', async ({
  browser,
}) => {
  const path = await registerClientPage();
  const page = await openPage(browser);
  await signIn(page, path);
  await uploadLink(page).press('Enter');
  await expect(page.getByRole('dialog').getByRole('heading', { level: 2 })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(uploadLink(page)).toBeFocused();
  await uploadLink(page).press('Enter');
  await dialogReady(page);
  await uploadButton(page).press('Enter');
  await expect(refused(page)).toContainText('Choose a file');
  await expectAccessibleInAllLooks(page);
  await fill(page, 'A letter with a rather long title, which has to break on a phone', pdf);
  await uploadButton(page).press('Enter');
  await expect(page).toHaveURL(path);
  await expectAccessibleInAllLooks(page);
  await page.getByRole('link', { name: /^Delete A letter/ }).press('Enter');
  await dialogReady(page);
  await expectAccessible(page);
  for (const name of ['timeline', 'print']) {
    await page.goto(`${path}/${name}`);
    await expectAccessibleInAllLooks(page);
  }
  await leave(page);
});
