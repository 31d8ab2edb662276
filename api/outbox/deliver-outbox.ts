import { setTimeout as wait } from 'node:timers/promises';
import { type Connection, trusted } from 'mongoose';
import type { KeyRing } from '../keys/key-ring.ts';
import { unseal } from '../keys/seal.ts';
import { type Log, placeOf } from '../log.ts';
import { type Attachment, type Letter, letterPlace } from './enqueue.ts';
import { faultOf, NoDocument, permanentFaults } from './mail-fault.ts';
import type { Mailer, Parcel } from './mailer.ts';
import { type Message, messageModel } from './message.model.ts';

const lookEveryMs = 5_000;
const leaseMs = 120_000;
const sendingAtMostMs = 100_000;
const attemptsAtMost = 20;

export interface Outbox {
  /** Looks for due letters now instead of at the next tick. */
  wake(): void;
  stop(): Promise<void>;
}

/** @returns what a stored document holds. @throws Error when there is none with this id. */
export type ReadDocument = (id: string) => Promise<{ content: Buffer; contentType: string }>;

interface Options {
  portal: Connection;
  ring: KeyRing;
  mailer: Mailer;
  log: Log;
  /** Where attachments are read from. */
  readDocument?: ReadDocument | undefined;
}

/**
 * Sends what the outbox holds, in this process and any number of others: each row is leased by one of them, tried again
 * after 10 s, 20 s, 40 s, … up to an hour, and after 20 attempts, or a refusal for good, kept as dead for people to see.
 *
 * At least once: a crash between sending and noting it sends again, with the same Message-ID.
 */
export function deliverOutbox(options: Options): Outbox {
  const { log } = options;
  const stop = new AbortController();
  let alarm = new AbortController();

  async function run(): Promise<void> {
    while (!stop.signal.aborted) {
      try {
        while (!stop.signal.aborted && (await deliverNext(options)));
      } catch (error) {
        log.warn('outbox unavailable', { error: placeOf(error) });
      }
      await wait(lookEveryMs, undefined, { signal: AbortSignal.any([stop.signal, alarm.signal]) }).catch(
        () => {},
      );
      if (alarm.signal.aborted) alarm = new AbortController();
    }
  }

  const running = run();
  return {
    wake: () => alarm.abort(),
    async stop() {
      stop.abort();
      await running;
    },
  };
}

/** @returns whether there was a letter to try. */
async function deliverNext(options: Options): Promise<boolean> {
  const { portal, ring, mailer, log, readDocument } = options;
  const now = new Date();
  const until = new Date(now.getTime() + leaseMs);
  const message = await messageModel(portal)
    .findOneAndUpdate(
      { state: 'queued', due_at: trusted({ $lte: now }) },
      { $set: { due_at: until, leased_until: until }, $inc: { attempts: 1 } },
      { sort: { due_at: 1 }, new: true },
    )
    .lean<Message>();
  if (!message) return false;
  const { _id, kind, attempts } = message;
  try {
    const letter: Letter = JSON.parse(unseal(ring, message.letter ?? '', letterPlace(_id)));
    await inTime(mailer.send(await packed(letter, readDocument), _id.toHexString()));
    await noteSent(message, options);
    log.info('mail sent', { kind, attempt: attempts });
  } catch (error) {
    await noteFailure(message, error, options);
  }
  return true;
}

async function noteSent({ _id }: Message, { portal }: Options): Promise<void> {
  await messageModel(portal).updateOne(
    { _id },
    { $set: { state: 'sent', sent_at: new Date() }, $unset: { letter: 1, fault: 1, leased_until: 1 } },
  );
}

async function noteFailure(
  { _id, kind, attempts }: Message,
  error: unknown,
  { portal, log }: Options,
): Promise<void> {
  const fault = faultOf(error);
  const dead = attempts >= attemptsAtMost || permanentFaults.includes(fault);
  const ended = dead ? { state: 'dead' as const, dead_at: new Date() } : {};
  await messageModel(portal).updateOne(
    // Not if somebody else took it up meanwhile: then that attempt has the last word.
    { _id, attempts, state: 'queued' },
    {
      $set: { fault, due_at: new Date(Date.now() + backOffMs(attempts)), ...ended },
      $unset: { leased_until: 1 },
    },
  );
  log.warn(dead ? 'mail given up' : 'mail failed', { kind, attempt: attempts, error: placeOf(error) });
}

/** An answer that comes byte by byte would outlast the lease, and another process would begin to send as well. */
async function inTime(sending: Promise<void>): Promise<void> {
  const over = new AbortController();
  const tooLong = wait(sendingAtMostMs, undefined, { signal: over.signal }).then(() => {
    throw Object.assign(new Error('Sending took too long.'), { code: 'ETIMEDOUT' });
  });
  tooLong.catch(() => {});
  try {
    await Promise.race([sending, tooLong]);
  } finally {
    over.abort();
  }
}

async function packed(
  { attachments = [], ...letter }: Letter,
  readDocument: ReadDocument | undefined,
): Promise<Parcel> {
  if (attachments.length === 0) return letter;
  const read = async ({ document, fileName }: Attachment) => {
    const found = await readDocument?.(document).catch((cause: unknown) => {
      throw new NoDocument('A document was not read.', { cause });
    });
    if (!found) throw new NoDocument('This process reads no documents.');
    return { fileName, ...found };
  };
  return { ...letter, files: await Promise.all(attachments.map(read)) };
}

/** @param attempts how many there were. @returns milliseconds until the next: 10 s, doubled each time, up to an hour. */
export function backOffMs(attempts: number): number {
  return Math.min(10_000 * 2 ** (attempts - 1), 60 * 60 * 1000);
}
