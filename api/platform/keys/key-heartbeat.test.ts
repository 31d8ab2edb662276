import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Deps } from '#api/platform/deps.ts';
import { empty, openDeps } from '../../../tests/setup/deps.ts';
import { eventually } from '../../../tests/setup/eventually.ts';
import { type KeyHeartbeat, keyFingerprint, startKeyHeartbeat, waitForProcesses } from './key-heartbeat.ts';
import { makeKeys, parseKeys, purposes, replaceKeys } from './key-ring.ts';

let deps: Deps;
const heartbeats: KeyHeartbeat[] = [];
beforeAll(async () => {
  deps = await openDeps();
});
afterAll(async () => {
  await Promise.all(heartbeats.map((each) => each.stop()));
  await deps.close();
});

const rows = () => deps.portal.collection('key_holders');

it('every process records which keys it has, without the keys, and removes the record when it ends', async () => {
  await eventually(async () => expect(await rows().countDocuments()).toBe(1));
  const [row] = await rows().find({}).toArray();
  expect(row?.rings.fields).toEqual(deps.keys.fields.map(keyFingerprint));
  const secrets = purposes.flatMap((purpose) => deps.keys[purpose]);
  for (const { secret } of secrets) {
    expect(JSON.stringify(row)).not.toContain(secret.export().toString('base64').slice(0, 8));
  }
  const other = startKeyHeartbeat({ portal: deps.portal, keys: parseKeys(makeKeys()), log: deps.log });
  await eventually(async () => expect(await rows().countDocuments()).toBe(2));
  await other.stop();
  expect(await rows().countDocuments()).toBe(1);
});

it('a rotation waits for all of them, and gives up on one whose keys never match', async () => {
  const keys = parseKeys(makeKeys());
  const other = startKeyHeartbeat({ portal: deps.portal, keys, log: deps.log });
  heartbeats.push(other);
  await eventually(async () => expect(await rows().countDocuments()).toBe(2));
  const next = parseKeys(makeKeys());
  const fingerprint = keyFingerprint(next.fields[0]);
  const matches = (fingerprints: string[]) =>
    fingerprints[0] === fingerprint || fingerprints[0] === keyFingerprint(deps.keys.fields[0]);
  expect(await waitForProcesses(deps.portal, 'fields', matches, 300)).toBeUndefined();
  replaceKeys(keys, next);
  other.now();
  expect(await waitForProcesses(deps.portal, 'fields', matches, 10_000)).toBe(2);
});

it('a process without a heartbeat for 20 s counts as ended', async () => {
  await empty(deps, 'key_holders');
  const rings = { fields: ['k0.ancient'] };
  await rows().insertOne({ rings, seen_at: new Date(Date.now() - 21_000) });
  const matches = (fingerprints: string[]) => !fingerprints.includes('k0.ancient');
  expect(await waitForProcesses(deps.portal, 'fields', matches, 0)).toBeDefined();
});
