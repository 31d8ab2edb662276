import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createClient } from '../api/accounts/clients/create-client.ts';
import { createStaff } from '../api/accounts/staff/create-staff.ts';
import { rolesFor } from '../api/accounts/staff/roles.ts';
import { submissionHandlers } from '../api/casework/intake/submission-handlers.ts';
import { conditionsOf } from '../api/operations/audit.router.ts';
import { listActions } from '../api/operations/audit-actions.ts';
import { auditIndexes } from '../api/platform/audit/audit-chain.ts';
import { refusalsOf } from '../api/platform/audit/refusals.ts';
import { readRouter } from '../api/testing/read-router.ts';
import { kindWords } from '../web/app/office/audit/audit-words.ts';
import { parseEnv } from '../web/env.ts';
import { refusal, ssnOf, staffSession, type Visitor } from './setup/clients.ts';
import { auditFaults, empty, emptyAuditLog, evaluationAnswers, visitor } from './setup/deps.ts';
import { openSite, type SiteInProcess } from './setup/site-in-process.ts';

const account = { name: 'Robin Example', email: 'robin@example.com', password: 'correct horse battery' };
const { PUBLIC_URL } = parseEnv(process.env);
let running: SiteInProcess;
let accountId: string;
let staff: Visitor;
let id: string;
beforeAll(async () => {
  running = await openSite();
  accountId = await createStaff(account, running.deps);
  await submissionHandlers['case-evaluation'].submit(
    { answers: evaluationAnswers, key: 'to-review' },
    { deps: running.deps },
  );
  id = String((await running.deps.portal.collection('case_evaluations').findOne())?._id);
});
beforeEach(async () => {
  await empty(running.deps, 'limits');
  staff = await staffSession(accountId, running.deps);
  await emptyAuditLog(running.deps);
});
afterAll(() => running.close());

const entries = () => running.deps.audit.entries;
const actions = async () => (await entries().find().sort({ _id: 1 }).toArray()).map(({ action }) => action);

function open(url: string, cookie = staff.context.cookies.get('admin') ?? '') {
  const headers = { accept: 'text/html', origin: PUBLIC_URL, cookie: `admin=${cookie}` };
  return running.site.inject({ method: 'GET', url, headers });
}

