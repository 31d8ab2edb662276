import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessibleInAllLooks } from '../setup/axe.ts';
import { leave, openPage, siteUrl } from '../setup/back-office.ts';

/** @returns the date this many days from now, in Eastern time, which the site uses. */
function dayFromNow(days: number) {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York' }).format(
    new Date(Date.now() + days * 86_400_000),
  );
  const [month = '', day = '', year = ''] = parts.split('/');
  return { month, day, year };
}

type LetterDate = ReturnType<typeof dayFromNow>;

async function submitDate(page: Page, { month, day, year }: LetterDate) {
  await page.goto('/appeal-denial');
  await page.getByLabel('Month', { exact: true }).fill(month);
  await page.getByLabel('Day', { exact: true }).fill(day);
  await page.getByLabel('Year', { exact: true }).fill(year);
  const [response] = await Promise.all([
    page.waitForResponse((response) => response.url().includes('letter-year')),
    page.getByRole('button', { name: 'Find my deadline' }).click(),
  ]);
  return response;
}

/** Some are counted from the day on which the test runs, because a run may pass midnight. */
const invalidDates: [
  why: string,
  letter: LetterDate | (() => LetterDate),
  message: string,
  wrong: string[],
][] = [
  ['nothing', { month: '', day: '', year: '' }, 'Enter the date on your letter', ['Month', 'Day', 'Year']],
  ['no day', { month: '11', day: '', year: '2024' }, 'The date on your letter must include a day', ['Day']],
  ['February 30', { month: '2', day: '30', year: '2025' }, 'There is no February 30', ['Month', 'Day']],
  ['half a year', { month: '2', day: '3', year: '25' }, 'Year must have 4 digits', ['Year']],
  [
    'tomorrow',
    () => dayFromNow(1),
    'The date on your letter must be today or in the past',
    ['Month', 'Day', 'Year'],
  ],
  [
    'eleven years ago',
    () => dayFromNow(-11 * 366),
    'The date on your letter must be in the last 10 years',
    ['Year'],
  ],
  [
    'markup',
    { month: '"><script>', day: '1', year: '2025' },
    'Month must be a number from 1 to 12',
    ['Month'],
  ],
];

for (const [why, letter, message, wrong] of invalidDates) {
  test(`a date that can't be on a letter gets an error in the title, the summary and the field, without JavaScript: ${why}`, async ({
    browser,
  }) => {
    const page = await openPage(browser, { javaScriptEnabled: false });
    const typed = typeof letter === 'function' ? letter() : letter;
    const response = await submitDate(page, typed);
    expect(response.status()).toBe(400);
    await expect(page).toHaveTitle(/^Error: /);
    const summary = page.getByRole('region', { name: 'There is a problem' });
    await expect(summary).toBeFocused();
    await expect(summary.getByRole('link', { name: message })).toBeVisible();
    await expect(
      page.getByRole('group', { name: 'What is the date on your letter?' }),
    ).toHaveAccessibleDescription(new RegExp(`Error: ${message}$`));
    for (const label of ['Month', 'Day', 'Year'] as const) {
      const field = page.getByLabel(label, { exact: true });
      await expect(field).toHaveValue(typed[label.toLowerCase() as keyof LetterDate]);
      if (wrong.includes(label)) await expect(field).toHaveAttribute('aria-invalid', 'true');
      else await expect(field).not.toHaveAttribute('aria-invalid');
    }
    await summary.getByRole('link', { name: message }).click();
    await expect(page.getByLabel(wrong[0] ?? '', { exact: true })).toBeFocused();
    await leave(page);
  });
}

test('the calendar file is rejected with a message for an invalid date', async ({ request }) => {
  for (const letter of ['', 'tomorrow', '2025-02-30', '20250101', '2025-1-1', '2999-01-01', '1999-01-01']) {
    const response = await request.get(`${siteUrl()}/appeal-deadline.ics?letter=${letter}`);
    expect([letter, response.status()]).toEqual([letter, 400]);
    expect(await response.text()).toMatch(
      /^((Enter the date|The date) on your letter[^<>]*|There is no February 30|Year must have 4 digits)\.\n$/,
    );
    expect(response.headers()['content-type']).toBe('text/plain; charset=utf-8');
    expect(response.headers()['content-disposition']).toBeUndefined();
  }
});

test('the date of a letter is neither logged nor cached', async ({ browser }) => {
  const page = await openPage(browser);
  const response = await submitDate(page, { month: 'feb', day: '17', year: '2026' });
  expect(response.headers()['cache-control']).toBe('no-store');
  const file = await page.request.get(`${siteUrl()}/appeal-deadline.ics?letter=2026-02-17`);
  expect(file.headers()['cache-control']).toBe('no-store');
  const log = join(process.env.SITE_DATA_DIR ?? '', 'logs/site.log');
  await expect.poll(() => readFile(log, 'utf8')).toContain('"path":"/appeal-deadline.ics"');
  expect(await readFile(log, 'utf8')).not.toMatch(/[?&]letter-|letter=|2026-02-17/);
  await leave(page);
});

