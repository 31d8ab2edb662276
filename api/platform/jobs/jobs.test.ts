import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { mongo } from 'mongoose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { empty, openDeps } from '../../../tests/setup/deps.ts';
import { eventually } from '../../../tests/setup/eventually.ts';
import { backOffMs, type Job, type Jobs, makeJobs, nextRun, type RowJob, type ScheduledJob } from './jobs.ts';

/** So that only the change stream can be why something runs at once. */
const hour = 60 * 60_000;

interface Letter {
  _id: number;
  state: 'waiting' | 'done';
  due_at: Date;
  attempts: number;
  leased_until?: Date;
}

let deps: Deps;
let processes: Jobs[] = [];
beforeAll(async () => {
  deps = await openDeps();
  await deps.portal.createCollection('job_letters');
});
beforeEach(() => empty(deps, 'job_letters', 'schedules'));
afterEach(async () => {
  await Promise.all(processes.map((each) => each.stop()));
  processes = [];
});
afterAll(() => deps.close());

const letters = () => deps.portal.getClient().db(deps.portal.name).collection<Letter>('job_letters');
const states = () => deps.portal.collection<{ _id: string }>('schedules');
const letter = (_id: number): Letter => ({ _id, state: 'waiting', due_at: new Date(), attempts: 0 });
const finish = (_id: number) => letters().updateOne({ _id }, { $set: { state: 'done' } });
const find = (_id = 1) => letters().findOne({ _id });
const done = () => letters().countDocuments({ state: 'done' });
const makeDue = () => letters().updateMany({}, { $set: { due_at: new Date(0) } });
const add = (_id: number, session?: mongo.ClientSession) =>
  letters().insertOne(letter(_id), session ? { session } : {});

/** A process that has these jobs. */
function inProcess(...list: Job[]): Jobs {
  const jobs = makeJobs(list, deps);
  processes.push(jobs);
  return jobs;
}

function letterJob(run: RowJob<Letter>['run'], more: Partial<RowJob<Letter>> = {}): RowJob<Letter> {
  return {
    name: 'letters',
    collection: 'job_letters',
    waiting: () => ({ state: 'waiting' }),
    pollMs: hour,
    run,
    ...more,
  };
}

const scheduled = (
  run: ScheduledJob['run'],
  schedule: ScheduledJob['schedule'] = { everyMs: hour },
): Job => ({
  name: 'round',
  schedule,
  run,
});

