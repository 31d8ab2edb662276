import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { empty, openDeps } from '../tests/setup/deps.ts';
import type { Deps } from './connect.ts';
import { hashSecret } from './keys/fingerprint.ts';
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

/** A session whose dates are moved, because nobody waits for hours in a test. */
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
  it('are not opened by anything but their own secret: not by the id in a stolen database, not by a made-up one', async () => {
    const secret = await session();
    const [row] = await stored().find().toArray();
    for (const wrong of [row?._id ?? '', secret.slice(0, -1), `${secret}A`, '', 'A'.repeat(43)]) {
      expect(await deps.staffSessions.look(wrong)).toBeNull();
      expect(await deps.staffSessions.prolong(wrong)).toBeNull();
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

  it('end after 15 minutes without use, to the second', async () => {
    expect(await deps.staffSessions.look(await session({ expires_at: ago(1_000) }))).toBeNull();
    expect(await deps.staffSessions.prolong(await session({ expires_at: ago(1_000) }))).toBeNull();
    expect(await deps.staffSessions.look(await session({ expires_at: ahead(1_000) }))).toMatchObject({
      userId,
    });
    const left = await leftMs(await session());
    expect(left).toBeGreaterThan(15 * minute - 5_000);
    expect(left).toBeLessThanOrEqual(15 * minute);
  });

  it('end after 8 hours however busy they are, to the second', async () => {
    const over = { started_at: ago(8 * hour + 1_000), expires_at: ahead(15 * minute) };
    expect(await deps.staffSessions.look(await session(over))).toBeNull();
    expect(await deps.staffSessions.prolong(await session(over))).toBeNull();
    const nearly = await session({ started_at: ago(8 * hour - 60_000), expires_at: ahead(15 * minute) });
    const found = await deps.staffSessions.prolong(nearly);
    expect((found?.endsAt.getTime() ?? 0) - Date.now()).toBeLessThanOrEqual(60_000);
  });

  it('are not prolonged by looking at them, in either half of their idle time', async () => {
    for (const left of [14 * minute, 5 * minute, 2_000]) {
      const secret = await session({ expires_at: ahead(left) });
      const before = await leftMs(secret);
      for (let looks = 0; looks < 5; looks += 1) await deps.staffSessions.look(secret);
      expect(await leftMs(secret)).toBeLessThanOrEqual(before);
    }
  });

  it('are prolonged by use, and never past their last end', async () => {
    const used = await session({ expires_at: ahead(5 * minute) });
    await deps.staffSessions.prolong(used);
    expect(await leftMs(used)).toBeGreaterThan(15 * minute - 5_000);
    const old = await session({ started_at: ago(8 * hour - 7 * minute), expires_at: ahead(5 * minute) });
    await deps.staffSessions.prolong(old);
    expect(await leftMs(old)).toBeLessThanOrEqual(7 * minute);
  });

  it('are written at most once a minute, however often they are used', async () => {
    const secret = await session({ expires_at: ahead(15 * minute - 30_000) });
    const before = await stored().findOne({ _id: hashSecret(secret) });
    await deps.staffSessions.prolong(secret);
    expect(await stored().findOne({ _id: hashSecret(secret) })).toEqual(before);
  });

  it('are over once revoked, alone or all of a user together, and when the user is gone', async () => {
    const [one, two, three] = [await session(), await session(), await session()];
    await deps.staffSessions.revoke(one);
    expect(await deps.staffSessions.look(one)).toBeNull();
    expect(await deps.staffSessions.look(two)).not.toBeNull();
    await deps.staffSessions.revokeAll(userId);
    expect(await deps.staffSessions.look(two)).toBeNull();
    expect(await deps.staffSessions.prolong(three)).toBeNull();
    const orphan = await deps.staffSessions.create('somebody-who-left');
    expect(await deps.staffSessions.look(orphan)).toBeNull();
  });

  it('vanish from the database by themselves when they are over', async () => {
    const indexes = await stored().indexes();
    expect(indexes).toContainEqual(
      expect.objectContaining({ key: { expires_at: 1 }, expireAfterSeconds: 0 }),
    );
  });
});
