import { setTimeout as wait } from 'node:timers/promises';
import { type Connection, trusted } from 'mongoose';
import type { KeyRing } from '../keys/key-ring.ts';
import { unseal } from '../keys/seal.ts';
import { type Log, placeOf } from '../log.ts';
import { type Letter, letterPlace } from './enqueue.ts';
import type { Mailer, Parcel } from './mailer.ts';
import { type Message, messageModel } from './message.model.ts';

const lookEveryMs = 5_000;
const leaseMs = 60_000;
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
 * after 10 s, 20 s, 40 s, … up to an hour, and after 20 attempts kept as dead for people to see.
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
async function deliverNext({ portal, ring, mailer, log, readDocument }: Options): Promise<boolean> {
  const model = messageModel(portal);
  const now = new Date();
  const message = await model
    .findOneAndUpdate(
      { state: 'queued', due_at: trusted({ $lte: now }) },
      { $set: { due_at: new Date(now.getTime() + leaseMs) }, $inc: { attempts: 1 } },
      { sort: { due_at: 1 }, new: true },
    )
    .lean<Message>();
  if (!message) return false;
  const { _id, kind, attempts } = message;
  try {
    const letter: Letter = JSON.parse(unseal(ring, message.letter ?? '', letterPlace(_id)));
    await mailer.send(await packed(letter, readDocument), _id.toHexString());
    await model.updateOne({ _id }, { $set: { state: 'sent', sent_at: new Date() }, $unset: { letter: 1 } });
    log.info('mail sent', { kind, attempt: attempts });
  } catch (error) {
    const state = attempts >= attemptsAtMost ? 'dead' : 'queued';
    await model.updateOne({ _id }, { $set: { state, due_at: new Date(Date.now() + backOffMs(attempts)) } });
    log.warn(state === 'dead' ? 'mail given up' : 'mail failed', {
      kind,
      attempt: attempts,
      error: placeOf(error),
    });
  }
  return true;
}

async function packed(
  { attachments = [], ...letter }: Letter,
  readDocument: ReadDocument | undefined,
): Promise<Parcel> {
  if (attachments.length === 0) return letter;
  if (!readDocument) throw new Error('This process reads no documents, so it sends no letter that has one.');
  const files = await Promise.all(
    attachments.map(async ({ document, fileName }) => ({ fileName, ...(await readDocument(document)) })),
  );
  return { ...letter, files };
}

/** @param attempts how many there were. @returns milliseconds until the next: 10 s, doubled each time, up to an hour. */
export function backOffMs(attempts: number): number {
  return Math.min(10_000 * 2 ** (attempts - 1), 60 * 60 * 1000);
}
