import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventNames } from '#api/accounts/clients/events.ts';
import { createStaff } from '#api/accounts/staff/create-staff.ts';
import type { Deps } from '#api/platform/deps.ts';
import { readSettings } from '#api/platform/settings.ts';
import { applicationAnswers, empty, openDeps, visitor } from '../../tests/setup/deps.ts';
import { purgeExpired } from './purge-expired.ts';
import { retentionRules } from './retention-rules.ts';

const day = 24 * 60 * 60 * 1000;
const now = new Date('2031-05-01T12:00:00Z');
const ago = (days: number) => new Date(now.getTime() - days * day);

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
});
beforeEach(() =>
  empty(deps, 'retention_runs', ...new Set(retentionRules.map(({ collection }) => collection.name))),
);
afterAll(() => deps.close());

const runs = () => deps.portal.collection('retention_runs');
const run = (settings = deps.settings, at = now) => purgeExpired({ ...deps, settings }, at);
const rows = (name: string) => deps.portal.collection(name).countDocuments();

let made = 0;
async function submission(collection: string, fields: Record<string, unknown>): Promise<string> {
  made += 1;
  const row = { reference: `R-${made}`, submission_key: `key-${made}`, created_at: ago(900), ...fields };
  return String((await deps.portal.collection(collection).insertOne(row)).insertedId);
}

describe('deleting expired data', () => {
  it.each(['case_evaluations', 'attorney_applications'])(
    'takes what was rejected longer than a year ago from %s, to the minute, and nothing else',
    async (collection) => {
      await submission(collection, { status: 'rejected', reviewed_at: ago(365.001) });
      await submission(collection, { status: 'rejected', reviewed_at: ago(364.999) });
      const application = await submission(collection, { status: 'approved', reviewed_at: ago(800) });
      await submission(collection, { status: 'pending' });
      const data = { ...applicationAnswers, state: 'NJ' as const, listed: true, application };
      if (collection === 'attorney_applications')
        await deps.payload.create({ collection: 'attorneys', data });
      await run();
      const left = await deps.portal.collection(collection).find({}).toArray();
      expect(left.map(({ status }) => status)).toEqual(['rejected', 'approved', 'pending']);
    },
  );

  it('takes approved applications whose attorney is deleted or no longer listed, and no other', async () => {
    const applications = { listed: '', unlisted: '', deleted: '' };
    for (const name of Object.keys(applications) as (keyof typeof applications)[])
      applications[name] = await submission('attorney_applications', {
        status: 'approved',
        reviewed_at: ago(1),
      });
    const attorneys = deps.payload;
    for (const [name, application] of Object.entries(applications)) {
      const data = { ...applicationAnswers, state: 'NJ' as const, listed: name !== 'unlisted', application };
      const { id } = await attorneys.create({ collection: 'attorneys', data });
      if (name === 'deleted') await attorneys.delete({ collection: 'attorneys', id });
    }
    // One that somebody else entered for an application that never was.
    await attorneys.create({
      collection: 'attorneys',
      data: { ...applicationAnswers, state: 'NJ' as const, listed: true },
    });
    await run();
    const left = await deps.portal.collection('attorney_applications').find({}).toArray();
    expect(left.map(({ _id }) => String(_id))).toEqual([applications.listed]);
    const [row] = await runs().find({}).toArray();
    expect(row?.deleted).toContainEqual({ rule: 'unlisted_applications', count: 2 });
    expect((await attorneys.count({ collection: 'attorneys' })).totalDocs).toBeGreaterThanOrEqual(3);
  });

  it('takes requests for a call 90 days after staff were done with them, and none that is open', async () => {
    await submission('call_requests', { status: 'approved', reviewed_at: ago(90.001) });
    await submission('call_requests', { status: 'rejected', reviewed_at: ago(90.001) });
    await submission('call_requests', { status: 'approved', reviewed_at: ago(89.999) });
    await submission('call_requests', { status: 'pending' });
    await run();
    const left = await deps.portal.collection('call_requests').find({}).toArray();
    expect(left.map(({ status }) => status)).toEqual(['approved', 'pending']);
  });

  it('keeps rejected submissions for as many days as the settings say', async () => {
    await submission('case_evaluations', { status: 'rejected', reviewed_at: ago(31) });
    await run({ ...deps.settings, RETAIN_REJECTED_DAYS: 32 });
    expect(await rows('case_evaluations')).toBe(1);
    await run({ ...deps.settings, RETAIN_REJECTED_DAYS: 30 });
    expect(await rows('case_evaluations')).toBe(0);
  });

  it.each([
    ['drafts', { _id: 'd1', expires_at: ago(0.01) }, { _id: 'd2', expires_at: ago(-1) }],
    ['staff_sessions', { _id: 's1', expires_at: ago(1) }, { _id: 's2', expires_at: ago(-0.1) }],
    ['client_sessions', { _id: 's1', expires_at: ago(1) }, { _id: 's2', expires_at: ago(-0.1) }],
    ['client_sign_in_tries', { _id: 'n1', expires_at: ago(1) }, { _id: 'n2', expires_at: ago(-1) }],
    ['client_sign_in_failures', { ssn: 'a', at: ago(1.1) }, { ssn: 'b', at: ago(0.9) }],
    ['client_devices', { device: 'a', expires_at: ago(1) }, { device: 'b', expires_at: ago(-1) }],
    ['staff_sign_ins', { _id: 's1', expires_at: ago(1) }, { _id: 's2', expires_at: ago(-0.1) }],
    ['staff_devices', { device: 'a', expires_at: ago(1) }, { device: 'b', expires_at: ago(-1) }],
    ['editor_devices', { device: 'a', expires_at: ago(1) }, { device: 'b', expires_at: ago(-1) }],
    ['waiting_turns', { _id: 'a', expires_at: ago(1) }, { _id: 'b', expires_at: ago(-1) }],
    ['limits', { key: 'k1', expire: ago(1) }, { key: 'k2', expire: ago(-1) }],
    ['outbox', { state: 'sent', sent_at: ago(91) }, { state: 'sent', sent_at: ago(89) }],
    ['outbox', { state: 'dead', dead_at: ago(91) }, { state: 'dead', dead_at: ago(89) }],
    ['outbox', { state: 'dead', dead_at: ago(91) }, { state: 'queued', created_at: ago(200) }],
  ])('deletes what has expired from %s, and keeps the rest', async (name, expired, kept) => {
    const collection = deps.portal.collection(name);
    await collection.insertMany([expired, kept] as never[]);
    await run();
    expect(await collection.find({}).toArray()).toEqual([expect.objectContaining(kept)]);
  });

  it('deletes portal accounts that staff did not confirm in 30 days, used or not, and no others', async () => {
    const account = (_id: string, fields: object) => ({
      _id,
      ssn_lookup: [{ k: 'k1', h: _id }],
      identity_status: 'unverified',
      last_used_at: null,
      created_at: ago(30.01),
      ...fields,
    });
    const clients = deps.portal.collection<{ _id: string }>('clients');
    await clients.insertMany([
      account('expired', {}),
      account('new', { created_at: ago(29.99) }),
      account('used', { last_used_at: ago(1) }),
      account('new and used', { created_at: ago(29.99), last_used_at: ago(1) }),
      account('verified', { identity_status: 'verified', created_at: ago(900) }),
    ]);
    await run();
    expect((await clients.find().toArray()).map(({ _id }) => _id)).toEqual([
      'new',
      'new and used',
      'verified',
    ]);
  });

  it('deletes what staff wrote about clients whose account has ended, and nothing about the others', async () => {
    await deps.portal.collection<{ _id: string }>('clients').insertOne({
      _id: 'registered',
      ...{ ssn_lookup: [{ k: 'k1', h: 'x' }], identity_status: 'verified', created_at: ago(900) },
    });
    const notes = deps.portal.collection('client_notes');
    const owners = ['registered', 'ended', 'registered', 'ended', 'never was'];
    await notes.insertMany(owners.map((client_id, key) => ({ client_id, author: 'a', key, at: ago(0) })));
    const events = deps.portal.collection('events');
    const names = Object.entries(eventNames).flatMap(([kind, each]) => each.map((name) => ({ kind, name })));
    for (const client_id of owners)
      await events.insertMany(names.map((name) => ({ ...name, client_id, by: 'a', at: ago(0) })));
    await run();
    // What staff did about the login explains decisions about access, and is kept longer.
    const left = await events.distinct('kind', { client_id: 'ended' });
    expect([left, await events.countDocuments({ client_id: 'registered' })]).toEqual([
      ['account'],
      2 * names.length,
    ]);
    expect((await notes.find().toArray()).map(({ client_id }) => client_id)).toEqual([
      'registered',
      'registered',
    ]);
  });

  it('records one row of counts per run, and nothing of what it deleted', async () => {
    await submission('case_evaluations', {
      status: 'rejected',
      reviewed_at: ago(400),
      answers: { a: 'canary' },
    });
    await run();
    const [row] = await runs().find({}).toArray();
    expect(row).toMatchObject({ started_at: now, failed: [] });
    expect(row?.deleted).toEqual(
      retentionRules.map(({ name }) => ({ rule: name, count: name === 'rejected_evaluations' ? 1 : 0 })),
    );
    expect(JSON.stringify(row)).not.toContain('canary');
  });
});

