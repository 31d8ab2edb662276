import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createStaff } from '../api/accounts/staff/create-staff.ts';
import { submissionHandlers } from '../api/casework/intake/submission-handlers.ts';
import { nextEntry, verifyAudit } from '../api/platform/audit/audit-chain.ts';
import { readHead } from '../api/platform/audit/audit-log.ts';
import { readRouter } from '../api/testing/read-router.ts';
import { wordsFor } from '../web/app/routes/admin/audit/audit-words.ts';
import { parseEnv } from '../web/env.ts';
import { empty, evaluationAnswers, visitor } from './setup/deps.ts';
import { openSite, type SiteInProcess } from './setup/site-in-process.ts';

const account = { name: 'Robin Example', email: 'robin@example.com', password: 'correct horse battery' };
const { PUBLIC_URL } = parseEnv(process.env);
let running: SiteInProcess;
let staff: ReturnType<typeof visitor>;
let id: string;
beforeAll(async () => {
  running = await openSite();
  await createStaff(account, running.deps);
  await submissionHandlers['case-evaluation'].submit(
    { answers: evaluationAnswers, key: 'to-review' },
    { deps: running.deps },
  );
  id = String((await running.deps.portal.collection('case_evaluations').findOne())?._id);
}, 120_000);
beforeEach(async () => {
  await empty(running.deps, 'limits');
  staff = visitor(running.deps);
  await staff.call.staff.signInWithEmail({ email: account.email, password: account.password });
  await entries().deleteMany({});
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

  test('is every look of staff at what people sent, with who looked and at which record', async () => {
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

test('without the entry nothing is read and nothing is changed', async () => {
  const full = { ...running.deps.audit, record: () => Promise.reject(new Error('the disk is full')) };
  const { audit } = running.deps;
  running.deps.audit = full;
  Object.assign(staff.context.deps, { audit: full });
  try {
    await expect(staff.call.evaluations.detail({ id })).rejects.toThrow('Something went wrong on our side');
    await expect(staff.call.evaluations.decide({ id, decision: 'rejected' })).rejects.toThrow(
      'Something went',
    );
  } finally {
    running.deps.audit = audit;
    Object.assign(staff.context.deps, { audit });
  }
  expect(await staff.call.evaluations.detail({ id })).toMatchObject({ status: 'approved' });
});

test('every procedure for staff is on record unless it is about the session or a count', () => {
  const forStaff = readRouter().filter(({ audience }) => audience === 'staff');
  expect(forStaff.filter(({ recorded }) => !recorded).map(({ name }) => name)).toEqual([
    'callRequests.pending',
    'evaluations.pending',
    'applications.pending',
    'submissions.changes',
    'failedEmails.count',
    'retention.report',
    'retention.last',
    'audit.staff',
    'samples.count',
    'system.report',
    'profile.openNotices',
    'uploads.unread',
    'staff.confirmation',
    'staff.formToken',
    'staff.requireForm',
    'staff.require',
    'staff.signOut',
    'staff.signOutEverywhere',
    'staff.me',
    'staff.present',
    'staff.stay',
  ]);
});

test('every kind of entry has words on the page, what clients change too', () => {
  const recorded = readRouter()
    // Of what clients do, only changes are on record, and downloads.
    .filter((each) => each.recorded && (each.audience === 'staff' || each.type === 'mutation'))
    .map(({ name }) => name);
  expect(recorded.length).toBeGreaterThan(10);
  expect(
    [...recorded, 'staff.signIn', 'staff.setPassword', 'clients.signIn', 'clients.setPin'].filter(
      (name) => !wordsFor(name),
    ),
  ).toEqual([]);
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
    const put = async (at: string, actor: string) =>
      entries().insertOne(
        nextEntry(
          await readHead(entries()),
          { actor, action: 'contracts.list', subject: null },
          new Date(at),
        ),
      );
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
    expect(await list({ from: '2027-01-01', to: '2027-01-02' })).toEqual([]);
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
  expect((await verifyAudit(entries())).faults).toEqual([]);
});
