import { equal, match, ok } from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { hiddenField, type PlainBrowser, plainBrowser } from '../setup/plain-browser.ts';

/** What people do with the product, by plain HTTP, as a browser without script does. */

const evaluations = '/admin/case-evaluations';

/** A fictional claimant's answers, by step. */
const answers: Record<string, Record<string, string>> = {
  'receiving-benefits': { receiving_benefits: 'no' },
  'applied-before': { applied_before: 'yes' },
  'has-lawyer': { has_lawyer: 'no' },
  'currently-working': { currently_working: 'no' },
  'under-doctor-care': { under_doctor_care: 'yes' },
  'out-of-work-12-months': { out_of_work_12_months: 'yes' },
  'worked-full-time-5-years': { worked_full_time_5_years: 'yes' },
  'age-range': { age_range: '50-54' },
  contact: {
    first_name: 'Canaria',
    last_name: 'Testwright',
    phone: '2015550147',
    email: 'canaria.testwright@example.com',
    zip_code: '07102',
  },
};
/** Whom the confirmation is mailed to. */
export const claimantEmail = 'canaria.testwright@example.com';
/** Without script, a page is taken only when it was open for five seconds. */
const readingMs = 6_000;

/** @returns the reference on the confirmation. */
export async function sendEvaluation(url: string): Promise<string> {
  const browser = plainBrowser(url);
  const start = '/free-case-evaluation';
  let path = start;
  for (const [step, given] of Object.entries(answers)) {
    ok(path === start || path.endsWith(`/${step}`), `the form asks ${path}, not for ${step}`);
    const page = await browser.open(path);
    equal(page.status, 200);
    if (step === 'contact') await wait(readingMs);
    const next = await browser.post(path, { ...given, _token: hiddenField(page, '_token') });
    path = new URL(next.location || 'nowhere:', url).pathname;
  }
  const { status, html } = await browser.open(path);
  equal(status, 200);
  const [, reference = ''] = /\b([A-Z0-9]{4}-[A-Z0-9]{4})\b/.exec(html) ?? [];
  match(reference, /./, 'the confirmation has a reference');
  return reference;
}

/** @returns the status of what a link for a password leads to, and the browser, which is then signed in. */
export async function chooseStaffPassword(link: string, password: string) {
  const { origin, pathname, search, searchParams, hash } = new URL(link);
  const browser = plainBrowser(origin);
  // A link of 1.0 has its secret in the query; today's has it in the fragment, where the script of the page takes it from.
  const path = pathname + search;
  equal((await browser.open(path)).status, 200);
  const secret = searchParams.get('link') ?? new URLSearchParams(hash.slice(1)).get('link') ?? '';
  const fields = { link: secret, password, again: password };
  return { browser, status: (await browser.post(path, fields)).status };
}

export async function signInStaff(url: string, email: string, password: string): Promise<PlainBrowser> {
  const browser = plainBrowser(url);
  const page = await browser.open('/admin/login');
  equal(page.status, 200);
  const { status } = await browser.post('/admin/login', { way: 'email', email, password });
  ok([302, 303].includes(status), `signing in as staff is answered ${status}`);
  return browser;
}

/** Approves the newest evaluation in the back office. */
export async function approve(staff: PlainBrowser, reference: string): Promise<void> {
  const path = await pathOf(staff, reference);
  const id = path.split('/').at(-1);
  const { status } = await staff.call('evaluations.decide', { id, decision: 'approved' });
  equal(status, 200);
  ok(await isApproved(staff, reference));
}

/** @returns whether staff find an evaluation with its sender's answers, and it is approved. */
export async function isApproved(staff: PlainBrowser, reference: string): Promise<boolean> {
  const { html } = await staff.open(await pathOf(staff, reference));
  return html.includes(claimantEmail) && html.includes('already approved');
}

async function pathOf(staff: PlainBrowser, reference: string): Promise<string> {
  const { status, html } = await staff.open(evaluations);
  equal(status, 200);
  ok(html.includes(reference), `${reference} is not in the list of evaluations`);
  const [path = ''] = new RegExp(`${evaluations}/[0-9a-f]{24}`).exec(html) ?? [];
  return path;
}

/** What the page of a link for a password posts. @returns its status. */
export async function chooseEditorPassword(link: string, password: string): Promise<number> {
  const { origin, pathname } = new URL(link);
  equal((await plainBrowser(origin).open(pathname)).status, 200);
  const token = pathname.split('/').at(-1);
  return (await askCms(origin, 'users/reset-password', JSON.stringify({ token, password }))).status;
}

/** @returns the cookie of a session. */
export async function signInEditor(url: string, email: string, password: string): Promise<string> {
  const { status, headers } = await askCms(url, 'users/login', JSON.stringify({ email, password }));
  equal(status, 200);
  return headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

/** Publishes a page. @returns its path. */
export async function publishPage(url: string, cookie: string, title: string): Promise<string> {
  const slug = title.toLowerCase().replaceAll(' ', '-');
  const blocks = [{ blockType: 'keyPoints', heading: 'Points', points: [{ text: 'One point.' }] }];
  const page = { slug, title, navLabel: title, lead: 'A page of editors.', blocks, _status: 'published' };
  const answer = await askCms(url, 'pages', JSON.stringify(page), cookie);
  equal(answer.status, 201, await answer.text());
  return `/${slug}`;
}

/** A picture of one pixel. */
const picture = Buffer.from('UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAgA0JaQAA3AA/vuUAAA=', 'base64');

/** Uploads a picture. @returns its path. */
export async function uploadPicture(url: string, cookie: string): Promise<string> {
  const form = new FormData();
  form.set('_payload', JSON.stringify({ alt: 'A dot' }));
  form.set('file', new Blob([picture], { type: 'image/webp' }), 'dot.webp');
  const answer = await askCms(url, 'media', form, cookie);
  equal(answer.status, 201);
  const { doc } = (await answer.json()) as { doc: { filename: string } };
  return `/media/${doc.filename}`;
}

function askCms(url: string, what: string, body: string | FormData, cookie = ''): Promise<Response> {
  const headers = new Headers({ origin: url, 'sec-fetch-site': 'same-origin', cookie });
  if (typeof body === 'string') headers.set('content-type', 'application/json');
  return fetch(`${url}/cms/api/${what}`, { method: 'POST', headers, body });
}

/** @returns the subjects of the mails to an address in the mail catcher. */
export async function subjectsOfMailTo(mailUrl: string, address: string): Promise<string[]> {
  const response = await fetch(`${mailUrl}/api/v1/messages`);
  const { messages } = (await response.json()) as {
    messages: { To: { Address: string }[]; Subject: string }[];
  };
  return messages
    .filter(({ To }) => To.some(({ Address }) => Address === address))
    .map(({ Subject }) => Subject);
}