describe('on record', () => {
  test('is no call of somebody who is not signed in', async () => {
    await expect(visitor(running.deps).call.evaluations.detail({ id })).rejects.toMatchObject({
      code: 'signed-out',
    });
    expect(await actions()).toEqual([]);
  });

  test('is every view by staff of what people sent, with who looked and at which record', async () => {
    await staff.call.evaluations.list({});
    await staff.call.evaluations.detail({ id });
    const [list, detail] = await entries().find().sort({ _id: 1 }).toArray();
    expect(list).toMatchObject({ action: 'evaluations.list', subject: null });
    expect(detail).toMatchObject({ action: 'evaluations.detail', subject: id, actor: list?.actor });
    expect(list?.actor).toMatch(/^staff:[0-9a-f-]{36}$/);
  });

  test('is a decision and a PDF', async () => {
    await staff.call.evaluations.decide({ id, decision: 'approved' });
    await staff.call.evaluations.print({ id });
    expect(await actions()).toEqual(['evaluations.decide', 'evaluations.print']);
  });

  test('are the names of the fields that a change was about, and not what was typed', async () => {
    const id = await createStaff(
      { name: 'Before', email: 'fields@example.org', password: account.password },
      running.deps,
    );
    await staff.call.staffAccounts.change({ id, version: 0, name: 'Afterward', role: 'admin' });
    const [call, change] = await entries().find().sort({ _id: 1 }).toArray();
    expect([call?.action, change?.action]).toEqual(['staffAccounts.change', 'staffAccounts.changed']);
    expect(change).toMatchObject({ subject: id, fields: ['name'], actor: call?.actor });
    expect(JSON.stringify(await entries().find().toArray())).not.toContain('Afterward');
    const { body } = await open('/admin/audit');
    expect(body).toContain('Saved changes');
  });

  test('is a sign-in, and no failed one, which anybody could repeat for ever', async () => {
    const call = visitor(running.deps).call.staff;
    await expect(call.signInWithEmail({ email: account.email, password: 'wrong' })).rejects.toThrow();
    await call.signInWithEmail({ email: account.email, password: account.password });
    expect(await actions()).toEqual(['staff.signIn']);
    expect(await entries().findOne()).toMatchObject({ details: { way: 'password' } });
  });

  test('is which decision was made, and only one that there is', async () => {
    await staff.call.evaluations.decide({ id, decision: 'rejected', reason: 'other', seen: 'approved' });
    const made_up = { id, decision: 'Canaria' as 'approved' };
    await expect(staff.call.evaluations.decide(made_up)).rejects.toThrow();
    const found = await entries().find({ action: 'evaluations.decide' }).sort({ _id: 1 }).toArray();
    expect(found.map(({ details }) => details)).toEqual([{ decision: 'rejected' }, undefined]);
    expect((await open('/admin/audit')).body).toContain('Decision: rejected');
    await staff.call.evaluations.decide({ id, decision: 'approved', seen: 'rejected' });
  });

  test('is which list an export was of, by which filters, and how many records were sent', async () => {
    const request = { kind: 'evaluations', format: 'csv', from: '2026-01-01', to: '9998-12-31' } as const;
    const { id: search } = await staff.call.lists.search({ query: 'canaria' });
    await emptyAuditLog(running.deps);
    for await (const _ of (await staff.call.exports.make({ ...request, search })) as AsyncIterable<string>);
    expect(await entries().find().sort({ _id: 1 }).toArray()).toMatchObject([
      {
        action: 'exports.make',
        details: { kind: 'evaluations', format: 'csv', filters: 'from, to, search' },
      },
      { action: 'exports.sent', details: { kind: 'evaluations', format: 'csv', rows: 1 } },
    ]);
    expect(JSON.stringify(await entries().find().toArray())).not.toMatch(/canaria|2026-01-01/);
    const { body } = await open('/admin/audit');
    expect(body).toContain('Kind: case evaluations. Format: csv. Filters: first day, last day, search');
    expect(body).toContain('Records: 1');
  });

  test('are the names of the fields of an account that an administrator disables', async () => {
    const data = { name: 'Leaver', email: 'leaver@example.org', password: account.password };
    const leaver = await createStaff(data, running.deps);
    await staff.call.staffAccounts.disable({ id: leaver, version: 0 });
    const changed = { action: 'staffAccounts.changed', subject: leaver };
    expect(await entries().findOne(changed)).toMatchObject({ fields: ['disabled_at'] });
    expect((await open('/admin/audit')).body).toContain('Fields: Status');
  });

  test('is nothing of what people typed: an input that is no id of ours is left out', async () => {
    const ssn = '219091234';
    await staff.call.clients.reopen({ ssn, reason: 'Called from the number in the contract' });
    await expect(staff.call.evaluations.detail({ id: ssn })).rejects.toThrow();
    const stored = JSON.stringify(await entries().find().toArray());
    expect(stored).not.toContain(ssn);
    expect(stored).not.toContain('Called');
  });

  test('is not what an open screen asks again and again: counts without personal data, and the session', async () => {
    await staff.call.evaluations.pending();
    await staff.call.staff.me();
    await staff.call.staff.stay();
    expect(await actions()).toEqual([]);
  });
});

