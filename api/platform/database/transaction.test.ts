import { mongo } from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Deps } from '#api/platform/deps.ts';
import { empty, openDeps } from '../../../tests/setup/deps.ts';
import { inTransaction } from './transaction.ts';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
});
beforeEach(() => empty(deps, 'limits'));
afterAll(() => deps.close());

const rows = () => deps.portal.collection<{ key: string; points: number }>('limits');
const expire = new Date('2100-01-01');

/** As the driver marks it in a transaction. */
function networkError(): mongo.MongoNetworkError {
  const error = new mongo.MongoNetworkError('away');
  error.addErrorLabel('TransientTransactionError');
  return error;
}

describe('a transaction', () => {
  it('writes nothing when its work fails', async () => {
    const failing = inTransaction(deps.portal, async (session) => {
      await rows().insertOne({ key: 'a', points: 1, expire } as never, { session });
      throw new Error('refused');
    });
    await expect(failing).rejects.toThrow('refused');
    expect(await rows().countDocuments()).toBe(0);
  });

  it('runs again after each conflict with another, until all have written', async () => {
    await rows().insertOne({ key: 'a', points: 0, expire } as never);
    const add = () =>
      inTransaction(deps.portal, async (session) => {
        const row = await rows().findOne({ key: 'a' }, { session });
        const points = (row?.points ?? 0) + 1;
        await rows().updateOne({ key: 'a' }, { $set: { points } }, { session });
      });
    await Promise.all(Array.from({ length: 8 }, add));
    expect(await rows().findOne({ key: 'a' })).toMatchObject({ points: 8 });
  });

  it('that does not reach the server is tried for 4 seconds and no longer', async () => {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const work = vi.fn(async () => {
      now += 3_000;
      throw networkError();
    });
    await expect(inTransaction(deps.portal, work)).rejects.toThrow('away');
    expect(work).toHaveBeenCalledTimes(2);
  });
});
