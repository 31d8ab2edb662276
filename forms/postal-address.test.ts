import { expect, test } from 'vitest';
import { addressLines } from './postal-address.ts';

const home = { street_address: '150 Calle A', city: 'San Juan', state: 'PR', zip_code: '00926' };

// USPS Publication 28, section 29.
test.each(['Las Gladiolas', 'URB Las Gladiolas', 'Urb. Las Gladiolas', 'Urbanización Las Gladiolas'])(
  'an urbanization stands above the street, as URB: %s',
  (urbanization) => {
    expect(addressLines({ ...home, urbanization, care_of: 'Sam Roe', unit_apt_lot: 'Apt 3' })).toEqual([
      'c/o Sam Roe',
      'URB Las Gladiolas',
      '150 Calle A',
      'Apt 3',
      'San Juan, PR 00926',
    ]);
  },
);

test('an urbanization whose name begins with these letters keeps them', () => {
  expect(addressLines({ ...home, urbanization: 'Urbina' })[0]).toBe('URB Urbina');
});

test.each(['RR 2 Box 152', 'HC 68 Box 23A', 'General Delivery', 'PO Box 11890', 'PSC 3 Box 1234'])(
  'a street line is printed as typed: %s',
  (street_address) => {
    expect(addressLines({ street_address, city: 'APO', state: 'AE', zip_code: '09021' })).toEqual([
      street_address,
      'APO, AE 09021',
    ]);
  },
);
