import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { streamChanges } from '#api/casework/arrivals/stream-changes.ts';
import { submissionHandlers } from '#api/casework/intake/submission-handlers.ts';
import type { Deps } from '#api/platform/deps.ts';
import { hashSecret } from '#api/platform/keys/fingerprint.ts';
import { empty, evaluationAnswers, openDeps, visitor } from '../../../tests/setup/deps.ts';
import { setSharedPassword } from './create-staff.ts';

const password = 'correct horse battery';
const minute = 60_000;

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
  await setSharedPassword(password, deps);
});
beforeEach(() => empty(deps, 'staff_sessions', 'staff_devices', 'limits', 'case_evaluations', 'outbox'));
afterAll(() => deps.close());

async function signedIn() {
  const member = visitor(deps);
  await member.call.staff.signInWithPassword({ password });
  return { ...member, secret: secretOf(member) };
}

function secretOf({ context }: Pick<ReturnType<typeof visitor>, 'context'>): string {
  return context.cookies.get('admin') ?? '';
}

/** An attacker with a stolen cookie. */
function holderOf(secret: string) {
  const other = visitor(deps);
  other.context.cookies.set('admin', secret, { sameSite: 'Strict' });
  return other;
}

const stored = () => deps.portal.collection<{ _id: string; expires_at: Date }>('staff_sessions');

async function setLeft(secret: string, ms: number): Promise<void> {
  await stored().updateOne({ _id: hashSecret(secret) }, { $set: { expires_at: new Date(Date.now() + ms) } });
}

async function leftMs(secret: string): Promise<number> {
  return ((await stored().findOne({ _id: hashSecret(secret) }))?.expires_at.getTime() ?? 0) - Date.now();
}

/** @returns the changes that are sent to a page whose session is about to end. */
async function openStream({ context, secret }: Awaited<ReturnType<typeof signedIn>>) {
  const session = await deps.staffSessions.read(secret);
  if (!session) throw new Error('signed out');
  const endsAt = new Date(Date.now() + 100);
  return streamChanges({ ...context, staff: { ...session, secret, endsAt } });
}