describe('a call of staff that is refused', () => {
  const nobody = 'f'.repeat(24);
  const shown = async (query = '') =>
    (await open(`/admin/audit${query}`)).body
      .replaceAll(/<!-- -->|<small[^>]*>/g, ' ')
      .replaceAll(/<[^>]+>/g, '');

  test('is on record as refused: who called what, about which record, and why it was not done', async () => {
    expect(await refusal(staff.call.evaluations.detail({ id: nobody }))).toMatchObject({ code: 'not-found' });
    expect(await refusal(staff.call.evaluations.detail({ id: 'no id' }))).toMatchObject({
      code: 'bad-input',
    });
    const [call, refused, other, alsoRefused] = await entries().find().sort({ _id: 1 }).toArray();
    const about = { actor: call?.actor, action: 'calls.refused' };
    const details = { call: 'evaluations.detail', entry: call?._id, why: 'not-found' };
    expect(refused).toMatchObject({ ...about, subject: nobody, details });
    expect(alsoRefused).toMatchObject({ ...about, details: { entry: other?._id, why: 'bad-input' } });
    expect(await entries().countDocuments()).toBe(4);
  });

  test('reads as refused with the reason, among everything and among calls of its kind, and what was done as done', async () => {
    await staff.call.evaluations.detail({ id });
    await expect(staff.call.evaluations.detail({ id: nobody })).rejects.toThrow();
    await staff.call.evaluations.detail({ id });
    const looks = (await staff.call.audit.list({ what: 'looks' })).rows;
    expect(looks.map(({ refused }) => refused)).toEqual([null, 'not-found', null]);
    const all = (await staff.call.audit.list({})).rows.filter(({ refused }) => refused);
    expect(all.map(({ action, call }) => [action, call])).toEqual([
      ['calls.refused', 'evaluations.detail'],
      ['evaluations.detail', 'evaluations.detail'],
    ]);
    expect((await shown('?what=looks')).match(/Refused: Opened\s+There was no such record/g)).toHaveLength(1);
    expect((await shown('?what=refused')).match(/Refused\s+Opened. There was no such record/g)).toHaveLength(
      1,
    );
  });

  test('reads as failed where the error was ours', async () => {
    const { keys } = running.deps;
    Object.assign(staff.context.deps, { keys: undefined });
    try {
      await expect(staff.call.evaluations.detail({ id })).rejects.toThrow('Something went wrong');
    } finally {
      Object.assign(staff.context.deps, { keys });
    }
    expect(await shown()).toMatch(/Failed: Opened\s+There was an error on our side/);
  });

  test('is refused all the same where that cannot be put on record', async () => {
    const { audit } = running.deps;
    const record: typeof audit.record = (event) =>
      event.action === 'calls.refused' ? Promise.reject(new Error('the disk is full')) : audit.record(event);
    Object.assign(staff.context.deps, { audit: { ...audit, record } });
    try {
      expect(await refusal(staff.call.evaluations.detail({ id: nobody }))).toMatchObject({
        code: 'not-found',
      });
    } finally {
      Object.assign(staff.context.deps, { audit });
    }
    expect(await actions()).toEqual(['evaluations.detail']);
  });

  test('is found by an index, however many calls of the account were refused', {
    tags: 'thorough',
  }, async () => {
    await entries().createIndexes([...auditIndexes]);
    const actor = `staff:${accountId}`;
    for (let at = 0; at < 300; at += 1)
      await running.deps.audit.record({
        actor,
        action: 'calls.refused',
        subject: null,
        details: { entry: 0 },
      });
    await expect(staff.call.evaluations.detail({ id: nobody })).rejects.toThrow();
    const [newest] = (await staff.call.audit.list({ what: 'looks' })).rows;
    expect(newest).toMatchObject({ refused: 'not-found' });
    const found = await entries()
      .find(refusalsOf([{ _id: newest?.id ?? 0, actor }]))
      .explain('executionStats');
    expect(JSON.stringify(found)).not.toContain('COLLSCAN');
    expect(found.executionStats.totalKeysExamined).toBeLessThan(5);
  });
});

