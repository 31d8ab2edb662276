import { type Connection, type Model, Schema, type Types } from 'mongoose';

/** What a document is printed from: a record of this kind. */
export type DocumentKind = 'contract';

/** A document that was ordered, and once it is made, the fingerprint by which it is known again. */
export interface StoredDocument {
  _id: Types.ObjectId;
  kind: DocumentKind;
  /** The record that it is printed from. */
  of: Types.ObjectId;
  /** Of the record, as its owner knows it. */
  reference: string;
  /** When what it tells happened, and the version of the text that it holds: what may be told about it to anybody. */
  signed_at: Date;
  text_version: string;
  state: 'pending' | 'stored';
  attempts: number;
  /** When it may next be tried; pushed forward while somebody makes it. */
  due_at: Date;
  created_at: Date;
  /** SHA-256 of the file's bytes, hexadecimal. */
  sha256?: string;
  /** Bytes. */
  size?: number;
  stored_at?: Date;
}

const schema = new Schema<StoredDocument>(
  {
    kind: { type: String, enum: ['contract'], required: true },
    of: { type: Schema.Types.ObjectId, required: true },
    reference: { type: String, required: true },
    signed_at: { type: Date, required: true },
    text_version: { type: String, required: true },
    state: { type: String, enum: ['pending', 'stored'], required: true },
    attempts: { type: Number, required: true },
    due_at: { type: Date, required: true },
    created_at: { type: Date, required: true },
    sha256: String,
    size: Number,
    stored_at: Date,
  },
  { collection: 'documents', strict: 'throw', versionKey: false },
)
  .index({ kind: 1, of: 1 }, { unique: true })
  .index({ reference: 1 }, { unique: true })
  .index({ due_at: 1 }, { partialFilterExpression: { state: 'pending' } })
  .index({ sha256: 1 }, { unique: true, partialFilterExpression: { sha256: { $exists: true } } });

export function documentModel(portal: Connection): Model<StoredDocument> {
  return portal.models.StoredDocument ?? portal.model<StoredDocument>('StoredDocument', schema);
}

export async function prepareDocuments(portal: Connection): Promise<void> {
  const model = documentModel(portal);
  await model.createCollection();
  await model.createIndexes();
}
