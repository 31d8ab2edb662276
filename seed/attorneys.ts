import type { Attorney } from '@claimdesk/cms/types';
import type { Payload } from 'payload';

/**
 * The directory as a trial shows it, marked as samples in the CMS. Nobody real is meant: every last name is "Doe", "Roe" or
 * "Poe", as courts call people without a name, phone numbers are those set aside for fiction, and addresses can't receive
 * mail.
 */
const offices: [state: Attorney['state'], city: string, areaCode: string, ...names: string[]][] = [
  ['NJ', 'Newark', '973', 'Avery Doe', 'Blake Roe', 'Noel Poe'],
  ['NJ', 'Trenton', '609', 'Casey Doe', 'Drew Roe'],
  ['NJ', 'Camden', '856', 'Ellis Doe', 'Finley Poe'],
  ['NJ', 'Jersey City', '201', 'Gray Roe', 'Harper Doe'],
  ['NJ', 'New Brunswick', '732', 'Indigo Poe'],
  ['NJ', 'Hackensack', '201', 'Jamie Roe'],
  ['NJ', 'Toms River', '732', 'Kendall Doe'],
  ['NJ', 'Atlantic City', '609', 'Logan Poe'],
  ['NY', 'New York', '212', 'Morgan Doe', 'Nico Roe'],
  ['NY', 'Buffalo', '716', 'Oakley Poe'],
  ['PA', 'Philadelphia', '215', 'Parker Doe', 'Quinn Roe'],
  ['PA', 'Pittsburgh', '412', 'Reese Poe'],
  ['CA', 'Los Angeles', '213', 'Sage Doe', 'Tatum Roe'],
  ['CA', 'Sacramento', '916', 'Umber Poe'],
  ['FL', 'Miami', '305', 'Val Doe', 'Wren Roe'],
  ['FL', 'Tampa', '813', 'Xen Poe'],
  ['TX', 'Houston', '713', 'Yael Doe'],
  ['TX', 'San Antonio', '210', 'Zion Roe'],
  ['OH', 'Columbus', '614', 'Adrian Doe', 'Bay Poe'],
  ['IL', 'Chicago', '312', 'Campbell Roe', 'Dakota Doe'],
  ['GA', 'Atlanta', '404', 'Eden Poe', 'Frankie Doe'],
  ['NC', 'Raleigh', '919', 'Greer Roe'],
  ['VA', 'Richmond', '804', 'Hollis Doe'],
  ['MD', 'Baltimore', '410', 'Ira Poe'],
  ['MA', 'Boston', '617', 'Jules Doe', 'Kit Roe'],
  ['CT', 'Hartford', '860', 'Lane Poe'],
  ['DE', 'Wilmington', '302', 'Marlow Doe'],
  ['MI', 'Detroit', '313', 'Noa Roe'],
  ['TN', 'Nashville', '615', 'Onyx Poe'],
  ['MO', 'St. Louis', '314', 'Perry Doe'],
  ['MN', 'Minneapolis', '612', 'Raven Roe'],
  ['CO', 'Denver', '303', 'Shiloh Poe'],
  ['AZ', 'Phoenix', '602', 'Teagan Doe'],
  ['WA', 'Seattle', '206', 'Uma Roe'],
  ['PR', 'San Juan', '787', 'José Poe'],
];

const specialties = [
  'Initial applications',
  'Reconsideration',
  'ALJ hearings',
  'Appeals Council',
  'Federal court appeals',
  'SSI for children',
  'Mental health claims',
  'Back and joint conditions',
  'Claims of veterans',
  'Overpayments',
];

type Sample = Omit<Attorney, 'id' | 'createdAt' | 'updatedAt' | 'stateName' | 'nameKey' | 'search'>;

/** @returns the samples, no two alike, in the order of the table above. */
export function sampleAttorneys(): Sample[] {
  const people = offices.flatMap(([state, city, areaCode, ...names]) =>
    names.map((name) => ({ state, city, areaCode, name })),
  );
  return people.map(({ state, city, areaCode, name }, index) => {
    const [first = '', last = ''] = name.split(' ');
    const own = [0, 3, 7].map((step) => specialties[(index + step) % specialties.length] ?? '');
    return {
      name,
      firm: `${last} Disability Law of ${city}`,
      email: `${plain(first)}@${plain(city)}-${plain(last)}.example`,
      phone: `(${areaCode}) 555-01${String(index).padStart(2, '0')}`,
      city,
      state,
      years_experience: 1 + ((index * 7) % 32),
      specialties: own.slice(0, 2 + (index % 2)),
      bio: `${first} works with people in and around ${city} from the first form to the decision, gathers the medical records and prepares each client for what will be asked.`,
      listed: true,
      sample: true,
    };
  });
}

/** @returns how many were added; one whose email address is there already, listed or not, is left alone. */
export async function seedAttorneys(payload: Payload): Promise<number> {
  let added = 0;
  for (const data of sampleAttorneys()) {
    const { totalDocs } = await payload.count({
      collection: 'attorneys',
      where: { email: { equals: data.email } },
    });
    if (totalDocs > 0) continue;
    await payload.create({ collection: 'attorneys', data });
    added += 1;
  }
  return added;
}

function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase();
}