describe('what a client does', () => {
  const phone = { phone_number: '2015550190' };
  let clientId: string;
  let client: ReturnType<typeof visitor>;
  beforeEach(async () => {
    await empty(running.deps, 'clients', 'phone_numbers', 'medical_facilities', 'consents', 'events');
    const born = { dateOfBirth: '1968-04-27', pin: '8052' };
    clientId = await createClient({ ssn: ssnOf(1), ...born }, running.deps);
    client = visitor(running.deps);
    const session = await running.deps.clientSessions.create(clientId);
    client.context.cookies.set('client', session, { sameSite: 'Lax' });
  });
  const add = () => client.call.profile.add({ kind: 'phone-number', key: randomUUID(), answers: phone });
  const stored = async () => {
    const found = await entries().find().sort({ _id: 1 }).toArray();
    return found.map(({ action, subject, details }) => [action, subject, details]);
  };

  test('is on record about the client’s own record: what was asked for before, and what was done with it', async () => {
    const { id: added } = await add();
    await client.call.profile.setConsent({ kind: 'phone-number', id: added, revision: 1, granted: true });
    expect(await stored()).toEqual([
      ['profile.add', clientId, { kind: 'phone-number' }],
      ['profile.changed', clientId, { deed: 'added', kind: 'phone-number' }],
      ['profile.setConsent', clientId, { kind: 'phone-number' }],
      ['profile.changed', clientId, { deed: 'allowed', kind: 'phone-number' }],
    ]);
    expect((await entries().distinct('actor')).join()).toBe(`client:${clientId}`);
    expect(JSON.stringify(await entries().find().toArray())).not.toContain(phone.phone_number);
  });

  test('that is refused is on record as asked for, and never as done', async () => {
    await add();
    await emptyAuditLog(running.deps);
    expect(await refusal(add())).toMatchObject({ code: 'conflict' });
    const answers = { facility_name: 'Canary Hospital', street_address: '7 Canary Court' };
    const facility = client.call.profile.add({ kind: 'medical-facility', key: randomUUID(), answers });
    expect(await refusal(facility)).toMatchObject({ code: 'bad-input' });
    expect(await actions()).toEqual(['profile.add', 'profile.add']);
    const { body } = await open('/admin/audit?what=byClients');
    expect(body).toContain('Asked to add an entry');
    expect(body).not.toMatch(/Added an entry|Saved changes/);
  });

  test('changes nothing where it cannot be put on record as done', async () => {
    const { audit } = running.deps;
    const record: typeof audit.record = (event) =>
      event.action === 'profile.changed'
        ? Promise.reject(new Error('the disk is full'))
        : audit.record(event);
    Object.assign(client.context.deps, { audit: { ...audit, record } });
    try {
      await expect(add()).rejects.toThrow();
    } finally {
      Object.assign(client.context.deps, { audit });
    }
    expect(await client.call.profile.list({ kind: 'phone-number' })).toEqual([]);
  });

  test('is found by the client’s record, by indexes', async () => {
    await add();
    await staff.call.clients.detail({ id: clientId });
    const find = async (filter: object) =>
      (await staff.call.audit.list({ record: clientId, ...filter })).rows.map(({ action }) => action);
    const own = ['profile.changed', 'profile.add'];
    expect(await find({})).toEqual(['clients.detail', ...own]);
    expect(await find({ what: 'byClients' })).toEqual(own);
    const robin = (await staff.call.audit.staff()).find(({ name }) => name === account.name);
    expect(await find({ who: robin?.id })).toEqual(['clients.detail']);
    const { body } = await open(`/admin/audit?what=byClients&record=${clientId}`);
    // Each names its client.
    expect(body.split(`href="/admin/client/${clientId}"`).length - 1).toBe(own.length);
  });

  test('is not that the portal forgets what was typed, once it is saved', async () => {
    const { owner } = await client.call.profile.typed({ kind: 'phone-number' });
    await client.call.profile.keepTyped({ owner, kind: 'phone-number', revision: 0, answers: phone });
    expect((await client.call.profile.typed({ kind: 'phone-number' })).kept).not.toBeNull();
    await add();
    expect((await client.call.profile.typed({ kind: 'phone-number' })).kept).toBeNull();
    expect(await actions()).toEqual(['profile.add', 'profile.changed']);
  });
});

