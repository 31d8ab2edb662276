import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const accessibilityRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The axe rules whose result depends on the color scheme. */
const colorRules = ['color-contrast', 'link-in-text-block'];

export interface Look {
  width: number;
  colorScheme: 'light' | 'dark';
}

/** Every page has to be accessible at phone and desktop width, in light and dark mode. */
export const looks: Look[] = [320, 1280].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
);

/**
 * @param colorScheme dark mode differs from light only in colors, so it runs only the color rules.
 * @returns axe in legacy mode, which is faster and enough for pages without cross-origin frames.
 */
export function axe(page: Page, colorScheme?: Look['colorScheme']): AxeBuilder {
  const builder = new AxeBuilder({ page }).setLegacyMode();
  return colorScheme === 'dark' ? builder.withRules(colorRules) : builder.withTags(accessibilityRules);
}

/** Fails if axe finds violations on the page in its current state, and lists them. */
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

/** Checks accessibility and horizontal overflow at both widths and in both color schemes. */
export async function expectAccessibleInAllLooks(page: Page): Promise<void> {
  for (const { width, colorScheme } of looks) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page, colorScheme);
    await expectFits(page);
  }
}
