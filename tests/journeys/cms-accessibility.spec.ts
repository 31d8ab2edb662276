import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectFits, looksAt } from '../setup/axe.ts';
import { openDashboard, openDocument, signInToCms } from '../setup/cms.ts';

const site = process.env.SITE_URL ?? '';

/** Selectors of our own components in the CMS; the rest is Payload's. */
const ownSelectors = [
  '.saved-line',
  '.saving',
  '.saving-dialog',
  '.session-line',
  '.history',
  '.calendar',
  '.receipt',
  '.reading-grade',
  '.character-count',
  '.figures-overdue',
  '.samples-removed',
  '.figure-about',
  '.version-list',
  '.version-comparison',
  '.own-form',
  '.two-step',
  '.sign-in-heading',
  '.sign-in-help',
  '.dashboard-heading',
  '.field-description',
  '.field-error',
];

/** Payload's components that have our colors. On a phone its tabs scroll sideways in their bar. */
const recoloredSelectors = ['.tabs-field__tab-button', '.array-field__add-row', '.table thead'];

/** Fails on axe violations in our components and in our colors, and on components that overflow the screen or cut the status. */
async function expectOwnComponentsAccessible(page: Page): Promise<void> {
  for (const { width, colorScheme } of looksAt()) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await page.locator(ownSelectors.join(', ')).first().waitFor();
    const [visible, recolored] = [
      await presentOf(page, ownSelectors),
      await presentOf(page, recoloredSelectors),
    ];
    expect(visible).not.toEqual([]);
    if (colorScheme === 'dark')
      await expectAccessible(page, { colorScheme, parts: [...visible, ...recolored] });
    else {
      await expectAccessible(page, { parts: visible, without: ['region'] });
      // Only the rules of colors, as in dark mode; there is nothing else of ours in these.
      if (recolored.length > 0) await expectAccessible(page, { colorScheme: 'dark', parts: recolored });
    }
    const overflowing = await page
      .locator(visible.join(', '))
      .evaluateAll((parts) =>
        parts
          .filter((part) => part.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
          .map(({ className }) => className),
      );
    expect(overflowing, `sticks out at ${width} px`).toEqual([]);
    const cut = await page
      .locator('.doc-controls__content')
      .evaluateAll(
        (parts) => parts.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length,
      );
    expect(cut, `status cut at ${width} px`).toBe(0);
  }
}

function presentOf(page: Page, selectors: string[]): Promise<string[]> {
  return page.evaluate((all) => all.filter((part) => document.querySelector(part)), selectors);
}

const summary = (page: Page) => page.getByLabel(/^Short description/);

test('our components on the sign-in page, and on an article with errors, are accessible', async ({
  page,
}) => {
  await page.goto(`${site}/cms/login`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Log in to edit the website');
  await expectOwnComponentsAccessible(page);
  await signInToCms(page);
  await openDocument(page, 'articles', 'degenerative-disc-disease');
  await expect(summary(page)).toBeVisible();
  await page.getByText('Publish or take back later').click();
  await page.getByRole('button', { name: 'Put on the calendar' }).click();
  await expect(page.getByText('Choose a date and a time')).toBeVisible();
  await summary(page).fill('Call {{nobody}}.');
  await page.getByRole('button', { name: /publish changes/i }).click();
  await expect(page.locator('.saving__line').first()).toContainText('Not published.');
  await expectOwnComponentsAccessible(page);
});

test('the messages after a failed save and an edit conflict are accessible', { tag: '@thorough' }, async ({
  page,
}) => {
  test.setTimeout(180_000);
  await signInToCms(page);
  await openDocument(page, 'articles', 'short-term-disability');
  await expect(summary(page)).toBeVisible();
  await page.route('**/cms/api/articles/*', (route) =>
    route.request().method() === 'PATCH' ? route.fulfill({ status: 502 }) : route.continue(),
  );
  await summary(page).fill('Typed while the CMS was away.');
  await expect(page.locator('.saving__line').first()).toContainText('Not saved yet');
  await expectOwnComponentsAccessible(page);

  const [, id = ''] = page.url().match(/([0-9a-f]{24})/) ?? [];
  const address = `${site}/cms/api/articles/${id}?draft=true&depth=0`;
  const headers = { origin: site, 'sec-fetch-site': 'same-origin' };
  const { revision } = await (await page.request.get(address, { headers })).json();
  const data = { description: 'Somebody else wrote this.', revision, _status: 'draft' };
  expect((await page.request.patch(address, { headers, data })).status()).toBe(200);
  await page.unroute('**/cms/api/articles/*');
  const conflict = page.getByRole('dialog', { name: 'Somebody else changed this too' });
  await expect(conflict).toBeVisible({ timeout: 40_000 });
  await expectOwnComponentsAccessible(page);
  await conflict.getByRole('button', { name: 'Keep my text' }).click();
  await expect(page.locator('.saving__line').first()).toHaveText('Saved again. Nothing is lost.');
});

test('the dashboard, a figure past its review, and the menu of figures are accessible', async ({ page }) => {
  await signInToCms(page);
  await openDashboard(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
  await expectOwnComponentsAccessible(page);
  await openDocument(page, 'figures', 'legalFeeCap');
  await expectOwnComponentsAccessible(page);
  // Its name is too long for the bar of a phone.
  await openDocument(page, 'figures', 'sgaMonthly');
  await page.setViewportSize({ width: 320, height: 900 });
  await expectFits(page);
  await openDocument(page, 'articles', 'medical-evidence');
  await page.locator('.doc-controls').getByRole('button', { name: 'Figures' }).click();
  await expect(page.getByRole('dialog', { name: 'Figures' })).toContainText('33 figures');
  await expectOwnComponentsAccessible(page);
});

test('versions, the confirmation before a public change, and the session warning are accessible', {
  tag: '@thorough',
}, async ({ page }) => {
  await signInToCms(page);
  await openDocument(page, 'articles', 'appealing-unfavorable');
  await page.goto(`${page.url()}/versions`);
  await expect(page.getByRole('table')).toBeVisible();
  await expectOwnComponentsAccessible(page);
  await page.getByRole('table').getByRole('link').first().click();
  await expect(page.getByRole('button', { name: 'Restore this version' })).toBeVisible();
  await expectOwnComponentsAccessible(page);

  await page.clock.install();
  await openDocument(page, 'figures', 'clientsHelped');
  await page
    .getByRole('textbox', { name: /^Value/ })
    .first()
    .fill('11,000+');
  await page.getByRole('button', { name: 'Save and make public' }).click();
  const confirmation = page.getByRole('dialog', { name: 'Each value is public from its first day on' });
  await expect(confirmation).toBeVisible();
  await expectOwnComponentsAccessible(page);
  await confirmation.getByRole('button', { name: 'Go back' }).click();
  // The session began with the run, before the other journeys.
  const headers = { origin: site, 'sec-fetch-site': 'same-origin' };
  const { endsAt } = await (await page.request.get(`${site}/cms/api/users/me`, { headers })).json();
  await page.clock.fastForward(Math.max(0, endsAt - Date.now() - 4 * 60_000));
  await expect(page.getByText('Nothing has happened here for a while.')).toBeVisible();
  await expectOwnComponentsAccessible(page);
});
