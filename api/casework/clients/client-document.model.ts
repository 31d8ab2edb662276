import type { Types } from 'mongoose';
import { defineCollection } from '#api/platform/database/collection.ts';
import { type UploadType, uploadTypes } from './clean-upload.ts';
import { type DocumentType, documentTypeNames } from './document-types.ts';

/** Verdict of the virus scanner on what a client sent. `none`: there was no scanner when it arrived. */
export const scanStates = ['none', 'pending', 'clean', 'infected'] as const;
export type ScanState = (typeof scanStates)[number];

/** A file about a client, uploaded by staff or sent by the client. Its bytes are in the document store. */
export interface ClientDocument {
  _id: Types.ObjectId;
  client_id: string;
  /**
   * `uploading`: the bytes are arriving, or the upload was interrupted; `removed`: the bytes are being deleted. Only a
   * `stored` row is a document.
   */
  state: 'uploading' | 'stored' | 'removed';
  /** Encrypted. */
  title?: string;
  type?: DocumentType;
  content_type?: UploadType;
  /** Bytes; while it arrives by a form, as many as it may have at most. */
  size?: number;
  /** Of the file in the store. */
  pieces?: number;
  /** The id of the staff account that uploaded it; absent for what the client sent. */
  staff?: string;
  at: Date;
  /** The fields from here on exist only for what the client sent. All files of one form share the reference. */
  receipt?: string;
  /** Position among the files of its form, from 1. */
  number?: number;
  /** What the client wrote about it; encrypted. */
  note?: string;
  /** Keyed fingerprint of the file as it arrived, by which a second copy is recognized. */
  digest?: string;
  scan?: ScanState;
  /** What a PDF still needs before it can be opened; see `prepare-pdfs.ts`. */
  prepare?: 'copy';
  /** When the next attempt may start, the lease during an attempt, and the attempts so far: see `takeLease`. */
  held_until?: Date;
  leased_until?: Date;
  tries?: number;
  /** On every row. A process of 1.0 that runs beside this one rewrites PDFs that lack it. */
  rewrite_done?: true;
  /** Page images, at `copyOf`: what staff open instead of a PDF that no scanner has passed. Stored as `copy`. */
  copy?: PageImages;
  /** Password-protected, damaged or too complex: it stays locked. */
  unreadable?: true;
  /** It can be opened, and no staff member has opened it yet. Unset afterwards, so that the index stays small. */
  unread?: true;
  /** When staff were told by email that it is infected. */
  told_at?: Date;
  /** The id of the staff account that opened it first. */
  read_by?: string;
  read_at?: Date;
  /** Staff member who marked an unreadable document as handled. */
  handled_by?: string;
  handled_at?: Date;
  /** Sent before the account was confirmed: see `uploads/room-for-unconfirmed.ts`. */
  unconfirmed?: true;
}

export interface PageImages {
  pieces: number;
  /** Bytes. */
  size: number;
  /** Pages shown, and pages of the PDF. */
  drawn: number;
  pages: number;
}

/** What clients sent before their account was confirmed, by client. */
export const unconfirmedIndex = { unconfirmed: 1, client_id: 1, state: 1, size: 1, 'copy.size': 1 } as const;

export const clientDocumentsCollection = defineCollection<ClientDocument>({
  name: 'client_documents',
  fields: {
    client_id: { type: String, required: true },
    state: { type: String, enum: ['uploading', 'stored', 'removed'], required: true },
    title: String,
    type: { type: String, enum: documentTypeNames },
    content_type: { type: String, enum: Object.keys(uploadTypes) },
    size: Number,
    pieces: Number,
    staff: String,
    at: { type: Date, required: true },
    receipt: String,
    number: Number,
    note: String,
    digest: String,
    scan: { type: String, enum: scanStates },
    prepare: { type: String, enum: ['copy'] },
    held_until: Date,
    leased_until: Date,
    tries: Number,
    rewrite_done: Boolean,
    copy: { type: { _id: false, pieces: Number, size: Number, drawn: Number, pages: Number } },
    unreadable: Boolean,
    unread: Boolean,
    told_at: Date,
    read_by: String,
    read_at: Date,
    handled_by: String,
    handled_at: Date,
    unconfirmed: Boolean,
  },
  indexes: [
    [{ client_id: 1, at: -1, _id: -1 }],
    [{ state: 1, at: 1 }],
    [{ unread: 1, at: 1 }, { partialFilterExpression: { unread: true } }],
    [{ unread: 1, client_id: 1, at: 1 }, { partialFilterExpression: { unread: true } }],
    [{ scan: 1, at: 1 }, { partialFilterExpression: { scan: 'pending' } }],
    [{ scan: 1, content_type: 1 }, { partialFilterExpression: { scan: 'none' } }],
    [{ prepare: 1, at: 1 }, { partialFilterExpression: { prepare: { $exists: true } } }],
    [unconfirmedIndex, { partialFilterExpression: { unconfirmed: true } }],
    [{ scan: 1, told_at: 1 }, { partialFilterExpression: { scan: 'infected' } }],
    [
      { receipt: 1, number: 1 },
      { unique: true, partialFilterExpression: { receipt: { $exists: true } } },
    ],
    // The same file, sent twice, is stored once.
    [
      { client_id: 1, digest: 1 },
      { unique: true, partialFilterExpression: { digest: { $exists: true } } },
    ],
  ],
  encrypted: ['title', 'note'],
  owner: 'client_id',
});

/** Where a client's file is stored while it arrives, until it has been checked and made a document. */
export function arrivalOf(_id: Types.ObjectId) {
  return { collection: clientDocumentsCollection.name, document: `${_id.toHexString()}-arrival` };
}

export function fileOf(_id: Types.ObjectId) {
  return { collection: clientDocumentsCollection.name, document: _id.toHexString() };
}

export function copyOf(_id: Types.ObjectId) {
  return { collection: clientDocumentsCollection.name, document: `${_id.toHexString()}-copy` };
}

/** @returns whether only the page images may be opened: a PDF from a client that no scanner has passed. */
export function needsCopy({ scan, content_type }: ClientDocument): boolean {
  return scan === 'none' && content_type === 'application/pdf';
}

/** @returns whether a document can be opened, is still being prepared, or can't be read. */
export function readinessOf(row: ClientDocument): 'ready' | 'preparing' | 'unreadable' {
  if (row.unreadable) return 'unreadable';
  return needsCopy(row) && !row.copy ? 'preparing' : 'ready';
}

/** The update that removes a document: nobody can find or open it, and it is not unread. Its bytes are deleted afterwards. */
export const removed = { $set: { state: 'removed' }, $unset: { unread: 1 } } as const;
