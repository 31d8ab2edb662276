import { expect, test } from '@playwright/test';
import { addStaff, leave, openPage, sendEvaluation, signIn } from '../setup/back-office.ts';
import { useSeparateSite } from '../setup/separate-site.ts';

const waiting = 60;

test.describe('on a separate site', () => {
  useSeparateSite();

  test('sixty people who wait for a call are worked off by keyboard, four keys each, without going back to the list', {
    tag: '@thorough',
  }, async ({ browser }) => {
    test.setTimeout(300_000);
    const sent = new Set<string>();
    while (sent.size < waiting) sent.add((await sendEvaluation()).reference);
    const page = await openPage(browser);
    await signIn(page, '/admin/case-evaluations', await addStaff('reviewer'));
    await page.locator('tbody tr').first().getByRole('link').first().focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    const heading = dialog.getByRole('heading', { level: 2 });
    const begun = Date.now();
    let keys = 1;
    const called = new Set<string>();
    while (called.size < waiting) {
      await expect(heading).toBeFocused();
      const reference = (await heading.textContent())?.match(/[0-9A-Z]{4}-[0-9A-Z]{4}/)?.[0] ?? '';
      expect(called.has(reference), `${reference} came twice`).toBe(false);
      await dialog.getByRole('button', { name: 'Voicemail' }).waitFor();
      // Past the number and Reached.
      for (const key of ['Tab', 'Tab', 'Tab', 'Enter']) await page.keyboard.press(key);
      keys += 4;
      called.add(reference);
      await expect(heading).not.toContainText(reference);
    }
    const seconds = Math.round((Date.now() - begun) / 1000);
    console.log(`${waiting} calls recorded with ${keys} keys in ${seconds} s.`);
    expect([...sent].filter((reference) => !called.has(reference)).length).toBeLessThan(10);
    await leave(page);
  });
});
