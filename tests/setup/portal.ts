import { randomInt } from 'node:crypto';
import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test';
import { lookupHashes } from '../../api/platform/keys/lookups.ts';
import { dialogReady, openPage, signIn, siteUrl } from './back-office.ts';
import { hiddenField, plainBrowser } from './plain-browser.ts';
import { withPortalDatabase } from './portal-database.ts';
import { asksBeforeLeaving, waitForIslands } from './running-scripts.ts';
import { cookieValue, setSessionDatesOf } from './sessions.ts';
import { readKeys } from './site.ts';

export interface Person {
  /** Nine digits, a valid SSN. */
  ssn: string;
  pin: string;
}

/** @returns a person who is not registered, with a PIN that meets the rules. */
export function newPerson(): Person {
  const digits = (from: number, to: number, length: number) =>
    String(randomInt(from, to)).padStart(length, '0');
  // Tests look for the last four digits in pages and emails: they are neither a year nor the end of the office's phone number.
  return { ssn: `2${digits(0, 100, 2)}${digits(1, 100, 2)}${digits(3000, 7000, 4)}`, pin: '7391' };
}

/** The date of birth of everyone in these tests, as typed. */
export const birthDate = { month: '4', day: '12', year: '1958' };

export const loginUrl = `${siteUrl()}/client-login`;
export const registerUrl = `${siteUrl()}/client-register`;
export const portalUrl = `${siteUrl()}/client-portal`;

export const ssnField = (page: Page) => page.getByLabel('Social Security number', { exact: true });
export const loginButton = (page: Page) => page.getByRole('button', { name: 'Log In', exact: true });
export const submitButton = (page: Page) => page.getByRole('button', { name: 'Submit', exact: true });

/** Types SSN and PIN without submitting. */
export async function fillLogin(page: Page, { ssn, pin }: Person): Promise<void> {
  await waitForIslands(page);
  await ssnField(page).fill(ssn);
  await page.getByLabel('4-digit PIN', { exact: true }).fill(pin);
}

/** Logs in with a wrong PIN, and waits until the page can be sent again: it has a token of its own after each refusal. */
export async function failLogin(page: Page, person: Person): Promise<void> {
  const token = page.locator('input[name=_token]');
  const before = await token.first().inputValue();
  await fillLogin(page, person);
  await loginButton(page).click();
  await expect(token.first()).not.toHaveValue(before);
}

/** Fills in every field and checks the box without submitting. */
export async function fillRegistration(
  page: Page,
  { ssn, pin }: Person,
  { repeated = pin, date = birthDate } = {},
): Promise<void> {
  await waitForIslands(page);
  await ssnField(page).fill(ssn);
  await page.getByLabel('Month').fill(date.month);
  await page.getByLabel('Day').fill(date.day);
  await page.getByLabel('Year').fill(date.year);
  await page.getByLabel('Choose a 4-digit PIN', { exact: true }).fill(pin);
  await page.getByLabel('Type your PIN again', { exact: true }).fill(repeated);
  await page.getByLabel('I am not a robot').check();
}

/** Posts the page's form as a browser without JavaScript does, with its cookies and token. */
export async function postForm(
  page: Page,
  form: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<{ status: number; html: string; location: string | undefined }> {
  const token = await page.locator('input[name=_token]').inputValue();
  const response = await page.request.post(page.url(), {
    form: { _token: token, ...form },
    headers: { origin: siteUrl(), ...headers },
    maxRedirects: 0,
  });
  return { status: response.status(), html: await response.text(), location: response.headers().location };
}

/** Fields of a native post of the registration form. */
export function postedRegistration({ ssn, pin }: Person): Record<string, string> {
  const { month, day, year } = birthDate;
  return {
    ssn,
    'date_of_birth.month': month,
    'date_of_birth.day': day,
    'date_of_birth.year': year,
    pin,
    confirm_pin: pin,
    not_a_robot: 'on',
  };
}

/** Registers a new person with the requests of the page, without logging in. */
export async function registerPerson(): Promise<Person> {
  const person = newPerson();
  const visitor = plainBrowser(siteUrl());
  const _token = hiddenField(await visitor.open('/client-register'), '_token');
  const { status } = await visitor.post('/client-register', { _token, ...postedRegistration(person) });
  expect(status).toBe(303);
  return person;
}

/** @returns the path of a client's page in the back office. */
async function clientPageOf({ ssn }: Person): Promise<string> {
  const { lookups } = await readKeys(process.env.SITE_DATA_DIR ?? '');
  const h = { $in: lookupHashes(lookups, 'client-ssn', ssn).map((lookup) => lookup.h) };
  const client = await withPortalDatabase((portal) =>
    portal.collection<{ _id: string }>('clients').findOne({ 'ssn_lookup.h': h }),
  );
  return `/admin/client/${client?._id}`;
}

/** @returns the path of the page of a client who has just registered. */
export async function registerClientPage(): Promise<string> {
  return clientPageOf(await registerPerson());
}

/** Opens the page of a client as staff, who are signed in. */
export async function openClientPage(browser: Browser, person: Person): Promise<Page> {
  const page = await openPage(browser);
  await signIn(page, await clientPageOf(person));
  return page;
}

/**
 * Opens the portal as a person who has just registered and logged in, both with the requests of their pages: to load these
 * would take most of the time of many journeys that are about something else.
 *
 * @param clock whether to install a fake clock in the page. @param path of the page to open, after that of the portal.
 */
export async function openPortal(
  browser: Browser,
  { clock = false, path = '', ...options }: BrowserContextOptions & { clock?: boolean; path?: string } = {},
): Promise<{ page: Page; person: Person }> {
  const person = await registerPerson();
  const page = await openPage(browser, options);
  await logInByRequest(page, person);
  // Only the page that a login leads to welcomes the client.
  if (path) await page.context().clearCookies({ name: 'client-notice' });
  if (!clock) {
    await page.goto(portalUrl + path);
    return { page, person };
  }
  // The page counts the session's time from when its script runs, so the clock must not be moved before.
  const listener = await page.context().newPage();
  await listener.goto(`${siteUrl()}/robots.txt`);
  const running = sessionLasts(listener);
  await page.clock.install();
  await page.goto(portalUrl + path);
  await running;
  await listener.close();
  return { page, person };
}

/** Logs the page's browser in with the requests of the login page. */
async function logInByRequest(page: Page, { ssn, pin }: Person): Promise<void> {
  const { request } = page.context();
  const html = await (await request.get(loginUrl)).text();
  const response = await request.post(loginUrl, {
    form: { _token: hiddenField({ html }, '_token'), ssn, pin },
    headers: { origin: siteUrl() },
    maxRedirects: 0,
  });
  expect(response.status()).toBe(303);
}

/** Waits until a page of the portal, in another tab of the same browser, says how long the session lasts. */
function sessionLasts(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const channel = new BroadcastChannel('client-session');
        channel.onmessage = ({ data }) => {
          if (data.kind !== 'lasts') return;
          channel.close();
          resolve();
        };
      }),
  );
}