/** Reads as the script of an open page does. */
async function readByScript(procedure: string, input: object, cookie = staff.context.cookies.get('admin')) {
  const headers = { origin: PUBLIC_URL, cookie: `admin=${cookie}`, 'content-type': 'application/json' };
  const request = { method: 'POST', url: `/trpc/${procedure}`, headers, payload: input } as const;
  const { statusCode, body } = await running.site.inject(request);
  return { statusCode, data: JSON.parse(body).result?.data };
}

/** @returns how often a call is on record. */
const onRecord = (action: string) => entries().countDocuments({ action });

describe('what an open page reads again by itself', () => {
  const page = () => `/admin/case-evaluations/${id}`;

  test('is no further view: one view of a person is one entry', async () => {
    expect((await open(page())).statusCode).toBe(200);
    const views = ['evaluations.list', 'evaluations.detail'];
    for (const view of views) expect(await onRecord(view)).toBe(1);
    for (let change = 0; change < 3; change += 1) {
      expect(await readByScript('evaluations.detail', { id })).toMatchObject({ data: { id } });
      expect((await readByScript('evaluations.list', { direction: 'forward' })).data.rows).toHaveLength(1);
    }
    for (const view of views) expect(await onRecord(view)).toBe(1);
    await open(page());
    for (const view of views) expect(await onRecord(view)).toBe(2);
  });

  test('is on record first where this session has not viewed just that', async () => {
    const detail = () => onRecord('evaluations.detail');
    await readByScript('evaluations.detail', { id });
    expect(await detail()).toBe(1);
    const again = visitor(running.deps);
    await again.call.staff.signInWithEmail({ email: account.email, password: account.password });
    await readByScript('evaluations.detail', { id }, again.context.cookies.get('admin'));
    expect(await detail()).toBe(2);
    await readByScript('evaluations.detail', { id: 'f'.repeat(24) });
    expect(await detail()).toBe(3);
    await open('/admin/case-evaluations');
    const list = () => onRecord('evaluations.list');
    expect(await list()).toBe(1);
    await readByScript('evaluations.list', { status: 'pending' });
    expect(await list()).toBe(2);
    await readByScript('applications.list', {});
    expect(await onRecord('applications.list')).toBe(1);
    await staff.call.evaluations.print({ id });
    await staff.call.evaluations.print({ id });
    expect(await onRecord('evaluations.print')).toBe(2);
  });

  test('is a new view, on record, after an hour', async () => {
    await open(page());
    await readByScript('evaluations.detail', { id });
    const passed = async (minutes: number) => {
      const at = new Date(Date.now() - minutes * 60_000);
      await running.deps.portal.collection('staff_views').updateMany({}, { $set: { 'pages.$[].at': at } });
      await readByScript('evaluations.detail', { id });
      return onRecord('evaluations.detail');
    };
    expect([await passed(59), await passed(60), await passed(59), await passed(90)]).toEqual([1, 2, 2, 3]);
  });

  test('is no further look that a client is told of, nor is what is read again after a change', async () => {
    await empty(running.deps, 'clients', 'events');
    const born = { dateOfBirth: '1968-04-27', pin: '8052' };
    const clientId = await createClient({ ssn: ssnOf(1), ...born }, running.deps);
    const told = () => running.deps.portal.collection('events').countDocuments({ name: 'clients.detail' });
    await open(`/admin/client/${clientId}`);
    const add = { id: clientId, key: randomUUID(), text: 'Called from work.' };
    expect((await readByScript('clients.addNote', add)).statusCode).toBe(200);
    for (const read of ['detail', 'claim', 'documents', 'notes'])
      expect((await readByScript(`clients.${read}`, { id: clientId })).statusCode).toBe(200);
    expect([await onRecord('clients.detail'), await told()]).toEqual([1, 1]);
    await open(`/admin/client/${clientId}`);
    // Opened once more within the hour: another entry in the log, and no other event for the client.
    expect([await onRecord('clients.detail'), await told()]).toEqual([2, 1]);
  });

  test('is a view of its own for each place in a list, however that is written', async () => {
    await open('/admin/audit');
    for (const cursor of [5, '6', 7]) await readByScript('audit.list', { cursor });
    await readByScript('audit.list', { cursor: 5 });
    expect(await onRecord('audit.list')).toBe(4);
  });

  test('ends with the session', async () => {
    await open(page());
    const cookie = staff.context.cookies.get('admin');
    await staff.call.staff.signOut();
    expect((await readByScript('evaluations.detail', { id }, cookie)).statusCode).toBe(401);
  });

  test('is refused where the view could not be put on record', async () => {
    const { audit } = running.deps;
    running.deps.audit = { ...audit, record: () => Promise.reject(new Error('the disk is full')) };
    try {
      expect((await open(page())).body).not.toContain('Canaria');
      expect((await readByScript('evaluations.detail', { id })).statusCode).toBe(500);
    } finally {
      running.deps.audit = audit;
    }
  });

  test('is every page of a list that somebody has loaded, wherever it begins by now, and no other', async () => {
    const one = await running.deps.portal.collection('case_evaluations').findOne();
    const copies = async (count: number, from: number) => {
      const rows = Array.from({ length: count }, (_, at) => {
        const { _id, ...copy } = { ...one, reference: `L-${from + at}`, submission_key: `live-${from + at}` };
        return { ...copy, created_at: new Date(Date.now() + from + at) };
      });
      await running.deps.portal.collection('case_evaluations').insertMany(rows);
    };
    await copies(80, 0);
    await open('/admin/case-evaluations');
    const list = async (cursor: string | null) =>
      (await readByScript('evaluations.list', { ...(cursor && { cursor }), direction: 'forward' })).data;
    const { next } = await list(null);
    expect(await onRecord('evaluations.list')).toBe(1);
    await list(next);
    expect(await onRecord('evaluations.list')).toBe(2);
    await copies(3, 100_000);
    const moved = await list(null);
    expect(moved.next).not.toBe(next);
    const last = await list(moved.next);
    expect(await onRecord('evaluations.list')).toBe(2);
    await list(last.next);
    expect(await onRecord('evaluations.list')).toBe(3);
    await running.deps.portal.collection('case_evaluations').deleteMany({ submission_key: /^live-/ });
  });
});

