import { queryTerms } from '@claimdesk/cms/directory-words';
import { isStateCode, type StateCode } from '@claimdesk/cms/states';
import { Types } from 'mongoose';
import {
  attorneyModel,
  nameOrder,
  type StoredAttorney,
  staffSearchIndex,
  stateNameIndex,
  stateSearchIndex,
} from '#api/content/attorneys/attorney.model.ts';
import { type ListedAttorney, presentAttorney } from '#api/content/attorneys/present-attorney.ts';
import { havingAll, rarestTerms } from '#api/content/attorneys/rarest-terms.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { attorneyOf } from './attorney-fields.ts';

const pageSize = 50;
const maxWords = 6;
/** To find the rarest terms of a search, the matches of each are counted up to this number. */
const maxCounted = 5_000;

/** An attorney in the list for staff, which includes unlisted ones. */
export type DirectoryRow = Omit<ListedAttorney, 'bio'> & { listed: boolean };

interface ReadingContext {
  deps: Pick<Deps, 'payload'>;
}

export interface DirectoryRequest {
  /** A two-letter code; all states without it. */
  state?: string | undefined;
  /** `reverse`: from Z to A. */
  sort?: string | undefined;
  /** What staff typed to search for. */
  query?: string | undefined;
  /** `next` of the page before. */
  cursor?: string | null | undefined;
}

/**
 * Lists attorneys by name, 50 at a time. Each word of a search is the beginning of a word in name, firm, city, state or a
 * specialty, a phone number or its end, or an email address.
 *
 * @throws DomainError `bad-input` with a sentence about what can't be.
 */
export async function listDirectory(
  request: DirectoryRequest,
  { deps }: ReadingContext,
): Promise<{ rows: DirectoryRow[]; next: string | null; newest: string | null }> {
  const page = await readRequest(request, deps);
  const newest = request.query === undefined ? await readNewestAttorney(deps) : null;
  const found = await findByName(deps, page).lean<StoredAttorney[]>();
  const last = found.length > pageSize ? found[pageSize - 1] : undefined;
  return {
    rows: found.slice(0, pageSize).map(presentRow),
    next: last ? `${last._id.toHexString()}${last.nameKey}` : null,
    newest,
  };
}

type Conditions = Record<string, unknown>;

/** A page as the database is asked for it. */
interface NamePage {
  where: Conditions;
  /** The index that has what `where` selects, by name. */
  index: typeof nameOrder | typeof stateNameIndex | typeof staffSearchIndex | typeof stateSearchIndex;
  isReverse: boolean;
  cursor: string | null | undefined;
}

/** @throws DomainError `bad-input`. */
export async function readRequest(
  { state, sort = 'name', query, cursor }: DirectoryRequest,
  deps: ReadingContext['deps'],
): Promise<NamePage> {
  if (sort !== 'name' && sort !== 'reverse')
    throw new DomainError('bad-input', 'Choose one of the orders that the list offers.', { reason: 'sort' });
  const page = { isReverse: sort === 'reverse', cursor };
  const chosen = state ? readState(state) : undefined;
  if (query !== undefined) return { ...page, ...(await readSearch(query, chosen, deps)) };
  return chosen
    ? { ...page, where: { state: chosen }, index: stateNameIndex }
    : { ...page, where: {}, index: nameOrder };
}

/** @returns the two-letter code. @throws DomainError `bad-input`. */
export function readState(code: string): StateCode {
  if (isStateCode(code)) return code;
  throw new DomainError('bad-input', 'Choose one of the states that the list offers.', { reason: 'state' });
}

/** The rarest terms are looked up in the index and the others are compared, as visitors' searches do. */
async function readSearch(
  query: string,
  state: StateCode | undefined,
  { payload }: ReadingContext['deps'],
): Promise<Pick<NamePage, 'where' | 'index'>> {
  const search = queryTerms(query);
  if (search.length === 0)
    throw new DomainError('bad-input', 'Type a name, a firm, a phone number or an email address.', {
      reason: 'query',
    });
  if (search.length > maxWords)
    throw new DomainError('bad-input', `Search for at most ${maxWords} words at a time.`, {
      reason: 'query',
    });
  const index = state ? stateSearchIndex : staffSearchIndex;
  const having = (terms: string[]) => ({ search: { $in: terms }, ...(state ? { state } : {}) });
  const rarest = await rarestTerms(search, (terms) =>
    attorneyModel(payload).countDocuments(having(terms), { limit: maxCounted, hint: index }).exec(),
  );
  return { where: { ...having(rarest), ...havingAll(search) }, index };
}

/** @returns the query for a page and one row more, in the index's order. */
export function findByName(
  { payload }: ReadingContext['deps'],
  { where, index, isReverse, cursor }: NamePage,
) {
  const direction = isReverse ? -1 : 1;
  return attorneyModel(payload)
    .find({ ...where, ...(cursor ? afterName(cursor, isReverse) : {}) })
    .select({ search: 0, bio: 0 })
    .sort({ nameKey: direction, _id: direction })
    .limit(pageSize + 1)
    .hint(index);
}

/** @returns the id of the newest attorney, added here or in the CMS; null when there is none. */
async function readNewestAttorney({ payload }: Pick<Deps, 'payload'>): Promise<string | null> {
  const found = await attorneyModel(payload)
    .findOne({}, { _id: 1 })
    .sort({ _id: -1 })
    .lean<Pick<StoredAttorney, '_id'>>();
  return found?._id.toHexString() ?? null;
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
function afterName(cursor: string, isReverse: boolean): Conditions {
  const [, id, nameKey] = /^([0-9a-f]{24})(.*)$/su.exec(cursor) ?? [];
  if (id === undefined || nameKey === undefined)
    throw new DomainError('bad-input', 'This page of the list does not exist.');
  const [from, before] = isReverse ? ['$lte', '$gte'] : ['$gte', '$lte'];
  return {
    // Where the scan of the index begins; namesakes are distinguished by id. With `$or` the database may prefer to sort.
    nameKey: { [from]: nameKey },
    $nor: [{ nameKey, _id: { [before]: new Types.ObjectId(id) } }],
  };
}

function presentRow(attorney: StoredAttorney): DirectoryRow {
  const { bio: _, ...row } = presentAttorney(attorney);
  return { ...row, listed: attorney.listed };
}
