import { easternDay, easternMoment } from '@claimdesk/forms/eastern-time';
import type { Connection, mongo } from 'mongoose';
import { defineCollection } from '#api/platform/database/collection.ts';
import { followChanges } from '#api/platform/database/follow-changes.ts';
import { errorLocation, type Log } from '#api/platform/log.ts';
import { remembered } from '#api/platform/remembered.ts';
import { repeat } from '#api/platform/repeat.ts';
import { type Hold, readHold } from './holds.ts';
import { type LeaseOptions, takeLease } from './lease.ts';

/** `dailyAt` is a time of day, `HH:MM`, in Eastern time. */
export type Schedule = { everyMs: number } | { dailyAt: string };

/** Runs at times, in one process. A run that is cut short when its process stops is due again at once. */
export interface ScheduledJob {
  name: string;
  schedule: Schedule;
  run(signal: AbortSignal): Promise<unknown>;
}

/**
 * Runs for each row that waits in a collection, in one process for each row. The row is stored in the transaction that needs
 * the work, and `run` changes it so that it no longer waits; it may run twice for a row when its process dies. After a failure
 * the row is due again when the backoff is over.
 */
export interface RowJob<Row = unknown> extends LeaseOptions {
  name: string;
  collection: string;
  /** By default the portal's, where a change stream tells of new rows at once. */
  database?: string;
  waiting(now: Date): mongo.Filter<mongo.Document>;
  /** How soon a row is noticed that no change stream tells of. */
  pollMs?: number;
  run(row: Row, signal: AbortSignal): Promise<unknown>;
}

export type Job = ScheduledJob | RowJob;

/** The row of a job in `schedules`: how its last runs went and, for a scheduled one, when it is due. */
interface JobState {
  _id: string;
  due_at?: Date;
  attempts?: number;
  leased_until?: Date;
  ran_at?: Date;
  failed_at?: Date;
  /** As in the log: the error's class and place in our code, never its message. */
  failure?: string;
}

export interface JobReport {
  name: string;
  /** ISO 8601, like all times here. */
  ranAt: string | null;
  failed: { at: string; error: string } | null;
  running: number;
  /** Rows that are not done, 1,000 at most. */
  waiting: number;
  /** The next run of a scheduled job. */
  next: string | null;
  /** Something has been due for five minutes: no process runs this job. */
  late: boolean;
}

export interface Jobs {
  /** Runs the named jobs, by default all, in this process. Any number of processes may do so. */
  start(...names: string[]): void;
  /** Runs what is due of a job, started or not. @returns how many runs succeeded. */
  runDue(name: string): Promise<number>;
  report(): Promise<JobReport[]>;
  /** @returns why none of them runs, in any process; null while they do. */
  hold(): Promise<Hold | null>;
  /** Ends them after the runs in progress, which are told to end early. */
  stop(): Promise<void>;
}

const minuteMs = 60_000;
/** Eleven jobs ask every five seconds. */
const holdRememberedMs = 1_000;

export const schedulesCollection = defineCollection<JobState>({
  name: 'schedules',
  fields: {
    _id: { type: String, required: true },
    due_at: Date,
    attempts: Number,
    leased_until: Date,
    ran_at: Date,
    failed_at: Date,
    failure: String,
  },
});

/**
 * @returns the jobs, which do nothing until they are started, nor while they are held: see `readHold`. One that fails or takes long
 * does not hold up the others.
 */