describe('a row', () => {
  it('is worked on as soon as its transaction commits, in whichever process runs the jobs', async () => {
    inProcess(letterJob(({ _id }) => finish(_id))).start();
    await inTransaction(deps.portal, (session) => add(1, session));
    await eventually(async () => expect(await done()).toBe(1));
  });

  it('of a transaction that fails is never worked on', async () => {
    const ran: number[] = [];
    inProcess(letterJob(({ _id }) => finish(_id).then(() => ran.push(_id)))).start();
    const failing = inTransaction(deps.portal, async (session) => {
      await add(1, session);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await add(2);
    await eventually(() => expect(ran).toEqual([2]));
  });

  it('is worked on once, however many processes there are', async () => {
    const ran: number[] = [];
    const job = letterJob(async ({ _id }) => {
      ran.push(_id);
      await finish(_id);
    });
    await letters().insertMany(Array.from({ length: 40 }, (_, at) => letter(at)));
    for (let count = 0; count < 4; count += 1) inProcess(job).start();
    await eventually(async () => expect(await done()).toBe(40));
    expect(ran.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, at) => at));
    await eventually(async () =>
      expect(await letters().countDocuments({ leased_until: { $exists: true } })).toBe(0),
    );
  });

  it('stays with its process for as long as the work takes, longer than a lease too', async () => {
    const other = inProcess(letterJob(() => Promise.reject(new Error('taken away'))));
    const working = letterJob(
      async ({ _id }) => {
        const leases = new Set<number>();
        await eventually(async () => {
          expect(await other.runDue('letters')).toBe(0);
          leases.add((await find())?.leased_until?.getTime() ?? 0);
          expect(leases.size).toBeGreaterThan(4);
        });
        await finish(_id);
      },
      { ms: 2_000 },
    );
    await add(1);
    expect(await inProcess(working).runDue('letters')).toBe(1);
    expect(await find()).toMatchObject({ state: 'done', attempts: 1 });
  });

  it('that another process has taken since is not changed by the one that lost it, which is told', async () => {
    await add(1);
    const later = new Date(Date.now() + hour);
    const losing = letterJob(
      async (_row, signal) => {
        await letters().updateOne({ _id: 1 }, { $set: { leased_until: later, due_at: later } });
        await once(signal, 'abort');
        throw new Error('too late');
      },
      { ms: 90 },
    );
    await inProcess(losing).runDue('letters');
    expect(await find()).toMatchObject({ leased_until: later, due_at: later });
  });

  it('that a site of 1.0 works on is left to it, and the other way round', async () => {
    // 1.0 takes what is due, and moves that time ahead.
    await letters().insertOne({ ...letter(1), due_at: new Date(Date.now() + 60_000), attempts: 1 });
    expect(await inProcess(letterJob(({ _id }) => finish(_id))).runDue('letters')).toBe(0);
    await makeDue();
    const ours = letterJob(async ({ _id }) => {
      expect(await letters().countDocuments({ state: 'waiting', due_at: { $lte: new Date() } })).toBe(0);
      await finish(_id);
    });
    expect(await inProcess(ours).runDue('letters')).toBe(1);
  });

  it('is taken over from a killed process once its lease ends, and not before', {
    tags: 'thorough',
  }, async () => {
    await add(1);
    const program = join(import.meta.dirname, 'fixtures/hold-row.ts');
    const args = [program, process.env.MONGODB_URI ?? '', deps.portal.name, '3000'];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const held = (await find())?.leased_until?.getTime() ?? 0;
    const next = inProcess(letterJob(({ _id }) => finish(_id)));
    let left = 0;
    await eventually(async () => {
      const at = Date.now();
      if ((await next.runDue('letters')) === 0) left = at;
      expect(await find()).toMatchObject({ state: 'done', attempts: 2 });
    });
    expect(left).toBeGreaterThan(0);
    expect(Date.now()).toBeGreaterThanOrEqual(held);
  });
});

describe('a failure', () => {
  it('is tried again after 10 s, then after twice as long each time, up to an hour', async () => {
    expect([1, 2, 3, 4, 9, 10, 20].map(backOffMs)).toEqual([
      10_000, 20_000, 40_000, 80_000, 2_560_000, 3_600_000, 3_600_000,
    ]);
    await add(1);
    const failing = inProcess(letterJob(() => Promise.reject(new Error('away'))));
    for (const [attempts, ms] of [10_000, 20_000].entries()) {
      await makeDue();
      const from = Date.now();
      expect(await failing.runDue('letters')).toBe(0);
      const row = await find();
      expect(row).toMatchObject({ state: 'waiting', attempts: attempts + 1 });
      expect(row).not.toHaveProperty('leased_until');
      expect(row?.due_at.getTime()).toBeGreaterThanOrEqual(from + ms);
      expect(row?.due_at.getTime()).toBeLessThanOrEqual(Date.now() + ms);
    }
  });

  it('keeps neither other rows nor other jobs', async () => {
    const round = vi.fn(async () => {});
    const jobs = inProcess(
      letterJob(({ _id }) => (_id === 1 ? Promise.reject(new Error('broken')) : finish(_id))),
      scheduled(round),
    );
    jobs.start();
    await add(1);
    await add(2);
    await eventually(async () => expect([await done(), round.mock.calls.length]).toEqual([1, 1]));
    await add(3);
    await eventually(async () => expect(await done()).toBe(2));
  });

  it('is reported with its place in our code, beside what waits and what ran, and never with its message', async () => {
    await add(1);
    await add(2);
    const jobs = inProcess(
      letterJob(({ _id }) => (_id === 1 ? Promise.reject(new Error('secret')) : finish(_id))),
    );
    await jobs.runDue('letters');
    const [report] = await jobs.report();
    expect(report).toMatchObject({ name: 'letters', waiting: 1, running: 0, next: null, late: false });
    expect(report?.ranAt).toMatch(/^20/);
    expect(report?.failed?.error).toContain('jobs.test.ts');
    expect(JSON.stringify([report, await states().find().toArray()])).not.toContain('secret');
    await makeDue();
    expect(await jobs.report()).toMatchObject([{ late: true }]);
  });
});

