import { Types } from 'mongoose';
import { attorneyModel, nameOrder, type StoredAttorney } from '#api/content/attorneys/attorney.model.ts';
import { type ListedAttorney, presentAttorney } from '#api/content/attorneys/present-attorney.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { attorneyOf } from './attorney-fields.ts';

const pageSize = 50;

/** An attorney in the list of staff, which also has those who are not shown to the public. */
export type DirectoryRow = Omit<ListedAttorney, 'bio'> & { listed: boolean };

interface ReadingContext {
  deps: Pick<Deps, 'payload'>;
}

/** @param input `cursor` is `next` of the previous page. @returns attorneys by name, 50 at a time. */
export async function listDirectory(
  { cursor }: { cursor?: string | null | undefined },
  { deps }: ReadingContext,
): Promise<{ rows: DirectoryRow[]; next: string | null }> {
  const found = await findByName(deps, cursor).lean<StoredAttorney[]>();
  const last = found.length > pageSize ? found[pageSize - 1] : undefined;
  return {
    rows: found.slice(0, pageSize).map(presentRow),
    next: last ? `${last._id.toHexString()}${last.nameKey}` : null,
  };
}

/** @returns the query of a page and one row more, which the index answers in its order. */
export function findByName({ payload }: ReadingContext['deps'], cursor: string | null | undefined) {
  return attorneyModel(payload)
    .find(cursor ? afterName(cursor) : {})
    .select({ search: 0, bio: 0 })
    .sort(nameOrder)
    .limit(pageSize + 1)
    .hint(nameOrder);
}

/** @throws DomainError `not-found`. @returns an attorney as the form shows it, and the version that a change names. */
export async function readAttorney({ id }: { id: string }, { deps }: ReadingContext) {
  const found = await attorneyModel(deps.payload).findOne({ _id: id }).lean<StoredAttorney>();
  if (!found) throw noAttorney();
  return { id, listed: found.listed, version: versionOf(found), answers: attorneyOf(found) };
}

export function noAttorney(): DomainError {
  return new DomainError('not-found', 'This attorney was not found. Somebody may have deleted the entry.');
}

/** @returns what changes with every save of an attorney, here or in the CMS. */
export function versionOf({ updatedAt }: Pick<StoredAttorney, 'updatedAt'>): string {
  return updatedAt.toISOString();
}

/** @param cursor id and name of the last row before. @throws DomainError `bad-input`. */
function afterName(cursor: string): Record<string, unknown> {
  const [, id, nameKey] = /^([0-9a-f]{24})(.*)$/su.exec(cursor) ?? [];
  if (id === undefined || nameKey === undefined)
    throw new DomainError('bad-input', 'This page of the list does not exist.');
  return {
    // Where the scan of the index begins; namesakes are told apart by their ids.
    nameKey: { $gte: nameKey },
    $or: [{ nameKey: { $gt: nameKey } }, { _id: { $gt: new Types.ObjectId(id) } }],
  };
}

function presentRow(attorney: StoredAttorney): DirectoryRow {
  const { bio: _, ...row } = presentAttorney(attorney);
  return { ...row, listed: attorney.listed };
}
