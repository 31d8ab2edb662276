import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { enqueue } from '#api/platform/email/enqueue.ts';
import { openDeps } from '../../tests/setup/deps.ts';
import { eventually } from '../../tests/setup/eventually.ts';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
});
afterAll(() => deps.close());

it('opened dependencies deliver no email and delete nothing until the jobs are started, and then at once', async () => {
  const evaluations = deps.portal.collection('case_evaluations');
  const outbox = deps.portal.collection('outbox');
  const schedules = deps.portal.collection<{ _id: string; due_at: Date }>('schedules');
  // Expired, and without a TTL index, so that no one but the job deletes it.
  const tenYearsAgo = new Date(Date.now() - 3650 * 24 * 60 * 60_000);
  await evaluations.insertOne({ reference: 'EXPIRED', status: 'rejected', reviewed_at: tenYearsAgo });
  const email = { to: 'staff@claimdesk.example', sender: 'Firm', subject: 'Due', text: 'Text', html: 'Text' };
  await inTransaction(deps.portal, (session) =>
    enqueue({ kind: 'staff-notice', ...email }, { portal: deps.portal, keys: deps.keys, session }),
  );
  const states = async () => ({
    evaluations: await evaluations.countDocuments(),
    email: (await outbox.findOne())?.state,
  });

  // Far more round trips to the database than delivering and deleting take.
  for (let looks = 0; looks < 100; looks += 1)
    expect(await states()).toEqual({ evaluations: 1, email: 'queued' });

  await schedules.insertOne({ _id: 'retention', due_at: new Date(0) });
  deps.jobs.start();
  await eventually(async () => expect(await states()).toEqual({ evaluations: 0, email: 'sent' }));
});
