import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Connection, type mongo, Types, trusted } from 'mongoose';
import type { KeyRing } from '../keys/key-ring.ts';
import { sealBytes, unsealBytes } from '../keys/seal-bytes.ts';
import { type Log, placeOf } from '../log.ts';
import { backOffMs } from '../outbox/deliver-outbox.ts';
import { type DocumentKind, documentModel, type StoredDocument } from './document.model.ts';
import type { Paper } from './paper.ts';
import type { Printer } from './printer.ts';
import type { DocumentStore } from './store/document-store.ts';

const lookEveryMs = 5_000;
const leaseMs = 60_000;

/** Says, for each kind of document, what it reads: from the stored record, so that it can be made at any time. */
export type PaperWriters = Record<DocumentKind, (of: Types.ObjectId) => Promise<Paper>>;

interface Options {
  portal: Connection;
  ring: KeyRing;
  store: DocumentStore;
  printer: Printer;
  writers: PaperWriters;
  log: Log;
}

export interface Documents {
  /** Makes the document if it is not made yet. @throws Error when there is none with this id. */
  read(id: string): Promise<{ content: Buffer; contentType: string; sha256: string }>;
  /** Looks for ordered documents now instead of at the next tick. */
  wake(): void;
  stop(): Promise<void>;
}

/** Orders a document as part of the caller's transaction; it is made after the commit. @returns its id. */
export async function orderDocument(
  ordered: Pick<StoredDocument, 'kind' | 'of' | 'reference' | 'signed_at' | 'text_version'>,
  portal: Connection,
  session: mongo.ClientSession,
): Promise<Types.ObjectId> {
  const _id = new Types.ObjectId();
  const now = new Date();
  const row = { _id, ...ordered, state: 'pending' as const, attempts: 0, due_at: now, created_at: now };
  await documentModel(portal).create([row], { session });
  return _id;
}

/**
 * Makes what was ordered, in this process and any number of others: each document is leased by one of them, and tried
 * again later when something fails. A document that was ordered is made even if the process that took the order died
 * right after the commit. Whoever wants to read one that is not made yet makes it.
 *
 * Two processes that make the same one at the same time print the same bytes, so nothing is lost by it.
 */
export function makeDocuments(options: Options): Documents {
  const { log, portal, ring, store } = options;
  const stop = new AbortController();
  const making = new Map<string, Promise<StoredDocument>>();
  let alarm = new AbortController();

  function make(document: StoredDocument): Promise<StoredDocument> {
    const id = document._id.toHexString();
    const running = making.get(id) ?? makeOne(document, options).finally(() => making.delete(id));
    making.set(id, running);
    return running;
  }

  async function run(): Promise<void> {
    while (!stop.signal.aborted) {
      try {
        while (!stop.signal.aborted && (await makeNext(make, options)));
      } catch (error) {
        log.warn('documents unavailable', { error: placeOf(error) });
      }
      const either = AbortSignal.any([stop.signal, alarm.signal]);
      await wait(lookEveryMs, undefined, { signal: either }).catch(() => {});
      if (alarm.signal.aborted) alarm = new AbortController();
    }
  }

  const running = run();
  return {
    async read(id) {
      const found = await documentModel(portal).findOne({ _id: id }).lean<StoredDocument>();
      if (!found) throw new Error('There is no such document.');
      const document = found.state === 'stored' ? found : await make(found);
      const sha256 = document.sha256 ?? '';
      const content = unsealBytes(ring, await store.get(fileNameOf(id, sha256)), placeOfDocument(id));
      if (fingerprintOf(content) !== sha256)
        throw new Error('A stored document is not the one that was made.');
      return { content, contentType: 'application/pdf', sha256 };
    },
    wake: () => alarm.abort(),
    async stop() {
      stop.abort();
      await running;
      await Promise.allSettled(making.values());
    },
  };
}

/** @returns whether there was one to make. */
async function makeNext(
  make: (document: StoredDocument) => Promise<StoredDocument>,
  { portal, log }: Options,
): Promise<boolean> {
  const model = documentModel(portal);
  const now = new Date();
  const document = await model
    .findOneAndUpdate(
      { state: 'pending', due_at: trusted({ $lte: now }) },
      { $set: { due_at: new Date(now.getTime() + leaseMs) }, $inc: { attempts: 1 } },
      { sort: { due_at: 1 }, new: true },
    )
    .lean<StoredDocument>();
  if (!document) return false;
  const { _id, kind, attempts } = document;
  try {
    await make(document);
  } catch (error) {
    const due_at = new Date(Date.now() + backOffMs(attempts));
    await model.updateOne({ _id, state: 'pending' }, { $set: { due_at } });
    log.error('document not made', { kind, attempt: attempts, error: placeOf(error) });
  }
  return true;
}

/** Prints, seals and stores a document. Whoever comes second finds that it is done. */
async function makeOne(
  { _id, kind, of }: StoredDocument,
  { portal, ring, store, printer, writers }: Options,
): Promise<StoredDocument> {
  const model = documentModel(portal);
  const id = _id.toHexString();
  const bytes = await printer.print(await writers[kind](of));
  const sha256 = fingerprintOf(bytes);
  await store.put(fileNameOf(id, sha256), sealBytes(ring, bytes, placeOfDocument(id)));
  const made = { state: 'stored' as const, sha256, size: bytes.length, stored_at: new Date() };
  await model.updateOne(
    { _id, state: 'pending' },
    { $set: made },
    { writeConcern: { w: 'majority', j: true } },
  );
  return model.findOne({ _id }).lean<StoredDocument>().orFail();
}

/** @returns SHA-256 of a file's bytes, hexadecimal. */
export function fingerprintOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The row says which bytes are the document, should two versions of the program ever have printed it differently. */
export function fileNameOf(id: string, sha256: string): string {
  return `${id}.${sha256}`;
}

export function placeOfDocument(document: string) {
  return { collection: 'documents', field: 'bytes', document };
}
