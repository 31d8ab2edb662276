import { expect, type Page, type Request, test } from '@playwright/test';
import { editorPassword, openDocument, openSettings, secondEditor, signInToCms } from '../setup/cms.ts';
import { asksBeforeLeaving } from '../setup/running-scripts.ts';
import { readCredentials } from '../setup/site.ts';

const site = process.env.SITE_URL ?? '';
const headers = { origin: site, 'sec-fetch-site': 'same-origin' };
const summary = (page: Page) => page.getByLabel(/^Short description/);
const line = (page: Page) => page.locator('.saving__line').first();

/** @returns the description in the latest draft. */
async function readStored(page: Page): Promise<string> {
  const id = page.url().match(/[0-9a-f]{24}/)?.[0];
  const response = await page.request.get(`${site}/cms/api/articles/${id}?draft=true&depth=0`, { headers });
  return (await response.json()).description;
}

const waitForSave = (page: Page) =>
  page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok());

test('when two people edit one article, the second sees both texts and chooses, and neither is lost', async ({
  page,
  browser,
}) => {
  await signInToCms(page);
  const other = await secondEditor(page, browser, 'Ann Other');
  await openDocument(page, 'articles', 'claim-timeline');
  await expect(summary(page)).toBeVisible();
  await other.goto(page.url());
  await expect(summary(other)).toBeVisible();

  const theirs = waitForSave(other);
  await summary(other).fill('Ann wrote this.');
  await theirs;
  await summary(page).fill('I wrote that.');
  const dialog = page.getByRole('dialog', { name: 'Somebody else changed this too' });
  await expect(dialog).toContainText('Ann wrote this.');
  await expect(dialog).toContainText('I wrote that.');
  await expect(dialog).toContainText('Text of Ann Other');
  expect(await readStored(page)).toBe('Ann wrote this.');

  const mine = waitForSave(page);
  await dialog.getByRole('button', { name: 'Keep my text' }).click();
  await mine;
  expect(await readStored(page)).toBe('I wrote that.');
  const id = page.url().match(/[0-9a-f]{24}/)?.[0];
  const query = `where[parent][equals]=${id}&where[version.description][equals]=Ann wrote this.`;
  const versions = await (
    await page.request.get(`${site}/cms/api/articles/versions?${query}`, { headers })
  ).json();
  expect(versions.docs.length).toBeGreaterThan(0);

  await summary(other).fill('Ann wrote once more.');
  const again = other.getByRole('dialog', { name: 'Somebody else changed this too' });
  await expect(again).toContainText('I wrote that.');
  await again.getByRole('button', { name: 'Take their text' }).click();
  await expect(summary(other)).toHaveValue('I wrote that.');
  await other.getByRole('button', { name: 'Look at it' }).click();
  const ownText = other.getByRole('dialog', { name: 'Text of yours that is not here' });
  await expect(ownText).toContainText('Ann wrote once more.');
  const resaved = waitForSave(other);
  await ownText.getByRole('button', { name: 'Put my text back' }).click();
  await expect(summary(other)).toHaveValue('Ann wrote once more.');
  await resaved;
  expect(await readStored(page)).toBe('Ann wrote once more.');
  await other.context().close();
});

test('two people who change the settings at once type on, and the second to save sees both texts', {
  tag: '@thorough',
}, async ({ page, browser }) => {
  await signInToCms(page);
  const address = `${site}/cms/api/globals/navigation`;
  const { note: before } = await (await page.request.get(address, { headers })).json();
  const note = (by: Page) => by.getByLabel(/^Note: the rest/);
  const other = await secondEditor(page, browser, 'Ann Other');
  for (const by of [page, other]) {
    await openSettings(by, 'navigation');
    await by.getByRole('button', { name: 'Footer' }).click();
    await expect(note(by)).toHaveValue(before);
  }
  const makePublic = async (by: Page) => {
    await by.getByRole('button', { name: 'Save and make public' }).click();
    await by.getByRole('button', { name: 'Make it public' }).click();
  };
  const compared = (by: Page) =>
    by.waitForResponse((response) => response.request().method() === 'POST' && response.url() === by.url());

  const theirs = compared(other);
  await note(other).fill(`${before} Ann wrote this.`);
  await theirs;
  const mine = compared(page);
  await note(page).fill(`${before} I wrote that.`);
  await mine;
  await expect(page.getByText('Document locked')).toHaveCount(0);
  await makePublic(other);
  await expect(other.getByText('Updated successfully.')).toBeVisible();
  await makePublic(page);
  const dialog = page.getByRole('dialog', { name: 'Somebody else changed this too' });
  await expect(dialog).toContainText('Ann wrote this.');
  await expect(dialog).toContainText('I wrote that.');
  const saved = page.waitForResponse((response) => response.url().startsWith(address) && response.ok());
  await dialog.getByRole('button', { name: 'Keep my text' }).click();
  await saved;
  const { note: after, revision } = await (await page.request.get(address, { headers })).json();
  expect(after).toBe(`${before} I wrote that.`);
  const restored = await page.request.post(address, { headers, data: { note: before, revision } });
  expect(restored.status()).toBe(200);
  await other.context().close();
});

