import { trusted } from 'mongoose';
import { readStaffNames } from '#api/accounts/staff/staff.model.ts';
import type { CountedDuty, CountingContext } from '#api/casework/duties/count-due.ts';
import { readCaseEvents } from '#api/casework/matters/case-events.ts';
import { type Matter, mattersCollection, type Standing } from '#api/casework/matters/matter.model.ts';
import { nameOf, openPerson } from '#api/casework/matters/person.ts';
import { readPage } from '#api/platform/database/cursor.ts';
import type { Reading } from '#api/platform/deps.ts';
import { isDomainError } from '#api/platform/domain-error.ts';
import { assessRow } from './assess-row.ts';
import { mayTakeBack, readHeader } from './change-import.ts';
import {
  type Import,
  type ImportCounts,
  type ImportRow,
  type ImportState,
  importRowsCollection,
  importsCollection,
  type RowGroup,
  workingStates,
} from './import.model.ts';
import { countRows, findImport, numberOf, openRow } from './import-rows.ts';
import { type Mapping, type RowFacts, readPerson, readSaid } from './read-row.ts';
import { personIn } from './row-person.ts';

export interface ImportLine {
  id: string;
  state: ImportState;
  rows: number;
  counts: ImportCounts;
  /** Names of staff accounts; null once they were deleted, and before it was done. */
  by: string | null;
  savedBy: string | null;
  /** ISO 8601, like all times here. */
  at: string;
  savedAt: string | null;
}

export interface ImportDetail extends ImportLine {
  isWorking: boolean;
  mayTakeBack: boolean;
  headers: string[];
  how: string;
  /** As it was said for this file, or for the last one with the same headings. */
  mapping: Mapping | null;
  isRemembered: boolean;
}

/** @returns imports, newest first, 25 at a time. @throws DomainError `bad-input`. */
export async function listImports(
  { cursor }: { cursor?: string | null | undefined },
  deps: Reading,
): Promise<{ rows: ImportLine[]; next: string | null }> {
  const { rows, next } = await readPage(
    importsCollection.model(deps.portal),
    { parts: [[{}]], order: 'newest first', cursor },
    { field: 'at' },
  );
  return { rows: await presentAll(rows, deps), next };
}

async function presentAll(imports: readonly Import[], { portal }: Reading): Promise<ImportLine[]> {
  const ids = imports.flatMap(({ by, saved_by }) => (saved_by ? [by, saved_by] : [by]));
  const names = await readStaffNames(ids, portal);
  return imports.map(({ _id, state, rows, counts, by, saved_by, at, saved_at }) => ({
    ...{ id: _id.toHexString(), state, rows, counts },
    by: names.get(by) ?? null,
    savedBy: (saved_by && names.get(saved_by)) || null,
    at: at.toISOString(),
    savedAt: saved_at?.toISOString() ?? null,
  }));
}

/** @throws DomainError `not-found`. */
export async function readImport({ id }: { id: string }, deps: Reading): Promise<ImportDetail> {
  const imported = await findImport(id, deps);
  const isWorking = workingStates.includes(imported.state);
  const [[line], header, counts, earlier] = await Promise.all([
    presentAll([imported], deps),
    readHeader(imported, deps),
    isWorking ? countRows(imported._id, deps.portal) : imported.counts,
    imported.mapping ? null : findLike(imported, deps),
  ]);
  if (!line) throw new Error('An import was not presented.');
  return {
    ...line,
    ...header,
    counts,
    isWorking,
    mayTakeBack: mayTakeBack(imported),
    mapping: imported.mapping ?? earlier?.mapping ?? null,
    isRemembered: Boolean(earlier),
  };
}

/** @returns the last import of a file with the same headings. */
function findLike({ layout }: Import, { portal }: Reading): Promise<Import | null> {
  return importsCollection
    .model(portal)
    .findOne({ layout, mapping: trusted({ $exists: true }) }, { mapping: 1 })
    .sort({ at: -1 })
    .lean<Import>();
}

/** A matter beside a row, so that staff can compare them. */
export interface ShownCandidate extends Standing {
  matter: string;
  name: string;
  /** YYYY-MM-DD; '' where it is not known. */
  birth: string;
  /** The last four digits; '' where they are not known. */
  lastFour: string;
}

