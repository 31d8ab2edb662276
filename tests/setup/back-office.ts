import { randomInt, randomUUID } from 'node:crypto';
import type { Browser, BrowserContextOptions, Page, Response } from '@playwright/test';
import { hashPassword } from '../../api/accounts/staff/password.ts';
import type { StaffRole } from '../../api/accounts/staff/roles.ts';
import { sharedAdminId } from '../../api/accounts/staff/staff.model.ts';
import { newAddress } from './address.ts';
import { withPortalDatabase } from './portal-database.ts';
import { openScriptedPage } from './running-scripts.ts';
import { sendForm } from './send-form.ts';
import { addStaffSession, cookieValue, setSessionDatesOf } from './sessions.ts';
import { readCredentials } from './site.ts';

export const siteUrl = () => process.env.SITE_URL ?? '';

/** @returns the staff credentials that were generated on first start. */
export async function adminCredentials(): Promise<{
  password: string;
  email: string;
  emailPassword: string;
}> {
  return (await readCredentials(process.env.SITE_DATA_DIR ?? '')).admin;
}

/** Pages that tests have left, by their site and the options with which they were opened. */
const left = new Map<string, Page[]>();
const opened = new WeakMap<Page, { kind: string; options: BrowserContextOptions }>();

/**
 * @returns a page with an IP address, cookies and storage of its own. It may be one that an earlier test has left: to start a
 * context and its process, and to load and compile the same scripts again, takes as long as most of what a journey does.
 */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const { extraHTTPHeaders = { 'x-forwarded-for': newAddress() } } = options;
  const kind = JSON.stringify([siteUrl(), options]);
  const earlier = left.get(kind)?.pop();
  if (earlier && !earlier.isClosed()) {
    await earlier.context().clearCookies();
    await earlier.context().setExtraHTTPHeaders(extraHTTPHeaders);
    return earlier;
  }
  const page = await openScriptedPage(
    await browser.newContext({ baseURL: siteUrl(), ...options, extraHTTPHeaders }),
  );
  opened.set(page, { kind, options });
  return page;
}

/**
 * Holds what a page requests until the function that it returns is called.
 *
 * @param options.method requests of other methods go on at once. @param options.fails then loses the connection to them.
 */
export async function holdRequests(
  page: Page,
  url: string,
  { method, fails = false }: { method?: string; fails?: boolean } = {},
): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    if (method && route.request().method() !== method) return route.continue();
    await promise;
    return fails ? route.abort() : route.continue();
  });
  return resolve;
}

/**
 * Leaves a page to the tests that follow, as a new one. Its context closes if its clock is a fake one. A test that adds scripts
 * of its own to a page, or takes a browser offline, closes the context instead.
 */
export async function leave(page: Page): Promise<void> {
  const { kind, options } = opened.get(page) ?? {};
  // A page that is on its way elsewhere may refuse to be led away.
  if (kind && options && (await isLikeNew(page, options).catch(() => false)))
    left.set(kind, [...(left.get(kind) ?? []), page]);
  else await page.context().close();
}

async function isLikeNew(page: Page, options: BrowserContextOptions): Promise<boolean> {
  const context = page.context();
  for (const other of context.pages()) if (other !== page) await other.close();
  for (const event of ['dialog', 'request', 'requestfinished', 'requestfailed', 'response'])
    page.removeAllListeners(event);
  for (const each of [page, context]) await each.unrouteAll({ behavior: 'ignoreErrors' });
  await page.setViewportSize(options.viewport ?? { width: 1280, height: 720 });
  const { colorScheme = 'light', reducedMotion = 'no-preference' } = options;
  await page.emulateMedia({ media: null, colorScheme, reducedMotion });
  // Nothing on it runs, and from it the site's storage can be reached.
  await page.goto(`${siteUrl()}/robots.txt`);
  return page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
    return String(Date).includes('native code');
  });
}

/**
 * Opens a page of the back office as somebody who is signed in. Their session is put into the database, because to load the
 * sign-in page and to check a password would take most of the time of many journeys that are about something else.
 *
 * @param account by default that of the shared admin password. @returns the response of the page.
 */
export async function signIn(
  page: Page,
  path = '/admin/dashboard',
  { id }: { id: string } = { id: sharedAdminId },
): Promise<Response | null> {
  const value = await addStaffSession(id);
  await page
    .context()
    .addCookies([{ name: 'admin', value, url: siteUrl(), httpOnly: true, sameSite: 'Strict' }]);
  return page.goto(path);
}

