import { randomInt, randomUUID } from 'node:crypto';
import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test';
import { proveTo } from '../../api/testing/prove.ts';
import { newAddress } from './address.ts';
import { cookieValue, moveSessionBehind } from './sessions.ts';
import { readCredentials } from './site.ts';

export const siteUrl = () => process.env.SITE_URL ?? '';

/** The sign-ins that the first start made. */
export async function adminCredentials(): Promise<{
  password: string;
  email: string;
  emailPassword: string;
}> {
  return (await readCredentials(process.env.SITE_DATA_DIR ?? '')).admin;
}

/** @returns a page of a browser that nobody used before. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    baseURL: siteUrl(),
    extraHTTPHeaders: { 'x-forwarded-for': newAddress() },
    ...options,
  });
  return context.newPage();
}

/** Signs in with the single admin password. */
export async function signIn(page: Page, next = '/admin/dashboard'): Promise<void> {
  const { password } = await adminCredentials();
  await page.goto(`/admin/login?${new URLSearchParams({ next })}`);
  await page.getByLabel('Admin password').fill(password);
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
  await page.waitForURL(`**${next}`);
}

/** Opens a back-office page and waits until its script is at work: until it listens for changes. */
export async function openLive(page: Page, path: string): Promise<void> {
  await Promise.all([page.waitForRequest('**/trpc/submissions.changes**'), page.goto(path)]);
}

/** Sends a case evaluation as a visitor of a name that nobody else has. @returns the name and the reference. */
export async function sendEvaluation(): Promise<{ name: string; reference: string }> {
  const last_name = Array.from({ length: 10 }, () => String.fromCharCode(97 + randomInt(26))).join('');
  const answer = await fetch(`${siteUrl()}/trpc/evaluations.submit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: siteUrl(), 'x-forwarded-for': newAddress() },
    body: JSON.stringify({
      key: randomUUID(),
      proof: await proveTo(siteUrl(), 'case-evaluation'),
      answers: { ...answers, last_name },
    }),
  });
  expect(answer.status).toBe(200);
  return {
    name: `${answers.first_name} ${last_name}`,
    reference: (await answer.json()).result.data.reference,
  };
}

/** Sends an attorney application in a name that nobody else has, by the calls of its page. @returns the name. */
export async function sendApplication(): Promise<{ name: string }> {
  const name = `Appli ${Array.from({ length: 10 }, () => String.fromCharCode(97 + randomInt(26))).join('')}`;
  const form = 'attorney-application';
  const address = { 'x-forwarded-for': newAddress() };
  const query = new URLSearchParams({ input: JSON.stringify({ form }) });
  const opened = await fetch(`${siteUrl()}/trpc/intake.open?${query}`, { headers: address });
  const cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const { token, step } = (await opened.json()).result.data;
  const entries = Object.entries({ ...application, name });
  const proof = await proveTo(siteUrl(), form);
  const sent = await fetch(`${siteUrl()}/trpc/intake.save`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: siteUrl(), cookie, ...address },
    body: JSON.stringify({
      form,
      step: step.id,
      token,
      change: false,
      later: false,
      proof,
      honeypot: '',
      entries,
    }),
  });
  expect((await sent.json()).result.data.kind).toBe('sent');
  return { name };
}

/**
 * As the form's fields are typed. Approved ones stay in the directory that other journeys count at the same time, so they
 * are from a state, and of a firm, that no count asks for.
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

/** @returns the cookie of the page's staff session, as a request header. */
export async function cookieOf(page: Page): Promise<string> {
  return `admin=${await cookieValue(page, 'admin')}`;
}

/** Moves the dates of the page's session. */
export async function moveSession(
  page: Page,
  dates: { expires_at?: Date; started_at?: Date },
): Promise<void> {
  await moveSessionBehind(await cookieValue(page, 'admin'), 'staff_sessions', dates);
}
