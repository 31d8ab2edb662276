import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../api/platform/database/transaction.ts';
import type { Deps } from '../api/platform/deps.ts';
import { enqueue } from '../api/platform/email/enqueue.ts';
import { empty, openDeps } from '../tests/setup/deps.ts';
import { eventually } from '../tests/setup/eventually.ts';
import { startSiteProcess } from '../tests/setup/site-processes.ts';

/** As a site with `JOBS=off`. */
let deps: Deps;
let worker: ChildProcess;
let url: string;
beforeAll(async () => {
  deps = await openDeps();
  await empty(deps, 'outbox');
  ({ child: worker, url } = await startSiteProcess('worker.ts'));
});
afterAll(async () => {
  worker.kill('SIGKILL');
  await deps.close();
});

const email = { to: 'staff@claimdesk.example', sender: 'Firm', subject: 'Due', text: 'Text', html: 'Text' };

it('a worker does what a site without jobs asks for, says that it is well, serves nothing else, and ends when asked to', async () => {
  const { portal, keys } = deps;
  await inTransaction(portal, (session) =>
    enqueue({ kind: 'staff-notice', ...email }, { portal, keys, session }),
  );
  await eventually(async () =>
    expect(await portal.collection('outbox').findOne()).toMatchObject({ state: 'sent' }),
  );
  const ran = expect.objectContaining({ name: 'mail', ranAt: expect.any(String), waiting: 0 });
  await eventually(async () => expect(await deps.jobs.report()).toContainEqual(ran));
  const answers = await Promise.all(['/healthz', '/readyz', '/', '/admin'].map((path) => fetch(url + path)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 404]);
  const exited = once(worker, 'exit');
  worker.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
});
