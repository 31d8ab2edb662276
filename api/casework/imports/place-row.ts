import type { CountingContext } from '#api/casework/duties/count-due.ts';
import { readCaseEvents } from '#api/casework/matters/case-events.ts';
import type { Deps } from '#api/platform/deps.ts';
import { assessRow } from './assess-row.ts';
import { type ImportRow, importRowsCollection } from './import.model.ts';
import { encryptFound, openRow } from './import-rows.ts';
import { matchRow } from './match-row.ts';
import { type Mapping, readPerson, readSaid } from './read-row.ts';
import { personIn } from './row-person.ts';

export type ImportDeps = Pick<
  Deps,
  'settings' | 'portal' | 'keys' | 'log' | 'audit' | 'readFirm' | 'payload' | 'content'
>;
export type CountingDeps = ImportDeps & CountingContext;

/** Finds whose a row is, and what it would change. */
export async function placeRow(
  row: ImportRow,
  mapping: Mapping | undefined,
  deps: CountingDeps,
): Promise<void> {
  if (!mapping) throw new Error('An import without a mapping can’t be matched.');
  const { cells } = await openRow(row, deps);
  const openable = !('problem' in personIn(cells, mapping));
  const match = await matchRow(readPerson(cells, mapping), deps);
  const verdict = match.verdict;
  if (match.verdict === 'nobody') return change(row, { group: 'not ours', verdict, openable }, deps);
  if (match.verdict === 'certain') return placeIn(match.matter, row, { mapping, verdict }, deps);
  const { why, candidates } = match;
  const found = await encryptFound(row, { why, candidates }, deps);
  await change(row, { group: 'ask', verdict, found }, deps);
}

/** Puts a row in the group of what it would change in a matter. @param more what else changes in the row. */
export async function placeIn(
  matter: string,
  row: ImportRow,
  { mapping, ...more }: Pick<Partial<ImportRow>, 'verdict' | 'decided_by'> & { mapping: Mapping },
  deps: CountingDeps,
): Promise<void> {
  const { cells } = await openRow(row, deps);
  const assessed = assessRow(readSaid(cells, mapping), await readCaseEvents(matter, deps), deps);
  const found =
    assessed.group === 'by hand'
      ? { found: await encryptFound(row, { why: assessed.why, candidates: [] }, deps) }
      : {};
  await change(row, { group: assessed.group, matter, ...found, ...more }, deps);
}

/** Only from the group in which it was read: another process may have been faster. */
async function change(
  { _id, group }: ImportRow,
  $set: Partial<ImportRow>,
  { portal }: Pick<Deps, 'portal'>,
): Promise<void> {
  await importRowsCollection.model(portal).updateOne({ _id, group }, { $set });
}
