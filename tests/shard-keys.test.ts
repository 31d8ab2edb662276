import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Deps } from '../api/platform/deps.ts';
import { openDeps } from './setup/deps.ts';
import { shardKeys } from './sharded/shard-keys.ts';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
});
afterAll(() => deps.close());

it.each([...shardKeys])('%s has no unique index that its shard key forbids: %o', async (name, key) => {
  const unique = (await deps.portal.collection(name).indexes()).filter((index) => index.unique);
  const fields = Object.keys(key);
  const allowed = unique.filter(
    (index) =>
      !Object.values(key).includes('hashed') &&
      JSON.stringify(Object.keys(index.key).slice(0, fields.length)) === JSON.stringify(fields),
  );
  expect(unique).toEqual(allowed);
});
