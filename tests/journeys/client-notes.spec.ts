import { expect, type Page, test } from '@playwright/test';
import { expectAccessibleInAllLooks } from '../setup/axe.ts';
import {
  addStaff,
  dialogReady,
  leave,
  openPage,
  setSessionDates,
  signIn,
  signInWithAccount,
} from '../setup/back-office.ts';
import { registerClientPage } from '../setup/portal.ts';
import { withPortalDatabase } from '../setup/portal-database.ts';

const note = 'Called from work.\nAsks for the hearing office.';

const noteField = (page: Page) => page.getByLabel('Note', { exact: true });
const notes = (page: Page) => page.locator('.notes > li');
const save = (page: Page) => page.getByRole('button', { name: 'Save the note' });

test('staff write a note, change it within 15 minutes, and correct it afterwards', async ({ browser }) => {
  const path = await registerClientPage();
  const page = await openPage(browser);
  await signIn(page, path);
  await expect(page.getByText('No notes yet.')).toBeVisible();
  await page.getByRole('link', { name: 'Add a note' }).click();
  await dialogReady(page);
  await save(page).click();
  await expect(page.getByRole('region', { name: 'The note was not saved' })).toContainText('Write the note');
  await dialogReady(page);
  await noteField(page).fill(note);
  await save(page).click();
  await expect(page).toHaveURL(path);
  await expect(page.locator('.notice.success')).toContainText('Note saved');
  await expect(notes(page)).toHaveCount(1);
  await expect(notes(page).locator('.note-text')).toHaveText(note, { useInnerText: true });
  await expect(notes(page)).toContainText(/Shared password, \d+\/\d+\/\d{4}, \d+:\d\d [AP]M Eastern time/);

  await page.getByRole('link', { name: /^Change the note of/ }).click();
  await dialogReady(page);
  await expect(noteField(page)).toHaveValue(note);
  await noteField(page).fill('Called from home.');
  await save(page).click();
  await expect(page).toHaveURL(path);
  await expect(notes(page)).toContainText(/Called from home\./);
  await expect(notes(page)).toContainText(/, changed \d+/);

  await withPortalDatabase((portal) =>
    portal
      .collection('client_notes')
      .updateMany(
        { client_id: path.slice(-36) },
        { $set: { at: new Date(Date.now() - 15 * 60_000 - 1_000) } },
      ),
  );
  await page.reload();
  await expect(page.getByRole('link', { name: /^Change the note/ })).toHaveCount(0);
  await page.getByRole('link', { name: /^Add a correction/ }).click();
  await dialogReady(page);
  await expect(page.getByRole('dialog').locator('blockquote')).toHaveText('Called from home.');
  await page.getByLabel('Correction', { exact: true }).fill('It was a neighbor.');
  await page.getByRole('button', { name: 'Save the correction' }).click();
  await expect(page).toHaveURL(path);
  await expect(notes(page)).toHaveCount(2);
  await expect(notes(page).first()).toContainText(/Corrects the note of .*It was a neighbor\./s);
  await leave(page);
});

test('somebody who is told of a note has it on Today', async ({ browser }) => {
  const path = await registerClientPage();
  const [writer, told] = [await addStaff('reviewer'), await addStaff('reviewer')];
  const page = await openPage(browser, { viewport: { width: 320, height: 640 } });
  await signIn(page, path, writer);
  await page.getByRole('link', { name: 'Add a note' }).click();
  await dialogReady(page);
  await noteField(page).fill('Please look at the letter.');
  await page.getByLabel('Tell somebody (optional)').selectOption(told.name);
  await expectAccessibleInAllLooks(page);
  await save(page).click();
  await expect(page).toHaveURL(path);
  await expect(notes(page)).toContainText('Please look at the letter.');
  await leave(page);

  const other = await openPage(browser);
  await signIn(other, '/admin/today', told);
  await expect(other.locator('main')).toContainText('Mentioned in a note');
  await leave(other);
});

