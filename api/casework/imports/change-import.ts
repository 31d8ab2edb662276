import { trusted } from 'mongoose';
import type { StaffAccount } from '#api/accounts/staff/staff.model.ts';
import { readFederalClosings } from '#api/content/read-site.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import {
  type Header,
  type Import,
  type ImportRow,
  type ImportState,
  importRowsCollection,
  importsCollection,
} from './import.model.ts';
import { findImport, keepCounts, openRow, rowId } from './import-rows.ts';
import { type ImportDeps, placeIn } from './place-row.ts';
import { importFields, type Mapping } from './read-row.ts';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Says which column means what. The job then finds whose each row is. It can be said again until the import is saved; what people
 * decided is then asked again.
 *
 * @throws DomainError `bad-input`, with a sentence for each field; `conflict`; `not-found`.
 */
export async function mapImport(
  { id, mapping }: { id: string; mapping: Mapping },
  deps: ImportDeps,
): Promise<void> {
  const imported = await findImport(id, deps);
  const { headers } = await readHeader(imported, deps);
  checkMapping(mapping, headers);
  const rows = importRowsCollection.model(deps.portal);
  await inTransaction(deps.portal, async (session) => {
    await move(imported, ['mapping', 'review'], { state: 'matching', mapping }, deps, session);
    await rows.updateMany(
      { import: imported._id },
      { $set: { group: 'new', matter: null }, $unset: { verdict: 1, found: 1, decided_by: 1, openable: 1 } },
      { session },
    );
  });
}

function checkMapping(mapping: Mapping, headers: readonly string[]): void {
  const fields: Record<string, string> = {};
  for (const field of importFields) {
    const column = mapping[field];
    if (column === undefined) continue;
    if (column >= headers.length) fields[field] = 'Choose one of the columns of the file';
    else if (importFields.some((other) => other !== field && mapping[other] === column))
      fields[field] = `“${headers[column]}” is chosen twice`;
  }
  if (mapping.status === undefined) fields.status = 'Choose the column with the status or decision';
  if (mapping.day === undefined) fields.day = 'Choose the column with the date of the decision or notice';
  const isWhole = mapping.first !== undefined && mapping.last !== undefined;
  if (mapping.first !== undefined && !isWhole) fields.last = 'Choose the column with the last name too';
  if (mapping.last !== undefined && !isWhole) fields.first = 'Choose the column with the first name too';
  if (mapping.ssn === undefined && mapping.name === undefined && !isWhole)
    fields.ssn = 'Choose the column with the Social Security number, or the one with the name';
  const [first] = Object.values(fields);
  if (first) throw new DomainError('bad-input', first, { fields });
}

export async function readHeader(imported: Import, { keys }: Pick<ImportDeps, 'keys'>): Promise<Header> {
  const ring = await keys.of(imported._id);
  return JSON.parse(importsCollection.decrypt(ring, imported._id, 'header', imported.header));
}

/**
 * Says whose a row is that asks, or that it is nobody's of ours. Until the import is saved, that can be changed.
 *
 * @param row its number in the file. @param matter its number; null for nobody.
 * @throws DomainError `bad-input` for a matter that the row does not resemble; `conflict` once it is saved; `not-found`.
 */
export async function decideRow(
  { id, row: number, matter, staff }: { id: string; row: number; matter: string | null; staff: string },
  deps: ImportDeps,
): Promise<void> {
  const imported = await findImport(id, deps);
  const { mapping } = imported;
  if (imported.state !== 'review' || !mapping) throw changedMeanwhile();
  const model = importRowsCollection.model(deps.portal);
  const row = await model.findById(rowId(imported._id, number)).lean<ImportRow>();
  if (!row) throw new DomainError('not-found', 'There is no such row in this import.');
  if (row.group !== 'ask' && !(row.group === 'open' && matter === null))
    throw new DomainError('conflict', 'Somebody else has decided about this row already.');
  const { found } = await openRow(row, deps);
  if (matter !== null && !found?.candidates.includes(matter))
    throw new DomainError('bad-input', 'Choose one of the matters that the row may be about.');
  if (matter === null)
    await model.updateOne(
      { _id: row._id, group: row.group },
      { $set: { group: 'not ours', decided_by: staff } },
    );
  else {
    const counting = { ...deps, closings: await readFederalClosings(deps) };
    await placeIn(matter, row, { mapping, decided_by: staff }, counting);
  }
  await keepCounts(imported._id, deps.portal);
}

/** Lets the job enter what is certain or decided. @throws DomainError `conflict` while rows ask, and once it is saved; `not-found`. */
export async function saveImport(
  { id, staff }: { id: string; staff: string },
  deps: ImportDeps,
): Promise<void> {
  const imported = await findImport(id, deps);
  if (await importRowsCollection.model(deps.portal).exists({ import: imported._id, group: 'ask' }))
    throw new DomainError('conflict', 'Match the remaining rows before saving.');
  await move(imported, ['review'], { state: 'saving', saved_by: staff }, deps);
}

/**
 * Lets the job take back what was entered, within a day.
 *
 * @param agreedBy who agrees that deadlines are removed.
 * @throws DomainError `bad-input`; `conflict` after a day, and before it is saved; `not-found`.
 */
export async function takeImportBack(
  {
    id,
    agreedBy,
    staff,
  }: { id: string; agreedBy: string; staff: { userId: string; account: Pick<StaffAccount, 'name'> } },
  deps: ImportDeps,
): Promise<void> {
  const imported = await findImport(id, deps);
  if (agreedBy.toLowerCase() === staff.account.name.trim().toLowerCase()) {
    const text = 'The second person has to be somebody else';
    throw new DomainError('bad-input', text, { fields: { agreed_by: text } });
  }
  if (!mayTakeBack(imported))
    throw new DomainError('conflict', 'An import can be taken back for a day after it was saved.');
  const ring = await deps.keys.for(imported._id);
  const agreed_by = importsCollection.encrypt(ring, imported._id, 'agreed_by', agreedBy);
  await move(imported, ['saved'], { state: 'taking back', taken_back_by: staff.userId, agreed_by }, deps);
}

export function mayTakeBack({ state, saved_at }: Pick<Import, 'state' | 'saved_at'>): boolean {
  return state === 'saved' && saved_at !== undefined && Date.now() - saved_at.getTime() < dayMs;
}

/** Gives an import to the job. @throws DomainError `conflict` where it is not in one of the states any more. */
async function move(
  { _id }: Import,
  from: readonly ImportState[],
  $set: Partial<Import>,
  { portal }: Pick<ImportDeps, 'portal'>,
  session?: Parameters<Parameters<typeof inTransaction>[1]>[0],
): Promise<void> {
  const { matchedCount } = await importsCollection
    .model(portal)
    .updateOne(
      { _id, state: trusted({ $in: [...from] }) },
      { $set: { ...$set, attempts: 0, due_at: new Date() } },
      session ? { session } : {},
    );
  if (matchedCount === 0) throw changedMeanwhile();
}

function changedMeanwhile(): DomainError {
  return new DomainError('conflict', 'Somebody has gone on with this import in the meantime.');
}
