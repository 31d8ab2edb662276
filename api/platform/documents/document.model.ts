import { Schema, type Types } from 'mongoose';
import { defineCollection } from '#api/platform/database/collection.ts';

/** The kinds of records that documents are rendered from: each area declares its own. */
// biome-ignore lint/suspicious/noEmptyInterface: areas add to it
export interface DocumentKinds {}
export type DocumentKind = keyof DocumentKinds;

/** An ordered document and, once it is rendered, the fingerprint that identifies it. */
export interface StoredDocument {
  _id: Types.ObjectId;
  kind: DocumentKind;
  /** The id of the record that it is rendered from. */
  of: Types.ObjectId;
  /** The record's reference, as its owner knows it. */
  reference: string;
  /** When it was signed, when by our representative, and the version of its text: the only public facts about it. */
  signed_at: Date;
  /** When our representative signed it too; absent on one that the client alone has signed. */
  countersigned_at?: Date;
  text_version: string;
  state: 'pending' | 'stored';
  attempts: number;
  /** When the next attempt may start, and the lease during an attempt: see `takeLease`. */
  due_at: Date;
  leased_until?: Date;
  created_at: Date;
  /** SHA-256 of the file's bytes, hexadecimal. */
  sha256?: string;
  /** Bytes. */
  size?: number;
  stored_at?: Date;
}

export const documentsCollection = defineCollection<StoredDocument>({
  name: 'documents',
  fields: {
    kind: { type: String, required: true },
    of: { type: Schema.Types.ObjectId, required: true },
    reference: { type: String, required: true },
    signed_at: { type: Date, required: true },
    countersigned_at: Date,
    text_version: { type: String, required: true },
    state: { type: String, enum: ['pending', 'stored'], required: true },
    attempts: { type: Number, required: true },
    due_at: { type: Date, required: true },
    leased_until: Date,
    created_at: { type: Date, required: true },
    sha256: String,
    size: Number,
    stored_at: Date,
  },
  indexes: [
    [{ kind: 1, of: 1 }, { unique: true }],
    // A contract has one that the client signed, and then one with both signatures.
    [{ reference: 1, kind: 1 }, { unique: true }],
    [{ due_at: 1 }, { partialFilterExpression: { state: 'pending' } }],
    [{ sha256: 1 }, { unique: true, partialFilterExpression: { sha256: { $exists: true } } }],
  ],
});
