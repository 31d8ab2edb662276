import { queryWords } from '@claimdesk/cms/directory-words';
import { isStateCode, type StateCode, states } from '@claimdesk/cms/states';
import type { Types } from 'mongoose';
import type { Deps } from '../connect.ts';
import {
  attorneyModel,
  directoryOrder,
  orderIndex,
  type StoredAttorney,
  searchIndex,
} from './attorney.model.ts';
import { type ListedAttorney, presentAttorney } from './present-attorney.ts';
import { type ListedState, readStates } from './read-states.ts';

export const pageSize = 24;
/** A search counts and pages this far: ten pages. Whoever gets more does better with one more word. */
export const mostFound = 240;
/** So far the words of a search are counted, to begin with the rarest. */
const mostCounted = 5_000;
const mostWordsCounted = 6;
/** How the form says that no state is chosen. */
const allStates = ['', 'ALL'];

type Needs = Pick<Deps, 'payload' | 'content'>;

export interface AttorneyPage {
  /** The state that was asked for; null for all of them. */
  state: { code: StateCode; name: string } | null;
  /** Whether the state that was asked for is none, so that all are shown instead. */
  isUnknownState: boolean;
  attorneys: ListedAttorney[];
  /** How many match in all, or `mostFound` when `isMore`. */
  total: number;
  isMore: boolean;
  /** From 1; the last one when a page beyond the end was asked for. */
  page: number;
  pages: number;
  /** The states of the data, for the map and the select. */
  states: ListedState[];
}

/**
 * One page of the directory (SPEC section 2): attorneys of a state, or of all, of whom every word of `q` begins a word of
 * name, firm, city, state or a specialty, whatever the case and accents.
 *
 * @param asked.state a postal code in any case; all states when it is empty, `all` or unknown.
 * @param asked.page from 1.
 */
export async function searchAttorneys(
  asked: { state: string; q: string; page: number },
  deps: Needs,
): Promise<AttorneyPage> {
  const code = asked.state.trim().toUpperCase();
  const state = isStateCode(code) ? code : undefined;
  const listed = await readStates(deps);
  const words = queryWords(asked.q);
  const shown = state ? listed.filter((each) => each.code === state) : listed;
  const found = words.length > 0 ? await findIds(words, state, deps) : undefined;
  const isMore = (found?.length ?? 0) > mostFound;
  const total = found ? Math.min(found.length, mostFound) : shown.reduce((sum, { count }) => sum + count, 0);
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const here = Math.min(asked.page, pages);
  const from = (here - 1) * pageSize;
  const attorneys = found
    ? await readByIds(found.slice(from, Math.min(from + pageSize, mostFound)), deps)
    : await readInOrder(shown, from, deps);
  return {
    state: state ? { code: state, name: states[state] } : null,
    isUnknownState: !state && !allStates.includes(code),
    attorneys: attorneys.map(presentAttorney),
    total,
    isMore,
    page: here,
    pages,
    states: listed,
  };
}

/**
 * Walks the matches of the rarest word in the directory's order, so that at most as many attorneys are looked at as
 * that word has, and none is sorted.
 *
 * @returns the ids of the first matches, one more than are shown if there are more.
 */
async function findIds(
  words: string[],
  state: StateCode | undefined,
  deps: Needs,
): Promise<Types.ObjectId[]> {
  const [rarest, ...others] = await rarestFirst(words, state, deps);
  const found = await attorneyModel(deps.payload)
    .find({
      ...matching(rarest ?? '', state),
      // As an expression, so that the index is entered by the rarest word and by no other.
      ...(others.length > 0 ? { $expr: { $and: others.map(has) } } : {}),
    })
    .select({ _id: 1 })
    .sort(directoryOrder)
    .limit(mostFound + 1)
    .hint(searchIndex)
    .lean<Pick<StoredAttorney, '_id'>[]>();
  return found.map(({ _id }) => _id);
}

async function rarestFirst(words: string[], state: StateCode | undefined, deps: Needs): Promise<string[]> {
  if (words.length === 1) return words;
  const counted = await Promise.all(
    words.slice(0, mostWordsCounted).map(async (word) => {
      const options = { limit: mostCounted, hint: searchIndex };
      const count = await attorneyModel(deps.payload).countDocuments(matching(word, state), options);
      return { word, count };
    }),
  );
  counted.sort((one, other) => one.count - other.count);
  return [...counted.map(({ word }) => word), ...words.slice(mostWordsCounted)];
}

function matching(word: string, state: StateCode | undefined) {
  return { listed: true, search: word, ...(state ? { stateName: states[state] } : {}) };
}

/** A word holds letters and digits only, so it can't be read as the name of a field. */
function has(word: string) {
  return { $in: [word, '$search'] };
}

async function readByIds(ids: Types.ObjectId[], deps: Needs): Promise<StoredAttorney[]> {
  const found = await attorneyModel(deps.payload)
    .find({ _id: { $in: ids }, listed: true })
    .select(withoutKeys)
    .lean<StoredAttorney[]>();
  const byId = new Map(found.map((attorney) => [attorney._id.toHexString(), attorney]));
  return ids.flatMap((id) => byId.get(id.toHexString()) ?? []);
}

/** Starts at the state in which the page begins, so that a far page does not walk over everybody before it. */
function readInOrder(shown: ListedState[], from: number, deps: Needs): Promise<StoredAttorney[]> {
  let before = 0;
  const start = shown.findIndex(({ count }) => {
    before += count;
    return before > from;
  });
  const [first, last] = [shown[start], shown.at(-1)];
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
