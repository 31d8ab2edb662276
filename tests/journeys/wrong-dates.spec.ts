import { expect, type Page, test } from '@playwright/test';
import { expectAccessibleInAllLooks } from '../setup/axe.ts';
import { leave, openPage, siteUrl } from '../setup/back-office.ts';
import { bothWays } from '../setup/scripting.ts';

const parts = ['Month', 'Day', 'Year'] as const;

const dates: [typed: string[], message: string, wrong: string[]][] = [
  [['4', '27', ''], 'Date of birth must include a year', ['Year']],
  [['13', '27', '1968'], 'Month must be a number from 1 to 12', ['Month']],
  [['2', '30', '1968'], 'There is no February 30', ['Month', 'Day']],
  [['4', '27', '68'], 'Year must have 4 digits', ['Year']],
  [['4', '27', '2999'], 'Check your date of birth. It must be in the past', ['Year']],
];

async function type(page: Page, typed: string[]): Promise<void> {
  for (const [index, part] of parts.entries())
    await page.getByLabel(part, { exact: true }).fill(typed[index] ?? '');
}

for (const { javaScriptEnabled, how } of bothWays) {
  test(`an invalid date's error names the wrong part, marks only that part and links to it, ${how}`, {
    tag: '@thorough',
  }, async ({ browser }) => {
    const page = await openPage(browser, { javaScriptEnabled });
    await page.goto(`${siteUrl()}/sign-contract/about-you`);
    for (const [typed, message, wrong] of dates) {
      await type(page, typed);
      await page.getByRole('button', { name: 'Continue', exact: true }).click();
      const link = page.getByRole('region').getByRole('link', { name: message });
      await expect(link).toBeVisible();
      await expect(page.getByRole('group', { name: 'Date of birth' })).toHaveAccessibleDescription(
        new RegExp(`Error: ${message}$`),
      );
      for (const [index, part] of parts.entries()) {
        const field = page.getByLabel(part, { exact: true });
        await expect(field).toHaveValue(typed[index] ?? '');
        if (wrong.includes(part)) await expect(field).toHaveAttribute('aria-invalid', 'true');
        else await expect(field).not.toHaveAttribute('aria-invalid');
      }
      await link.click();
      await expect(page.getByLabel(wrong[0] ?? '', { exact: true })).toBeFocused();
    }
    if (javaScriptEnabled) await expectAccessibleInAllLooks(page);
    await leave(page);
  });
}
