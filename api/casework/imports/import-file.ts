import { createHash } from 'node:crypto';
import { Types } from 'mongoose';
import { readInQueue } from '#api/casework/clients/clean-upload.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { fingerprint } from '#api/platform/keys/fingerprint.ts';
import { makeWorkProcess, WorkError } from '#api/platform/work-process.ts';
import { type Header, type Import, importRowsCollection, importsCollection } from './import.model.ts';
import type { ImportWork } from './import-process.ts';
import { rowId } from './import-rows.ts';
import { maxImportBytes, type Table } from './read-table.ts';

const megabyte = 1024 * 1024;
const withinMs = 30_000;

/** A workbook of some kilobytes can unpack to gigabytes. */
export const importProcess = makeWorkProcess<ImportWork>(new URL('./import-process.ts', import.meta.url), {
  memoryBytes: 512 * megabyte,
  heapBytes: 256 * megabyte,
});

/**
 * Keeps the rows of a file, encrypted; the file itself is not kept. The same file again is the same import, unless that was taken
 * back.
 *
 * @returns the id of the import. @throws DomainError `bad-input` or `too-large` with a sentence for `file`; `unavailable` while too
 * many files are read.
 */
export async function importFile(
  { file, staff }: { file: AsyncIterable<Uint8Array>; staff: string },
  { portal, keys }: Pick<Deps, 'portal' | 'keys'>,
): Promise<{ id: string }> {
  const bytes = await wholeOf(file);
  const digest = fingerprint(
    keys.fingerprints,
    'import',
    createHash('sha256').update(bytes).digest('base64url'),
  );
  const before = await importsCollection
    .model(portal)
    .findOne({ digest }, { state: 1 })
    .sort({ at: -1 })
    .lean<Import>();
  if (before && before.state !== 'taking back' && before.state !== 'taken back')
    return { id: before._id.toHexString() };
  const { headers, how, rows } = await readInQueue('staff', () => readFile(bytes));
  const layout = fingerprint(keys.fingerprints, 'import layout', JSON.stringify(headers));
  const _id = new Types.ObjectId();
  const at = new Date();
  await inTransaction(portal, async (session) => {
    const ring = await keys.make(_id, session);
    const header = JSON.stringify({ headers, how } satisfies Header);
    const stored: Import = {
      ...{ _id, digest, layout, state: 'mapping', by: staff, at, rows: rows.length },
      ...{ counts: { new: rows.length }, attempts: 0, due_at: at },
      header: importsCollection.encrypt(ring, _id, 'header', header),
    };
    await importsCollection.model(portal).create([stored], { session });
    const own = rows.map(({ number, cells }) => {
      const id = rowId(_id, number);
      const encrypted = importRowsCollection.encrypt(ring, id, 'cells', JSON.stringify(cells));
      return { _id: id, import: _id, group: 'new', cells: encrypted, matter: null, events: [], at } as const;
    });
    await importRowsCollection.model(portal).insertMany(own, { session });
  });
  return { id: _id.toHexString() };
}

async function readFile(bytes: Buffer): Promise<Table> {
  const table = await importProcess.run('readTable', bytes, { withinMs }).catch((error: unknown) => {
    if (!(error instanceof WorkError)) throw error;
    throw refusal('This file takes too much to open. Save only the rows to import as CSV');
  });
  if ('refused' in table) throw refusal(table.refused);
  return table;
}

async function wholeOf(file: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const piece of file) {
      size += piece.length;
      if (size > maxImportBytes) break;
      pieces.push(piece);
    }
  } catch {
    throw refusal('The file did not arrive whole. Choose it again');
  }
  const text = 'This file is larger than 5 MB. Save it as several files';
  if (size > maxImportBytes) throw new DomainError('too-large', text, { fields: { file: text } });
  if (size === 0) throw refusal('This file is empty');
  return Buffer.concat(pieces);
}

function refusal(text: string): DomainError {
  return new DomainError('bad-input', text, { fields: { file: text } });
}
