import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createStaff } from '#api/accounts/staff/create-staff.ts';
import { submissionHandlers } from '#api/casework/intake/submission-handlers.ts';
import type { AuditEntry } from '#api/platform/audit/audit-chain.ts';
import type { Deps } from '#api/platform/deps.ts';
import { addClient, signIn } from '../../tests/setup/clients.ts';
import {
  auditFaults,
  empty,
  emptyAuditLog,
  evaluationAnswers,
  openDeps,
  visitor,
} from '../../tests/setup/deps.ts';
import { eventually } from '../../tests/setup/eventually.ts';

const admin = { email: 'admin@example.com', password: 'correct horse battery' };
let deps: Deps;
let staff: ReturnType<typeof visitor>['call'];
beforeAll(async () => {
  deps = await openDeps();
  await createStaff({ name: 'Robin', role: 'admin', ...admin }, deps);
  await createStaff(
    { name: 'Kim', email: 'kim@example.com', password: admin.password, role: 'reviewer' },
    deps,
  );
  await addClient(deps);
});
afterAll(() => deps.close());
beforeEach(async () => {
  await empty(deps, 'outbox', 'limits', 'audit_checks', 'schedules');
  await emptyAuditLog(deps);
  ({ call: staff } = visitor(deps));
  await staff.staff.signInWithEmail(admin);
});

const alerts = () => deps.portal.collection('outbox').countDocuments({ kind: 'attack-alert' });
/** To STAFF_EMAIL and to the one administrator. */
const oneAlert = 2;

async function check(): Promise<void> {
  await empty(deps, 'schedules', 'limits');
  const due = { _id: 'audit-check' as never, due_at: new Date(0) };
  await deps.portal.collection('schedules').insertOne(due);
  expect(await deps.jobs.runDue('audit-check')).toBe(1);
}

/** As the owner of the database. */
async function takeAway(filter: object): Promise<() => Promise<void>> {
  const taken = await deps.audit.entries.find<AuditEntry>(filter).toArray();
  await deps.audit.entries.deleteMany(filter);
  return async () => void (await deps.audit.entries.insertMany(taken));
}

describe('an audit log that does not end as it did', () => {
  it('refuses staff and clients in our words, receives public forms, and tells administrators once', async () => {
    const putBack = await takeAway({ _id: 1 });
    const refusal = {
      code: 'unavailable',
      message: expect.stringContaining('the record can’t be written to right now'),
    };
    await expect(staff.evaluations.list({})).rejects.toMatchObject(refusal);
    await expect(staff.evaluations.list({})).rejects.toMatchObject(refusal);
    await expect(visitor(deps).call.staff.signInWithEmail(admin)).rejects.toMatchObject(refusal);
    await expect(signIn(visitor(deps))).rejects.toMatchObject({ code: 'unavailable' });
    await submissionHandlers['case-evaluation'].submit(
      { answers: evaluationAnswers, key: 'while-stopped' },
      { deps },
    );
    expect(await deps.portal.collection('case_evaluations').countDocuments()).toBe(1);
    await eventually(async () => expect(await alerts()).toBe(oneAlert));
    expect((await staff.system.report()).auditFault).toBe(
      'Entry 1, with which the audit log ended, is gone or was changed.',
    );
    await putBack();
    await staff.evaluations.list({});
    expect((await staff.system.report()).auditFault).toBeNull();
    expect(await auditFaults(deps)).toEqual([]);
  });
});

describe('the nightly check of the audit log', () => {
  it('finds nothing in a log that nobody touched, and tells nobody', async () => {
    await staff.evaluations.list({});
    await check();
    expect((await staff.system.report()).auditCheck).toMatchObject({ entries: 2, faults: 0, first: [] });
    expect(await alerts()).toBe(0);
  });

  it('finds what was changed, tells administrators once, and stands on the page of what runs', async () => {
    await staff.evaluations.list({});
    const putBack = await takeAway({ _id: 1 });
    await check();
    await check();
    expect((await staff.system.report()).auditCheck).toMatchObject({
      ...{ entries: 1, faults: 1, first: ['Entries 1 to 1 are missing.'] },
      at: expect.stringMatching(/^20/),
    });
    expect(await alerts()).toBe(oneAlert);
    await putBack();
    await check();
    expect((await staff.system.report()).auditCheck).toMatchObject({ entries: 2, faults: 0 });
  });

  it('needs the key, which outlasts the removal of unused ones', async () => {
    const keys = deps.portal.collection('data_keys');
    await keys.updateMany({}, { $set: { used_at: new Date(0) } });
    await empty(deps, 'schedules');
    await deps.portal.collection('schedules').insertOne({ _id: 'retention' as never, due_at: new Date(0) });
    await deps.jobs.runDue('retention');
    expect(await keys.countDocuments({ _id: 'audit' as never })).toBe(1);
  });
});
