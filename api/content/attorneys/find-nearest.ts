import type { Place } from '@claimdesk/cms/places';
import type { StateCode } from '@claimdesk/cms/states';
import type { Types } from 'mongoose';
import type { Deps } from '#api/platform/deps.ts';
import { attorneyModel, placeIndex, type StoredAttorney } from './attorney.model.ts';

type Dependencies = Pick<Deps, 'payload' | 'content'>;

/** The table of ZIP codes takes 30 MB, so it is loaded on first use. */
export const loadPlaces = () => import('@claimdesk/cms/places');

/** A ZIP code that exists, and its middle. */
export interface Near {
  zip: string;
  place: Place;
}

/** @param typed five digits, with or without the four after them. @returns undefined for an unknown ZIP code. */
export async function findZip(typed: string): Promise<Near | undefined> {
  const [, zip] = /^\s*(\d{5})(?:[-\s]?\d{4})?\s*$/.exec(typed) ?? [];
  const place = zip ? (await loadPlaces()).placeOfZip(zip) : null;
  return zip && place ? { zip, place } : undefined;
}

interface ListedPlace {
  key: string;
  state: string;
  place: Place;
  /** How many attorneys are listed there. */
  count: number;
}

/** @returns where attorneys are listed. Recounted when one changes, from the index alone. */
async function readPlaces({ payload, content }: Dependencies): Promise<ListedPlace[]> {
  const { readPlaceKey } = await loadPlaces();
  return content.remember('attorney places', ['attorneys'], async () => {
    const counts = await attorneyModel(payload)
      .aggregate<{ _id: string | null; count: number }>([
        { $match: { listed: true } },
        { $group: { _id: '$place', count: { $sum: 1 } } },
      ])
      .hint(placeIndex);
    return counts.flatMap(({ _id: key, count }) => (key ? [{ key, ...readPlaceKey(key), count }] : []));
  });
}

/** What an attorney is sorted by here. */
export type Placed = Pick<StoredAttorney, '_id' | 'place' | 'nameKey'>;
export const placedFields = { _id: 1, place: 1, nameKey: 1 } as const;

/**
 * @param atMost reads no more than this; those at the place where it is reached are taken by name.
 * @returns the attorneys of the nearest places, nearest first.
 */
export async function findNearest(
  { near, state }: { near: Near; state: StateCode | undefined },
  atMost: number,
  deps: Dependencies,
): Promise<Types.ObjectId[]> {
  const whole: string[] = [];
  let remaining = atMost;
  let last: ListedPlace | undefined;
  for (const place of await nearestPlaces(near, state, deps)) {
    last = place;
    if (place.count > remaining) break;
    whole.push(place.key);
    remaining -= place.count;
    last = undefined;
    if (remaining === 0) break;
  }
  const read = (place: string | { $in: string[] }, limit: number) =>
    attorneyModel(deps.payload)
      .find({ listed: true, place })
      .select(placedFields)
      .sort(typeof place === 'string' ? { nameKey: 1 } : {})
      .limit(limit)
      .hint(placeIndex)
      .lean<Placed[]>();
  const [all, some] = await Promise.all([
    whole.length > 0 ? read({ $in: whole }, atMost) : [],
    last && remaining > 0 ? read(last.key, remaining) : [],
  ]);
  return nearestFirst([...all, ...some], near);
}

/** @returns the keys of the nearest places, which have about `atMost` attorneys together. */
export async function findNearestPlaces(
  { near, state }: { near: Near; state: StateCode | undefined },
  atMost: number,
  deps: Dependencies,
): Promise<string[]> {
  const keys: string[] = [];
  let attorneys = 0;
  for (const { key, count } of await nearestPlaces(near, state, deps)) {
    if (attorneys > 0 && attorneys + count > atMost) break;
    keys.push(key);
    attorneys += count;
  }
  return keys;
}

/** @returns their ids, the nearest first; of those at one place, by name. */
export async function nearestFirst(attorneys: Placed[], near: Near): Promise<Types.ObjectId[]> {
  const { milesBetween, readPlaceKey } = await loadPlaces();
  const milesTo = ({ place }: Placed) =>
    place ? milesBetween(near.place, readPlaceKey(place).place) : Infinity;
  return attorneys
    .map((attorney) => ({ ...attorney, miles: milesTo(attorney) }))
    .sort((one, other) => one.miles - other.miles || (one.nameKey < other.nameKey ? -1 : 1))
    .map(({ _id }) => _id);
}

async function nearestPlaces(
  near: Near,
  state: StateCode | undefined,
  deps: Dependencies,
): Promise<ListedPlace[]> {
  const { milesBetween } = await loadPlaces();
  return (await readPlaces(deps))
    .filter((each) => !state || each.state === state)
    .map((each) => ({ ...each, miles: milesBetween(near.place, each.place) }))
    .sort((one, other) => one.miles - other.miles);
}