test('who edits what a colleague has just saved types on, and sees both texts when it is saved', {
  tag: '@thorough',
}, async ({ page, browser }) => {
  await signInToCms(page);
  const other = await secondEditor(page, browser, 'Ann Other');
  await openDocument(page, 'figures', 'trialWorkMonthly');
  const address = `${site}/cms/api/figures/${page.url().match(/[0-9a-f]{24}/)?.[0]}`;
  const { values, revision } = await (await other.request.get(`${address}?depth=0`, { headers })).json();
  const checkedOn = '2026-06-03T12:00:00.000Z';
  const data = { revision, values: [...values.slice(0, -1), { ...values.at(-1), checkedOn }] };
  expect((await other.request.patch(address, { headers, data })).status()).toBe(200);

  const source = page.getByLabel(/^Source/).last();
  const predicate = (request: Request) => request.method() === 'POST' && request.url() === page.url();
  // The page may stop reading the answer once it has what it needs, which ends the request as failed.
  const compared = Promise.race([
    page.waitForEvent('requestfinished', { predicate }),
    page.waitForEvent('requestfailed', { predicate }),
  ]);
  await source.fill('What I typed');
  await compared;
  await page.getByRole('button', { name: 'Save and make public' }).click();
  const question = page.getByRole('dialog', { name: 'Each value is public from its first day on' });
  await expect(question).toContainText('Source: What I typed');
  await question.getByRole('button', { name: 'Save it' }).click();
  const dialog = page.getByRole('dialog', { name: 'Somebody else changed this too' });
  await expect(dialog).toContainText('Checked on: June 3, 2026');
  await expect(dialog).toContainText('Source: What I typed');
  await dialog.getByRole('button', { name: 'Take their text' }).click();
  await expect(source).not.toHaveValue('What I typed');
  await page.getByRole('button', { name: 'Look at it' }).click();
  await expect(page.getByRole('dialog', { name: 'Text of yours that is not here' })).toContainText(
    'Source: What I typed',
  );
  await other.context().close();
});

test('a failed save says so, is kept in the browser, and is retried until it is stored', async ({ page }) => {
  test.setTimeout(90_000);
  await signInToCms(page);
  await openDocument(page, 'articles', 'past-work-relevance');
  await expect(summary(page)).toBeVisible();
  await page.route('**/cms/api/articles/*', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 502, body: 'Bad gateway' })
      : route.continue(),
  );
  await summary(page).fill('Typed while the CMS was away.');
  await expect(line(page)).toHaveText(
    'Not saved yet: the CMS cannot be reached. We keep trying. Your text is kept in this browser.',
  );
  expect(await asksBeforeLeaving(page)).toBe(true);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();

  await expect(page.getByText(/You typed something here on/)).toBeVisible();
  await page.getByRole('button', { name: 'Look at it' }).click();
  await page.getByRole('button', { name: 'Put my text back' }).click();
  await expect(summary(page)).toHaveValue('Typed while the CMS was away.');
  await expect(line(page)).toContainText('Not saved yet');
  await page.unroute('**/cms/api/articles/*');
  await expect(line(page)).toHaveText('Saved again. Nothing is lost.');
  expect(await readStored(page)).toBe('Typed while the CMS was away.');
  await page.reload();
  await expect(summary(page)).toHaveValue('Typed while the CMS was away.');
  await expect(page.getByText(/You typed something here on/)).toBeHidden();
});

test('when the session has ended, a dialog asks for the password and the text is saved', async ({ page }) => {
  test.setTimeout(90_000);
  await signInToCms(page);
  await openDocument(page, 'articles', 'vtc-hearings');
  await expect(summary(page)).toBeVisible();
  await page.context().clearCookies();
  await summary(page).fill('Typed after the session had ended.');
  const dialog = page.getByRole('dialog', { name: 'Please sign in again' });
  await expect(dialog).toBeVisible();
  await dialog.getByLabel('Password').fill('not the password');
  await dialog.getByRole('button', { name: 'Sign in and save' }).click();
  await expect(dialog.getByRole('alert')).not.toBeEmpty();
  const { cms } = await readCredentials(process.env.SITE_DATA_DIR ?? '');
  await dialog.getByLabel('Password').fill(cms.password);
  const resaved = waitForSave(page);
  await dialog.getByRole('button', { name: 'Sign in and save' }).click();
  await resaved;
  await expect(summary(page)).toHaveValue('Typed after the session had ended.');
  expect(await readStored(page)).toBe('Typed after the session had ended.');
});

/** Ends the session on the server and moves the browser's clock, as after an hour without activity. */
async function endSession(page: Page): Promise<void> {
  expect((await page.request.post(`${site}/cms/api/users/logout`, { headers })).status()).toBe(200);
  await page.clock.fastForward('01:01:00');
}