test('without the entry nothing is read and nothing is changed', async () => {
  const full = { ...running.deps.audit, record: () => Promise.reject(new Error('the disk is full')) };
  const { audit } = running.deps;
  running.deps.audit = full;
  Object.assign(staff.context.deps, { audit: full });
  try {
    await expect(staff.call.evaluations.detail({ id })).rejects.toThrow('Something went wrong on our side');
    await expect(
      staff.call.evaluations.decide({ id, decision: 'rejected', reason: 'other' }),
    ).rejects.toThrow('Something went');
  } finally {
    running.deps.audit = audit;
    Object.assign(staff.context.deps, { audit });
  }
  expect(await staff.call.evaluations.detail({ id })).toMatchObject({ status: 'approved' });
});

test('every procedure for staff is on record unless it is about the session or a count', () => {
  const forStaff = readRouter().filter((procedure) => rolesFor(procedure).length > 0);
  expect(forStaff.filter(({ recorded }) => !recorded).map(({ name }) => name)).toEqual([
    'callRequests.pending',
    'evaluations.pending',
    'applications.pending',
    'exports.kinds',
    'submissions.changes',
    'lists.newSince',
    'contracts.waiting',
    'failedEmails.count',
    'retention.report',
    'retention.last',
    'audit.staff',
    'samples.count',
    'system.report',
    'profile.openNotices',
    'matters.overdue',
    'uploads.unread',
    'staff.confirmation',
    'staff.formToken',
    'staff.requireForm',
    'staff.signOut',
    'staff.signOutEverywhere',
    'staff.me',
    'staff.owners',
    'staff.present',
    'staff.stay',
    'staffAccounts.twoStepRule',
    'permissions.mine',
    'permissions.require',
  ]);
});

