import { type Connection, type mongo, trusted } from 'mongoose';
import { clientDocumentsCollection, copyOf, fileOf } from '#api/casework/clients/client-document.model.ts';
import { partsOf, piecesOf, uploadsCollection } from '#api/casework/uploads/upload.model.ts';
import type { AnyCollection, Row } from '#api/platform/database/collection.ts';
import { batchSize, forEachBatch } from '#api/platform/database/for-each-row.ts';
import type { Migration, MigrationContext } from '#api/platform/database/migrate.ts';
import { documentsCollection } from '#api/platform/documents/document.model.ts';
import { type EncryptedFile, pieceContext, pieceName } from '#api/platform/documents/encrypted-file.ts';
import { documentContext, fileNameOf } from '#api/platform/documents/make-documents.ts';
import { decrypt, type EncryptionContext, encrypt, keyIdOf } from '#api/platform/keys/encrypt.ts';
import { decryptBytes, encryptBytes, keyIdOfBytes } from '#api/platform/keys/encrypt-bytes.ts';
import { dataKeyId } from '#api/platform/keys/key-ring.ts';
import { collections } from '../collections.ts';
import { encryptedValuesOf } from './find-encrypted.ts';

type Dependencies = Pick<MigrationContext, 'portal' | 'keys' | 'store' | 'log'>;
type Declared = Pick<AnyCollection, 'name' | 'encrypted' | 'answers' | 'ownerOf'>;

/**
 * 1.0 encrypted everything under the key ring itself. This brings it under the data keys of its owners, value by value; what it
 * has not come to yet stays readable. What no key decrypts stays as it is.
 */
export const encryptUnderDataKeys: Migration = {
  id: '2026-11-28-data-keys',
  async run(context) {
    for (const collection of collections) {
      if (!collection.encrypted && !collection.answers) continue;
      const rows = collection.rows<Row>(context.portal);
      await forEachBatch(rows.find({}, { batchSize }), async (batch) => {
        const changes = await Promise.all(batch.map((row) => changesOf(row as Row, collection, context)));
        if (changes.flat().length > 0) await rows.bulkWrite(changes.flat(), { ordered: false });
      });
    }
    for await (const file of listFiles(context.portal)) await encryptFile(file, context);
  },
};

/** Each value is replaced only while it still is the one that was read. */
async function changesOf(
  row: Row,
  collection: Declared,
  { keys, log }: Dependencies,
): Promise<mongo.AnyBulkWriteOperation<Row>[]> {
  const old = encryptedValuesOf(row, collection).filter(({ value }) => isOld(value));
  if (old.length === 0) return [];
  const ring = await keys.for(collection.ownerOf(row));
  return old.flatMap(({ path, value, context }) => {
    try {
      const to = encrypt(ring, decrypt(ring, value, context), context);
      const filter = { _id: row._id, [path]: value } as never;
      return [{ updateOne: { filter, update: { $set: { [path]: to } } } }];
    } catch {
      log.error('record unreadable', { collection: collection.name });
      return [];
    }
  });
}

/** An answer that a form calls open may be any text, and is none that a key encrypted. */
function isOld(value: string): boolean {
  return !['', dataKeyId].includes(keyIdOf(value));
}

/** One encrypted value of the document store. */
interface StoredFile {
  name: string;
  context: EncryptionContext;
  owner: unknown;
}

async function encryptFile(
  { name, context, owner }: StoredFile,
  { keys, store, log }: Dependencies,
): Promise<void> {
  try {
    const encrypted = await store.get(name);
    if (keyIdOfBytes(encrypted) === dataKeyId) return;
    const ring = await keys.for(owner);
    await store.put(name, encryptBytes(ring, decryptBytes(ring, encrypted, context), context));
  } catch {
    log.error('record unreadable', { collection: context.collection });
  }
}

/** Lists PDFs of signed contracts, and the pieces of clients' documents and unfinished uploads. */
async function* listFiles(portal: Connection): AsyncGenerator<StoredFile> {
  const made = documentsCollection.model(portal).find({ state: 'stored' }, { sha256: 1, of: 1 }).lean();
  for await (const { _id, sha256 = '', of: owner } of made.cursor()) {
    const id = _id.toHexString();
    yield { name: fileNameOf(id, sha256), context: documentContext(id), owner };
  }
  const documents = clientDocumentsCollection.model(portal).find({ state: 'stored' }).lean();
  for await (const { _id, client_id, pieces = 0, copy } of documents.cursor()) {
    yield* piecesIn(fileOf(_id), pieces, client_id);
    if (copy) yield* piecesIn(copyOf(_id), copy.pieces, client_id);
  }
  const unfinished = { state: trusted({ $in: ['arriving', 'arrived'] }) };
  for await (const { _id, client_id, offset } of uploadsCollection.model(portal).find(unfinished).cursor())
    yield* piecesIn(partsOf(_id), piecesOf(offset), client_id);
}

function* piecesIn(file: EncryptedFile, pieces: number, owner: string): Generator<StoredFile> {
  for (let at = 0; at < pieces; at += 1)
    yield { name: pieceName(file, at), context: pieceContext(file, at), owner };
}
