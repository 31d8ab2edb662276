import { describe, expect, it } from 'vitest';
import { middleOfState, milesBetween, placeKey, placeOfOffice, placeOfZip, readPlaceKey } from './places.ts';
import { stateCodes } from './states.ts';

const nowhere = { latitude: 0, longitude: 0 };

describe('a ZIP code', () => {
  it.each(['', '0710', '071022', '00000', 'K1A', '07102 ', '__proto__', 'length'])(
    'of no place: %j',
    (zip) => {
      expect(placeOfZip(zip)).toBeNull();
    },
  );

  it('has a place, also in the territories', () => {
    for (const zip of ['07102', '00901', '96910', '00802', '96799', '96950', '99950']) {
      const { latitude, longitude } = placeOfZip(zip) ?? nowhere;
      expect(Math.abs(longitude), zip).toBeGreaterThan(60);
      expect(Math.abs(latitude), zip).toBeLessThan(72);
    }
  });
});

describe('an office', () => {
  it('of an unknown city is somewhere in its state, and a ZIP code of another state does not count', () => {
    const lost = placeOfOffice({ city: 'Nowhere', state: 'NJ', zip_code: '90012' });
    expect(lost).toEqual({ place: middleOfState('NJ'), isRough: true });
  });

  it('is where its ZIP code is, else in the middle of its city, however the city is spelled', () => {
    expect(placeOfOffice({ city: 'Nowhere', state: 'NJ', zip_code: '07102' })).toEqual({
      place: placeOfZip('07102'),
      isRough: false,
    });
    for (const [city, state, zip] of [
      ['newark', 'NJ', '07102'],
      ['St. Louis', 'MO', '63101'],
      ['Saint Louis', 'MO', '63101'],
      ['Ft Lauderdale', 'FL', '33301'],
      ['San Juan', 'PR', '00901'],
      // Some ZIP codes of companies there are placed far upstate.
      ['New York', 'NY', '10001'],
    ] as const) {
      const { place, isRough } = placeOfOffice({ city, state });
      expect(isRough, city).toBe(false);
      expect(milesBetween(place, placeOfZip(zip) ?? nowhere), city).toBeLessThan(10);
    }
  });
});

it('every state and territory has a middle', () => {
  for (const state of stateCodes) {
    for (const degrees of Object.values(middleOfState(state)))
      expect(Number.isFinite(degrees), state).toBe(true);
  }
});

it('a distance is the same in both directions, none to itself, and across the date line the short way', () => {
  const newark = placeOfZip('07102') ?? nowhere;
  const losAngeles = placeOfZip('90012') ?? nowhere;
  expect(milesBetween(newark, losAngeles)).toBeCloseTo(milesBetween(losAngeles, newark));
  expect(milesBetween(newark, losAngeles)).toBeCloseTo(2_441, -1);
  expect(milesBetween(newark, newark)).toBe(0);
  expect(milesBetween({ latitude: 0, longitude: 179.5 }, { latitude: 0, longitude: -179.5 })).toBeCloseTo(
    69.1,
    1,
  );
});

it('what is stored says where the office is, whether that is rough, and the same for the same place', () => {
  const newark = { city: 'Newark', state: 'NJ', zip_code: '07102' } as const;
  expect(placeKey(newark)).toBe('NJ 40.732 -74.177');
  expect(placeKey({ ...newark, city: 'Elsewhere' })).toBe(placeKey(newark));
  expect(readPlaceKey(placeKey(newark))).toEqual({
    state: 'NJ',
    place: { latitude: 40.732, longitude: -74.177 },
    isRough: false,
  });
  expect(readPlaceKey(placeKey({ city: 'Nowhere', state: 'GU' }))).toMatchObject({
    state: 'GU',
    isRough: true,
  });
});
