import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessibleInAllLooks } from '../setup/axe.ts';
import { leave, openPage } from '../setup/back-office.ts';

const oldClaim =
  'onset-month=6&onset-day=15&onset-year=2021&applied-month=6&applied-day=20&applied-year=2024&decided-month=6&decided-day=10&decided-year=2026&benefit=1%2C800';

async function fillDate(page: Page, question: string, [month, day, year]: readonly [string, string, string]) {
  const group = page.getByRole('group', { name: question });
  await group.getByLabel('Month').fill(month);
  await group.getByLabel('Day').fill(day);
  await group.getByLabel('Year').fill(year);
}

/** @returns the status of the answer. */
async function submit(page: Page, button: string): Promise<number> {
  const [response] = await Promise.all([
    page.waitForResponse((response) => response.url().includes('?')),
    page.getByRole('button', { name: button }).click(),
  ]);
  return response.status();
}

/** Expects the summary to have the focus and to name exactly these problems, each with a link to a field. */
async function expectProblems(page: Page, problems: string[]) {
  await expect(page).toHaveTitle(/^Error: /);
  const summary = page.getByRole('region', { name: 'There is a problem' });
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('link')).toHaveText(problems);
  for (const link of await summary.getByRole('link').all()) {
    await expect(page.locator((await link.getAttribute('href')) ?? '')).toHaveCount(1);
  }
}