const listKnown = () =>
  listActions(Object.fromEntries(readRouter().map((each) => [each.name, each])), running.deps);

test('every entry can be found by its kind and read in words, what clients change too', () => {
  // Of what clients do, only changes are on record, and downloads.
  const recorded = readRouter()
    .filter((each) => each.recorded && (each.audience !== 'client' || each.type === 'mutation'))
    .map(({ name }) => name);
  const known = listKnown();
  expect(recorded.length).toBeGreaterThan(10);
  expect(recorded.filter((name) => !known.has(name))).toEqual([]);
  expect([...known].filter(([, { words, area }]) => !area || !words[1]).map(([name]) => name)).toEqual([]);
  // MongoDB merges at most 200 reads of an index, and that of a client's record is two for each action.
  const kinds = Map.groupBy(known.values(), ({ words: [kind] }) => kind);
  expect([...kinds].filter(([, words]) => words.length > 100)).toEqual([]);
  expect([...kinds.keys()].toSorted()).toEqual(Object.keys(kindWords).toSorted());
});

test('every kind of editor action in the CMS is in the audit log', () => {
  const { collections, globals } = running.deps.payload.config;
  const recorded = [...collections, ...globals]
    .map(({ slug }) => slug)
    .filter((slug) => !/^(payload-|audit-events|receipts|revision-locks)/.test(slug));
  const names = [...listKnown().keys()];
  for (const slug of recorded)
    expect(names.filter((name) => name.startsWith(`cms-${slug}.`))).not.toEqual([]);
});

test.each([
  ['evaluations.decide', 'Case evaluations', '/admin/case-evaluations'],
  ['callRequests.list', 'Call requests', '/admin/call-requests'],
  ['applications.detail', 'Attorney applications', '/admin/attorney-applications'],
  ['contracts.revealSsn', 'Contracts', '/admin/contracts'],
  ['clients.detail', 'Clients', '/admin/client'],
  ['clients.changed', 'Clients', '/admin/client'],
  ['clients.ofEvaluation', 'Clients', '/admin/case-evaluations'],
  ['profile.markNoticeSent', 'Client portal: details', '/admin/client'],
  ['directory.changed', 'Attorneys', '/admin/attorneys'],
  ['staffAccounts.disable', 'Staff accounts', '/admin/staff'],
  ['failedEmails.retry', 'Mail', undefined],
  ['uploads.send', 'Client portal: documents sent', undefined],
  ['staff.signIn', 'Back office', undefined],
  ['cms-pages.publish', 'CMS: pages', '/cms/collections/pages'],
  ['cms-attorneys.change', 'CMS: attorneys', '/cms/collections/attorneys'],
  ['cms-users.signIn', 'CMS: people', '/cms/collections/users'],
  ['cms-site.change', 'CMS: firm and office', undefined],
])('the entries of %s say where they belong, and lead to the page of their record', (action, area, page) => {
  expect(listKnown().get(action)).toMatchObject({ area });
  expect(listKnown().get(action)?.page).toBe(page);
});

