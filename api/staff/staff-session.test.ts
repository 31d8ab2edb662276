import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { empty, evaluationAnswers, openDeps, visitor } from '../../tests/setup/deps.ts';
import type { Deps } from '../connect.ts';
import { submitEvaluation } from '../evaluations/submit-evaluation.ts';
import { hashSecret } from '../keys/fingerprint.ts';
import { setSharedPassword } from './create-staff.ts';

const password = 'correct horse battery';
const minute = 60_000;

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
  await setSharedPassword(password, deps);
});
beforeEach(() => empty(deps, 'staff_sessions', 'limits', 'case_evaluations', 'outbox'));
afterAll(() => deps.close());

async function signedIn() {
  const somebody = visitor(deps);
  await somebody.call.staff.signInWithPassword({ password });
  return { ...somebody, secret: secretOf(somebody) };
}

function secretOf({ context }: Pick<ReturnType<typeof visitor>, 'context'>): string {
  return context.cookies.get('admin') ?? '';
}

/** Somebody else who got hold of a cookie. */
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

describe('the staff session', () => {
  it('is not opened by a cookie that was planted before signing in', async () => {
    const victim = visitor(deps);
    const planted = 'p'.repeat(43);
    victim.context.cookies.set('admin', planted, { sameSite: 'Strict' });
    await victim.call.staff.signInWithPassword({ password });
    expect(secretOf(victim)).not.toBe(planted);
    await expect(holderOf(planted).call.staff.me()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await victim.call.staff.me();
  });

  it('of before is over once the same browser signs in again', async () => {
    const somebody = await signedIn();
    await somebody.call.staff.signInWithPassword({ password });
    expect(secretOf(somebody)).not.toBe(somebody.secret);
    await expect(holderOf(somebody.secret).call.staff.me()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  it('can not be used again after Log Out by somebody who kept the cookie', async () => {
    const somebody = await signedIn();
    await holderOf(somebody.secret).call.staff.me();
    await somebody.call.staff.signOut();
    const { call } = holderOf(somebody.secret);
    for (const attempt of [() => call.staff.me(), () => call.staff.stay(), () => call.evaluations.list({})]) {
      await expect(attempt()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    }
    expect(somebody.context.cookies.headers().at(-1)).toMatch(/^admin=; .*Max-Age=0/);
  });

  it('ends everywhere when the password changes', async () => {
    const { call } = await signedIn();
    await setSharedPassword(password, deps);
    await expect(call.staff.me()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  it('travels in a cookie that no script and no other site can use', async () => {
    const { context } = await signedIn();
    expect(context.cookies.headers().at(-1)).toMatch(/^admin=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
  });

  it('is not prolonged by what an open screen reads by itself', async () => {
    const { call, secret } = await signedIn();
    await submitEvaluation({ answers: evaluationAnswers, key: 'read-by-itself' }, deps);
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
    await submitEvaluation({ answers: evaluationAnswers, key: 'arrives-by-itself' }, deps);
    await next;
    expect(await leftMs(secret)).toBeLessThanOrEqual(4 * minute);
  });

  it('is prolonged by what a person does, and says how long it now lasts', async () => {
    const { call, secret } = await signedIn();
    await setLeft(secret, 4 * minute);
    expect((await call.staff.me()).endsInMs).toBeLessThanOrEqual(4 * minute);
    expect((await call.staff.stay()).endsInMs).toBeGreaterThan(14 * minute);
    expect(await leftMs(secret)).toBeGreaterThan(14 * minute);
    await submitEvaluation({ answers: evaluationAnswers, key: 'reviewed' }, deps);
    const id = String((await deps.portal.collection('case_evaluations').findOne())?._id);
    await setLeft(secret, 4 * minute);
    await call.evaluations.review({ id, decision: 'approved' });
    expect(await leftMs(secret)).toBeGreaterThan(14 * minute);
  });

  it('takes its stream of changes with it: at Log Out before the next change, and at its end', async () => {
    const leaves = await signedIn();
    const stream = (await leaves.call.submissions.changes()) as AsyncIterable<unknown>;
    const next = stream[Symbol.asyncIterator]().next();
    await leaves.call.staff.signOut();
    await submitEvaluation({ answers: evaluationAnswers, key: 'after-log-out' }, deps);
    expect(await next).toMatchObject({ done: true });

    const idle = await signedIn();
    await setLeft(idle.secret, 300);
    const ending = (await idle.call.submissions.changes()) as AsyncIterable<unknown>;
    expect(await ending[Symbol.asyncIterator]().next()).toMatchObject({ done: true });
  });

  it('keeps its stream of changes when it was prolonged meanwhile', async () => {
    const { call, secret } = await signedIn();
    await setLeft(secret, 500);
    const stream = ((await call.submissions.changes()) as AsyncIterable<unknown>)[Symbol.asyncIterator]();
    const next = stream.next();
    await call.staff.stay();
    expect(JSON.stringify(await next)).toContain('unknown');
    const after = stream.next();
    await submitEvaluation({ answers: evaluationAnswers, key: 'after-the-first-end' }, deps);
    expect(await after).toMatchObject({ done: false });
    await stream.return?.();
  });
});
