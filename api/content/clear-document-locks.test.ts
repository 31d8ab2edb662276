import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Deps } from '#api/platform/deps.ts';
import { openDeps } from '../../tests/setup/deps.ts';
import { clearDocumentLocks } from './clear-document-locks.ts';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
});
afterAll(() => deps.close());

it('removes what the version before kept of who is editing, also a second time and where nothing is', async () => {
  const locks = deps.portal.useDb(deps.settings.CMS_DATABASE).collection('payload-locked-documents');
  await clearDocumentLocks.run(deps);
  await locks.insertOne({
    globalSlug: 'site',
    user: { relationTo: 'users', value: '6b088a7301d5fb8f99db3295' },
  });
  await clearDocumentLocks.run(deps);
  await clearDocumentLocks.run(deps);
  expect(await locks.countDocuments()).toBe(0);
});
