import type { BrowserContext, Page } from '@playwright/test';

/**
 * Waits until React runs in the page, or in all of its islands, which is at once where there are none or no script may run.
 * A test is faster than people are: before, the page posts its forms and follows its links as it does without script.
 */
export async function waitForIslands(page: Page): Promise<void> {
  // `waitForFunction` would have the page compile Playwright's library once more, for its own scripts beside those of the tests.
  await page.evaluate(async () => {
    const isRunning = (island: Element) => Object.keys(island).some((key) => key.startsWith('__react'));
    if (!matchMedia('(scripting: enabled)').matches) return;
    // The router's data are in pages of portal and back office, which it runs as a whole.
    const parts = '__reactRouterContext' in window ? 'html' : '[data-island]';
    while (![...document.querySelectorAll(parts)].every(isRunning)) await new Promise(requestAnimationFrame);
  });
}

/** @returns a page whose `goto` waits for its islands too, unless the test says what it waits for. */
export async function openScriptedPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const load = page.goto.bind(page);
  page.goto = async (url, options) => {
    const response = await load(url, options);
    if (!options?.waitUntil) await waitForIslands(page);
    return response;
  };
  return page;
}

/** @returns whether the browser would ask before it reloads the page or leaves the site. */
export function asksBeforeLeaving(page: Page): Promise<boolean> {
  return page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })));
}