export interface ShownRow {
  /** Its number in the file. */
  number: number;
  name: string;
  /** YYYY-MM-DD; '' where it is not known. */
  birth: string;
  lastFour: string;
  /** The cells that say what happened, as they are written. */
  said: string;
  /** Why it needs review, or why it can't be entered or taken back; null where that is not so. */
  why: string | null;
  matter: ShownCandidate | null;
  candidates: ShownCandidate[];
  /** What is entered, with the days that it makes. */
  news: RowFacts[];
  duties: Pick<CountedDuty, 'rule' | 'title' | 'due' | 'steps' | 'source'>[];
  isDecided: boolean;
  mayOpen: boolean;
}

const pageSize = 25;

/** @returns rows of one group in the order of the file, 25 at a time. @throws DomainError `not-found`. */
export async function listImportRows(
  { id, group, after }: { id: string; group: RowGroup; after?: string | null | undefined },
  deps: Reading & CountingContext,
): Promise<{ rows: ShownRow[]; next: string | null }> {
  const imported = await findImport(id, deps);
  const found = await importRowsCollection
    .model(deps.portal)
    .find({ import: imported._id, group, ...(after && { _id: trusted({ $gt: `${id}-${after}` }) }) })
    .sort({ _id: 1 })
    .limit(pageSize + 1)
    .lean<ImportRow[]>();
  const page = found.slice(0, pageSize);
  return {
    rows: await Promise.all(page.map((row) => showRow(row, imported, deps))),
    next: found.length > pageSize ? (page.at(-1)?._id.split('-')[1] ?? null) : null,
  };
}

const unreadableRow = 'This row can’t be read any more. Enter it by hand.';

async function showRow(
  row: ImportRow,
  { mapping }: Import,
  deps: Reading & CountingContext,
): Promise<ShownRow> {
  const { cells, found } = await openRow(row, deps).catch(() => {
    deps.log.error('record unreadable', { collection: importRowsCollection.name });
    return { cells: [], found: { why: unreadableRow, candidates: [] } };
  });
  const columns = mapping ?? { zone: '' };
  const { ssn, birth, name } = readPerson(cells, columns);
  const said = (['level', 'status', 'day', 'next', 'time'] as const)
    .map((field) => columns[field])
    .flatMap((column) => (column === undefined ? [] : String(cells[column] ?? '')))
    .filter(Boolean);
  const [matter, candidates, assessed] = await Promise.all([
    row.matter === null ? [] : showMatters([row.matter], deps),
    showMatters(row.group === 'ask' ? (found?.candidates ?? []) : [], deps),
    row.group === 'enter' && row.matter !== null
      ? assess(row.matter, cells, columns, deps)
      : { group: 'nothing new' as const },
  ]);
  return {
    number: numberOf(row),
    ...{ name, birth, lastFour: ssn.slice(-4), said: said.join(', ') },
    why:
      row.group === 'not ours'
        ? whyNotOpened(row, cells, columns)
        : found && row.group !== 'enter'
          ? found.why
          : null,
    matter: matter[0] ?? null,
    candidates,
    news: assessed.group === 'enter' ? assessed.news : [],
    duties:
      assessed.group === 'enter'
        ? assessed.duties.map(({ rule, title, due, steps, source }) => ({ rule, title, due, steps, source }))
        : [],
    isDecided: row.decided_by !== undefined,
    mayOpen: row.group === 'not ours' && row.openable === true,
  };
}

/** @returns why no matter can be opened for a row that is about nobody of ours; null where one can, and where somebody decided. */
function whyNotOpened(
  { openable, verdict }: ImportRow,
  cells: Parameters<typeof personIn>[0],
  mapping: Mapping,
): string | null {
  if (openable || verdict !== 'nobody') return null;
  const person = personIn(cells, mapping);
  return 'problem' in person ? person.problem : null;
}

async function assess(
  matter: string,
  cells: Parameters<typeof readSaid>[0],
  mapping: Mapping,
  deps: Reading & CountingContext,
) {
  try {
    return assessRow(readSaid(cells, mapping), await readCaseEvents(matter, deps), deps);
  } catch (error) {
    if (isDomainError(error)) return { group: 'nothing new' as const };
    throw error;
  }
}

async function showMatters(numbers: readonly string[], deps: Reading): Promise<ShownCandidate[]> {
  if (numbers.length === 0) return [];
  const matters = await mattersCollection
    .model(deps.portal)
    .find({ _id: trusted({ $in: numbers }) }, { search_tokens: 0, ssn_lookup: 0 })
    .lean<Matter[]>();
  return Promise.all(
    matters.map(async (matter) => {
      const person = await openPerson(matter, deps);
      const { level, status, outcome } = matter;
      return {
        ...{ matter: matter._id, name: nameOf(person), birth: person.dateOfBirth },
        ...{ lastFour: person.ssn.slice(-4), level, status, outcome },
      };
    }),
  );
}
