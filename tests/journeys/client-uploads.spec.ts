import { expect, type Page, test } from '@playwright/test';
import { expectAccessibleInAllLooks, expectFits } from '../setup/axe.ts';
import { openPage, signIn } from '../setup/back-office.ts';
import { pictureOf } from '../setup/picture.ts';
import { openPortal, portalUrl } from '../setup/portal.ts';

const uploadsUrl = `${portalUrl}/uploads`;
const pdf = { name: 'scan 12.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF\n') };
const program = { ...pdf, name: 'letter.pdf', buffer: Buffer.from('<script>alert(1)</script>') };

const photo = (name: string) => ({ name, mimeType: 'image/png', buffer: pictureOf(name) });

const fileField = (page: Page) => page.getByLabel('Photos or PDFs');
const sendButton = (page: Page) => page.getByRole('button', { name: 'Send', exact: true });
const summary = (page: Page) => page.locator('.error-summary');
const sentFiles = (page: Page) => page.locator('.sent-files > li');
const receipt = (page: Page) => page.locator('.notice.success');

for (const javaScriptEnabled of [true, false]) {
  const way = javaScriptEnabled ? 'with JavaScript' : 'without JavaScript';

  test(`a client sends papers from the dashboard, gets a receipt, and sees when our office has read them, ${way}`, async ({
    browser,
  }) => {
    const { page, person } = await openPortal(browser, { javaScriptEnabled });
    await page.getByRole('main').getByRole('link', { name: 'Send us papers' }).click();
    await expect(page).toHaveURL(uploadsUrl);
    await expect(page.getByText('You have not sent us any papers here yet.')).toBeVisible();
    await sendButton(page).click();
    await expect(summary(page)).toContainText('Choose at least one file');
    await expect(page).toHaveTitle(/^Error: /);

    await page.getByLabel('What is it?').selectOption('Letter from Social Security');
    await page.getByLabel('Anything we should know?').fill('I have to answer by May 4.');
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

    const staff = await openPage(browser, { javaScriptEnabled });
    await signIn(staff);
    const cell = staff.getByRole('cell', { name: `***-**-${person.ssn.slice(-4)}`, exact: true });
    await staff.getByRole('row').filter({ has: cell }).first().getByRole('link').click();
    const row = staff.getByRole('row', { name: /Letter from Social Security, file 2/ });
    await expect(row).toContainText(/Unread.*Receipt.*Not checked for viruses.*I have to answer by May 4/s);
    await expect(row).toContainText(/From the client.*not confirmed/s);
    const [opened] = await Promise.all([
      staff.waitForEvent('download'),
      row.getByRole('link', { name: 'Letter from Social Security, file 2', exact: true }).click(),
    ]);
    expect(opened.suggestedFilename()).toMatch(/\.pdf$/);
    await staff.reload();
    await expect(row).toContainText('Read by Shared password');
    await page.goto(uploadsUrl);
    await expect(sentFiles(page).first()).toContainText('Read by our office');
    await staff.context().close();
    await page.context().close();
  });
}

test('the papers are sent with the keyboard alone, and the page is accessible empty, with errors and filled', async ({
  browser,
}) => {
  const { page } = await openPortal(browser);
  await page.goto(uploadsUrl);
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
  await expect(page.getByRole('region', { name: 'We already have 1 file of these' })).toContainText(
    'scan 12.pdf',
  );
  await page.context().close();
});
