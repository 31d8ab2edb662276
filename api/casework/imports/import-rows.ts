import { Types } from 'mongoose';
import type { Deps, Reading } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import {
  type Found,
  type Import,
  type ImportCounts,
  type ImportRow,
  importRowsCollection,
  importsCollection,
  type RowGroup,
  type Verdict,
} from './import.model.ts';
import type { Cell } from './read-table.ts';

/** @throws DomainError `not-found`. */
export async function findImport(id: string, { portal }: Pick<Deps, 'portal'>): Promise<Import> {
  const found = await importsCollection
    .model(portal)
    .findOne({ _id: new Types.ObjectId(id) })
    .lean<Import>();
  if (!found) throw new DomainError('not-found', 'This import was not found.');
  return found;
}

/** @returns the id of a row, by which rows sort as in the file. @param number of the row in the file. */
export function rowId(imported: Types.ObjectId, number: number): string {
  return `${imported.toHexString()}-${String(number).padStart(7, '0')}`;
}

export function numberOf({ _id }: Pick<ImportRow, '_id'>): number {
  return Number(_id.split('-')[1]);
}

/** @throws Error where a row can't be decrypted: nothing is entered without having been read. */
export async function openRow(
  row: ImportRow,
  { keys }: Pick<Reading, 'keys'>,
): Promise<{ cells: Cell[]; found: Found | null }> {
  const ring = await keys.of(row.import);
  const open = (field: 'cells' | 'found', text: string) =>
    JSON.parse(importRowsCollection.decrypt(ring, row._id, field, text));
  return { cells: open('cells', row.cells), found: row.found ? open('found', row.found) : null };
}

export async function encryptFound(
  row: Pick<ImportRow, '_id' | 'import'>,
  found: Found,
  { keys }: Pick<Reading, 'keys'>,
): Promise<string> {
  const ring = await keys.for(row.import);
  return importRowsCollection.encrypt(ring, row._id, 'found', JSON.stringify(found));
}

/** @returns how many rows of an import there are of each kind. */
export async function countRows(imported: Types.ObjectId, portal: Deps['portal']): Promise<ImportCounts> {
  const found = await importRowsCollection
    .model(portal)
    .aggregate<{ _id: { group: RowGroup; verdict?: Verdict; openable?: boolean }; count: number }>([
      { $match: { import: imported } },
      {
        $group: { _id: { group: '$group', verdict: '$verdict', openable: '$openable' }, count: { $sum: 1 } },
      },
    ]);
  const counts: ImportCounts = {};
  for (const { _id, count } of found)
    for (const name of [
      _id.group,
      _id.verdict,
      _id.group === 'not ours' && _id.openable && ('openable' as const),
    ])
      if (name) counts[name] = (counts[name] ?? 0) + count;
  return counts;
}

/** Keeps with an import how many rows of it there are of each kind, for lists and for when the rows have ended. */
export async function keepCounts(imported: Types.ObjectId, portal: Deps['portal']): Promise<void> {
  const counts = await countRows(imported, portal);
  await importsCollection.model(portal).updateOne({ _id: imported }, { $set: { counts } });
}
