import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Connection, type Model, Schema, type Types, trusted } from 'mongoose';
import { type SentType, sentTypeNames } from '#api/casework/clients/document-types.ts';
import type { Deps } from '#api/platform/deps.ts';
import { deleteFile, pieceBytes } from '#api/platform/documents/encrypted-file.ts';
import { DomainError } from '#api/platform/domain-error.ts';

/** What came of an upload, with the reference of the paper that was received, now or before. */
export type UploadOutcome =
  | { state: 'received' | 'known'; receipt: string }
  | { state: 'refused'; text: string };

/** A file that a client sends in parts, from being announced until the client has learned what came of it. */
export interface Upload {
  /** Also the id of the document that it becomes, which therefore can't be made twice. */
  _id: Types.ObjectId;
  client_id: string;
  /** `arriving`; `arrived`: all bytes are stored, and it waits to be made a document; `done`: it has an outcome. */
  state: 'arriving' | 'arrived' | 'done';
  /** Keyed fingerprint of the whole file, as the browser announced it. */
  digest: string;
  /** Bytes of the file, and how many of them are stored. */
  size: number;
  offset: number;
  /** What is said about all files that were announced together, and the reference that they share. The note is encrypted. */
  type: SentType;
  note?: string;
  receipt: string;
  /** When a byte of it was stored last, or it got its outcome. */
  at: Date;
  outcome?: UploadOutcome;
  /** How often somebody began to make the document. */
  tries: number;
  /** It was sent by a form, which was answered before the document could be made: its client reads in the list what came of it. */
  unattended?: true;
  /** Whose turn it is to write, and until when; and whether somebody else waits for it. */
  holder?: string;
  held_until?: Date;
  wanted?: boolean;
}

/** One upload of one client. */
export interface UploadKey {
  client: string;
  /** The id of the upload. */
  id: string;
}

export const uploadsCollection = 'client_uploads';
/** How long an upload can be resumed. */
export const resumableMs = 24 * 60 * 60_000;

/** A process that was killed lets others go on after this long. */
const heldMs = 10_000;
const renewEveryMs = 1_000;
/** No write begins with less time left. */
const leastMs = 5_000;
/** How long somebody waits for another one's turn to end: longer than that of a process that was killed. */
const waitMs = 12_000;

const schema = new Schema<Upload>(
  {
    client_id: { type: String, required: true },
    state: { type: String, enum: ['arriving', 'arrived', 'done'], required: true },
    digest: { type: String, required: true },
    size: { type: Number, required: true },
    offset: { type: Number, required: true },
    type: { type: String, enum: sentTypeNames, required: true },
    note: String,
    receipt: { type: String, required: true },
    at: { type: Date, required: true },
    outcome: {
      type: new Schema({ state: String, receipt: String, text: String }, { _id: false, strict: 'throw' }),
    },
    tries: { type: Number, required: true },
    unattended: Boolean,
    holder: String,
    held_until: Date,
    wanted: Boolean,
  },
  { collection: uploadsCollection, strict: 'throw', versionKey: false },
)
  .index({ client_id: 1, state: 1, at: 1 })
  .index({ state: 1, at: 1 })
  // The same file, announced again, goes on where it stopped.
  .index({ client_id: 1, digest: 1 }, { unique: true, partialFilterExpression: { state: 'arriving' } });

export function uploadModel(portal: Connection): Model<Upload> {
  return portal.models.ClientUpload ?? portal.model<Upload>('ClientUpload', schema);
}

export async function prepareUploads(portal: Connection): Promise<void> {
  const model = uploadModel(portal);
  await model.createCollection();
  await model.createIndexes();
}

/** Where the bytes of an upload lie until it is a document. */
export function partsOf(_id: Types.ObjectId) {
  return { collection: uploadsCollection, document: _id.toHexString() };
}

/** @returns how many pieces a file of this size has. */
export function piecesOf(size: number): number {
  return Math.ceil(size / pieceBytes);
}

export function noteAddress(_id: Types.ObjectId) {
  return { collection: uploadsCollection, field: 'note', document: _id.toHexString() };
}

