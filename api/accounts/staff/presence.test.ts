import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Deps } from '#api/platform/deps.ts';
import { refusal, staffSession, type Visitor } from '../../../tests/setup/clients.ts';
import { empty, openDeps, visitor } from '../../../tests/setup/deps.ts';
import { createStaff, setSharedPassword } from './create-staff.ts';
import { sharedAdminId } from './staff.model.ts';

const record = 'clients 00000000-0000-4000-8000-000000000001';
const password = 'correct horse battery';

let deps: Deps;
let [tess, ben]: Visitor[] = [];
beforeAll(async () => {
  deps = await openDeps();
});
beforeEach(async () => {
  await empty(deps, 'staff', 'staff_sessions', 'staff_presence');
  tess = await staffSession(
    await createStaff({ name: 'Tess', email: 'tess@example.org', password }, deps),
    deps,
  );
  ben = await staffSession(
    await createStaff({ name: 'Ben', email: 'ben@example.org', password }, deps),
    deps,
  );
});
afterEach(() => vi.useRealTimers());
afterAll(() => deps.close());

const open = (who: Visitor | undefined, at = record) =>
  who?.call.staff.present({ record: at }) ?? Promise.reject(new Error('Nobody'));

describe('who has a record open', () => {
  it('is told to signed-in staff only, and for ids only', async () => {
    expect(await refusal(open(visitor(deps)))).toMatchObject({ code: 'signed-out' });
    for (const wrong of ['clients', 'clients 219099999', 'Robin Example', `clients ${'a'.repeat(100)}`])
      expect(await refusal(open(tess, wrong))).toMatchObject({ code: 'bad-input' });
  });

  it('are the others at this record, by name, and never oneself', async () => {
    expect(await open(tess)).toEqual([]);
    expect(await open(ben)).toEqual(['Tess']);
    expect(await open(tess)).toEqual(['Ben']);
    expect(await open(tess, record.replace('1', '2'))).toEqual([]);
  });

  it('are no longer those who left it 40 seconds ago', async () => {
    await open(tess);
    const now = Date.now();
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(now + 39_000);
    expect(await open(ben)).toEqual(['Tess']);
    vi.setSystemTime(now + 41_000);
    expect(await open(ben)).toEqual([]);
  });

  it('is another person with the shared password too', async () => {
    await setSharedPassword(password, deps);
    const [one, two] = [await staffSession(sharedAdminId, deps), await staffSession(sharedAdminId, deps)];
    await open(one);
    expect(await open(two)).toEqual(['Shared password']);
  });
});