test('a session that ends while idle asks for the password in place, and editing continues', {
  tag: '@thorough',
}, async ({ page, browser }) => {
  test.setTimeout(90_000);
  await signInToCms(page);
  const idle = await secondEditor(page, browser, 'Idle Person');
  await idle.clock.install();
  await idle.goto(`${site}/cms`);
  await openDocument(idle, 'articles', 'hearing-attendees');
  await expect(summary(idle)).toBeVisible();
  const first = waitForSave(idle);
  await summary(idle).fill('Typed before the session ended.');
  await first;
  const address = idle.url();
  await endSession(idle);
  const dialog = idle.getByRole('dialog', { name: 'Please sign in again' });
  await expect(dialog).toContainText('What you typed is still here');
  expect(idle.url()).toBe(address);
  await dialog.getByLabel('Password').fill(editorPassword);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(summary(idle)).toHaveValue('Typed before the session ended.');
  const second = waitForSave(idle);
  await summary(idle).fill('Typed after signing in again.');
  await second;
  expect(await readStored(idle)).toBe('Typed after signing in again.');
  expect(idle.url()).toBe(address);
  await idle.context().close();
});

test('a session that ends on the settings page keeps typed values, even after signing in later', {
  tag: '@thorough',
}, async ({ page, browser }) => {
  await signInToCms(page);
  const idle = await secondEditor(page, browser, 'Idle Publisher');
  await idle.clock.install();
  await openSettings(idle, 'site');
  const firm = idle.getByLabel(/^Name of the firm/);
  await firm.fill('Firm of a long pause');
  // The button is disabled until the form has registered the change.
  await expect(idle.getByRole('button', { name: 'Save and make public' })).toBeEnabled();
  await endSession(idle);
  const dialog = idle.getByRole('dialog', { name: 'Please sign in again' });
  await dialog.getByRole('button', { name: 'Not now' }).click();
  const line = idle.getByText('You are signed out. What is on this page stays here.');
  await expect(line).toBeVisible();
  await line.getByRole('button', { name: 'Sign in' }).click();
  await dialog.getByLabel('Password').fill(editorPassword);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(line).toBeHidden();
  await expect(firm).toHaveValue('Firm of a long pause');
  await idle.getByRole('button', { name: 'Save and make public' }).click();
  await expect(idle.getByRole('dialog', { name: 'Every visitor sees this at once' })).toContainText(
    'Firm of a long pause',
  );
  await idle.context().close();
});

test('an idle user is warned before the session ends, and stays signed in with one click', {
  tag: '@thorough',
}, async ({ page, browser }) => {
  await signInToCms(page);
  const idle = await secondEditor(page, browser, 'Slow Reader');
  await idle.clock.install();
  await openSettings(idle, 'navigation');
  await expect(idle.getByRole('button', { name: 'Save and make public' })).toBeVisible();
  await idle.clock.fastForward('00:56:30');
  const warning = idle.getByText('Nothing has happened here for a while.');
  // The page checks the time every 15 seconds.
  await expect(warning).toContainText(/You will be signed out on .+ ET\./);
  const renewed = idle.waitForResponse((response) => response.url().endsWith('/users/refresh-token'));
  await warning.getByRole('button', { name: 'Stay signed in' }).click();
  expect((await renewed).status()).toBe(200);
  // Resets the fake clock, because the new session expires an hour after the server's time.
  await idle.clock.setSystemTime(new Date());
  await idle.clock.fastForward('00:00:30');
  await expect(idle.getByText(/You will be signed out on/)).toBeHidden();
  await idle.context().close();
});

test('after Ctrl+S right after typing, the draft can be published and the receipt says that changes are not public', {
  tag: '@thorough',
}, async ({ page }) => {
  test.setTimeout(90_000);
  await signInToCms(page);
  await openDocument(page, 'articles', 'medicaid-eligibility');
  await expect(summary(page)).toBeVisible();
  const publish = page.getByRole('button', { name: /publish changes/i });
  await summary(page).fill('Public words.');
  await expect(page.getByText('Changed', { exact: true })).toBeVisible();
  await publish.click();
  const receipt = page.getByRole('region', { name: 'Publishing receipt' });
  await expect(receipt).toContainText('Live since');
  await expect(publish).toBeDisabled();

  const resaved = waitForSave(page);
  await summary(page).fill('Public words. And more.');
  await page.keyboard.press('Control+s');
  await resaved;
  await expect(page.getByText('Changed', { exact: true })).toBeVisible();
  await expect(publish).toBeEnabled();
  await expect(receipt).toContainText('Your latest changes are not public yet.');
});

test('a text that fails the publish checks is saved as a draft, and the form says that it is not public', async ({
  page,
}) => {
  test.setTimeout(90_000);
  await signInToCms(page);
  await openDocument(page, 'articles', 'credibility-importance');
  await expect(summary(page)).toBeVisible();
  await summary(page).fill('Call {{nobody}}.');
  await page.getByRole('button', { name: /publish changes/i }).click();
  await expect(line(page)).toContainText('Not published. Your text is saved as a draft.');
  expect(await readStored(page)).toBe('Call {{nobody}}.');
});
