import { Schema, type Types } from 'mongoose';
import { type SentType, sentTypeNames } from '#api/casework/clients/document-types.ts';
import { defineCollection } from '#api/platform/database/collection.ts';
import type { Deps } from '#api/platform/deps.ts';
import { deleteFile, pieceBytes } from '#api/platform/documents/encrypted-file.ts';
import { DomainError } from '#api/platform/domain-error.ts';

/** Result of an upload, with the reference of the document, whether it was received now or earlier. */
export type UploadOutcome =
  | { state: 'received' | 'known'; receipt: string }
  | { state: 'refused'; text: string };

/** A file that a client sends in parts, from its announcement until the client has read the result. */
export interface Upload {
  /** Also the id of the document that it becomes, so the document can't be made twice. */
  _id: Types.ObjectId;
  client_id: string;
  /** `arriving`; `arrived`: all bytes are stored, but the document is not made yet; `done`: it has an outcome. */
  state: 'arriving' | 'arrived' | 'done';
  /** Keyed fingerprint of the whole file, as the browser announced it. */
  digest: string;
  /** Bytes of the file, and how many of them are stored. */
  size: number;
  offset: number;
  /** Shared by all files that were announced together. The note is encrypted. */
  type: SentType;
  note?: string;
  receipt: string;
  /** When its last byte was stored, or its outcome. */
  at: Date;
  outcome?: UploadOutcome;
  tries: number;
  /** Sent by a form that was answered before the document could be made. The client sees the result in the list. */
  unattended?: true;
  /** Announced before the account was confirmed: see `room-for-unconfirmed.ts`. */
  unconfirmed?: true;
  /** Current lock holder, lock expiry, and whether another request waits for the lock; see `upload-lock.ts`. */
  holder?: string;
  held_until?: Date;
  wanted?: boolean;
}

export interface SentDetails {
  type: SentType;
  note: string;
  receipt: string;
}

export interface UploadKey {
  client: string;
  /** The id of the upload. */
  id: string;
}

/** How long an upload can be resumed. */
export const resumableMs = 24 * 60 * 60_000;

/** What clients announced before their account was confirmed, by client. */
export const unconfirmedUploadsIndex = { unconfirmed: 1, client_id: 1, state: 1, size: 1 } as const;

export const uploadsCollection = defineCollection<Upload>({
  name: 'client_uploads',
  fields: {
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
    unconfirmed: Boolean,
    holder: String,
    held_until: Date,
    wanted: Boolean,
  },
  indexes: [
    [{ client_id: 1, state: 1, at: 1 }],
    [{ state: 1, at: 1 }],
    [unconfirmedUploadsIndex, { partialFilterExpression: { unconfirmed: true } }],
    // The same file, announced again, resumes the same upload.
    [
      { client_id: 1, digest: 1 },
      { unique: true, partialFilterExpression: { state: 'arriving' } },
    ],
  ],
  encrypted: ['note'],
  owner: 'client_id',
});

/** Where the bytes of an upload are stored until it is a document. */
export function partsOf(_id: Types.ObjectId) {
  return { collection: uploadsCollection.name, document: _id.toHexString() };
}

export function piecesOf(size: number): number {
  return Math.ceil(size / pieceBytes);
}

/** @returns the details as an upload's row stores them. */
export async function encryptDetails(
  _id: Types.ObjectId,
  { type, note, receipt }: SentDetails,
  client: string,
  { keys }: Pick<Deps, 'keys'>,
) {
  const ring = note && (await keys.for(client));
  return { type, receipt, ...(ring && { note: uploadsCollection.encrypt(ring, _id, 'note', note) }) };
}

/** @throws DomainError `not-found`, also for another client's upload and for an expired one. */
export async function findUpload(
  { client, id }: UploadKey,
  { portal }: Pick<Deps, 'portal'>,
): Promise<Upload> {
  const found = await uploadsCollection.model(portal).findOne({ _id: id, client_id: client }).lean<Upload>();
  if (!found || isExpired(found)) throw new DomainError('not-found', 'This file was not found.');
  return found;
}

/** An upload that has arrived was acknowledged, so it stays until it has an outcome. */
export function isExpired({ state, at }: Upload): boolean {
  return state !== 'arrived' && at.getTime() < Date.now() - resumableMs;
}

/** Deletes the bytes of an upload, then its row: without the row nothing would find the bytes. */
export async function discardUpload(
  { _id, size }: Pick<Upload, '_id' | 'size'>,
  { portal, store }: Pick<Deps, 'portal' | 'store'>,
): Promise<void> {
  await deleteFile(partsOf(_id), piecesOf(size), { store });
  await uploadsCollection.model(portal).deleteOne({ _id });
}
