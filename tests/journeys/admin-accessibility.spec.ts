import { get } from 'node:http';
import { expect, test } from '@playwright/test';
import { expectAccessibleInAllLooks } from '../setup/axe.ts';
import { leave, openPage, sendEvaluation, signIn, signInWithPassword } from '../setup/back-office.ts';

test('every state of the back office is accessible at every width and color scheme', async ({ browser }) => {
  const { name } = await sendEvaluation({ first_name: 'Maximilianakonstantinavandenberghe' });
  const page = await openPage(browser);
  await page.goto('/admin/login?ended=idle');
  await expectAccessibleInAllLooks(page);
  await page.getByText('Log in with your own account').click();
  await page.getByRole('button', { name: 'Log In with your account' }).click();
  await expect(page.getByRole('region', { name: 'Login Failed' })).toBeFocused();
  await expectAccessibleInAllLooks(page);

  await page.clock.install();
  await signInWithPassword(page);
  await expectAccessibleInAllLooks(page);

  await page.goto('/admin/case-evaluations?cursor=2.0-000000000000000000000000');
  await expect(page.getByText('No further case evaluations.')).toBeVisible();
  await expectAccessibleInAllLooks(page);
  await page.goto('/admin/case-evaluations?cursor=nonsense');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expectAccessibleInAllLooks(page);

  await page.goto('/admin/case-evaluations');
  await expectAccessibleInAllLooks(page);
  await page.getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessibleInAllLooks(page);
  await page.route('**/trpc/evaluations.decide', (route) => route.abort());
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('Failed to update status');
  await expectAccessibleInAllLooks(page);
  await page.clock.fastForward('10:30');
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectAccessibleInAllLooks(page);
  await leave(page);
});

test('no page of the back office is indexed by search engines or has inline styles', async ({ browser }) => {
  const page = await openPage(browser);
  const expectClean = async () => {
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
    await expect(page.locator('[style]')).toHaveCount(0);
  };
  await page.goto('/admin/login');
  await expectClean();
  await signIn(page);
  await expectClean();
  await page.goto('/admin/case-evaluations');
  await expectClean();
  await leave(page);
});

test('the pages of the back office load at most 200 KB of compressed JavaScript in total', {
  tag: '@thorough',
}, async ({ browser }) => {
  const page = await openPage(browser);
  const scripts = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(request.url());
  });
  const { name } = await sendEvaluation();
  await signInWithPassword(page, '/admin/case-evaluations');
  await page.getByRole('link', { name, exact: true }).click();
  await page.getByRole('dialog').waitFor();
  const sizes = await Promise.all([...scripts].map(compressedSize));
  expect(sizes.length).toBeGreaterThan(3);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(200 * 1024);
  await leave(page);
});

/** @returns the compressed size of a file, in bytes. */
function compressedSize(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers: { 'accept-encoding': 'br, gzip' } }, (response) => {
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
      });
      response.on('end', () => resolve(size));
    });
    request.on('error', reject);
  });
}