/** Opens the portal in another tab of the same browser, and waits until it has joined the session's BroadcastChannel. */
export async function openOtherTab(page: Page): Promise<Page> {
  const joined = sessionLasts(page);
  const other = await page.context().newPage();
  await other.goto(portalUrl);
  await joined;
  return other;
}

export async function logIn(page: Page, person: Person): Promise<void> {
  await page.goto(loginUrl);
  await fillLogin(page, person);
  await loginButton(page).click();
  await page.waitForURL(portalUrl);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
}

/** The box of the dialog for an account whose number has no contract. */
export const withoutContract = 'I know that there is no contract, and I have made sure who this is';

/**
 * Staff, on the client's page, make a code; the client types it in another tab of the portal.
 *
 * @param portal a page of the browser in which the client is logged in.
 */
export async function confirmAccount(staff: Page, portal: Page): Promise<void> {
  await staff.getByRole('link', { name: 'Give a confirmation code', exact: true }).click();
  await dialogReady(staff);
  await staff.waitForLoadState();
  await staff
    .getByLabel('How you verified the caller', { exact: true })
    .fill('Called at the number in the contract');
  const box = staff.getByLabel(withoutContract);
  if (await box.isVisible()) await box.check();
  await staff.getByRole('button', { name: 'Make a code', exact: true }).click();
  const code = await staff.locator('.reference-large').innerText();
  await dialogReady(staff);
  await staff.getByRole('link', { name: 'Close', exact: true }).click();
  await expect(staff.locator('.reference-large')).toHaveCount(0);
  const tab = await portal.context().newPage();
  await tab.goto(`${portalUrl}/confirm`);
  await tab.getByLabel('Code that we gave you').fill(code);
  await tab.getByRole('button', { name: 'Confirm my account', exact: true }).click();
  await expect(tab.locator('.notice.success')).toContainText('Your account is confirmed');
  await tab.close();
}

/**
 * Presses a link that calls us. What follows in the browser differs from one build to the next (some unload the page, some ask
 * whether to open another program, some take no more clicks), so the press goes no further than the page, and the event with
 * which browsers announce it is the page's alone.
 *
 * @returns whether the page would have asked before it is left.
 */
export function pressCall(page: Page): Promise<boolean> {
  return page
    .getByRole('link', { name: /^Call/ })
    .evaluate((link) => {
      link.addEventListener('click', (event) => event.preventDefault(), { once: true });
      (link as HTMLElement).click();
    })
    .then(() => asksBeforeLeaving(page));
}

/**
 * Presses Tab until the element with this accessible name has the focus, as somebody who uses no mouse does.
 *
 * @throws Error when it is not reached.
 */
export async function tabTo(page: Page, name: string): Promise<void> {
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement | null;
      const label = element?.getAttribute('aria-label') ?? element?.labels?.[0]?.textContent;
      return (label ?? element?.textContent ?? '').trim();
    });
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    if ((await focused()) === name) return;
  }
  throw new Error(`No way by Tab to "${name}".`);
}

/** Ends the client's session on the server, as when it was idle; the browser learns of it with its next request. */
export async function endSession(page: Page): Promise<void> {
  const ended = { expires_at: new Date(Date.now() - 1_000) };
  await setSessionDatesOf(await cookieValue(page, 'client'), 'client_sessions', ended);
}