test('what somebody typed in a note is shown to nobody who signs in at the same tab later', {
  tag: '@thorough',
}, async ({ browser }) => {
  const path = await registerClientPage();
  const page = await openPage(browser);
  const [writer, other] = [await addStaff('reviewer'), await addStaff('reviewer')];
  const addNote = async (account: typeof writer) => {
    await page.goto(`/admin/login?${new URLSearchParams({ next: `${path}/add-note` })}`);
    await signInWithAccount(page, account);
    await page.waitForURL(`**${path}/add-note`);
    await dialogReady(page);
  };
  const kept = () =>
    page.evaluate(() => Object.entries(sessionStorage).filter(([name]) => /^draft\//.test(name)));

  await addNote(writer);
  await noteField(page).fill(note);
  await setSessionDates(page, { expires_at: new Date(Date.now() - 1_000) });
  await addNote(other);
  expect(await kept()).toEqual([]);
  await expect(noteField(page)).toHaveValue('');

  await noteField(page).fill('Of the other one.');
  expect(await kept()).toHaveLength(1);
  await page.goto('/admin/dashboard');
  await page.getByRole('button', { name: 'Log Out' }).click();
  await page.waitForURL('**/admin/login**');
  expect(await kept()).toEqual([]);
  await addNote(other);
  await expect(noteField(page)).toHaveValue('');
  await leave(page);
});

test('what is typed in a note survives a reload, a lost connection and the end of the session', {
  tag: '@thorough',
}, async ({ browser }) => {
  const path = await registerClientPage();
  const page = await openPage(browser);
  const account = await addStaff('reviewer');
  await signIn(page, path, account);
  const write = page.getByRole('link', { name: 'Add a note' });
  await write.click();
  await dialogReady(page);
  await noteField(page).fill(note);
  await page.reload();
  await dialogReady(page);
  await expect(noteField(page)).toHaveValue(note);

  await page.context().setOffline(true);
  const failed = page.waitForEvent('requestfailed', (request) => request.method() === 'POST');
  await Promise.all([failed, save(page).click({ noWaitAfter: true })]);
  await page.context().setOffline(false);
  await page.goto(`${path}/add-note`);
  await dialogReady(page);
  await expect(noteField(page)).toHaveValue(note);

  await setSessionDates(page, { expires_at: new Date(Date.now() - 1_000) });
  await save(page).click();
  await page.waitForURL('**/admin/login?**');
  await signInWithAccount(page, account);
  await page.waitForURL(`**${path}/add-note`);
  await dialogReady(page);
  await expect(noteField(page)).toHaveValue(note);
  await save(page).click();
  await expect(notes(page)).toHaveCount(1);
  await write.click();
  await dialogReady(page);
  await expect(noteField(page)).toHaveValue('');
  await page.context().close();
});

test('staff who may only look read notes and are offered no form', { tag: '@thorough' }, async ({
  browser,
}) => {
  const path = await registerClientPage();
  const page = await openPage(browser);
  await signIn(page, path, await addStaff('read_only'));
  await expect(page.getByRole('heading', { name: 'Notes' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Add a note' })).toHaveCount(0);
  expect((await page.goto(`${path}/add-note`))?.status()).toBe(403);
  await leave(page);
});

test('the dialog of a note opens and closes with the keyboard, and is accessible at every width and color scheme', async ({
  browser,
}) => {
  const path = await registerClientPage();
  const page = await openPage(browser);
  await signIn(page, path);
  const link = page.getByRole('link', { name: 'Add a note' });
  await link.press('Enter');
  await expect(page.getByRole('dialog').getByRole('heading', { level: 2 })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(link).toBeFocused();
  await link.press('Enter');
  await dialogReady(page);
  await save(page).click();
  await expect(page.getByRole('region', { name: 'The note was not saved' })).toBeVisible();
  await expectAccessibleInAllLooks(page);
  await dialogReady(page);
  await noteField(page).fill(note);
  await save(page).click();
  await expect(page).toHaveURL(path);
  await expectAccessibleInAllLooks(page);
  await leave(page);
});
