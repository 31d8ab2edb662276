import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Deps } from '#api/platform/deps.ts';
import { hashSecret } from '#api/platform/keys/fingerprint.ts';
import { empty, openDeps } from '../../tests/setup/deps.ts';
import { createStaff } from './staff/create-staff.ts';

const minute = 60_000;
const hour = 60 * minute;

let deps: Deps;
let userId: string;
beforeAll(async () => {
  deps = await openDeps();
  userId = await createStaff(
    { name: 'Rita', email: 'rita@example.com', password: 'correct horse battery' },
    deps,
  );
});
beforeEach(() => empty(deps, 'staff_sessions'));
afterAll(() => deps.close());

const stored = () => deps.portal.collection<{ _id: string; expires_at: Date }>('staff_sessions');

/** Creates a session with changed dates, because a test can't wait for hours. */
async function session(dates: { started_at?: Date; expires_at?: Date } = {}): Promise<string> {
  const secret = await deps.staffSessions.create(userId);
  if (Object.keys(dates).length > 0) await stored().updateOne({ _id: hashSecret(secret) }, { $set: dates });
  return secret;
}

async function leftMs(secret: string): Promise<number> {
  const found = await stored().findOne({ _id: hashSecret(secret) });
  return (found?.expires_at.getTime() ?? 0) - Date.now();
}

const ago = (ms: number) => new Date(Date.now() - ms);
const ahead = (ms: number) => new Date(Date.now() + ms);

describe('sessions', () => {
  it('can only be opened with their own secret: not with the id from a stolen database, nor a made-up one', async () => {
    const secret = await session();
    const [row] = await stored().find().toArray();
    for (const wrong of [row?._id ?? '', secret.slice(0, -1), `${secret}A`, '', 'A'.repeat(43)]) {
      expect(await deps.staffSessions.read(wrong)).toBeNull();
      expect(await deps.staffSessions.touch(wrong)).toBeNull();
    }
  });

  it('are stored as a hash of 32 random bytes; the secret is nowhere in the database', async () => {
    const secret = await session();
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
    const rows = await stored().find().toArray();
    expect(rows.map(({ _id }) => _id)).toEqual([hashSecret(secret)]);
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(await session()).not.toBe(secret);
  });

  it('are limited to 20 per user: one more ends the oldest, even when many start at once', async () => {
    const first = await session({ started_at: ago(2 * hour) });
    const second = await session({ started_at: ago(hour) });
    for (let others = 0; others < 19; others += 1) await session();
    expect(await deps.staffSessions.read(first)).toBeNull();
    expect(await deps.staffSessions.read(second)).not.toBeNull();
    await Promise.all(Array.from({ length: 40 }, () => session()));
    expect(await stored().countDocuments({ user_id: userId })).toBe(20);
  });

  it('end after 15 idle minutes, to the second', async () => {
    const end = ahead(15 * minute);
    const secret = await session({ expires_at: end });
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      vi.setSystemTime(end.getTime() - 1_000);
      expect(await deps.staffSessions.read(secret)).toMatchObject({ userId });
      vi.setSystemTime(end.getTime() + 1_000);
      expect(await deps.staffSessions.read(secret)).toBeNull();
      expect(await deps.staffSessions.touch(secret)).toBeNull();
    } finally {
      vi.useRealTimers();
    }
    const left = await leftMs(await session());
    expect(left).toBeGreaterThan(15 * minute - 5_000);
    expect(left).toBeLessThanOrEqual(15 * minute);
  });

  it('end after 8 hours, however active they are, to the second', async () => {
    const over = { started_at: ago(8 * hour + 1_000), expires_at: ahead(15 * minute) };
    expect(await deps.staffSessions.read(await session(over))).toBeNull();
    expect(await deps.staffSessions.touch(await session(over))).toBeNull();
    const nearly = await session({ started_at: ago(8 * hour - 60_000), expires_at: ahead(15 * minute) });
    const found = await deps.staffSessions.touch(nearly);
    expect((found?.endsAt.getTime() ?? 0) - Date.now()).toBeLessThanOrEqual(60_000);
  });

  it('are not extended by reading them, in either half of their idle time', async () => {
    for (const left of [14 * minute, 5 * minute, 2_000]) {
      const secret = await session({ expires_at: ahead(left) });
      const before = await leftMs(secret);
      for (let looks = 0; looks < 5; looks += 1) await deps.staffSessions.read(secret);
      expect(await leftMs(secret)).toBeLessThanOrEqual(before);
    }
  });

  it('are extended by use, and never past their absolute end', async () => {
    const used = await session({ expires_at: ahead(5 * minute) });
    await deps.staffSessions.touch(used);
    expect(await leftMs(used)).toBeGreaterThan(15 * minute - 5_000);
    const old = await session({ started_at: ago(8 * hour - 7 * minute), expires_at: ahead(5 * minute) });
    await deps.staffSessions.touch(old);
    expect(await leftMs(old)).toBeLessThanOrEqual(7 * minute);
  });

  it('are written at most once a minute, however often they are used', async () => {
    const secret = await session({ expires_at: ahead(15 * minute - 30_000) });
    const before = await stored().findOne({ _id: hashSecret(secret) });
    await deps.staffSessions.touch(secret);
    expect(await stored().findOne({ _id: hashSecret(secret) })).toEqual(before);
  });

  it('end when revoked, one or all of a user, and when the user is deleted', async () => {
    const [one, two, three] = [await session(), await session(), await session()];
    await deps.staffSessions.revoke(one);
    expect(await deps.staffSessions.read(one)).toBeNull();
    expect(await deps.staffSessions.read(two)).not.toBeNull();
    await deps.staffSessions.revokeAll(userId);
    expect(await deps.staffSessions.read(two)).toBeNull();
    expect(await deps.staffSessions.touch(three)).toBeNull();
    const orphan = await deps.staffSessions.create('somebody-who-left');
    expect(await deps.staffSessions.read(orphan)).toBeNull();
  });

  it('are deleted from the database automatically when they expire', async () => {
    const indexes = await stored().indexes();
    expect(indexes).toContainEqual(
      expect.objectContaining({ key: { expires_at: 1 }, expireAfterSeconds: 0 }),
    );
  });
});
