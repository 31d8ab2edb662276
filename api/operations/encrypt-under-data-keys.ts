import type { Answers } from '@claimdesk/forms/definition';
import { type Connection, type mongo, trusted } from 'mongoose';
import { clientsCollection } from '#api/accounts/clients/client.model.ts';
import { clientDocumentsCollection, copyOf, fileOf } from '#api/casework/clients/client-document.model.ts';
import { contractsCollection } from '#api/casework/contracts/contract.model.ts';
import { encryptAnswers } from '#api/casework/submissions/encrypted-answers.ts';
import { partsOf, piecesOf, uploadsCollection } from '#api/casework/uploads/upload.model.ts';
import type { AnyCollection, Row } from '#api/platform/database/collection.ts';
import { batchSize, forEachBatch } from '#api/platform/database/for-each-row.ts';
import type { Migration, MigrationContext } from '#api/platform/database/migrate.ts';
import { documentsCollection } from '#api/platform/documents/document.model.ts';
import { type EncryptedFile, pieceContext, pieceName } from '#api/platform/documents/encrypted-file.ts';
import { documentContext, fileNameOf } from '#api/platform/documents/make-documents.ts';
import { decrypt, type EncryptionContext, encrypt, keyIdOf } from '#api/platform/keys/encrypt.ts';
import { decryptBytes, encryptBytes, keyIdOfBytes } from '#api/platform/keys/encrypt-bytes.ts';
import { dataKeyId, type KeyRing } from '#api/platform/keys/key-ring.ts';
import { lookupHashes } from '#api/platform/keys/lookups.ts';
import { collections } from '../collections.ts';
import { encryptedValuesOf } from './find-encrypted.ts';

type Dependencies = Pick<MigrationContext, 'portal' | 'keys' | 'store' | 'log'>;
type Declared = Pick<AnyCollection, 'name' | 'encrypted' | 'ownerOf'>;

/**
 * 1.0 encrypted everything under the key ring itself, as long as it was, each answer alone and some not at all. This brings it under
 * the data keys of its owners, padded, value by value, and makes one value of the answers; what it has not come to yet stays
 * encrypted as it is. What no key decrypts stays so.
 */
export const encryptUnderDataKeys: Migration = { id: '2026-11-28-data-keys', run: encryptAgain };

/** For databases in which the one before ran when it did not pad yet. In others this finds nothing to do. */
export const paddedValues: Migration = { id: '2026-11-29-padded-values', run: encryptAgain };

async function encryptAgain(context: Dependencies): Promise<void> {
  for (const collection of collections) {
    if (!collection.encrypted) continue;
    const rows = collection.rows<Row>(context.portal);
    await forEachBatch(rows.find({}, { batchSize }), async (batch) => {
      const changes = await Promise.all(batch.map((row) => changesOf(row as Row, collection, context)));
      if (changes.flat().length > 0) await rows.bulkWrite(changes.flat(), { ordered: false });
    });
  }
  for await (const file of listFiles(context.portal)) await encryptFile(file, context);
}

type Change = mongo.AnyBulkWriteOperation<Row>;

/** Each value is replaced only while it still is the one that was read. */
async function changesOf(row: Row, collection: Declared, context: Dependencies): Promise<Change[]> {
  const { keys, log } = context;
  const hasOldAnswers = collection.encrypted?.includes('answers') && typeof (row.answers ?? '') === 'object';
  const old = encryptedValuesOf(row, collection).filter(
    ({ path, value }) => value.startsWith('v1.') && !path.startsWith('answers.'),
  );
  if (old.length === 0 && !hasOldAnswers) return [];
  const ring = await keys.for(collection.ownerOf(row));
  function attempt(make: () => Change): Change[] {
    try {
      return [make()];
    } catch {
      log.error('record unreadable', { collection: collection.name });
      return [];
    }
  }
  return [
    ...old.flatMap((each) => attempt(() => replaceValue(row, each, collection, ring, context))),
    ...(hasOldAnswers ? attempt(() => joinAnswers(row, collection, ring, context)) : []),
  ];
}

function replaceValue(
  { _id }: Row,
  { path, value, context }: ReturnType<typeof encryptedValuesOf>[number],
  { name }: Declared,
  ring: KeyRing,
  { keys }: Dependencies,
): Change {
  const text = decrypt(ring, value, context);
  const isNumber = name === clientsCollection.name && path === 'ssn';
  const lookup = isNumber && { ssn_lookup: lookupHashes(keys.lookups, 'client-ssn', text) };
  const filter = { _id, [path]: value } as never;
  return { updateOne: { filter, update: { $set: { [path]: encrypt(ring, text, context), ...lookup } } } };
}

/** @throws Error when one of the answers can't be decrypted. */
function joinAnswers(
  row: Row,
  { name: collection }: Declared,
  ring: KeyRing,
  { keys }: Dependencies,
): Change {
  const { _id } = row;
  const record = { collection, document: String(_id) };
  const opened = Object.entries(row.answers as Answers).map(([field, value]) => {
    const isEncrypted = typeof value === 'string' && keyIdOf(value) !== '';
    return [field, isEncrypted ? JSON.parse(decrypt(ring, value, { ...record, field })) : value];
  });
  const answers: Answers = Object.fromEntries(opened);
  const isContract = collection === contractsCollection.name;
  const lookup = isContract && {
    ssn_lookup: lookupHashes(keys.lookups, 'contract-ssn', String(answers.ssn)),
  };
  const filter = { _id, answers: { $type: 'object' } } as never;
  return {
    updateOne: { filter, update: { $set: { answers: encryptAnswers(answers, ring, record), ...lookup } } },
  };
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