/** @throws DomainError `not-found`, for an upload of somebody else and for one that has expired too. */
export async function findUpload(
  { client, id }: UploadKey,
  { portal }: Pick<Deps, 'portal'>,
): Promise<Upload> {
  const found = await uploadModel(portal).findOne({ _id: id, client_id: client }).lean<Upload>();
  if (!found || isExpired(found)) throw new DomainError('not-found', 'This file was not found.');
  return found;
}

/** What has arrived as a whole was acknowledged: it stays until it has an outcome. */
export function isExpired({ state, at }: Upload): boolean {
  return state !== 'arrived' && at.getTime() < Date.now() - resumableMs;
}

/** Deletes the bytes of an upload, then its row, which tells where they are. */
export async function discardUpload(
  { _id, size }: Pick<Upload, '_id' | 'size'>,
  { portal, store }: Pick<Deps, 'portal' | 'store'>,
): Promise<void> {
  await deleteFile(partsOf(_id), piecesOf(size), { store });
  await uploadModel(portal).deleteOne({ _id });
}

/** The right to write to an upload. */
export interface Turn {
  /** Its writes name it, so that they fail once the turn has passed to somebody else. */
  holder: string;
  /** Aborted when somebody else waits, or the turn was lost. */
  signal: AbortSignal;
  /** @throws DomainError `conflict` when too little time is left to write. */
  require(): void;
}

/**
 * Does work on an upload that nobody else does at the same time, in whichever process. Whoever holds it is asked to end, which
 * is what a client wants whose connection was lost without our noticing.
 *
 * @param options.isPatient whether to wait for the other one; if not, it fails at once.
 * @throws DomainError `not-found`; `conflict` when somebody else holds it.
 */
export async function withTurn<T>(
  key: UploadKey,
  deps: Pick<Deps, 'portal'>,
  { isPatient }: { isPatient: boolean },
  work: (turn: Turn) => Promise<T>,
): Promise<T> {
  const model = uploadModel(deps.portal);
  const holder = await takeTurn(key, model, isPatient);
  const ended = new AbortController();
  let heldUntil = Date.now() + heldMs;
  const renewal = setInterval(() => {
    const until = Date.now() + heldMs;
    model
      .findOneAndUpdate({ _id: key.id, holder }, { $set: { held_until: new Date(until) } })
      .lean<Upload>()
      .then(
        (found) => {
          if (found) heldUntil = until;
          if (!found || found.wanted) ended.abort();
        },
        // The turn ends by itself when it can't be renewed for long.
        () => {},
      );
  }, renewEveryMs);
  try {
    return await work({
      holder,
      signal: ended.signal,
      require() {
        if (heldUntil - Date.now() < leastMs) throw busy();
      },
    });
  } finally {
    clearInterval(renewal);
    await model.updateOne({ _id: key.id, holder }, { $unset: { holder: 1, held_until: 1, wanted: 1 } });
  }
}

/** @returns a filter for uploads that nobody writes to. */
export function isFree() {
  const isHeld = { holder: trusted({ $exists: true }), held_until: trusted({ $gte: new Date() }) };
  return { $nor: trusted([isHeld]) };
}

async function takeTurn(
  { client, id }: UploadKey,
  model: Model<Upload>,
  isPatient: boolean,
): Promise<string> {
  const holder = randomUUID();
  const until = Date.now() + (isPatient ? waitMs : 0);
  for (;;) {
    const now = Date.now();
    const { modifiedCount } = await model.updateOne(
      { _id: id, client_id: client, ...isFree() },
      { $set: { holder, held_until: new Date(now + heldMs) }, $unset: { wanted: 1 } },
    );
    if (modifiedCount > 0) return holder;
    if (now >= until) throw busy();
    const { matchedCount } = await model.updateOne(
      { _id: id, client_id: client },
      { $set: { wanted: true } },
    );
    if (matchedCount === 0) throw new DomainError('not-found', 'This file was not found.');
    await wait(200);
  }
}

function busy(): DomainError {
  return new DomainError('conflict', 'This file is being worked on. Try again in a moment.', {
    reason: 'busy',
  });
}
