import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const accessibilityRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The rules whose outcome depends on the colors of a page. */
const colorRules = ['color-contrast', 'link-in-text-block'];

export interface Look {
  width: number;
  colorScheme: 'light' | 'dark';
}

/** The looks that every page must be right in: phone and desktop, light and dark. */
export const looks: Look[] = [320, 1280].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
);

/**
 * @param colorScheme in the dark only the colors differ, so only the rules about colors are asked.
 * @returns axe for a page that embeds no frame of another origin, so that one run in the page is all.
 */
export function axe(page: Page, colorScheme?: Look['colorScheme']): AxeBuilder {
  const builder = new AxeBuilder({ page }).setLegacyMode();
  return colorScheme === 'dark' ? builder.withRules(colorRules) : builder.withTags(accessibilityRules);
}

/** Fails with the rule and the elements for every violation that axe finds on the page as it is now. */
export async function expectAccessible(page: Page, colorScheme?: Look['colorScheme']): Promise<void> {
  const { violations } = await axe(page, colorScheme).analyze();
  expect(
    violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html.slice(0, 200)) })),
  ).toEqual([]);
}

/** Fails when the page scrolls sideways. */
export async function expectFits(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `${page.url()} scrolls sideways`).toBeLessThanOrEqual(0);
}

/** Looks at the page at both widths and in both color schemes. */
export async function expectAccessibleInAllLooks(page: Page): Promise<void> {
  for (const { width, colorScheme } of looks) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page, colorScheme);
    await expectFits(page);
  }
}
