import { setTimeout as wait } from 'node:timers/promises';
import type { Connection } from 'mongoose';
import type { RowJob } from '#api/platform/jobs/jobs.ts';
import type { DataKeys } from '#api/platform/keys/data-keys.ts';
import { errorLocation, type Log } from '#api/platform/log.ts';
import { DocumentUnavailable, faultOf, permanentFaults, Unreadable } from './email-fault.ts';
import type { Attachment, Email } from './enqueue.ts';
import type { EmailWithAttachments, Mailer } from './mailer.ts';
import { emailField, type Message, outboxCollection } from './outbox-row.model.ts';
import type { RecipientLimit } from './recipient-limit.ts';

const sendTimeoutMs = 100_000;
const maxAttempts = 20;

/** @returns the content of a stored document. @throws Error when there is none with this id. */
export type ReadDocument = (id: string) => Promise<{ content: Buffer; contentType: string }>;

interface Options {
  portal: Connection;
  keys: DataKeys;
  mailer: Mailer;
  log: Log;
  /** Reads attachments. */
  readDocument?: ReadDocument | undefined;
  /** Decides what goes out in place of an email; without it, each goes out as it is. */
  limitRecipient?: RecipientLimit | undefined;
}

/**
 * @returns the job that sends the emails of the outbox. A failed one is retried after 10 s, 20 s, 40 s, … up to an hour, and after
 * 20 attempts or a permanent refusal kept as dead for staff.
 *
 * Delivers at least once: after a crash between sending and recording it, it sends again with the same Message-ID.
 */
export function deliverOutbox(options: Options): RowJob<Message> {
  const { mailer, log, readDocument } = options;
  return {
    name: 'mail',
    collection: outboxCollection.name,
    waiting: () => ({ state: 'queued' }),
    async run(message) {
      const { _id, kind, attempts } = message;
      try {
        const email = await applyRecipientLimit(message, options);
        if (!email) return;
        await withTimeout(mailer.send(await loadAttachments(email, readDocument), _id.toHexString()));
        await recordSent(message, options);
        log.info('email sent', { kind, attempt: attempts });
      } catch (error) {
        await recordFailure(message, error, options);
        throw error;
      }
    },
  };
}

/** @throws Unreadable */
async function decryptEmail(
  { _id, [emailField]: encrypted = '' }: Message,
  { keys }: Pick<Options, 'keys'>,
): Promise<Email> {
  const ring = await keys.of(_id);
  try {
    return JSON.parse(outboxCollection.decrypt(ring, _id, 'letter', encrypted));
  } catch {
    throw new Unreadable('An email can not be decrypted.');
  }
}

/**
 * Counts an email for its recipient on the first attempt to send it.
 *
 * @returns the email to send; undefined when it is withheld, which is recorded.
 */
async function applyRecipientLimit(message: Message, options: Options): Promise<Email | undefined> {
  const { portal, keys, log, limitRecipient } = options;
  const { _id, kind, attempts } = message;
  const email = await decryptEmail(message, options);
  if (message.counted || !limitRecipient) return email;
  const instead = await limitRecipient(kind, email);
  const model = outboxCollection.model(portal);
  const leased = { _id, attempts, state: 'queued' as const };
  if (instead) {
    const changed =
      instead === email
        ? {}
        : {
            [emailField]: outboxCollection.encrypt(
              await keys.for(_id),
              _id,
              'letter',
              JSON.stringify(instead),
            ),
          };
    await model.updateOne(leased, { $set: { counted: true, ...changed } });
    return instead;
  }
  await model.updateOne(leased, {
    $set: { state: 'withheld', dead_at: new Date() },
    $unset: { [emailField]: 1, fault: 1 },
  });
  await keys.forget(_id);
  log.info('email withheld', { kind });
  return undefined;
}

async function recordSent({ _id }: Message, { portal, keys }: Options): Promise<void> {
  await outboxCollection
    .model(portal)
    .updateOne(
      { _id },
      { $set: { state: 'sent', sent_at: new Date() }, $unset: { [emailField]: 1, fault: 1 } },
    );
  await keys.forget(_id);
}

async function recordFailure(
  { _id, kind, attempts }: Message,
  error: unknown,
  { portal, log }: Options,
): Promise<void> {
  const fault = faultOf(error);
  const dead = attempts >= maxAttempts || permanentFaults.includes(fault);
  const ended = dead ? { state: 'dead' as const, dead_at: new Date() } : {};
  await outboxCollection.model(portal).updateOne(
    // Not if another process has leased it since: then that attempt decides.
    { _id, attempts, state: 'queued' },
    { $set: { fault, ...ended } },
  );
  if (dead) log.warn('email abandoned', { kind, attempt: attempts, error: errorLocation(error) });
}

/** A response that trickles in would hold up all other emails. */
async function withTimeout(sending: Promise<void>): Promise<void> {
  const finished = new AbortController();
  const tooLong = wait(sendTimeoutMs, undefined, { signal: finished.signal }).then(() => {
    throw Object.assign(new Error('Sending took too long.'), { code: 'ETIMEDOUT' });
  });
  tooLong.catch(() => {});
  try {
    await Promise.race([sending, tooLong]);
  } finally {
    finished.abort();
  }
}

async function loadAttachments(
  { attachments = [], ...email }: Email,
  readDocument: ReadDocument | undefined,
): Promise<EmailWithAttachments> {
  if (attachments.length === 0) return email;
  const read = async ({ document, fileName }: Attachment) => {
    const found = await readDocument?.(document).catch((cause: unknown) => {
      throw new DocumentUnavailable('A document was not read.', { cause });
    });
    if (!found) throw new DocumentUnavailable('This process reads no documents.');
    return { fileName, ...found };
  };
  return { ...email, files: await Promise.all(attachments.map(read)) };
}
