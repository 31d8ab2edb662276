import { easternToday } from '@claimdesk/forms/eastern-time';
import { Types } from 'mongoose';
import { eventIdOf } from '#api/casework/matters/case-events.ts';
import { makeMatter } from '#api/casework/matters/make-matter.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { type Import, type ImportRow, importRowsCollection, importsCollection } from './import.model.ts';
import { encryptFound, findImport, keepCounts, openRow, rowId } from './import-rows.ts';
import { matchRow } from './match-row.ts';
import type { CountingDeps, ImportDeps } from './place-row.ts';
import { readPerson } from './read-row.ts';
import { personIn } from './row-person.ts';

/**
 * Lets the job open a matter for a row that is about nobody of ours, or for all of them, once the import is saved.
 *
 * @param row its number in the file; null for all that can be opened.
 * @throws DomainError `conflict` where that row can't be opened, and once the import is saved; `not-found`.
 */
export async function chooseToOpen(
  { id, row, staff }: { id: string; row: number | null; staff: string },
  deps: ImportDeps,
): Promise<void> {
  const imported = await findImport(id, deps);
  const which = row === null ? {} : { _id: rowId(imported._id, row) };
  await inTransaction(deps.portal, async (session) => {
    // Writes, so that it conflicts with whoever saves the import.
    const { matchedCount } = await importsCollection
      .model(deps.portal)
      .updateOne({ _id: imported._id, state: 'review' }, { $set: { due_at: new Date() } }, { session });
    const changed = await importRowsCollection
      .model(deps.portal)
      .updateMany(
        { import: imported._id, group: 'not ours', openable: true, ...which },
        { $set: { group: 'open', decided_by: staff } },
        { session },
      );
    if (matchedCount === 0 || changed.matchedCount === 0)
      throw new DomainError('conflict', 'Somebody has gone on with this import in the meantime.');
  });
  await keepCounts(imported._id, deps.portal);
}

/**
 * Opens the matter that a row was chosen for, and leaves the row to be entered there. Where another row of the file, or somebody
 * else, has opened it, that one is used.
 */
export async function openForRow(row: ImportRow, imported: Import, deps: CountingDeps): Promise<void> {
  const { mapping, saved_by: by = '' } = imported;
  if (!mapping) throw new Error('An import without a mapping can’t be saved.');
  const { cells } = await openRow(row, deps);
  const person = personIn(cells, mapping);
  const match = await matchRow(readPerson(cells, mapping), deps);
  if ('problem' in person || match.verdict === 'asks') {
    const why = 'problem' in person ? person.problem : match.verdict === 'asks' ? match.why : '';
    const found = await encryptFound(row, { why, candidates: [] }, deps);
    return change(row, { group: 'by hand', found }, deps);
  }
  if (match.verdict === 'certain') return change(row, { group: 'enter', matter: match.matter }, deps);
  const event = eventIdOf(`${row._id} opened`);
  await inTransaction(deps.portal, async (session) => {
    const matter = await makeMatter(
      {
        ...{ person, source: 'import', by, owner: by, at: new Date(), event: new Types.ObjectId(event) },
        facts: { kind: 'opened', day: easternToday() },
      },
      deps,
      session,
    );
    await change(row, { group: 'enter', matter, opened: event }, deps, session);
  });
}

async function change(
  { _id }: ImportRow,
  $set: Partial<ImportRow>,
  { portal }: Pick<Deps, 'portal'>,
  session?: Parameters<Parameters<typeof inTransaction>[1]>[0],
): Promise<void> {
  const { matchedCount } = await importRowsCollection
    .model(portal)
    .updateOne({ _id, group: 'open' }, { $set }, session ? { session } : {});
  if (matchedCount === 0) throw new Error('The row was worked on by another process.');
}
