import { createHash } from 'node:crypto';
import { type Connection, type mongo, Types } from 'mongoose';
import type { RowJob } from '#api/platform/jobs/jobs.ts';
import type { DataKeys } from '#api/platform/keys/data-keys.ts';
import { decryptBytes, encryptBytes } from '#api/platform/keys/encrypt-bytes.ts';
import { type DocumentKind, documentsCollection, type StoredDocument } from './document.model.ts';
import type { PdfDocument } from './pdf/pdf-document.ts';
import type { PdfRenderer } from './pdf/pdf-renderer.ts';
import type { DocumentStore } from './store/document-store.ts';

/** Writes each kind of document from its stored record, so that it can be rendered at any time. */
export type PdfDocumentWriters = Record<DocumentKind, (recordId: Types.ObjectId) => Promise<PdfDocument>>;

interface Options {
  portal: Connection;
  keys: DataKeys;
  store: DocumentStore;
  pdfRenderer: PdfRenderer;
  writers: PdfDocumentWriters;
}

export interface Documents {
  /** Makes the ordered documents in advance. */
  job: RowJob<StoredDocument>;
  /** Renders the document if that has not happened yet. @throws Error when there is none with this id. */
  read(id: string): Promise<{ content: Buffer; contentType: string; sha256: string }>;
  /** Waits for the documents that are being made. */
  stop(): Promise<void>;
}

/** Orders a document as part of the caller's transaction; it is rendered after the commit. @returns its id. */
export async function orderDocument(
  ordered: Pick<
    StoredDocument,
    'kind' | 'of' | 'reference' | 'signed_at' | 'countersigned_at' | 'text_version'
  >,
  portal: Connection,
  session: mongo.ClientSession,
): Promise<Types.ObjectId> {
  const _id = new Types.ObjectId();
  const now = new Date();
  const row = { _id, ...ordered, state: 'pending' as const, attempts: 0, due_at: now, created_at: now };
  await documentsCollection.model(portal).create([row], { session });
  return _id;
}

/**
 * Renders and stores ordered documents. One is made even if the process that ordered it dies right after the commit. Reading a
 * document that is not made yet makes it, whether the job was started or not.
 *
 * Two processes that make the same document at once render the same bytes, so neither result is wrong.
 */
export function makeDocuments(options: Options): Documents {
  const { portal, keys, store } = options;
  const making = new Map<string, Promise<StoredDocument>>();

  function make(document: StoredDocument): Promise<StoredDocument> {
    const id = document._id.toHexString();
    const running = making.get(id) ?? makeOne(document, options).finally(() => making.delete(id));
    making.set(id, running);
    return running;
  }

  return {
    job: {
      name: 'documents',
      collection: documentsCollection.name,
      waiting: () => ({ state: 'pending' }),
      run: make,
    },
    async read(id) {
      const found = await documentsCollection.model(portal).findOne({ _id: id }).lean<StoredDocument>();
      if (!found) throw new Error('There is no such document.');
      const document = found.state === 'stored' ? found : await make(found);
      const sha256 = document.sha256 ?? '';
      // A document belongs to the record that it is rendered from, and ends with its key.
      const ring = await keys.of(document.of);
      const content = decryptBytes(ring, await store.get(fileNameOf(id, sha256)), documentContext(id));
      if (fingerprintOf(content) !== sha256)
        throw new Error('A stored document does not match its fingerprint.');
      return { content, contentType: 'application/pdf', sha256 };
    },
    async stop() {
      await Promise.allSettled(making.values());
    },
  };
}

/**
 * Renders, encrypts and stores a document; when another process was faster, its row stays as it is. When the row was deleted
 * meanwhile, nothing of the document is left. @throws Error then.
 */
async function makeOne(
  { _id, kind, of }: StoredDocument,
  { portal, keys, store, pdfRenderer, writers }: Options,
): Promise<StoredDocument> {
  const model = documentsCollection.model(portal);
  const id = _id.toHexString();
  const bytes = await pdfRenderer.render(await writers[kind](of));
  const sha256 = fingerprintOf(bytes);
  const file = fileNameOf(id, sha256);
  await store.put(file, encryptBytes(await keys.for(of), bytes, documentContext(id)));
  const made = { state: 'stored' as const, sha256, size: bytes.length, stored_at: new Date() };
  await model.updateOne(
    { _id, state: 'pending' },
    { $set: made },
    { writeConcern: { w: 'majority', j: true } },
  );
  const stored = await model.findOne({ _id }).lean<StoredDocument>();
  if (stored) return stored;
  await store.delete(file);
  throw new Error('The document was deleted while it was made.');
}

/** @returns SHA-256 of a file's bytes, hexadecimal. */
export function fingerprintOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Contains the hash, so that the row says which file counts if two versions ever render it differently. */
export function fileNameOf(id: string, sha256: string): string {
  return `${id}.${sha256}`;
}

export function documentContext(document: string) {
  return { collection: documentsCollection.name, field: 'bytes', document };
}