test('a deadline that has passed is stated plainly, with good cause, an article and the phone number', async ({
  browser,
}) => {
  const page = await openPage(browser, { javaScriptEnabled: false });
  expect((await submitDate(page, { month: '11', day: '10', year: '2024' })).status()).toBe(200);
  const result = page.getByRole('status');
  await expect(result).toContainText('Your last day to appeal was');
  await expect(result).toContainText('Tuesday, January 14, 2025');
  await expect(result).toContainText('good cause');
  await expect(result).toContainText('If that time is over, ask anyway and say why you are late.');
  await expect(result.locator('a[href^="tel:"]')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Add to calendar' })).toHaveCount(0);
  await result.getByRole('link', { name: 'which form to send' }).click();
  await expect(page).toHaveURL('/articles/appeal-forms');
  await leave(page);
});

test('from the home page, a visitor with a denial letter comes to the deadline calculator, first on its page', async ({
  browser,
}) => {
  const page = await openPage(browser, { javaScriptEnabled: false });
  await page.goto('/');
  await page.getByRole('link', { name: 'I have a denial letter' }).click();
  await expect(page.getByRole('region', { name: 'Find your appeal deadline' })).toBeInViewport();
  const headings = page.getByRole('main').getByRole('heading', { level: 2 });
  await expect(headings.first()).toHaveText('Find your appeal deadline');
  await leave(page);
});

test('fewer than fourteen days before the end, the visitor is told to appeal today, and where', async ({
  browser,
}) => {
  const page = await openPage(browser, { javaScriptEnabled: false });
  await submitDate(page, dayFromNow(-40));
  await expect(page.getByRole('status')).not.toContainText('Appeal today');
  await submitDate(page, dayFromNow(-58));
  await expect(page.getByRole('status')).toContainText('Appeal today. Do not wait for our call.');
  await expect(page.getByRole('link', { name: 'Appeal a decision we made' })).toHaveAttribute(
    'href',
    'https://www.ssa.gov/apply/appeal-decision-we-made',
  );
  await leave(page);
});

test('without JavaScript, a visitor finds the last day, sees how it was counted, and adds it to a calendar', async ({
  browser,
}) => {
  const page = await openPage(browser, { javaScriptEnabled: false });
  await submitDate(page, dayFromNow(-3));
  await expect(page).toHaveURL(/\/appeal-denial\?letter-month=\d+&letter-day=\d+&letter-year=\d+#deadline$/);
  const result = page.getByRole('status');
  await expect(result).toBeInViewport();
  await expect(result).toContainText('Your last day to appeal is');
  await expect(result).toContainText(/(Mon|Tues|Wednes|Thurs|Fri)day, [A-Z][a-z]+ \d{1,2}, 20\d\d/);
  await expect(result).toContainText(/That is 6\d days from today\./);
  await expect(page.getByText('Social Security presumes that you got it 5 days later')).toBeVisible();
  await expect(page.getByText('(SSA-561)').first()).toBeVisible();
  await expect(page.getByText('(SSA-789)')).toBeVisible();
  // The choice to keep payments counts for one level of appeal (20 CFR 404.1597a).
  for (const letter of ['Your reconsideration is denied', 'because your health is better']) {
    const response = page.locator('.letter-responses > div').filter({ hasText: letter });
    await expect(response).toContainText(/within 10 days of getting the letter.*\(SSA-792\)/i);
  }
  await expect(result).toContainText('or will your SSI stop or go down for another reason?');
  const ofSsi = page.locator('.letter-responses > div').filter({ hasText: 'Your SSI will stop or go down' });
  await expect(ofSsi).toContainText(
    /within 10 days of getting the letter to keep your payments.*\(SSA-561\)/,
  );
  await expect(result).not.toContainText('If that time is over');
  await expect(page.getByText('(HA-501)')).toBeVisible();
  await expect(page.getByText('(HA-520)')).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Add to calendar' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('appeal-deadline.ics');
  const file = await readFile(await download.path(), 'utf8');
  const [, start = ''] = /DTSTART;VALUE=DATE:(\d{8})\r\n/.exec(file) ?? [];
  const lastDay = new Date(`${start.slice(0, 4)}-${start.slice(4, 6)}-${start.slice(6)}T00:00:00Z`);
  await expect(result).toContainText(
    lastDay.toLocaleDateString('en-US', {
      timeZone: 'UTC',
      weekday: 'long',
      month: 'long',
      day: 'numeric',
      year: 'numeric',
    }),
  );
  expect(file.match(/TRIGGER:/g)).toHaveLength(2);
  await leave(page);
});

test('the deadline calculator can be used with the keyboard alone', async ({ browser }) => {
  const page = await openPage(browser);
  await page.goto('/appeal-denial#deadline');
  await expect(page.getByRole('region', { name: 'Find your appeal deadline' })).toBeFocused();
  for (const typed of ['1', '6', String(new Date().getFullYear() - 1)]) {
    await page.keyboard.press('Tab');
    await page.keyboard.type(typed);
  }
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toBeFocused();
  await leave(page);
});

const letterQuery = ({ month, day, year }: ReturnType<typeof dayFromNow>) =>
  `?letter-month=${month}&letter-day=${day}&letter-year=${year}`;

test('the deadline calculator is accessible in all of its states', async ({ browser }) => {
  const page = await openPage(browser);
  for (const letter of [
    '',
    '?letter-month=2&letter-day=30&letter-year=2025',
    '?letter-month=11&letter-day=10&letter-year=2024',
    ...[-58, 0].map((days) => letterQuery(dayFromNow(days))),
  ]) {
    await page.goto(`/appeal-denial${letter}#deadline`);
    await expectAccessibleInAllLooks(page);
  }
  await leave(page);
});
