import { type Connection, type Model, Schema, type Types } from 'mongoose';
import { type Fault, faults } from './mail-fault.ts';

/** A mail that must go out because something else happened: stored in the same transaction as that. */
export interface Message {
  _id: Types.ObjectId;
  /** What it tells, such as `evaluation-received`; the only part of it that logs and staff pages may name. */
  kind: string;
  /** Sealed JSON of a `Letter`: an address is personal data and a link in a text may be a key. */
  letter?: string;
  state: 'queued' | 'sent' | 'dead';
  attempts: number;
  /** When it may next be tried; pushed forward while somebody is trying, so that no two do. */
  due_at: Date;
  /** Set while somebody is trying. */
  leased_until?: Date;
  /** Why the last attempt failed. */
  fault?: Fault;
  created_at: Date;
  sent_at?: Date;
  /** When it was given up, by us or by staff. */
  dead_at?: Date;
  /** Id of the member of staff who gave it up. */
  given_up_by?: string;
}

/** Both kinds of ended rows go after this long, a dead one with the letter in it (SECURITY.md, application logs: 90 days). */
const keepEndedSeconds = 90 * 24 * 60 * 60;

const schema = new Schema<Message>(
  {
    kind: { type: String, required: true, maxlength: 60 },
    letter: { type: String, maxlength: 200_000 },
    state: { type: String, enum: ['queued', 'sent', 'dead'], required: true },
    attempts: { type: Number, required: true },
    due_at: { type: Date, required: true },
    leased_until: Date,
    fault: { type: String, enum: Object.keys(faults) },
    created_at: { type: Date, required: true },
    sent_at: Date,
    dead_at: Date,
    given_up_by: String,
  },
  { collection: 'outbox', strict: 'throw', versionKey: false },
)
  .index({ state: 1, due_at: 1 })
  .index({ sent_at: 1 }, { expireAfterSeconds: keepEndedSeconds })
  .index({ dead_at: 1 }, { expireAfterSeconds: keepEndedSeconds });

export function messageModel(portal: Connection): Model<Message> {
  return portal.models.Message ?? portal.model<Message>('Message', schema);
}

export async function prepareOutbox(portal: Connection): Promise<void> {
  const model = messageModel(portal);
  await model.createCollection();
  await model.createIndexes();
}
