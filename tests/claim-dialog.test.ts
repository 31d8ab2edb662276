import { easternToday } from '@claimdesk/forms/eastern-time';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { claimUpdatesCollection } from '../api/casework/claims/claim-update.model.ts';
import { addDays } from '../api/content/deadlines/calendar-date.ts';
import { parseEnv } from '../web/env.ts';
import { addClient, staffMember, type Visitor } from './setup/clients.ts';
import { empty } from './setup/deps.ts';
import { openSite, type SiteInProcess } from './setup/site-in-process.ts';

const { PUBLIC_URL } = parseEnv(process.env);
const today = easternToday();
const hearing = { kind: 'hearing', day: addDays(today, 40), time: '13:30' } as const;
let running: SiteInProcess;
let staff: Visitor;
let id: string;
beforeAll(async () => {
  running = await openSite();
  staff = await staffMember(running.deps, 'reviewer');
});
beforeEach(async () => {
  await empty(running.deps, 'clients', claimUpdatesCollection.name);
  id = await addClient(running.deps);
});
afterAll(() => running.close());

const filed = { step: 'filed', since: '2026-01-05', needed: '', note: '' } as const;
const setClaim = (version: number, next: typeof hearing | null, who = staff) =>
  who.call.clients.setClaim({ id, ...filed, version, next, key: crypto.randomUUID() });
const newest = async () => (await staff.call.clients.claim({ id }))[0];

function request(path: string, form?: Record<string, string>) {
  return running.site.inject({
    method: form ? 'POST' : 'GET',
    url: `/admin/client/${id}${path}`,
    headers: {
      accept: 'text/html',
      origin: PUBLIC_URL,
      cookie: `admin=${staff.context.cookies.get('admin')}`,
      ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    },
    ...(form ? { payload: new URLSearchParams(form).toString() } : {}),
  });
}

/** @returns what the dialog's form posts, as a browser without script reads it. */
function fieldsOf(body: string): Record<string, string> {
  const form = /<form[^>]*>(?:(?!<\/form>).)*name="next-kind".*?<\/form>/s.exec(body)?.[0] ?? '';
  const fields: Record<string, string> = {};
  for (const [input] of form.matchAll(/<input[^>]*>/g)) {
    const name = / name="([^"]*)"/.exec(input)?.[1];
    if (name) fields[name] = / value="([^"]*)"/.exec(input)?.[1] ?? '';
  }
  for (const [, name = '', options = ''] of form.matchAll(/<select[^>]* name="([^"]*)".*?>(.*?)<\/select>/gs))
    fields[name] = / value="([^"]*)"/.exec(/<option[^>]* selected[^>]*>/.exec(options)?.[0] ?? '')?.[1] ?? '';
  for (const [, name = '', text = ''] of form.matchAll(
    /<textarea[^>]* name="([^"]*)"[^>]*>([^<]*)<\/textarea>/g,
  ))
    fields[name] = text.trim();
  return fields;
}

const open = async () => fieldsOf((await request('/claim')).body);
const save = (typed: Record<string, string>) => request('/claim', typed);

/** Lets the hearing of the stored update have been yesterday. */
async function passHearing(): Promise<void> {
  const row = await claimUpdatesCollection.model(running.deps.portal).findOne().lean();
  const past = JSON.stringify({ ...hearing, day: addDays(today, -1) });
  const ring = await running.deps.keys.for(row?.client_id);
  const next = claimUpdatesCollection.encrypt(ring, row?._id, 'next', past);
  await claimUpdatesCollection.model(running.deps.portal).updateOne({}, { next });
}

test('a date that has passed is not in the dialog, and is shown to staff as past', async () => {
  await setClaim(0, hearing);
  await passHearing();
  expect(await open()).toMatchObject({ 'next-kind': '', 'next-day': '', 'next-time': '' });
  const { body } = await request('');
  expect(body).toMatch(/<dt>Next date<\/dt><dd[^>]*>None<\/dd>/);
  expect(body).toMatch(/<dt>Past date<\/dt><dd[^>]*>Hearing: /);
  expect((await save({ ...(await open()), note: 'It was yesterday' })).statusCode).toBe(303);
  expect(await newest()).toMatchObject({ version: 2, next: null, since: filed.since });
});

test('choosing no date takes out the date that the dialog showed, with its day and time', async () => {
  await setClaim(0, hearing);
  const fields = await open();
  expect(fields).toMatchObject({ 'next-kind': 'hearing', 'next-day': hearing.day });
  expect((await save({ ...fields, 'next-kind': '' })).statusCode).toBe(303);
  expect(await newest()).toMatchObject({ version: 2, next: null });
});

test('a day or a time without what happens then is refused and stays', async () => {
  await setClaim(0, null);
  const leftovers: Record<string, string>[] = [{ 'next-day': hearing.day }, { 'next-time': '09:15' }];
  for (const typed of leftovers) {
    const { statusCode, body } = await save({ ...(await open()), ...typed });
    expect([statusCode, fieldsOf(body)]).toMatchObject([400, typed]);
    expect(body).toContain('Choose what happens then, or clear the day and the time');
  }
  expect(await newest()).toMatchObject({ version: 1 });
});

test('another step needs the day it began', async () => {
  await setClaim(0, null);
  const fields = await open();
  expect(fields.since).toBe('');
  const { statusCode, body } = await save({ ...fields, step: 'hearing' });
  expect([statusCode, body.includes('Enter the day this step began')]).toEqual([400, true]);
  expect((await save({ ...fields, step: 'hearing', since: today })).statusCode).toBe(303);
  expect(await newest()).toMatchObject({ step: 'hearing', since: today });
});

test('after a colleague’s change the dialog shows it beside what was typed, and a second save replaces it', async () => {
  await setClaim(0, hearing);
  const fields = await open();
  const kim = await staffMember(running.deps, 'admin', 'Kim');
  await kim.call.clients.setClaim({
    id,
    ...filed,
    needed: 'Letters of May',
    version: 1,
    next: hearing,
    key: crypto.randomUUID(),
  });
  const refused = await save({ ...fields, 'next-kind': '', note: 'Typed with care' });
  expect(refused.statusCode).toBe(409);
  expect(refused.body).toContain('Kim has changed the claim meanwhile');
  expect(refused.body).toContain('If you save again, what you typed replaces it.');
  expect(refused.body).toMatch(/<dd[^>]*>Letters of May<\/dd>/);
  const again = fieldsOf(refused.body);
  expect(again).toMatchObject({ version: '2', note: 'Typed with care', 'next-kind': '', 'next-day': '' });
  expect((await save(again)).statusCode).toBe(303);
  expect(await newest()).toMatchObject({ version: 3, note: 'Typed with care', needed: null, next: null });
});
