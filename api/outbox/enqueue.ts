import { type Connection, type mongo, Types } from 'mongoose';
import type { KeyRing } from '../keys/key-ring.ts';
import { seal } from '../keys/seal.ts';
import { messageModel } from './message.model.ts';
import type { Written } from './write-letter.ts';

/** A document that goes with a letter: read when the letter is sent, so that the outbox never holds a copy of it. */
export interface Attachment {
  /** The id of the stored document. */
  document: string;
  /** As the reader sees it. Never with anything personal in it: file names are shown and logged everywhere. */
  fileName: string;
}

/** What `writeLetter` makes, with its reader. */
export interface Letter extends Written {
  to: string;
  attachments?: Attachment[];
}

/**
 * Puts a letter into the outbox as part of the caller's transaction; the worker sends it after the commit. Call
 * `outbox.wake()` then.
 */
export async function enqueue(
  { kind, ...letter }: Letter & { kind: string },
  { portal, ring, session }: { portal: Connection; ring: KeyRing; session: mongo.ClientSession },
): Promise<void> {
  const _id = new Types.ObjectId();
  const now = new Date();
  const sealed = seal(ring, JSON.stringify(letter), letterPlace(_id));
  const row = {
    _id,
    kind,
    letter: sealed,
    state: 'queued' as const,
    attempts: 0,
    due_at: now,
    created_at: now,
  };
  await messageModel(portal).create([row], { session });
}

/** Where a letter is sealed to. */
export function letterPlace(_id: Types.ObjectId) {
  return { collection: 'outbox', field: 'letter', document: _id.toHexString() };
}