export function makeJobs(list: readonly Job[], { portal, log }: { portal: Connection; log: Log }): Jobs {
  const client = portal.getClient();
  const states = schedulesCollection.rows<JobState>(portal);
  const hold = remembered(() => readHold(portal), holdRememberedMs);
  const jobs = list.map((job) => {
    const rowJob = 'schedule' in job ? onSchedule(job, states) : job;
    const { collection, database = portal.name, pollMs = 5_000 } = rowJob;
    const prepared: PreparedJob = { ...rowJob, rows: client.db(database).collection(collection) };
    const loop = repeat((signal) => runAll(prepared, signal), {
      everyMs: pollMs,
      onError: (error) => log.warn('job unavailable', { kind: job.name, error: errorLocation(error) }),
    });
    return { ...prepared, loop };
  });
  const follow = () =>
    followChanges({
      name: 'jobs',
      database: client.db(portal.name),
      pipeline: changesOf(
        jobs.map(({ collection }) => collection).filter((name) => name !== schedulesCollection.name),
      ),
      onChange: (change) => wake('ns' in change ? (change.ns as { coll?: string }).coll : undefined),
      onGap: () => wake(),
      onError: (error) => log.warn('changes for jobs not followed', { error: errorLocation(error) }),
    });
  let stopFollowing: ReturnType<typeof followChanges> | undefined;

  function wake(changed?: string): void {
    for (const { collection, loop } of jobs) if (!changed || collection === changed) loop.wake();
  }

  const record = ({ name }: Job, $set: Partial<JobState>) =>
    states.updateOne({ _id: name }, { $set }, { upsert: true });

  async function runAll(job: PreparedJob, stopped: AbortSignal): Promise<number> {
    // Asked each time, because a restored copy must not do again what its original has done.
    if (await hold()) return 0;
    await job.prepare?.();
    let succeeded = 0;
    while (!stopped.aborted) {
      const lease = await takeLease(job.rows, job.waiting(new Date()), job);
      if (!lease) break;
      const { row, attempts, lost } = lease;
      try {
        await job.run(row, AbortSignal.any([stopped, lost]));
        await lease.end(job.after?.(stopped.aborted));
        succeeded += 1;
      } catch (error) {
        const failure = errorLocation(error);
        log.warn('job failed', { kind: job.name, attempt: attempts, error: failure });
        const backoff = Math.min(backOffMs(attempts), job.longestBackOffMs ?? Number.POSITIVE_INFINITY);
        await lease.end({ [job.due ?? 'due_at']: new Date(Date.now() + backoff) });
        await record(job, { failed_at: new Date(), failure });
      }
    }
    if (succeeded > 0) await record(job, { ran_at: new Date() });
    return succeeded;
  }

  return {
    hold,
    start(...names) {
      stopFollowing ??= follow();
      for (const { name, loop } of jobs) if (names.length === 0 || names.includes(name)) loop.start();
    },
    async runDue(name) {
      const job = jobs.find((each) => each.name === name);
      if (!job) throw new Error(`There is no job ${name}.`);
      return runAll(job, new AbortController().signal);
    },
    async report() {
      const found = new Map((await states.find().toArray()).map((state) => [state._id, state]));
      return Promise.all(jobs.map((job) => reportOn(job, found.get(job.name))));
    },
    async stop() {
      await stopFollowing?.();
      await Promise.all(jobs.map(({ loop }) => loop.stop()));
    },
  };
}

interface TimedJob extends RowJob {
  prepare?(): Promise<unknown>;
  /** @returns what a run that succeeded changes in its row. */
  after?(stopped: boolean): Partial<JobState>;
  longestBackOffMs?: number;
}
type PreparedJob = TimedJob & { rows: mongo.Collection };

/** A scheduled job is one whose row never stops waiting: each run moves it to the next time. */
function onSchedule({ name, schedule, run }: ScheduledJob, states: mongo.Collection<JobState>): TimedJob {
  const everyMs = 'everyMs' in schedule ? schedule.everyMs : 24 * 60 * minuteMs;
  return {
    name,
    collection: schedulesCollection.name,
    waiting: () => ({ _id: name as never }),
    pollMs: Math.min(everyMs / 4, minuteMs),
    run: (_row, signal) => run(signal),
    prepare() {
      const due_at = 'everyMs' in schedule ? new Date() : nextRun(schedule, new Date());
      return states.updateOne({ _id: name }, { $setOnInsert: { due_at } }, { upsert: true });
    },
    after: (stopped) => ({ due_at: stopped ? new Date() : nextRun(schedule, new Date()), attempts: 0 }),
    longestBackOffMs: everyMs,
  };
}

async function reportOn(job: PreparedJob, state: JobState | undefined): Promise<JobReport> {
  const now = new Date();
  const { name, rows, due = 'due_at' } = job;
  const waiting = job.waiting(now);
  const count = (filter: object) => rows.countDocuments({ ...waiting, ...filter }, { limit: 1_000 });
  const [running, late, all] = await Promise.all([
    count({ leased_until: { $gt: now } }),
    count({ [due]: { $lt: new Date(now.getTime() - 5 * minuteMs) } }),
    count({}),
  ]);
  return {
    name,
    ranAt: state?.ran_at?.toISOString() ?? null,
    failed: state?.failed_at ? { at: state.failed_at.toISOString(), error: state.failure ?? '' } : null,
    running,
    waiting: job.after ? 0 : Math.max(0, all - running),
    next: job.after && running === 0 ? (state?.due_at?.toISOString() ?? null) : null,
    late: late > 0,
  };
}

/** @returns stages that select what may need work: not what a lease changed. */
function changesOf(collections: readonly string[]): object[] {
  const unleased = {
    'updateDescription.updatedFields.leased_until': { $exists: false },
    'updateDescription.removedFields': { $ne: 'leased_until' },
  };
  return [{ $match: { 'ns.coll': { $in: collections }, ...unleased } }, { $project: { ns: 1 } }];
}

/** @param attempts so far. @returns milliseconds until the next one: 10 s, doubled each time, up to an hour. */
export function backOffMs(attempts: number): number {
  return Math.min(10_000 * 2 ** (attempts - 1), 60 * minuteMs);
}

/** @returns the next time after `now`; of a time of day that comes twice when daylight saving ends, the first. */
export function nextRun(schedule: Schedule, now: Date): Date {
  if ('everyMs' in schedule) return new Date(now.getTime() + schedule.everyMs);
  const today = easternDay(now);
  const tomorrow = new Date(Date.parse(today) + 24 * 60 * minuteMs).toISOString().slice(0, 10);
  const at = easternMoment(today, schedule.dailyAt);
  return at > now ? at : easternMoment(tomorrow, schedule.dailyAt);
}
