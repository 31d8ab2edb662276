import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { openDeps as open } from '#api/open-deps.ts';
import { migrateRows } from '#api/platform/database/fixtures/migrate-rows.ts';
import { type Migration, migrate } from '#api/platform/database/migrate.ts';
import type { Deps } from '#api/platform/deps.ts';
import { makeLog } from '#api/platform/log.ts';
import { empty, openDeps } from '../../tests/setup/deps.ts';
import { eventually } from '../../tests/setup/eventually.ts';
import { baseline, migrations } from './migrations.ts';

let deps: Deps;
const lines: string[] = [];
const children: ChildProcess[] = [];
beforeAll(async () => {
  deps = { ...(await openDeps()), log: makeLog((line) => lines.push(line)) };
});
beforeEach(async () => {
  lines.length = 0;
  await empty(deps, 'migrations', 'migrated_rows', 'migration_ends');
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await empty(deps, 'migrations');
  await deps.close();
});

const rows = () => deps.portal.collection('migrated_rows');
const ends = () => deps.portal.collection('migration_ends').countDocuments();
const fill = (count: number) =>
  rows().insertMany(Array.from({ length: count }, () => ({ shape: 'old', changes: 0 })));
const step = (id: string, run: Migration['run'] = async () => {}): Migration => ({ id, run });

/** Runs `migrateRows` in its own process. */
function inProcess(leaseMs: number): ChildProcess {
  const program = join(import.meta.dirname, '../platform/database/fixtures/migrate-rows.ts');
  const args = [program, process.env.MONGODB_URI ?? '', deps.portal.name, String(leaseMs)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  return child;
}

it('refuses a database that a newer version wrote, in one sentence, and runs nothing', async () => {
  const run = vi.fn(async () => {});
  await migrate(deps, [step('2026-01-01-a'), step('2027-01-01-b')]);
  await expect(migrate(deps, [step('2026-01-01-a'), step('2026-02-01-c', run)])).rejects.toThrow(
    /^This database belongs to a newer version of claimdesk \(it has the migration 2027-01-01-b\): start that version, or restore the backup that was made before the upgrade\.$/,
  );
  expect(run).not.toHaveBeenCalled();
});

it('refuses such a database when the site connects, before anything is served', async () => {
  await migrate(deps, [...migrations, step('2999-01-01-later')]);
  await expect(open(deps.settings, () => {})).rejects.toThrow('newer version of claimdesk');
});

it.each([
  ['of which the last migration of 1.0 did not end', { [baseline]: null }],
  ['that lacks migrations of 1.0', { '2026-11-24-contact-terms-of-attorneys': new Date() }],
])(
  'refuses a database of a version before 1.0, in one sentence, before anything is served: %s',
  async (_what, done) => {
    for (const [_id, done_at] of Object.entries(done))
      await deps.portal
        .collection<{ _id: string }>('migrations')
        .insertOne({ _id, done_at, holder: null, leased_until: new Date(0) } as never);
    await expect(open(deps.settings, () => {})).rejects.toThrow(
      /^This database belongs to a version of claimdesk before 1\.0: start 1\.0 \(commit \w+\) on it first, then this version\.$/,
    );
    expect(await deps.portal.collection('migrations').countDocuments()).toBe(1);
  },
);

it('stops waiting for another process with a one-sentence error', async () => {
  const leased_until = new Date(Date.now() + 60_000);
  await deps.portal
    .collection<{ _id: string }>('migrations')
    .insertOne({ _id: '2026-01-01-a', done_at: null, holder: 'other', leased_until } as never);
  await expect(migrate(deps, [step('2026-01-01-a')], { patienceMs: 300 })).rejects.toThrow(
    /^Another process has been upgrading the database for too long \(migration 2026-01-01-a\): .+\.$/,
  );
});

it('stops at a migration that fails, and the next start continues with it', async () => {
  const ran: string[] = [];
  let broken = true;
  const list = ['a', 'b', 'c'].map((name) =>
    step(`2026-01-01-${name}`, async () => {
      if (name === 'b' && broken) throw new Error('Jane Roe, 212-84-7391');
      ran.push(name);
    }),
  );
  await expect(migrate(deps, list)).rejects.toThrow(
    'The database could not be upgraded (migration 2026-01-01-b).',
  );
  expect(ran).toEqual(['a']);
  expect(lines.join()).not.toContain('Roe');
  broken = false;
  await migrate(deps, list);
  expect(ran).toEqual(['a', 'b', 'c']);
});

it('runs each migration once, in order, with one line in the log when it starts and one when it is done', async () => {
  const ran: string[] = [];
  const list = ['a', 'b'].map((name) => step(`2026-01-01-${name}`, async () => void ran.push(name)));
  await migrate(deps, list);
  await migrate(deps, list);
  expect(ran).toEqual(['a', 'b']);
  const logged = lines.map((line) => JSON.parse(line)).map(({ event, kind }) => `${event}: ${kind}`);
  expect(logged).toEqual([
    'migration started: 2026-01-01-a',
    'migration done: 2026-01-01-a',
    'migration started: 2026-01-01-b',
    'migration done: 2026-01-01-b',
  ]);
});

it('runs once when several processes start at the same time, and all wait until it ends', async () => {
  await fill(20);
  const started = [inProcess(5_000), inProcess(5_000), inProcess(5_000)];
  const here = migrate(deps, [migrateRows], { leaseMs: 5_000 });
  const codes = await Promise.all(started.map((child) => once(child, 'exit')));
  await here;
  expect(codes.map(([code]) => code)).toEqual([0, 0, 0]);
  expect(await ends()).toBe(1);
  expect(await rows().distinct('changes')).toEqual([1]);
});

it('keeps the lease of a migration that takes longer than the lease', { tags: 'thorough' }, async () => {
  await fill(150);
  const other = inProcess(2_000);
  const ended = once(other, 'exit');
  await eventually(async () => expect(await rows().countDocuments({ shape: 'new' })).toBeGreaterThan(0));
  await migrate(deps, [migrateRows], { leaseMs: 2_000 });
  await ended;
  expect(await ends()).toBe(1);
});

it('continues after a process was killed halfway, and changes nothing twice', {
  tags: 'thorough',
}, async () => {
  await fill(100);
  const killed = inProcess(1_000);
  await eventually(async () => expect(await rows().countDocuments({ shape: 'new' })).toBeGreaterThan(10));
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  expect(await rows().countDocuments({ shape: 'old' })).toBeGreaterThan(0);
  await migrate(deps, [migrateRows], { leaseMs: 1_000 });
  expect(await rows().countDocuments({ shape: 'new', changes: 1 })).toBe(100);
  expect(await ends()).toBe(1);
});

it('hands every migration both databases, the keys and the settings', async () => {
  let reached = {};
  await migrate(deps, [
    step('2026-01-01-a', async ({ payload, portal, keys, settings }) => {
      const { totalDocs } = await payload.count({ collection: 'pages' });
      reached = { totalDocs, portal: portal.name, keys: keys.fields.length, url: settings.PUBLIC_URL };
    }),
  ]);
  const { settings } = deps;
  expect(reached).toEqual({
    totalDocs: expect.any(Number),
    portal: settings.PORTAL_DATABASE,
    keys: 1,
    url: settings.PUBLIC_URL,
  });
});
