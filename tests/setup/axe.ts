import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { RunOptions } from 'axe-core';

/** Each page has to parse it, so the minified one, which is half as large. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const accessibilityRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The axe rules whose result depends on the color scheme. */
const colorRules = ['color-contrast', 'link-in-text-block'];

export interface Look {
  width: number;
  colorScheme: 'light' | 'dark';
}

/** Every page has to be accessible at phone and desktop width, in light and dark mode. One changes at a time, as each costs a layout. */
const everyLook: Look[] = [
  { width: 320, colorScheme: 'light' },
  { width: 320, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
];

/**
 * The looks to check: one, and in `npm run test:all` every one.
 *
 * @param width of the one: that of most of the page's readers, who are on phones, but for the staff.
 */
export function looksAt(width: 320 | 1280 = 320): Look[] {
  if (process.env.TEST_ALL) return everyLook;
  return everyLook.filter((look) => look.width === width && look.colorScheme === 'light');
}

interface Scope {
  /** Dark mode differs from light only in colors, so it runs only the color rules. */
  colorScheme?: Look['colorScheme'] | undefined;
  /** Selectors of the parts to check; by default the whole page. */
  parts?: string[];
  /** Rules that need the whole page. */
  without?: string[];
}

/** Fails if axe finds violations on the page in its current state, and lists them. */
export async function expectAccessible(
  page: Page,
  { colorScheme, parts, without = [] }: Scope = {},
): Promise<void> {
  // After a form was posted its answer is there before its styles are, and unstyled links are too small.
  await page.waitForLoadState();
  for (const frame of page.frames()) {
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axeSource);
  }
  const context = { include: parts ?? ['html'] };
  const options: RunOptions = {
    runOnly:
      colorScheme === 'dark'
        ? { type: 'rule', values: colorRules }
        : { type: 'tag', values: accessibilityRules },
    rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
    // The passes of a page are a hundred times as many, and take most of the time.
    resultTypes: ['violations'],
  };
  const found = await page.evaluate(
    async ([context, options]) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') };
      const { violations } = await axe.run(context, options);
      return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html.slice(0, 200)) }));
    },
    [context, options] as const,
  );
  expect(found, `${page.url()} is not accessible`).toEqual([]);
}

/** Fails when the page scrolls sideways. */
export async function expectFits(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `${page.url()} scrolls sideways`).toBeLessThanOrEqual(0);
}

/** Checks accessibility and horizontal overflow in the look of most readers, and in `npm run test:all` in every one. */
export async function expectAccessibleInAllLooks(page: Page): Promise<void> {
  const isForStaff = new URL(page.url()).pathname.startsWith('/admin/');
  for (const { width, colorScheme } of looksAt(isForStaff ? 1280 : 320)) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page, { colorScheme });
    await expectFits(page);
  }
  // Journeys go on at desktop width.
  await page.setViewportSize({ width: 1280, height: 900 });
}