test('from the list of calculators, without JavaScript, back pay is refused with what to correct, then counted with the fee, step by step', async ({
  browser,
}) => {
  const page = await openPage(browser, { javaScriptEnabled: false });
  await page.goto('/calculators');
  await page.getByRole('link', { name: 'Estimate back pay and the fee' }).click();
  await fillDate(page, 'When did your disability begin?', ['2', '30', '2021']);
  await page.getByLabel('How much would you get each month?').fill('1,800');
  expect(await submit(page, 'Estimate my back pay')).toBe(400);
  await expectProblems(page, [
    'Choose SSDI or SSI',
    'There is no February 30',
    'Enter the date you applied',
    'Enter the date of the decision, or your best guess',
  ]);
  const onset = page.getByRole('group', { name: 'When did your disability begin?' });
  await expect(onset).toHaveAccessibleDescription(/Error: There is no February 30$/);
  await expect(onset.getByLabel('Year')).toHaveValue('2021');
  await expect(onset.getByLabel('Year')).not.toHaveAttribute('aria-invalid');
  await expect(page.getByLabel('How much would you get each month?')).toHaveValue('1,800');
  await page.getByRole('link', { name: 'Choose SSDI or SSI' }).click();
  await expect(page.getByLabel('SSDI, because I worked and paid in')).toBeFocused();

  await page.keyboard.press('Space');
  await fillDate(page, 'When did your disability begin?', ['6', '15', '2021']);
  await fillDate(page, 'When did you apply?', ['June', '20', '2024']);
  await fillDate(page, 'When was your claim approved?', ['4', '1', '2026']);
  await fillDate(page, 'What is the date on your award letter?', ['6', '10', '2026']);
  expect(await submit(page, 'Estimate my back pay')).toBe(200);
  await expect(page).toHaveURL(/\/back-pay-calculator\?program=ssdi&.*benefit=1%2C800#calculator$/);
  const result = page.getByRole('status');
  await expect(result).toBeFocused();
  await expect(result).toContainText('$64,800');
  await expect(result).toContainText('Our fee would be $7,200. You would keep $57,600.');
  await expect(result).toContainText('An estimate, not advice.');
  await expect(page.getByText('For you, these are January 2023 to May 2023')).toBeVisible();
  await expect(page.getByText('That is 36 months of $1,800')).toBeVisible();
  await expect(page.getByRole('link', { name: '20 CFR 404.621', exact: true })).toHaveAttribute(
    'href',
    'https://www.ecfr.gov/current/title-20/section-404.621',
  );
  await expect(
    page.getByText('ends with the month before Social Security puts the decision into effect: May 2026'),
  ).toBeVisible();

  await expect(page.getByText('The most the law allows for a decision on April 1, 2026')).toBeVisible();

  await page.getByLabel('SSI, because my income is low').check();
  await page.getByLabel('How much would you get each month?').fill('900');
  expect(await submit(page, 'Estimate my back pay')).toBe(200);
  await expect(
    page.getByText('ends with the month in which Social Security puts the decision into effect: June 2026'),
  ).toBeVisible();
  await expect(page.getByText('That is 24 months of $900')).toBeVisible();
  await leave(page);
});

test('without JavaScript, the date last insured is found from several periods of work, which stay in view', async ({
  browser,
}) => {
  const page = await openPage(browser, { javaScriptEnabled: false });
  await page.goto('/date-last-insured');
  const born = page.getByRole('group', { name: 'When were you born?' });
  await born.getByLabel('Month').fill('5');
  await born.getByLabel('Year').fill('70');
  const first = page.getByRole('group', { name: 'In which years did you work' });
  await first.getByLabel('First year').fill('1990');
  await first.getByLabel('Last year').fill('1999');
  await page.getByText('I stopped for a year or more').click();
  const second = page.getByRole('group', { name: 'Second period of work' });
  await second.getByLabel('First year').fill('2009');
  expect(await submit(page, 'Find my date last insured')).toBe(400);
  await expectProblems(page, [
    'The year you were born must have 4 digits, such as 2010',
    'Enter the last year of your second period of work',
  ]);
  await expect(second.getByLabel('Last year')).toBeVisible();

  await born.getByLabel('Year').fill('1970');
  await second.getByLabel('Last year').fill('2018');
  expect(await submit(page, 'Find my date last insured')).toBe(200);
  const result = page.getByRole('status');
  await expect(result).toBeFocused();
  await expect(result).toContainText('You were insured until about');
  await expect(result).toContainText('December 31, 2023');
  await expect(result).toContainText('has lasted since or ended no more than 14 months before you apply');
  await expect(
    page.getByText('From January 2014 to December 2023, you have 20 credits, and you need 20'),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Social Security Statement' })).toBeVisible();

  await page.goto('/date-last-insured?born-month=12&born-year=1990&from-1=2010&to-1=2026&credits-1=4');
  await expect(result).not.toContainText('full retirement age');

  await page.goto('/date-last-insured?born-month=8&born-year=1962&from-1=1990&to-1=2025&credits-1=4');
  await expect(result).toContainText('July 31, 2029');
  await expect(result).toContainText('your disability must begin at least about six months before that day');

  await page.goto('/date-last-insured?born-month=5&born-year=1955&from-1=1990&to-1=2018&credits-1=4');
  await expect(result).toContainText('SSDI is only for people below full retirement age');
  await expect(page.getByRole('heading', { name: 'How we counted' })).toBeHidden();
  await leave(page);
});

test('without JavaScript, SSI is counted from income, with what it leaves out', async ({ browser }) => {
  const page = await openPage(browser, { javaScriptEnabled: false });
  await page.goto('/ssi-calculator');
  await page.getByLabel('Wages in a month, before taxes').fill('a bit');
  expect(await submit(page, 'Estimate my SSI')).toBe(400);
  await expectProblems(page, [
    'Choose one person or a couple',
    'Wages must be an amount in dollars, such as 850 or 850.50',
  ]);
  await page.getByLabel('One person').check();
  await page.getByLabel('Wages in a month, before taxes').fill('317');
  expect(await submit(page, 'Estimate my SSI')).toBe(200);
  const result = page.getByRole('status');
  await expect(result).toBeFocused();
  await expect(result).toContainText(/Your federal SSI would be about\s*\$\d+ a month/);
  await expect(page.getByText('Less the income that counts')).toBeVisible();
  await expect(page.getByText('−$116').first()).toBeVisible();
  await expect(page.getByRole('link', { name: '1-800-772-1213' })).toBeVisible();
  await expect(result).not.toContainText('almost always no');

  await page.goto('/ssi-calculator?who=one&wages=3000');
  await expect(result).toContainText(
    /You earn more than \$[\d,]+ a month \(20\d\d\)\. If you apply because of a disability other than blindness, the answer is almost always no/,
  );
  await expect(result).toContainText('If your income is only a little too high, New Jersey’s own amount');
  await leave(page);
});

test('what was typed into a calculator is neither logged, cached nor indexed, and the search finds each one', async ({
  browser,
}) => {
  const page = await openPage(browser);
  const answer = await page.request.get(`/back-pay-calculator?program=ssdi&${oldClaim}`);
  expect(answer.headers()['cache-control']).toBe('no-store');
  expect(await answer.text()).toContain('content="noindex"');
  const log = join(process.env.SITE_DATA_DIR ?? '', 'logs/site.log');
  await expect.poll(() => readFile(log, 'utf8')).toContain('"path":"/back-pay-calculator"');
  expect(await readFile(log, 'utf8')).not.toMatch(/onset-|1%2C800/);
  for (const [words, path] of [
    ['back pay calculator', '/back-pay-calculator'],
    ['date last insured calculator', '/date-last-insured'],
    ['SSI calculator', '/ssi-calculator'],
    ['calculators', '/calculators'],
  ] as const) {
    await page.goto(`/search?q=${encodeURIComponent(words)}`);
    await expect(page.locator(`.search-results a[href="${path}"]`)).toBeVisible();
  }
  await leave(page);
});

test('the calculators are accessible with problems and with results', async ({ browser }) => {
  const page = await openPage(browser);
  for (const address of [
    '/back-pay-calculator?benefit=lots',
    `/back-pay-calculator?program=ssdi&${oldClaim}`,
    '/date-last-insured?born-month=5&born-year=70&from-1=1990&to-1=&credits-1=4&from-2=2019&to-2=&credits-2=4',
    '/date-last-insured?born-month=5&born-year=1970&from-1=1990&to-1=2018&credits-1=4',
    '/date-last-insured?born-month=5&born-year=1955&from-1=1990&to-1=2018&credits-1=4',
    '/ssi-calculator?wages=x',
    '/ssi-calculator?who=one&wages=317&other=300&home=yes',
  ]) {
    await page.goto(`${address}#calculator`);
    await expectAccessibleInAllLooks(page);
  }
  await leave(page);
});
