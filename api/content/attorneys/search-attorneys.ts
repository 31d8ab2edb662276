import { queryWords } from '@claimdesk/cms/directory-words';
import { isStateCode, type StateCode, stateCodes, states } from '@claimdesk/cms/states';
import type { Types } from 'mongoose';
import { keyForAsked } from '#api/content/content-cache.ts';
import { type PagePicture, presentPicture } from '#api/content/present-picture.ts';
import type { Deps } from '#api/platform/deps.ts';
import {
  attorneyModel,
  directoryOrder,
  orderIndex,
  placeIndex,
  type StoredAttorney,
  searchIndex,
} from './attorney.model.ts';
import {
  findNearest,
  findNearestPlaces,
  findZip,
  loadPlaces,
  type Near,
  nearestFirst,
  type Placed,
  placedFields,
} from './find-nearest.ts';
import { type ListedAttorney, presentAttorney } from './present-attorney.ts';
import { havingAll, rarestTerms } from './rarest-terms.ts';

/** Few enough for a phone. */
export const pageSize = 12;
/** A search counts and pages this far: twenty pages. Beyond that, adding a word helps more than paging. */
export const maxResults = 240;
/** To find the rarest terms of a search, the matches of each are counted up to this number. */
const maxCounted = 5_000;
/** Of a longer search the others are compared only. */
const maxWordsCounted = 6;
/** What the form sends when no state is chosen. */
const allStates = ['', 'ALL'];
/** How many states are offered in place of one without attorneys. */
const statesOffered = 3;

type Dependencies = Pick<Deps, 'payload' | 'content'>;

export interface AttorneyPage {
  /** The requested state; null for all. */
  state: { code: StateCode; name: string } | null;
  /** Whether the requested state does not exist, so that all are shown instead. */
  isUnknownState: boolean;
  /** The five digits of the ZIP code that the nearest are listed for; null for the order by state and name. */
  zip: string | null;
  /** Whether there is no such ZIP code, so that it makes no difference. */
  isUnknownZip: boolean;
  attorneys: FoundAttorney[];
  /** How many match in all, or `maxResults` when `isMore`. */
  total: number;
  isMore: boolean;
  /** From 1; the last page if a later one was requested. */
  page: number;
  pages: number;
  /** The states with attorneys, for the map and the select. */
  states: ListedState[];
  /** If the requested state has no attorneys: the nearest that have, nearest first. */
  nearestStates: ListedState[];
}

export interface FoundAttorney extends ListedAttorney {
  photo: PagePicture | null;
  /** From the ZIP code, in a straight line, rounded; null without a ZIP code, and where the office's place is not known. */
  miles: number | null;
}

/**
 * Reads one page of the directory: attorneys of one state, or of all, for whom every word of `q` is the prefix of a word
 * in name, firm, city, state or a specialty, ignoring case and accents.
 *
 * @param query.state a two-letter code in any case; all states when it is empty, `all` or unknown.
 * @param query.page from 1.
 * @param query.zip five digits, with or without the four after them: the nearest come first. No difference otherwise.
 */
export async function searchAttorneys(
  query: { state: string; q: string; page: number; zip: string },
  deps: Dependencies,
): Promise<AttorneyPage> {
  const code = query.state.trim().toUpperCase();
  const state = isStateCode(code) ? code : undefined;
  const listed = await readStates(deps);
  const words = queryWords(query.q);
  const near = await findZip(query.zip);
  const statesShown = state ? listed.filter((each) => each.code === state) : listed;
  const found = near
    ? await findNear({ words, state, near }, deps)
    : words.length > 0
      ? await findIds(words, state, deps)
      : undefined;
  const total = found
    ? Math.min(found.ids.length, maxResults)
    : statesShown.reduce((sum, { count }) => sum + count, 0);
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const shownPage = Math.min(query.page, pages);
  const from = (shownPage - 1) * pageSize;
  const attorneys = found
    ? await presentFound(
        await readByIds(found.ids.slice(from, Math.min(from + pageSize, maxResults)), deps),
        near,
        deps,
      )
    : await readListed({ state, page: shownPage, from }, statesShown, deps);
  return {
    state: state ? { code: state, name: states[state] } : null,
    isUnknownState: !state && !allStates.includes(code),
    zip: near?.zip ?? null,
    isUnknownZip: !near && query.zip.trim() !== '',
    attorneys,
    total,
    isMore: found?.isMore ?? false,
    page: shownPage,
    pages,
    states: listed,
    nearestStates: state && statesShown.length === 0 ? await findNearestStates(state, listed) : [],
  };
}

/** The same for everybody who looks at the page, so it is kept in memory until an attorney or a photo changes. */
function readListed(
  { state, page, from }: { state: StateCode | undefined; page: number; from: number },
  statesShown: ListedState[],
  deps: Dependencies,
): Promise<FoundAttorney[]> {
  const key = keyForAsked(`attorneys in ${state ?? 'all states'}, page ${page}`);
  return deps.content.remember(key, ['attorneys', 'media'], async () =>
    presentFound(await readInOrder(statesShown, from, deps), undefined, deps),
  );
}

async function findNearestStates(state: StateCode, listed: ListedState[]): Promise<ListedState[]> {
  const { middleOfState, milesBetween } = await loadPlaces();
  const middle = middleOfState(state);
  return listed
    .map((each) => ({ each, miles: milesBetween(middle, middleOfState(each.code)) }))
    .sort((one, other) => one.miles - other.miles)
    .slice(0, statesOffered)
    .map(({ each }) => each);
}

