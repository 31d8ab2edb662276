import { expect, type Page, test } from '@playwright/test';
import { openDocument, openLivePreview, signInToCms } from '../setup/cms.ts';

const url = process.env.SITE_URL ?? '';
const frameOf = (page: Page) => page.frameLocator('#live-preview-iframe');

test('live preview follows typing in three widths, keeps the scroll position, and is not public', {
  tag: '@thorough',
}, async ({ page, browser }) => {
  const cspErrors: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) cspErrors.push(message.text());
  });
  await page.setViewportSize({ width: 1280, height: 900 });
  await signInToCms(page);
  await openDocument(page, 'pages', 'medical-evidence');
  const slug = await page.getByLabel('Web address').inputValue();
  await openLivePreview(page);
  const frame = frameOf(page);
  const scroll = () => frame.locator('body').evaluate(() => window.scrollY);
  await frame.locator('body').evaluate(() => window.scrollTo({ top: 1000, behavior: 'instant' }));

  await page.getByLabel(/^Lead/).fill('Call {{phone}} about it.');
  await expect(frame.locator('.lead, header p, main p').first()).toHaveText(
    /Call \(\d{3}\) \d{3}-\d{4} about it\./,
  );
  expect(await scroll()).toBeGreaterThan(500);

  for (const [name, width] of [
    ['Phone (320)', 320],
    ['Tablet (768)', 768],
    ['Desktop (1280)', 1280],
  ] as const) {
    await page.locator('.live-preview-toolbar-controls__breakpoint').click();
    await page.getByRole('button', { name }).or(page.getByRole('menuitem', { name })).last().click();
    await expect.poll(() => frame.locator('body').evaluate(() => window.innerWidth)).toBe(width);
  }

  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(`${url}/${slug}`);
  await expect(visitor.locator('main')).not.toContainText('about it.');
  const preview = await page.locator('#live-preview-iframe').getAttribute('src');
  expect((await visitor.goto(preview ?? ''))?.status()).toBe(401);
  await expect(visitor.getByRole('heading', { level: 1 })).toContainText('Please sign in to the CMS');
  expect(cspErrors).toEqual([]);
});

test('a link in a preview opens in a new tab, and Preview opens the saved draft in a new tab', {
  tag: '@thorough',
}, async ({ page }) => {
  await signInToCms(page);
  await openDocument(page, 'articles', 'vtc-hearings');
  await openLivePreview(page);
  const newPage = page.context().waitForEvent('page');
  await frameOf(page)
    .getByRole('link', { name: 'Back to Articles' })
    .first()
    .evaluate((link) => (link as HTMLElement).click());
  const opened = await newPage;
  await expect(opened.getByRole('heading', { level: 1 })).toHaveText('Your Claim Is Our Mission');
  const previewTab = page.context().waitForEvent('page');
  await page.locator('#preview-button').click();
  const draft = await previewTab;
  await expect(draft.locator('#preview-line')).toHaveText('Preview. This is not public.');
  expect(draft.url()).toContain('/cms/preview/articles/');
});

test("a question's preview shows it open in the list", { tag: '@thorough' }, async ({ page }) => {
  await signInToCms(page);
  await openDocument(page, 'faq', 'chances');
  const question = await page.getByLabel(/^Question/).inputValue();
  await openLivePreview(page);
  const opened = frameOf(page).locator('details[open] h3');
  await expect(opened).toHaveText(question);
  await page.getByLabel(/^Question/).fill('Is this a new question?');
  await expect(opened).toHaveText('Is this a new question?');
});
