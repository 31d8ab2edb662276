import { expect, type Page, test } from '@playwright/test';
import { axe, looks } from '../setup/axe.ts';
import { openDocument, signInToCms } from '../setup/cms.ts';

const site = process.env.SITE_URL ?? '';

/** What of the CMS is ours; the rest is Payload's. */
const ours = [
  '.saved-line',
  '.saving',
  '.saving-dialog',
  '.session-line',
  '.history',
  '.calendar',
  '.receipt',
  '.reading-grade',
  '.character-count',
  '.version-list',
  '.version-comparison',
  '.sign-in-help',
  '.field-description',
  '.field-error',
];

/** Fails for what axe finds in our parts, and for parts of ours that stick out of the screen. */
async function expectOursAccessible(page: Page): Promise<void> {
  for (const { width, colorScheme } of looks) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    const shown: string[] = [];
    for (const part of ours) if ((await page.locator(part).count()) > 0) shown.push(part);
    expect(shown).not.toEqual([]);
    const builder = axe(page, colorScheme).disableRules(['region']);
    for (const part of shown) builder.include(part);
    const { violations } = await builder.analyze();
    expect(
      violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html.slice(0, 200)) })),
    ).toEqual([]);
    const wide = await page
      .locator(shown.join(', '))
      .evaluateAll((parts) =>
        parts
          .filter((part) => part.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
          .map(({ className }) => className),
      );
    expect(wide, `sticks out at ${width} px`).toEqual([]);
  }
}

const summary = (page: Page) => page.getByLabel(/^Short description/);

test('our parts of the sign-in page, an article and its refusals are accessible', async ({ page }) => {
  test.setTimeout(120_000);
  await page.goto(`${site}/cms/login`);
  await expectOursAccessible(page);
  await signInToCms(page);
  await openDocument(page, 'articles', 'degenerative-disc-disease');
  await expect(summary(page)).toBeVisible();
  await page.getByText('Publish or take back later').click();
  await page.getByRole('button', { name: 'Put on the calendar' }).click();
  await expect(page.getByText('Choose a date and a time')).toBeVisible();
  await summary(page).fill('Call {{nobody}}.');
  await page.getByRole('button', { name: /publish changes/i }).click();
  await expect(page.locator('.saving__line').first()).toContainText('Not published.');
  await expectOursAccessible(page);
});

test('what stands over a form when a save fails or meets the text of somebody else is accessible', async ({
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
  await expectOursAccessible(page);

  const [, id = ''] = page.url().match(/([0-9a-f]{24})/) ?? [];
  const address = `${site}/cms/api/articles/${id}?draft=true&depth=0`;
  const headers = { origin: site, 'sec-fetch-site': 'same-origin' };
  const { revision } = await (await page.request.get(address, { headers })).json();
  const data = { description: 'Somebody else wrote this.', revision, _status: 'draft' };
  expect((await page.request.patch(address, { headers, data })).status()).toBe(200);
  await page.unroute('**/cms/api/articles/*');
  const conflict = page.getByRole('dialog', { name: 'Somebody else changed this too' });
  await expect(conflict).toBeVisible({ timeout: 40_000 });
  await expectOursAccessible(page);
  await conflict.getByRole('button', { name: 'Keep my text' }).click();
  await expect(page.locator('.saving__line').first()).toHaveText('Saved again. Nothing is lost.');
});

test('versions, the question before settings become public and the warning of a session are accessible', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await signInToCms(page);
  await openDocument(page, 'articles', 'appealing-unfavorable');
  await page.goto(`${page.url()}/versions`);
  await expect(page.getByRole('table')).toBeVisible();
  await expectOursAccessible(page);
  await page.getByRole('table').getByRole('link').first().click();
  await expect(page.getByRole('button', { name: 'Restore this version' })).toBeVisible();
  await expectOursAccessible(page);

  await page.clock.install();
  await page.goto(`${site}/cms/globals/facts`);
  await page.getByLabel(/^Work limit per month \(SGA\)/).fill('$1,999');
  await page.getByRole('button', { name: 'Save and make public' }).click();
  const question = page.getByRole('dialog', { name: 'Every visitor sees this at once' });
  await expect(question).toBeVisible();
  await expectOursAccessible(page);
  await question.getByRole('button', { name: 'Go back' }).click();
  await page.clock.fastForward('00:56:30');
  await expect(page.getByText('Nothing has happened here for a while.')).toBeVisible();
  await expectOursAccessible(page);
});