describe('the page of the audit log', () => {
  test('leads to the sign-in page without a session', async () => {
    const { statusCode, headers } = await open('/admin/audit', 'x'.repeat(43));
    expect([statusCode, headers.location]).toEqual([302, expect.stringMatching(/^\/admin\/login/)]);
  });

  test('shows who did what, and every entry once over its pages', async () => {
    for (let at = 0; at < 120; at += 1)
      await running.deps.audit.record({ actor: 'staff:gone', action: 'contracts.detail', subject: id });
    const seen: string[] = [];
    let url: string | undefined = `/admin/audit?record=${id}`;
    while (url) {
      const { body }: { body: string } = await open(url);
      seen.push(...[...body.matchAll(/>An account that was deleted</g)].map(String));
      url = /href="([^"]*cursor=[^"]*)"[^>]*>Older/.exec(body)?.[1]?.replaceAll('&amp;', '&');
    }
    expect(seen).toHaveLength(120);
    expect((await open('/admin/audit')).body).toContain('Robin Example');
  });

  test('finds the entries of one person and of a range of days in Eastern time', async () => {
    const put = (at: string, actor: string) =>
      running.deps.audit.record({ actor, action: 'contracts.list', subject: null, at: new Date(at) });
    await put('2026-03-01T04:59:59Z', 'staff:one');
    await put('2026-03-01T05:00:00Z', 'staff:two');
    await put('2026-03-03T04:59:59Z', 'staff:one');
    await put('2026-03-03T05:00:00Z', 'staff:one');
    const list = async (filter: object) =>
      (await staff.call.audit.list(filter)).rows.map(({ at }) => at.slice(0, 19));
    expect(await list({ from: '2026-03-01', to: '2026-03-02' })).toEqual([
      '2026-03-03T04:59:59',
      '2026-03-01T05:00:00',
    ]);
    expect(await list({ who: 'one', to: '2026-03-02' })).toEqual([
      '2026-03-03T04:59:59',
      '2026-03-01T04:59:59',
    ]);
    expect(await list({ from: '2025-01-01', to: '2025-01-02' })).toEqual([]);
  });

  test('finds the entries of a kind of action, alone and with the other filters, without a script', async () => {
    const put = (actor: string, action: string, subject: string | null) =>
      running.deps.audit.record({ actor, action, subject });
    await put('staff:one', 'evaluations.decide', id);
    await put('staff:two', 'applications.decide', null);
    await put('staff:one', 'contracts.detail', id);
    await put('editor:one', 'cms-pages.publish', null);
    const list = async (filter: object) =>
      (await staff.call.audit.list(filter)).rows.map(({ action }) => action);
    expect(await list({ what: 'decisions' })).toEqual(['applications.decide', 'evaluations.decide']);
    expect(await list({ what: 'decisions', who: 'one' })).toEqual(['evaluations.decide']);
    expect(await list({ what: 'looks', record: id })).toEqual(['contracts.detail']);
    expect(await list({ what: 'publishing' })).toEqual(['cms-pages.publish']);
    expect(await list({ what: 'reveals' })).toEqual([]);
    const { body } = await open('/admin/audit?what=decisions');
    expect(body).toContain('<option value="decisions" selected="">Decisions</option>');
    expect(body).not.toContain('CMS: pages');
    expect((await open('/admin/audit?what=everything')).body).toContain(
      'Choose one of the kinds of actions.',
    );
  });

  test('reads the entries of a kind by an index, in its order, with every filter', async () => {
    await entries().createIndexes([...auditIndexes]);
    const recorded = Array.from({ length: 3_000 }, (_, at) => {
      const action = at % 50 === 0 ? 'evaluations.decide' : 'contracts.list';
      return running.deps.audit.record({ actor: `staff:${at % 2}`, action, subject: String(at % 3) });
    });
    await Promise.all(recorded);
    const client = randomUUID();
    for (const filter of [{}, { who: '0' }, { record: '1' }, { record: client }]) {
      const place = { $gt: 0, $lt: Number.MAX_SAFE_INTEGER };
      const plan = await entries()
        .find(conditionsOf({ what: 'decisions', ...filter }, place, listKnown()))
        .sort({ _id: -1 })
        .limit(51)
        .explain('executionStats');
      expect(JSON.stringify(plan.queryPlanner.winningPlan)).not.toMatch(/"SORT"|COLLSCAN/);
      expect(plan.executionStats.totalKeysExamined).toBeLessThan(70);
    }
  });

  test('says so when a day is no date, and keeps what was chosen', async () => {
    const { statusCode, body } = await open('/admin/audit?from=2026-02-30&to=2026-03-02');
    expect(statusCode).toBe(200);
    expect(body).toContain('Enter each day as a date');
    expect(body).toContain('value="2026-03-02"');
  });
});

test('the log is a whole chain after all that', async () => {
  await staff.call.evaluations.list({});
  expect(await auditFaults(running.deps)).toEqual([]);
});
