import { expect, type Page, test } from '@playwright/test';
import { openDashboard, openDocument, openSettings, secondEditor, signInToCms } from '../setup/cms.ts';

const site = process.env.SITE_URL ?? '';
const menu = (page: Page) => page.getByRole('dialog', { name: 'Figures' });
const about = (page: Page) => page.getByRole('region', { name: 'About this figure' });
const editor = (page: Page) => page.locator('[data-lexical-editor="true"]').first();

test('the value of a year far ahead is entered, and is public nowhere before its day', async ({ page }) => {
  test.setTimeout(90_000);
  await signInToCms(page);
  await openDocument(page, 'figures', 'ssiMonthlyMaximumCouple');
  await expect(about(page)).toContainText('The site shows $1,491');
  const values = page.getByRole('textbox', { name: /^Value/ });
  await expect(values).toHaveCount(3);
  await page.getByRole('button', { name: 'Add Value' }).click();
  await expect(values).toHaveCount(4);
  const typeInLast = (name: RegExp, words: string) => page.getByRole('textbox', { name }).last().fill(words);
  await typeInLast(/^Value/, '$9,876');
  await typeInLast(/^Source/, 'Social Security');
  for (const [label, day] of [
    ['Valid from', 'Jan 1, 2099'],
    ['Checked on', 'Oct 20, 2026'],
    ['Review by', 'Dec 31, 2099'],
  ] as const) {
    const field = page.locator('.date-time-field').filter({ hasText: label }).last().getByRole('textbox');
    await field.fill(day);
    await field.press('Enter');
  }
  await page.getByRole('button', { name: 'Save and make public' }).click();
  const question = page.getByRole('dialog', { name: 'Each value is public from its first day on' });
  await expect(question).toContainText('One that is valid today already is public at once.');
  await expect(question).toContainText('There is no draft of figures.');
  await question.getByRole('button', { name: 'Save it' }).click();
  await expect(page.getByRole('region', { name: 'Who saved when' })).toContainText(/ET by /);
  await expect(about(page)).toContainText('From January 1, 2099 it shows $9,876.');
  await page.goto(`${site}/cms/collections/figures`);
  const row = page.getByRole('row').filter({ hasText: 'SSI per month, at most, couple' });
  await expect(row).toContainText('$1,491');
  await expect(row).toContainText('$9,876 from January 1, 2099');
  const found = await (await page.request.get(`${site}/search?q=9%2C876`)).text();
  expect(found).not.toMatch(/<mark>[^<]*9,876/);
});

test('a figure is put where the cursor stands, from the toolbar and with a slash, by keyboard alone', {
  tag: '@thorough',
}, async ({ page }) => {
  test.setTimeout(90_000);
  await signInToCms(page);
  await openDocument(page, 'articles', 'compassionate-allowances');
  const first = editor(page).locator('p').first();
  await first.click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('About ');
  await page.locator('.figure-button').first().press('Enter');
  await expect(menu(page)).toContainText('33 figures');
  await page.keyboard.type('limit blind');
  await expect(menu(page).getByRole('status')).toHaveText('One figure');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(menu(page)).toBeHidden();
  await expect(first).toContainText(/^About {{sgaBlindMonthly}}Some/);
  // Only the last letter leaves one figure, so the menu has read all that was typed.
  await page.keyboard.type(' or /ssdim');
  const options = page.getByRole('listbox', { name: 'Slash menu' }).getByRole('option');
  await expect(options).toHaveText([/\$[\d,]+ \(20\d\d\) SSDI per/]);
  // The menu lists what it found before it selects it, and Enter chooses what is selected.
  await expect(options).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(first).toContainText(/^About {{sgaBlindMonthly}} or {{ssdiMaximumMonthly}}Some/);
});

test('for plain text the menu copies the token, and closing it leads back to its button', {
  tag: '@thorough',
}, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInToCms(page);
  await openDocument(page, 'faq', 'cost');
  const button = page.locator('.doc-controls').getByRole('button', { name: 'Figures' });
  // The CMS renders the buttons of a document again once it is loaded, which closes what was opened before.
  await expect(async () => {
    if (!(await menu(page).isVisible())) await button.click();
    await menu(page)
      .getByRole('button', { name: /^Our fee: at most/ })
      .click({ timeout: 2_000 });
  }).toPass({ timeout: 40_000 });
  await expect(menu(page).getByRole('status')).toHaveText(
    '{{feeCap}} is copied. Paste it where you want it.',
  );
  await page.keyboard.press('Escape');
  await expect(menu(page)).toBeHidden();
  await expect(button).toBeFocused();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('{{feeCap}}');
});

test('readers and editors are told of a figure past its review, with the pages that show it', async ({
  page,
}) => {
  await page.goto(`${site}/articles/disability-claim-denied`);
  await expect(page.getByRole('complementary', { name: 'About the figures on this page' })).toContainText(
    'The figure “Fee cap set by law” was $9,200 when we last checked it',
  );
  await page.goto(`${site}/articles/vtc-hearings`);
  await expect(page.getByText('may have changed')).toHaveCount(0);
  await signInToCms(page);
  await openDashboard(page);
  const warning = page.getByRole('region', { name: /past the date of review/ });
  const figure = warning.getByRole('listitem').filter({ hasText: 'Fee cap set by law' }).first();
  await figure.getByText(/texts show it/).click();
  await expect(figure.getByRole('link', { name: '/articles/disability-claim-denied' })).toBeVisible();
});

test('who may not change figures, firm or menus is told who can', { tag: '@thorough' }, async ({
  page,
  browser,
}) => {
  test.setTimeout(90_000);
  await signInToCms(page);
  const other = await secondEditor(page, browser, 'Ed Other', 'editor');
  await openDashboard(other);
  await expect(other.getByRole('region', { name: /past the date of review/ })).toContainText(
    'A publisher can enter new values or set new dates.',
  );
  const notice = (where: Page) => where.getByText('Only publishers and admins can change this.');
  await openDocument(other, 'figures', 'legalFeeCap');
  await expect(notice(other)).toBeVisible();
  await expect(about(other)).toContainText('A publisher can enter a new value');
  for (const slug of ['site', 'navigation'] as const) {
    await openSettings(other, slug);
    await expect(notice(other)).toBeVisible();
  }
  await openDocument(other, 'faq', 'cost');
  await expect(other.getByRole('button', { name: 'Figures' }).first()).toBeVisible();
  await expect(notice(other)).toHaveCount(0);
  await openDocument(page, 'figures', 'legalFeeCap');
  await expect(about(page)).toContainText('Compare it with its source, then enter a new value');
  await expect(notice(page)).toHaveCount(0);
  await other.context().close();
});
