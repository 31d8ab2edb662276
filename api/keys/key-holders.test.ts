import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { empty, openDeps } from '../../tests/setup/deps.ts';
import type { Deps } from '../connect.ts';
import { type Announcing, announceKeys, markOf, waitForHolders } from './key-holders.ts';
import { makeKeys, parseKeys, replaceKeys } from './key-ring.ts';

let deps: Deps;
const announcing: Announcing[] = [];
beforeAll(async () => {
  deps = await openDeps();
});
afterAll(async () => {
  await Promise.all(announcing.map((each) => each.stop()));
  await deps.close();
});

const holders = () => deps.portal.collection('key_holders');

it('every process says which keys it has, without the keys, and stops saying so when it ends', async () => {
  await vi.waitFor(async () => expect(await holders().countDocuments()).toBe(1), 10_000);
  const [row] = await holders().find({}).toArray();
  expect(row?.rings.fields).toEqual(deps.keys.fields.map(markOf));
  const secrets = Object.values(deps.keys).flat();
  for (const { secret } of secrets) {
    expect(JSON.stringify(row)).not.toContain(secret.toString('base64').slice(0, 8));
  }
  const other = announceKeys({ portal: deps.portal, keys: parseKeys(makeKeys()), log: deps.log });
  await vi.waitFor(async () => expect(await holders().countDocuments()).toBe(2), 10_000);
  await other.stop();
  expect(await holders().countDocuments()).toBe(1);
});

it('a rotation waits for all of them, and gives up on one that does not follow', async () => {
  const keys = parseKeys(makeKeys());
  const other = announceKeys({ portal: deps.portal, keys, log: deps.log });
  announcing.push(other);
  await vi.waitFor(async () => expect(await holders().countDocuments()).toBe(2), 10_000);
  const next = parseKeys(makeKeys());
  const mark = markOf(next.fields[0]);
  const fits = (marks: string[]) => marks[0] === mark || marks[0] === markOf(deps.keys.fields[0]);
  expect(await waitForHolders(deps.portal, 'fields', fits, 300)).toBeUndefined();
  replaceKeys(keys, next);
  other.now();
  expect(await waitForHolders(deps.portal, 'fields', fits, 10_000)).toBe(2);
});

it('one that was not heard of for 20 s counts as ended', async () => {
  await empty(deps, 'key_holders');
  const rings = { fields: ['k0.ancient'] };
  await holders().insertOne({ rings, seen_at: new Date(Date.now() - 21_000) });
  const fits = (marks: string[]) => !marks.includes('k0.ancient');
  expect(await waitForHolders(deps.portal, 'fields', fits, 0)).toBeDefined();
});
