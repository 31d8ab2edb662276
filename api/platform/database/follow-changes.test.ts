import type { mongo } from 'mongoose';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Deps } from '#api/platform/deps.ts';
import { openDeps } from '../../../tests/setup/deps.ts';
import { eventually } from '../../../tests/setup/eventually.ts';
import { followChanges } from './follow-changes.ts';

let deps: Deps;
let database: mongo.Db;
let stop: () => Promise<void>;
let seen: unknown[];
const onGap = vi.fn();
const onError = vi.fn();

beforeAll(async () => {
  deps = await openDeps();
  database = deps.portal.getClient().db(`${deps.portal.name}-followed`);
});
beforeEach(async () => {
  seen = [];
  vi.clearAllMocks();
  stop = followChanges({
    name: 'test',
    database,
    pipeline: [{ $match: { 'ns.coll': 'followed' } }],
    onChange: (change) => seen.push('documentKey' in change ? change.documentKey._id : change.operationType),
    onGap,
    onError,
  });
  await eventually(() => expect(onGap).toHaveBeenCalledTimes(1));
});
afterEach(() => stop());
afterAll(async () => {
  await database.dropDatabase();
  await deps.close();
});

const insert = (_id: string, collection = 'followed') =>
  database.collection<{ _id: string }>(collection).insertOne({ _id });

it('every change that the pipeline selects arrives, in order, and nothing else', async () => {
  for (const id of ['a', 'b']) {
    await insert(id);
    await insert(id, 'other');
  }
  await database.collection<{ _id: string }>('followed').deleteOne({ _id: 'a' });
  await eventually(() => expect(seen).toEqual(['a', 'b', 'a']));
  expect(onError).not.toHaveBeenCalled();
});

it('a lost stream is opened again: both the loss and the new start are gaps, and later changes arrive', async () => {
  // The server ends a stream whose database is dropped.
  await insert('before');
  await database.dropDatabase();
  await eventually(() => expect(onGap).toHaveBeenCalledTimes(3));
  expect(onError).toHaveBeenCalledTimes(1);
  await insert('after');
  await eventually(() => expect(seen).toContain('after'));
});

it('nothing arrives once it is stopped, and stopping does not wait for the server', async () => {
  const begun = performance.now();
  await stop();
  expect(performance.now() - begun).toBeLessThan(2_000);
  await insert('late');
  expect(seen).toEqual([]);
  expect(onGap).toHaveBeenCalledTimes(1);
  expect(onError).not.toHaveBeenCalled();
});
