import { readFederalClosings } from '#api/content/read-site.ts';
import type { RowJob } from '#api/platform/jobs/jobs.ts';
import {
  type Import,
  type ImportRow,
  type ImportState,
  importRowsCollection,
  importsCollection,
  type RowGroup,
  workingStates,
} from './import.model.ts';
import { keepCounts } from './import-rows.ts';
import { type ImportDeps, placeRow } from './place-row.ts';
import { saveMatter } from './save-matter.ts';
import { takeMatterBack } from './take-matter-back.ts';

/** @returns the job that matches, saves and takes back imports. It goes on where it was cut short. */
export function workOnImports(deps: ImportDeps): RowJob<Import> {
  return {
    name: 'imports',
    collection: importsCollection.name,
    waiting: () => ({ state: { $in: [...workingStates] } }),
    run: (imported, signal) => workOn(imported, deps, signal),
  };
}

async function workOn(imported: Import, deps: ImportDeps, signal: AbortSignal): Promise<void> {
  const counting = { ...deps, closings: await readFederalClosings(deps) };
  switch (imported.state) {
    case 'matching':
      await forEachOf('new', imported, deps, signal, (row) => placeRow(row, imported.mapping, counting));
      return end(imported, 'review', deps, signal);
    case 'saving':
      await forEachOf('enter', imported, deps, signal, (row) => saveMatter(row, imported, counting));
      return end(imported, 'saved', deps, signal);
    case 'taking back':
      await forEachOf('entered', imported, deps, signal, (row) => takeMatterBack(row, imported, counting));
      return end(imported, 'taken back', deps, signal);
    default:
  }
}

/** Does something with each row of a group, by which the row leaves the group. */
async function forEachOf(
  group: RowGroup,
  { _id }: Import,
  { portal }: ImportDeps,
  signal: AbortSignal,
  work: (row: ImportRow) => Promise<void>,
): Promise<void> {
  const rows = importRowsCollection.model(portal);
  while (!signal.aborted) {
    const row = await rows.findOne({ import: _id, group }).sort({ _id: 1 }).lean<ImportRow>();
    if (!row) return;
    await work(row);
  }
}

async function end(
  { _id, state }: Import,
  next: ImportState,
  { portal }: ImportDeps,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted) return;
  await keepCounts(_id, portal);
  const at = next === 'saved' ? { saved_at: new Date() } : {};
  await importsCollection.model(portal).updateOne({ _id, state }, { $set: { state: next, ...at } });
}
