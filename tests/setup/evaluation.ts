import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test';
import { readEmails } from '../../api/platform/email/fixtures/read-emails.ts';
import { checkFormToken, makeFormToken } from '../../api/platform/keys/form-token.ts';
import { newAddress } from './address.ts';
import { hiddenField } from './plain-browser.ts';
import { openScriptedPage } from './running-scripts.ts';
import { readKeys } from './site.ts';

const url = process.env.SITE_URL ?? '';

/** The steps in order, each with the label of the answer to choose. */
export const questions = [
  ['receiving-benefits', 'No'],
  ['applied-before', 'Yes'],
  ['has-lawyer', 'No'],
  ['currently-working', 'No'],
  ['under-doctor-care', 'Yes'],
  ['out-of-work-12-months', 'Yes'],
  ['worked-full-time-5-years', 'Yes'],
  ['age-range', '55-59'],
] as const;

export const start = `${url}/free-case-evaluation`;
export const stepUrl = (step: string) => `${start}/${step}`;

/** The promise of the confirmation, which depends on when it is sent: `office-hours.test.ts` says when it is which. */
export const callPromise =
  /A\s+disability\s+expert\s+will\s+contact\s+you\s+(within\s+24\s+hours|by\s+\w+day,\s+\d+:\d\d\s+[AP]M\s+Eastern\s+time)\./;

export type Visit = (options?: BrowserContextOptions) => Promise<Page>;

/** Each test has an IP address of its own, so that tests don't share rate limits. */
export const test = base.extend<{ visit: Visit }>({
  visit: async ({ browser }, use) => {
    const extraHTTPHeaders = { 'x-forwarded-for': newAddress() };
    const contexts: BrowserContext[] = [];
    await use(async (options) => {
      const context = await browser.newContext({ extraHTTPHeaders, ...options });
      contexts.push(context);
      return openScriptedPage(context);
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
});

/** Selects an answer by key, which doesn't trigger auto-advance, and presses Continue. */
export async function answer(page: Page, label: string): Promise<void> {
  const previousUrl = page.url();
  const previousTitle = await page.title();
  await page.getByRole('radio', { name: label, exact: true }).press('Space');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL((current) => current.href !== previousUrl);
  // The address changes first; until the next question is drawn, its answers would be those of this one.
  await expect(page).not.toHaveTitle(previousTitle);
}

/** Answers every question up to the contact page. */
export async function answerQuestions(page: Page): Promise<void> {
  await page.goto(start);
  for (const [, label] of questions) await answer(page, label);
  await page.waitForURL(stepUrl('contact'));
}

/** Opens the contact page in a browser whose earlier answers were sent by requests, for tests of what comes after them. */
export async function openContact(page: Page): Promise<void> {
  const { request } = page.context();
  const _token = hiddenField({ html: await (await request.get(start)).text() }, '_token');
  for (const [step, label] of questions) {
    const form = { _token, [step.replaceAll('-', '_')]: label.toLowerCase() };
    const sent = await request.post(stepUrl(step), { form, headers: { origin: url }, maxRedirects: 0 });
    expect(sent.status()).toBe(303);
  }
  await page.goto(stepUrl('contact'));
}

export async function fillContact(page: Page): Promise<void> {
  await page.getByLabel('First name').fill('Dana');
  await page.getByLabel('Last name').fill('Rivera');
  await page.getByLabel('Phone number').fill('2015550123');
  await page.getByLabel('Email address').fill('dana@example.com');
}

/**
 * Makes the open page as old as the minimum fill time, because without JavaScript a form is accepted only if its page was
 * open for five seconds. Its token is the one that the site would have given six seconds ago.
 */
export async function passMinimumFillTime(
  page: Page,
  dataDir = process.env.SITE_DATA_DIR ?? '',
): Promise<void> {
  const { forms } = await readKeys(dataDir);
  const field = page.locator('form[method=post] input[name=_token]').last();
  const token = await field.inputValue();
  const now = Date.now();
  for (const { name, value: secret } of await page.context().cookies()) {
    const form = name.replace(/^draft-/, '');
    if (!checkFormToken(forms, token, secret, form, new Date(now))) continue;
    const older = makeFormToken(forms, secret, form, new Date(now - 6_000));
    await field.evaluate((input: HTMLInputElement, value) => {
      input.value = value;
    }, older);
    return;
  }
  throw new Error(`No draft of this browser belongs to the token of ${page.url()}.`);
}

export const submitButton = (page: Page) => page.getByRole('button', { name: 'Submit my case evaluation' });

/** @returns the submission's reference, from the confirmation page. */
export async function readReference(page: Page): Promise<string> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Case Evaluation Submitted!');
  const shown = await page.getByText(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/).textContent();
  return shown ?? '';
}

/** @returns the first link in the newest email to an address, after it has arrived. */
export async function linkMailedTo(address: string): Promise<string> {
  let link = '';
  await expect
    .poll(async () => {
      link = (await emailsTo(address)).at(-1)?.match(/http\S+/)?.[0] ?? '';
      return link;
    })
    .not.toBe('');
  return link;
}

async function emailsTo(address: string): Promise<string[]> {
  const emails = await readEmails(process.env.SITE_DATA_DIR ?? '');
  return emails.filter(({ to }) => to?.some((each) => each.address === address)).map(({ text = '' }) => text);
}
