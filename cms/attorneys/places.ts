import { lookup, lookupByState, type ZipCode } from 'zipcodes';
import { foldText } from './directory-words.ts';
import type { StateCode } from './states.ts';

/** In degrees. */
export interface Place {
  latitude: number;
  longitude: number;
}

/** Where an office is, as the directory knows it. */
export interface Office {
  city: string;
  state: StateCode;
  zip_code?: string | null | undefined;
}

const earthRadiusMiles = 3958.8;

/** @param zip five digits. @returns the middle of the ZIP code's area; null if there is no such ZIP code. */
export function placeOfZip(zip: string): Place | null {
  const found = /^\d{5}$/.test(zip) ? lookup(zip) : undefined;
  return found ? placeOf(found) : null;
}

/**
 * @returns the middle of the office's ZIP code, else of its city. A ZIP code of another state is a typing error. Of a city that no ZIP code names, it is the middle of
 * the state, which is good enough to sort by, but `isRough`: no distance to it may be shown.
 */
export function placeOfOffice({ city, state, zip_code }: Office): { place: Place; isRough: boolean } {
  const ofZip = zip_code ? lookup(zip_code) : undefined;
  if (ofZip?.state === state) return { place: placeOf(ofZip), isRough: false };
  const inCity = citiesOf(state).get(cityKey(city));
  return inCity ? { place: middle(inCity), isRough: false } : { place: middleOfState(state), isRough: true };
}

const cities = new Map<StateCode, Map<string, ZipCode[]>>();

/** @returns the ZIP codes of each city of a state. */
function citiesOf(state: StateCode): Map<string, ZipCode[]> {
  const known = cities.get(state);
  if (known) return known;
  const found = Map.groupBy(lookupByState(state), ({ city }) => cityKey(city));
  cities.set(state, found);
  return found;
}

const middles = new Map<StateCode, Place>();

/** @returns the middle of a state's ZIP codes, which is nearer to where its people live than that of its area. */
export function middleOfState(state: StateCode): Place {
  const known = middles.get(state);
  if (known) return known;
  const found = middle(lookupByState(state));
  middles.set(state, found);
  return found;
}

export function milesBetween(one: Place, other: Place): number {
  const half =
    Math.sin(radians(other.latitude - one.latitude) / 2) ** 2 +
    Math.cos(radians(one.latitude)) *
      Math.cos(radians(other.latitude)) *
      Math.sin(radians(other.longitude - one.longitude) / 2) ** 2;
  return 2 * earthRadiusMiles * Math.asin(Math.min(1, Math.sqrt(half)));
}

/**
 * @returns the place as an attorney is stored with it: state, latitude and longitude to a hundred yards, and `~` if it is
 * rough, as in `NJ 40.732 -74.176`. Offices at the same place have the same, so that the database can count them.
 */
export function placeKey(office: Office): string {
  const { place, isRough } = placeOfOffice(office);
  const degrees = `${place.latitude.toFixed(3)} ${place.longitude.toFixed(3)}`;
  return `${office.state} ${degrees}${isRough ? ' ~' : ''}`;
}

/** @param key from `placeKey`. */
export function readPlaceKey(key: string): { state: string; place: Place; isRough: boolean } {
  const [state = '', latitude, longitude, rough] = key.split(' ');
  return {
    state,
    place: { latitude: Number(latitude), longitude: Number(longitude) },
    isRough: rough !== undefined,
  };
}

function placeOf({ longitude, latitude }: ZipCode): Place {
  return { latitude, longitude };
}

/** The median, since some ZIP codes of companies are placed far from their city. */
function middle(zips: ZipCode[]): Place {
  const median = (axis: 'longitude' | 'latitude') => {
    const sorted = zips.map((zip) => zip[axis]).sort((one, other) => one - other);
    return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  };
  return { latitude: median('latitude'), longitude: median('longitude') };
}

/** @returns the name of a city as it is compared: "St. Louis" is "Saint Louis". */
function cityKey(city: string): string {
  return foldText(city)
    .replace(/^(st|ft|mt)\b/, (short) => ({ st: 'saint', ft: 'fort', mt: 'mount' })[short] ?? short)
    .replace(/[^\p{L}\p{N}]/gu, '');
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
