import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Deps } from '#api/platform/deps.ts';
import { clientCollections, register, registration, signIn } from '../../../tests/setup/clients.ts';
import { empty, openDeps, visitor } from '../../../tests/setup/deps.ts';
import { closedSignIns } from './closed-sign-ins.ts';
import { attemptsBySsn } from './sign-in-attempts.ts';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
  await empty(deps, ...clientCollections);
});
afterAll(() => deps.close());

const oldIndex = { identity_status: 1, last_used_at: 1, created_at: 1 } as const;

it('reopens permanently closed numbers a month after the upgrade, and changes nothing when it runs again', async () => {
  await register(visitor(deps));
  const clients = deps.portal.collection('clients');
  await clients.createIndex(oldIndex);
  const day = 24 * 60 * 60 * 1000;
  const tries = Array.from({ length: 100 }, (_, index) => ({
    id: `old-${index}`,
    at: new Date(Date.now() - 31 * day + index),
  }));
  const rows = deps.portal.collection<{ _id: string; expires_at: Date | null }>('client_sign_in_tries');
  const { key } = attemptsBySsn(registration.ssn, deps);
  await rows.insertOne({ _id: key, tries, wait_ms: day, closed: true, expires_at: null } as never);

  await closedSignIns.run(deps);
  const after = await rows.findOne({ _id: key });
  expect(after).not.toHaveProperty('closed');
  expect(after?.expires_at?.getTime()).toBeGreaterThan(Date.now() + 29 * day);
  expect(Object.keys(await clients.indexInformation())).not.toContain(
    'identity_status_1_last_used_at_1_created_at_1',
  );
  await closedSignIns.run(deps);
  expect(await rows.findOne({ _id: key })).toEqual(after);
  await signIn(visitor(deps));
});