describe('a scheduled job', () => {
  it('runs once at each of its times, however many processes there are', async () => {
    const round = vi.fn(async () => {});
    const all = Array.from({ length: 5 }, () => inProcess(scheduled(round)));
    for (const each of all) each.start();
    await eventually(() => expect(round).toHaveBeenCalledTimes(1));
    await Promise.all(all.map((each) => each.runDue('round')));
    expect(round).toHaveBeenCalledTimes(1);
    await states().updateOne({ _id: 'round' }, { $set: { due_at: new Date(0) } });
    await Promise.all(all.map((each) => each.runDue('round')));
    expect(round).toHaveBeenCalledTimes(2);
  });

  it('of a day first runs at its time, and when nobody ran at that time, at the next start', async () => {
    const jobs = inProcess(scheduled(async () => {}, { dailyAt: '07:00' }));
    expect(await jobs.runDue('round')).toBe(0);
    const [{ next } = { next: null }] = await jobs.report();
    expect(next).toBe(nextRun({ dailyAt: '07:00' }, new Date()).toISOString());
    await states().updateOne({ _id: 'round' }, { $set: { due_at: new Date(0) } });
    expect(await jobs.runDue('round')).toBe(1);
    expect(await jobs.report()).toMatchObject([{ next, late: false }]);
  });

  it('that fails is tried again before its next time', async () => {
    const jobs = inProcess(scheduled(() => Promise.reject(new Error('away'))));
    await jobs.runDue('round');
    const [report] = await jobs.report();
    expect(report?.failed).not.toBeNull();
    expect(Date.parse(report?.next ?? '')).toBeLessThan(Date.now() + 11_000);
  });

  it('that a stop cut short is due at once in another process', async () => {
    const begun = Promise.withResolvers<void>();
    const stopping = inProcess(
      scheduled(async (signal) => {
        begun.resolve();
        await once(signal, 'abort');
      }),
    );
    stopping.start();
    await begun.promise;
    await stopping.stop();
    expect(await inProcess(scheduled(async () => {})).runDue('round')).toBe(1);
  });

  it.each([
    ['in winter', '2027-01-15T11:59:00Z', '2027-01-15T12:00:00Z'],
    ['on the next day', '2027-01-15T12:00:00Z', '2027-01-16T12:00:00Z'],
    ['over the end of a month, in the evening', '2027-01-31T23:30:00Z', '2027-02-01T12:00:00Z'],
    ['on the day on which daylight saving begins', '2027-03-13T12:00:00Z', '2027-03-14T11:00:00Z'],
    ['after that day', '2027-03-14T11:00:00Z', '2027-03-15T11:00:00Z'],
    ['on the day on which it ends', '2027-11-06T11:00:00Z', '2027-11-07T12:00:00Z'],
    ['after that day', '2027-11-07T12:00:00Z', '2027-11-08T12:00:00Z'],
  ])('of 7 AM runs at 7 AM Eastern time %s: after %s at %s', (_when, after, at) => {
    expect(nextRun({ dailyAt: '07:00' }, new Date(after)).toISOString()).toBe(new Date(at).toISOString());
  });

  it('at a time that comes twice runs once, and at one that is skipped, an hour later', () => {
    const first = nextRun({ dailyAt: '01:30' }, new Date('2027-11-07T04:00:00Z'));
    expect(first.toISOString()).toBe('2027-11-07T05:30:00.000Z');
    expect(nextRun({ dailyAt: '01:30' }, first).toISOString()).toBe('2027-11-08T06:30:00.000Z');
    const skipped = nextRun({ dailyAt: '02:30' }, new Date('2027-03-14T06:00:00Z'));
    expect(skipped.toISOString()).toBe('2027-03-14T07:30:00.000Z');
  });
});