async function presentFound(
  attorneys: StoredAttorney[],
  near: Near | undefined,
  { payload }: Dependencies,
): Promise<FoundAttorney[]> {
  const places = near && (await loadPlaces());
  const milesTo = ({ place: key }: StoredAttorney) => {
    if (!near || !places || !key) return null;
    const { place, isRough } = places.readPlaceKey(key);
    return isRough ? null : Math.round(places.milesBetween(near.place, place));
  };
  const ids = attorneys.flatMap(({ photo }) => photo?.toHexString() ?? []);
  const { docs } =
    ids.length > 0
      ? await payload.find({ collection: 'media', where: { id: { in: ids } }, depth: 0, limit: pageSize })
      : { docs: [] };
  const photos = new Map(docs.map((media) => [media.id, media]));
  return attorneys.map((attorney) => ({
    ...presentAttorney(attorney),
    photo: presentPicture(photos.get(attorney.photo?.toHexString() ?? '')),
    miles: milesTo(attorney),
  }));
}

interface Found {
  ids: Types.ObjectId[];
  isMore: boolean;
}

/**
 * Walks the matches of the rarest terms in the directory's order, so that it examines no other attorneys and sorts none.
 *
 * @returns the ids of the first matches, and whether there are more than can be shown.
 */
async function findIds(words: string[], state: StateCode | undefined, deps: Dependencies): Promise<Found> {
  const rarest = await rarestOf(words, state, deps);
  const found = await attorneyModel(deps.payload)
    .find({ ...matching(rarest, state), ...havingAll(words.map(asTerms)) })
    .select({ _id: 1 })
    .sort(directoryOrder)
    .limit(maxResults + 1)
    .hint(searchIndex)
    .lean<Pick<StoredAttorney, '_id'>[]>();
  return { ids: found.map(({ _id }) => _id), isMore: found.length > maxResults };
}

/**
 * The same, nearest first. Matches are sorted here, so where even the rarest terms have thousands, they are looked for
 * among the nearest thousands of attorneys only, and there may be more.
 */
async function findNear(
  { words, state, near }: { words: string[]; state: StateCode | undefined; near: Near },
  deps: Dependencies,
): Promise<Found> {
  if (words.length === 0) {
    const ids = await findNearest({ near, state }, maxResults + 1, deps);
    return { ids, isMore: ids.length > maxResults };
  }
  const rarest = await rarestOf(words, state, deps);
  const isCommon = (await countMatches(rarest, state, deps)) >= maxCounted;
  const found = await attorneyModel(deps.payload)
    .find({
      ...matching(rarest, state),
      ...havingAll(words.map(asTerms)),
      ...(isCommon ? { place: { $in: await findNearestPlaces({ near, state }, maxCounted, deps) } } : {}),
    })
    .select(placedFields)
    .hint(isCommon ? placeIndex : searchIndex)
    .lean<Placed[]>();
  return { ids: await nearestFirst(found, near), isMore: isCommon || found.length > maxResults };
}

function rarestOf(words: string[], state: StateCode | undefined, deps: Dependencies): Promise<string[]> {
  const counted = words.slice(0, maxWordsCounted).map(asTerms);
  return rarestTerms(counted, (terms) => countMatches(terms, state, deps));
}

function asTerms(word: string): string[] {
  return [word];
}

/** @returns how many have one of the terms, or `maxCounted`. */
function countMatches(terms: string[], state: StateCode | undefined, deps: Dependencies): Promise<number> {
  const options = { limit: maxCounted, hint: searchIndex };
  return attorneyModel(deps.payload).countDocuments(matching(terms, state), options).exec();
}

function matching(terms: string[], state: StateCode | undefined) {
  return { listed: true, search: { $in: terms }, ...(state ? { stateName: states[state] } : {}) };
}

async function readByIds(ids: Types.ObjectId[], deps: Dependencies): Promise<StoredAttorney[]> {
  const found = await attorneyModel(deps.payload)
    .find({ _id: { $in: ids }, listed: true })
    .select(withoutKeys)
    .lean<StoredAttorney[]>();
  const byId = new Map(found.map((attorney) => [attorney._id.toHexString(), attorney]));
  return ids.flatMap((id) => byId.get(id.toHexString()) ?? []);
}

/** Starts at the state in which the page begins, so that a late page does not skip over every earlier attorney. */
function readInOrder(
  statesShown: ListedState[],
  from: number,
  deps: Dependencies,
): Promise<StoredAttorney[]> {
  let before = 0;
  const start = statesShown.findIndex(({ count }) => {
    before += count;
    return before > from;
  });
  const [first, last] = [statesShown[start], statesShown.at(-1)];
  if (!first || !last) return Promise.resolve([]);
  return attorneyModel(deps.payload)
    .find({ listed: true, stateName: { $gte: first.name, $lte: last.name } })
    .select(withoutKeys)
    .sort(directoryOrder)
    .skip(from - (before - first.count))
    .limit(pageSize)
    .hint(orderIndex)
    .lean<StoredAttorney[]>();
}

const withoutKeys = { search: 0, nameKey: 0 } as const;

interface ListedState {
  code: StateCode;
  name: string;
  /** How many attorneys are listed there; at least one. */
  count: number;
}

/** @returns the states with listed attorneys, by name. Recounted when an attorney changes, from the index alone. */
function readStates({ payload, content }: Pick<Deps, 'payload' | 'content'>): Promise<ListedState[]> {
  return content.remember('attorney states', ['attorneys'], async () => {
    const counts = await attorneyModel(payload)
      .aggregate<{ _id: string; count: number }>([
        { $match: { listed: true } },
        { $group: { _id: '$stateName', count: { $sum: 1 } } },
      ])
      .hint(orderIndex);
    const byName = new Map(counts.map(({ _id, count }) => [_id, count]));
    return stateCodes
      .map((code) => ({ code, name: states[code], count: byName.get(states[code]) ?? 0 }))
      .filter(({ count }) => count > 0);
  });
}
