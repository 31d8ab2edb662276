import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createStaff } from '#api/accounts/staff/create-staff.ts';
import type { Deps } from '#api/platform/deps.ts';
import { findFailedEmails } from '#api/platform/email/failed-emails.ts';
import { empty, openDeps, visitor } from '../../tests/setup/deps.ts';

let deps: Deps;
let staff: ReturnType<typeof visitor>;
beforeAll(async () => {
  deps = await openDeps();
  const account = { name: 'Mail Staff', email: 'mail@example.com', password: 'correct horse battery' };
  await createStaff(account, deps);
  staff = visitor(deps);
  await staff.call.staff.signInWithEmail({ email: account.email, password: account.password });
});
beforeEach(() => empty(deps, 'outbox'));
afterAll(() => deps.close());

const outbox = () => deps.portal.collection('outbox');
const minute = 60_000;

async function put(row: Record<string, unknown>): Promise<string> {
  const { insertedId } = await outbox().insertOne({
    kind: 'evaluation-received',
    letter: 'v2.k1.encrypted',
    state: 'queued',
    attempts: 1,
    due_at: new Date(Date.now() + minute),
    created_at: new Date(),
    ...row,
  });
  return insertedId.toHexString();
}
const failed = () => put({ fault: 'no-connection' });
const dead = (fault = 'no-connection') => put({ state: 'dead', fault, attempts: 20, dead_at: new Date() });
const sending = () => put({ fault: 'timeout', leased_until: new Date(Date.now() + minute) });

describe('failed emails', () => {
  it('cannot be seen or changed without a staff session', async () => {
    const id = await failed();
    const { failedEmails } = visitor(deps).call;
    for (const call of [
      () => failedEmails.list(),
      () => failedEmails.count(),
      () => failedEmails.retry({ id }),
      () => failedEmails.retryAll(),
      () => failedEmails.abandon({ id }),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: 'signed-out' });
    }
    expect(await outbox().findOne({})).toMatchObject({ state: 'queued', attempts: 1 });
  });

  it('refuse invalid ids with our own message', async () => {
    const { failedEmails } = staff.call;
    for (const id of ['', 'x', { $ne: '' }] as string[]) {
      await expect(failedEmails.retry({ id })).rejects.toMatchObject({ code: 'bad-input' });
    }
    await expect(failedEmails.retry({ id: '0'.repeat(24) })).rejects.toMatchObject({ code: 'not-found' });
    await expect(failedEmails.abandon({ id: '0'.repeat(24) })).rejects.toMatchObject({ code: 'not-found' });
  });

  it('are listed by kind, state, attempts and reason, without any content', async () => {
    await put({ attempts: 0 });
    await put({ state: 'sent', sent_at: new Date() });
    const id = await failed();
    await dead('recipient-refused');
    await sending();
    const { rows, next } = await staff.call.failedEmails.list();
    expect(next).toBeNull();
    expect(rows.map(({ state }) => state)).toEqual(['waiting', 'dead', 'sending']);
    expect(rows[0]).toEqual({
      id,
      kind: 'Evaluation received',
      state: 'waiting',
      attempts: 1,
      reason: 'The mail server could not be reached.',
      createdAt: expect.any(String),
      nextTryAt: expect.any(String),
      deadAt: null,
    });
    expect(JSON.stringify(rows)).not.toContain('encrypted');
    expect(await staff.call.failedEmails.count()).toEqual({ count: 3, more: false });
  });

  it('are listed oldest first, 25 at a time, each once even if they were written in the same moment', async () => {
    const created = Array.from({ length: 60 }, (_, at) => new Date(1_700_000_000_000 + (at % 7) * minute));
    const ids = await Promise.all(
      created.map((created_at, at) =>
        at % 2 ? put({ fault: 'timeout', created_at }) : put({ state: 'dead', fault: 'timeout', created_at }),
      ),
    );
    const pages = [await staff.call.failedEmails.list()];
    for (let next = pages[0]?.next; next; next = pages.at(-1)?.next)
      pages.push(await staff.call.failedEmails.list({ cursor: next }));
    expect(pages.map(({ rows }) => rows.length)).toEqual([25, 25, 10]);
    const rows = pages.flatMap((page) => page.rows);
    expect(rows.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    const times = rows.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted());
    await expect(staff.call.failedEmails.list({ cursor: '{"$gt":""}' })).rejects.toMatchObject({
      code: 'bad-input',
    });
  });

  it('are found by an index, on the first page and on a later one, however many were sent', async () => {
    await Promise.all(Array.from({ length: 300 }, () => put({ state: 'sent', sent_at: new Date() })));
    await Promise.all(Array.from({ length: 50 }, (_, at) => (at % 2 ? failed() : dead())));
    const { next } = await staff.call.failedEmails.list();
    for (const after of [undefined, String(next)]) {
      const plan = await findFailedEmails(deps.portal, after).explain('executionStats');
      // One extra row says whether there is another page; at most a few are read to merge both states.
      expect(JSON.stringify(plan)).toContain('state_1_created_at_1__id_1');
      expect(JSON.stringify(plan)).not.toMatch(/"stage":"(COLLSCAN|SORT)"/);
      expect(Object(plan).executionStats.totalDocsExamined).toBeLessThan(60);
    }
  });

  it('are counted up to a hundred', async () => {
    await Promise.all(Array.from({ length: 101 }, failed));
    expect(await staff.call.failedEmails.count()).toEqual({ count: 100, more: true });
  });

  it('are not sent twice at the same time, and not abandoned while they are being sent', async () => {
    const id = await sending();
    for (const call of ['retry', 'abandon'] as const) {
      await expect(staff.call.failedEmails[call]({ id })).rejects.toMatchObject({ code: 'conflict' });
    }
    expect(await staff.call.failedEmails.retryAll()).toEqual({ count: 0 });
  });

  it('are due at once when staff retry them, even after they were abandoned', async () => {
    for (const id of [await failed(), await dead()]) await staff.call.failedEmails.retry({ id });
    for (const row of await outbox().find({}).toArray()) {
      expect(row).toMatchObject({ state: 'queued' });
      expect(row.due_at.getTime()).toBeLessThanOrEqual(Date.now());
      expect(row).not.toHaveProperty('dead_at');
    }
  });

  it('are no longer retried once staff abandon them, and the list says so', async () => {
    const id = await failed();
    await staff.call.failedEmails.abandon({ id });
    expect(await outbox().findOne({})).toMatchObject({ state: 'dead', dead_at: expect.any(Date) });
    expect((await staff.call.failedEmails.list()).rows[0]?.reason).toMatch(/Then staff gave it up\.$/);
    await expect(staff.call.failedEmails.abandon({ id })).rejects.toMatchObject({ code: 'conflict' });
  });

  it('are all retried after an outage, except permanently refused and abandoned ones', async () => {
    await failed();
    await dead();
    await dead('recipient-refused');
    await staff.call.failedEmails.abandon({ id: await failed() });
    expect(await staff.call.failedEmails.retryAll()).toEqual({ count: 2 });
    expect(await outbox().countDocuments({ state: 'queued' })).toBe(2);
  });

  it('are deleted 90 days after they were abandoned, like sent ones 90 days after sending', async () => {
    const indexes = await outbox().indexes();
    for (const key of ['sent_at', 'dead_at']) {
      expect(indexes).toContainEqual(
        expect.objectContaining({ key: { [key]: 1 }, expireAfterSeconds: 90 * 24 * 60 * 60 }),
      );
    }
  });
});
