import { equal, match, ok } from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { sendEvaluation, signInStaff } from '../compose/people.ts';
import { dateFields } from '../faults/requests.ts';
import { hiddenField, type PlainBrowser, plainBrowser } from '../setup/plain-browser.ts';
import { readCredentials } from '../setup/site.ts';

/** A fictional client. */
const person = { ssn: '213154327', dateOfBirth: '1968-04-27', pin: '8052' };
const birth = dateFields('date_of_birth', person.dateOfBirth);

const contractSteps: readonly (readonly [string, Record<string, string>])[] = [
  ['about-you', { first_name: 'Dana', last_name: 'Sample', ...birth, ssn: person.ssn }],
  [
    'contact',
    {
      street_address: '12 Sample Lane',
      city: 'Newark',
      state: 'NJ',
      zip_code: '07102',
      phone: '(201) 555-0123',
      email: 'dana@sample.example',
    },
  ],
  [
    'sign',
    {
      agreed_to_terms: 'on',
      agreed_to_privacy: 'on',
      consent_to_contact: 'on',
      electronic_records: 'on',
      signature_name: 'Dana Sample',
    },
  ],
];
/** Without script, a page is taken only when it was open for five seconds. */
const readingMs = 6_000;
const printsWithinMs = 120_000;

/** The main journey, over HTTP: evaluations, of which staff approve one, a contract and its PDF, an account, the portal. */
export async function walk(url: string, dataDir: string, evaluations: number): Promise<void> {
  const { admin } = await readCredentials(dataDir);
  const references = await Promise.all(Array.from({ length: evaluations }, () => sendEvaluation(url)));
  equal(new Set(references).size, evaluations);
  const last = await sendEvaluation(url);
  const staff = await signInStaff(url, admin.email, admin.emailPassword);
  await approve(staff, last);
  const contract = await sign(url);
  await readPdf(staff, contract);
  await useThePortal(url);
}

async function approve(staff: PlainBrowser, reference: string): Promise<void> {
  const list = '/admin/case-evaluations';
  const id = await idOf(staff, list, reference);
  equal((await staff.call('evaluations.decide', { id, decision: 'approved' })).status, 200);
  match((await staff.open(`${list}/${id}`)).html, /already approved/);
}

/** @returns the id of a submission in a list, which ends with the letters of its reference. */
async function idOf(staff: PlainBrowser, list: string, reference: string): Promise<string> {
  const letters = Buffer.from(reference.replace('-', ''), 'ascii').toString('hex');
  const [id] = new RegExp(`[0-9a-f]{8}${letters}`).exec((await staff.open(list)).html) ?? [];
  ok(id, `${reference} is not in ${list}`);
  return id;
}

async function sign(url: string): Promise<string> {
  const browser = plainBrowser(url);
  let answer = { location: '' };
  for (const [step, typed] of contractSteps) {
    const path = `/sign-contract/${step}`;
    const page = await browser.open(path);
    equal(page.status, 200, path);
    if (step === 'sign') await wait(readingMs);
    answer = await browser.post(path, { ...typed, _token: hiddenField(page, '_token') });
  }
  equal(new URL(answer.location, url).pathname, '/sign-contract/sent');
  const [, reference = ''] =
    /\b([A-Z0-9]{4}-[A-Z0-9]{4})\b/.exec((await browser.open('/sign-contract/sent')).html) ?? [];
  match(reference, /./, 'the confirmation has a reference');
  return reference;
}

/** Staff find the contract and open its PDF, which is printed when it is first read or by the job. */
async function readPdf(staff: PlainBrowser, reference: string): Promise<void> {
  const id = await idOf(staff, '/admin/contracts', reference);
  for (const start = performance.now(); ; await wait(500)) {
    const file = await staff.open(`/admin/contracts/${id}/pdf`);
    if (file.status === 200) return match(file.html, /^%PDF-/);
    ok(performance.now() - start < printsWithinMs, `the PDF is answered ${file.status}`);
  }
}

async function useThePortal(url: string): Promise<void> {
  const browser = plainBrowser(url);
  const { ssn, pin } = person;
  const register = await browser.open('/client-register');
  const account = { ssn, ...birth, pin, confirm_pin: pin, not_a_robot: 'on' };
  const registered = await browser.post('/client-register', {
    ...account,
    _token: hiddenField(register, '_token'),
  });
  equal(registered.status, 303);
  const login = await browser.open('/client-login');
  const signedIn = await browser.post('/client-login', { ssn, pin, _token: hiddenField(login, '_token') });
  equal(signedIn.status, 303);
  const portal = await browser.open('/client-portal');
  equal(portal.status, 200);
}
