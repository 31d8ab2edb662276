import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { empty, openDeps } from '../tests/setup/deps.ts';
import { inTransaction } from './platform/database/transaction.ts';
import type { Deps } from './platform/deps.ts';
import { enqueue } from './platform/email/enqueue.ts';
import { startJobs } from './start-jobs.ts';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
  // Without a schedule, retention is due at once.
  await empty(deps, 'outbox', 'schedules', 'staff_notices');
});
afterAll(() => deps.close());

const states = async () =>
  (await deps.portal.collection('outbox').find().sort({ created_at: 1 }).toArray()).map(({ state }) => state);

it('opened dependencies deliver no email and delete nothing until the jobs are started', async () => {
  const long = new Date(Date.now() - 100 * 24 * 60 * 60_000);
  await deps.portal.collection('outbox').insertOne({ state: 'dead', dead_at: long, created_at: long });
  const email = { to: 'staff@claimdesk.example', sender: 'Firm', subject: 'Due', text: 'Text', html: 'Text' };
  await inTransaction(deps.portal, (session) =>
    enqueue({ kind: 'staff-notice', ...email }, { portal: deps.portal, ring: deps.keys.fields, session }),
  );

  deps.outbox.wake();
  // Far more round trips to the database than delivering and deleting take.
  for (let looks = 0; looks < 100; looks += 1) expect(await states()).toEqual(['dead', 'queued']);

  const stop = startJobs(deps);
  await vi.waitFor(async () => expect(await states()).toEqual(['sent']), 10_000);
  await stop();
});