describe('what staff see of it', () => {
  it('is refused without a staff session', async () => {
    const { retention } = visitor(deps).call;
    await expect(retention.report()).rejects.toMatchObject({ code: 'signed-out' });
    await expect(retention.last()).rejects.toMatchObject({ code: 'signed-out' });
  });

  it('is how long data is retained, and what was deleted when', async () => {
    const account = { name: 'Keeper', email: 'keeper@example.com', password: 'correct horse battery' };
    await createStaff(account, deps);
    const staff = visitor(deps);
    await submission('case_evaluations', { status: 'rejected', reviewed_at: ago(400) });
    await run();
    // Sign in only now: by this test's clock every session of today has expired.
    await staff.call.staff.signInWithEmail({ email: account.email, password: account.password });
    expect(await staff.call.retention.last()).toBe(now.toISOString());
    const { rules, runs: shown } = await staff.call.retention.report();
    expect(rules).toContainEqual({
      label: 'rejected case evaluations',
      days: 365,
      since: 'after the decision',
    });
    expect(shown).toEqual([
      {
        id: expect.any(String),
        startedAt: now.toISOString(),
        deleted: [{ label: 'rejected case evaluations', count: 1 }],
        failed: [],
      },
    ]);
  });
});

describe('the setting', () => {
  it.each(['0', '29', '3651', '36.5', 'a year', '-365'])(
    'is refused when it is %s',
    (RETAIN_REJECTED_DAYS) => {
      expect(() => readSettings({ ...process.env, RETAIN_REJECTED_DAYS })).toThrow(
        /RETAIN_REJECTED_DAYS: must be/,
      );
    },
  );
});
