import { afterAll, beforeAll, expect, it } from 'vitest';
import { createStaff } from '#api/accounts/staff/create-staff.ts';
import type { Deps } from '#api/platform/deps.ts';
import { empty, openDeps, visitor } from '../../tests/setup/deps.ts';

const account = { email: 'system@example.com', password: 'correct horse battery' };
let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
  await createStaff({ name: 'System', ...account }, deps);
  await empty(deps, 'outbox', 'limits');
});
afterAll(() => deps.close());

it('is shown to signed-in staff only', async () => {
  await expect(visitor(deps).call.system.report()).rejects.toMatchObject({ code: 'signed-out' });
});

it('gives versions, the source of MongoDB, the number of failed emails, and the background jobs, without a secret or a path', async () => {
  await deps.portal.collection('outbox').insertOne({ state: 'dead', created_at: new Date() });
  const { call, context } = visitor({ ...deps, settings: { ...deps.settings, MONGODB_SOURCE: 'PyPI' } });
  await call.staff.signInWithEmail(account);
  const report = await call.system.report();
  const version = expect.stringMatching(/^\d+\.\d+\.\d+$/);
  expect(report).toEqual({
    version,
    node: process.versions.node,
    mongodb: { version, supported: Number.parseInt(report.mongodb.version, 10) >= 7, from: 'PyPI' },
    payload: version,
    // The tests' user is the owner of the database.
    auditProtected: false,
    auditFault: null,
    auditCheck: null,
    failedMails: { count: 1, more: false },
    freeSpace: { bytes: expect.any(Number), least: 1024 * 1024 * 1024 },
    unconfirmed: { bytes: 0, most: 5 * 1024 * 1024 * 1024 },
    jobs: expect.any(Array),
    held: null,
    backups: { on: false, newest: null, rehearsal: null },
  });
  expect(report.jobs).toContainEqual({
    ...{ name: 'mail', ranAt: null, failed: null, running: 0, waiting: 0, next: null, late: false },
  });
  const { MONGODB_URI, DATA_DIR } = context.deps.settings;
  for (const secret of [new URL(MONGODB_URI).password, new URL(MONGODB_URI).host, DATA_DIR])
    expect(JSON.stringify(report)).not.toContain(secret);
});
