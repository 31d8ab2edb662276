import { trusted } from 'mongoose';
import { readFederalClosings } from '#api/content/read-site.ts';
import type { RowJob } from '#api/platform/jobs/jobs.ts';
import { errorLocation } from '#api/platform/log.ts';
import {
  type Import,
  type ImportRow,
  type ImportState,
  importRowsCollection,
  importsCollection,
  type RowGroup,
  workingStates,
} from './import.model.ts';
import { encryptFound, keepCounts } from './import-rows.ts';
import { openForRow } from './open-row.ts';
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
    case 'matching': {
      const work = (row: ImportRow) => placeRow(row, imported.mapping, counting);
      await forEachOf({ group: 'new', atOnce: 25, work }, imported, deps, signal);
      return end(imported, 'review', deps, signal);
    }
    case 'saving': {
      const open = (row: ImportRow) => openForRow(row, imported, counting);
      await forEachOf({ group: 'open', atOnce: 1, work: open }, imported, deps, signal);
      const work = (row: ImportRow) => saveMatter(row, imported, counting);
      await forEachOf({ group: 'enter', atOnce: 1, work }, imported, deps, signal);
      return end(imported, 'saved', deps, signal);
    }
    case 'taking back': {
      const work = (row: ImportRow) => takeMatterBack(row, imported, counting);
      await forEachOf({ group: 'entered', atOnce: 1, work }, imported, deps, signal);
      return end(imported, 'taken back', deps, signal);
    }
    default:
  }
}

/** So often is a row tried again that could not be worked on; then it is left to a person, and the import ends. */
const mostTries = 5;

interface Step {
  group: RowGroup;
  /** How many rows are worked on side by side: one where several may be about the same matter. */
  atOnce: number;
  /** Something by which the row leaves the group. */
  work(row: ImportRow): Promise<void>;
}

/** Works on each row of a group. One that can't be read stops no other. */
async function forEachOf(
  { group, atOnce, work }: Step,
  { _id, attempts }: Import,
  deps: ImportDeps,
  signal: AbortSignal,
): Promise<void> {
  const model = importRowsCollection.model(deps.portal);
  let [after, failed] = ['', 0];
  const workOnOne = async (row: ImportRow) => {
    try {
      await work(row);
    } catch (error) {
      deps.log.error('row not worked on', { error: errorLocation(error) });
      if (attempts >= mostTries) await leaveToPerson(row, deps);
      else failed += 1;
    }
  };
  while (!signal.aborted) {
    const next = { import: _id, group, _id: trusted({ $gt: after }) };
    const rows = await model.find(next).sort({ _id: 1 }).limit(atOnce).lean<ImportRow[]>();
    const last = rows.at(-1);
    if (!last) break;
    after = last._id;
    await Promise.all(rows.map(workOnOne));
  }
  if (failed > 0) throw new Error(`${failed} rows of an import were not worked on.`);
}

async function leaveToPerson(row: ImportRow, deps: ImportDeps): Promise<void> {
  const why = 'Something went wrong on our side with this row. Whoever runs the site finds it in the log.';
  const found = await encryptFound(row, { why, candidates: [] }, deps);
  const group = row.group === 'entered' ? 'kept' : 'by hand';
  await importRowsCollection
    .model(deps.portal)
    .updateOne({ _id: row._id, group: row.group }, { $set: { group, found } });
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