/** Signs in with the shared admin password, on the sign-in page. */
export async function signInWithPassword(page: Page, next = '/admin/dashboard'): Promise<void> {
  const { password } = await adminCredentials();
  await page.goto(`/admin/login?${new URLSearchParams({ next })}`);
  await page.getByLabel('Admin password').fill(password);
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
  await page.waitForURL(`**${next}`);
}

export interface StaffAccount {
  id: string;
  name: string;
  email: string;
  password: string;
}

/** @returns a new account, for tests that end its sessions or change what others rely on. */
export async function addStaff(role: StaffRole = 'admin'): Promise<StaffAccount> {
  const id = randomUUID();
  const account = { id, name: `Colleague ${id}`, email: `staff-${id}@example.com`, password: randomUUID() };
  const password_hash = await hashPassword(account.password);
  await withPortalDatabase((portal) =>
    portal.collection<{ _id: string }>('staff').insertOne({
      _id: id,
      role,
      name: account.name,
      email: account.email,
      password_hash,
      created_at: new Date(),
    } as { _id: string }),
  );
  return account;
}

/** Signs in with a named account, on the sign-in page that is open. */
export async function signInWithAccount(
  page: Page,
  { email, password }: Pick<StaffAccount, 'email' | 'password'>,
): Promise<void> {
  await page.getByText('Log in with your own account').click();
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log In with your account' }).click();
}

/** Opens a back-office page and waits until it has subscribed to live updates. */
export async function openLivePage(page: Page, path: string): Promise<void> {
  await Promise.all([page.waitForRequest('**/trpc/submissions.changes**'), page.goto(path)]);
}

/**
 * Waits for a dialog that may have come with the page. With script it moves when it becomes modal, so a button that is
 * pressed before could be missed.
 */
export async function dialogReady(page: Page, javaScriptEnabled = true): Promise<void> {
  await page.locator(javaScriptEnabled ? 'dialog:modal' : 'dialog[open]').waitFor();
}

/** Submits a case evaluation under a unique name. @returns the name and the reference. */
export async function sendEvaluation(
  over: Partial<Record<string, string>> = {},
  address = newAddress(),
): Promise<{ name: string; reference: string }> {
  const sent = { ...answers, last_name: uniqueName(), ...over };
  const { reference } = await sendForm('case-evaluation', sent, { address });
  return { name: `${sent.first_name} ${sent.last_name}`, reference };
}

/** Submits an attorney application under a unique name. @returns the name. */
export async function sendApplication(): Promise<{ name: string }> {
  const name = `Appli ${uniqueName()}`;
  await sendForm('attorney-application', { ...application, name });
  return { name };
}

const uniqueName = () => Array.from({ length: 10 }, () => String.fromCharCode(97 + randomInt(26))).join('');

/**
 * Typed values of the application form. Approved applications stay in the directory, where other journeys count attorneys
 * at the same time, so state and firm are ones that no journey counts.
 */
export const application = {
  name: 'Appli Cant',
  firm: 'Cant Disability Law',
  email: 'appli.cant@example.com',
  phone: '(201) 555-0172',
  city: 'Montpelier',
  state: 'VT',
  years_experience: '12',
  specialties: 'ALJ hearings, SSI for children',
  bio: 'Appli has helped people with disability claims for twelve years.',
};

const answers = {
  receiving_benefits: 'no',
  applied_before: 'yes',
  has_lawyer: 'no',
  currently_working: 'no',
  under_doctor_care: 'yes',
  out_of_work_12_months: 'yes',
  worked_full_time_5_years: 'yes',
  age_range: '55-59',
  first_name: 'Visitor',
  phone: '2015550123',
  email: 'visitor@example.com',
};

/** @returns the page's staff session cookie as the value of a Cookie header. */
export async function cookieOf(page: Page): Promise<string> {
  return `admin=${await cookieValue(page, 'admin')}`;
}

export async function setSessionDates(
  page: Page,
  dates: { expires_at?: Date; started_at?: Date; confirmed_at?: Date },
): Promise<void> {
  await setSessionDatesOf(await cookieValue(page, 'admin'), 'staff_sessions', dates);
}