describe('the staff session', () => {
  it('does not accept a cookie that was planted before sign-in', async () => {
    const victim = visitor(deps);
    const planted = 'p'.repeat(43);
    victim.context.cookies.set('admin', planted, { sameSite: 'Strict' });
    await victim.call.staff.signInWithPassword({ password });
    expect(secretOf(victim)).not.toBe(planted);
    await expect(holderOf(planted).call.staff.me()).rejects.toMatchObject({ code: 'signed-out' });
    await victim.call.staff.me();
  });

  it('ends when the same browser signs in again', async () => {
    const member = await signedIn();
    await member.call.staff.signInWithPassword({ password });
    expect(secretOf(member)).not.toBe(member.secret);
    await expect(holderOf(member.secret).call.staff.me()).rejects.toMatchObject({ code: 'signed-out' });
  });

  it('cannot be used after Log Out with a saved cookie', async () => {
    const member = await signedIn();
    await holderOf(member.secret).call.staff.me();
    await member.call.staff.signOut();
    const { call } = holderOf(member.secret);
    for (const attempt of [() => call.staff.me(), () => call.staff.stay(), () => call.evaluations.list({})]) {
      await expect(attempt()).rejects.toMatchObject({ code: 'signed-out' });
    }
    expect(member.context.cookies.headers().at(-1)).toMatch(/^admin=; .*Max-Age=0/);
  });

  it('ends everywhere when the password changes', async () => {
    const { call } = await signedIn();
    await setSharedPassword(password, deps);
    await expect(call.staff.me()).rejects.toMatchObject({ code: 'signed-out' });
  });

  it('ends on all devices with Sign out everywhere, including this one, and other browsers become unknown', async () => {
    const [here, there] = [await signedIn(), await signedIn()];
    const devices = deps.portal.collection('staff_devices');
    expect(await devices.countDocuments()).toBe(2);
    await expect(visitor(deps).call.staff.signOutEverywhere()).rejects.toMatchObject({
      code: 'signed-out',
    });
    await here.call.staff.signOutEverywhere();
    for (const { secret } of [here, there]) {
      await expect(holderOf(secret).call.staff.me()).rejects.toMatchObject({ code: 'signed-out' });
    }
    expect(await devices.countDocuments()).toBe(1);
    await here.call.staff.signInWithPassword({ password });
    await here.call.staff.me();
  });

  it('has at most six change streams, and closing one makes room', async () => {
    const { call } = await signedIn();
    const open = async () => {
      const changes = (await call.submissions.changes()) as AsyncIterable<unknown>;
      const stream = changes[Symbol.asyncIterator]();
      return { stream, next: stream.next() };
    };
    const streams = [];
    for (let count = 0; count < 6; count += 1) streams.push(await open());
    await expect((await open()).next).rejects.toMatchObject({
      message: 'This page is open too many times. Close some of the others.',
    });
    await submissionHandlers['case-evaluation'].submit(
      { answers: evaluationAnswers, key: 'for-all-streams' },
      { deps },
    );
    await Promise.all(streams.map(({ next }) => next));
    await streams[0]?.stream.return?.();
    const again = await open();
    await submissionHandlers['case-evaluation'].submit(
      { answers: evaluationAnswers, key: 'for-the-new-stream' },
      { deps },
    );
    expect(await again.next).toMatchObject({ done: false });
    await Promise.all([...streams.slice(1), again].map(({ stream }) => stream.return?.()));
  });

  it('is in a cookie that scripts and other sites cannot use', async () => {
    const { context } = await signedIn();
    expect(context.cookies.headers().at(-1)).toMatch(/^admin=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
  });

  it('is not extended by what an open screen reads on its own', async () => {
    const { call, secret } = await signedIn();
    await submissionHandlers['case-evaluation'].submit(
      { answers: evaluationAnswers, key: 'read-by-itself' },
      { deps },
    );
    const id = String((await deps.portal.collection('case_evaluations').findOne())?._id);
    await setLeft(secret, 4 * minute);
    for (let times = 0; times < 3; times += 1) {
      await call.staff.me();
      await call.evaluations.list({});
      await call.evaluations.pending();
      await call.evaluations.detail({ id });
    }
    const changes = (await call.submissions.changes()) as AsyncIterable<unknown>;
    const next = changes[Symbol.asyncIterator]().next();
    await submissionHandlers['case-evaluation'].submit(
      { answers: evaluationAnswers, key: 'arrives-by-itself' },
      { deps },
    );
    await next;
    expect(await leftMs(secret)).toBeLessThanOrEqual(4 * minute);
  });

  it('is extended by what a person does, and returns how long it now lasts', async () => {
    const { call, secret } = await signedIn();
    await setLeft(secret, 4 * minute);
    expect((await call.staff.me()).endsInMs).toBeLessThanOrEqual(4 * minute);
    expect((await call.staff.stay()).endsInMs).toBeGreaterThan(14 * minute);
    expect(await leftMs(secret)).toBeGreaterThan(14 * minute);
    await submissionHandlers['case-evaluation'].submit(
      { answers: evaluationAnswers, key: 'reviewed' },
      { deps },
    );
    const id = String((await deps.portal.collection('case_evaluations').findOne())?._id);
    await setLeft(secret, 4 * minute);
    await call.evaluations.decide({ id, decision: 'approved' });
    expect(await leftMs(secret)).toBeGreaterThan(14 * minute);
  });

  it('ends its change stream too: at Log Out before the next change, and when it expires', async () => {
    const leaves = await signedIn();
    const stream = (await leaves.call.submissions.changes()) as AsyncIterable<unknown>;
    const next = stream[Symbol.asyncIterator]().next();
    await leaves.call.staff.signOut();
    await submissionHandlers['case-evaluation'].submit(
      { answers: evaluationAnswers, key: 'after-log-out' },
      { deps },
    );
    expect(await next).toMatchObject({ done: true });

    const idle = await signedIn();
    const ending = await openStream(idle);
    await setLeft(idle.secret, -1);
    expect(await ending.next()).toMatchObject({ done: true });
  });

  it('keeps its change stream when it was extended in the meantime', async () => {
    const stream = await openStream(await signedIn());
    expect(JSON.stringify(await stream.next())).toContain('unknown');
    const after = stream.next();
    await submissionHandlers['case-evaluation'].submit(
      { answers: evaluationAnswers, key: 'after-the-first-end' },
      { deps },
    );
    expect(await after).toMatchObject({ done: false });
    await stream.return(undefined);
  });
});
