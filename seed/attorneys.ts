import type { Attorney } from '@claimdesk/cms/types';
import type { Payload } from 'payload';

/**
 * The directory as a fresh installation shows it: samples, and to be replaced. Nobody real is meant: every last name is
 * "Sample", "Example" or "Specimen", phone numbers are those set aside for fiction, and addresses can't receive mail.
 */
const offices: [state: Attorney['state'], city: string, areaCode: string, ...names: string[]][] = [
  ['NJ', 'Newark', '973', 'Avery Sample', 'Blake Example', 'Noel Specimen'],
  ['NJ', 'Trenton', '609', 'Casey Sample', 'Drew Example'],
  ['NJ', 'Camden', '856', 'Ellis Sample', 'Finley Specimen'],
  ['NJ', 'Jersey City', '201', 'Gray Example', 'Harper Sample'],
  ['NJ', 'New Brunswick', '732', 'Indigo Specimen'],
  ['NJ', 'Hackensack', '201', 'Jamie Example'],
  ['NJ', 'Toms River', '732', 'Kendall Sample'],
  ['NJ', 'Atlantic City', '609', 'Logan Specimen'],
  ['NY', 'New York', '212', 'Morgan Sample', 'Nico Example'],
  ['NY', 'Buffalo', '716', 'Oakley Specimen'],
  ['PA', 'Philadelphia', '215', 'Parker Sample', 'Quinn Example'],
  ['PA', 'Pittsburgh', '412', 'Reese Specimen'],
  ['CA', 'Los Angeles', '213', 'Sage Sample', 'Tatum Example'],
  ['CA', 'Sacramento', '916', 'Umber Specimen'],
  ['FL', 'Miami', '305', 'Val Sample', 'Wren Example'],
  ['FL', 'Tampa', '813', 'Xen Specimen'],
  ['TX', 'Houston', '713', 'Yael Sample'],
  ['TX', 'San Antonio', '210', 'Zion Example'],
  ['OH', 'Columbus', '614', 'Adrian Sample', 'Bay Specimen'],
  ['IL', 'Chicago', '312', 'Campbell Example', 'Dakota Sample'],
  ['GA', 'Atlanta', '404', 'Eden Specimen', 'Frankie Sample'],
  ['NC', 'Raleigh', '919', 'Greer Example'],
  ['VA', 'Richmond', '804', 'Hollis Sample'],
  ['MD', 'Baltimore', '410', 'Ira Specimen'],
  ['MA', 'Boston', '617', 'Jules Sample', 'Kit Example'],
  ['CT', 'Hartford', '860', 'Lane Specimen'],
  ['DE', 'Wilmington', '302', 'Marlow Sample'],
  ['MI', 'Detroit', '313', 'Noa Example'],
  ['TN', 'Nashville', '615', 'Onyx Specimen'],
  ['MO', 'St. Louis', '314', 'Perry Sample'],
  ['MN', 'Minneapolis', '612', 'Raven Example'],
  ['CO', 'Denver', '303', 'Shiloh Specimen'],
  ['AZ', 'Phoenix', '602', 'Teagan Sample'],
  ['WA', 'Seattle', '206', 'Uma Example'],
  ['PR', 'San Juan', '787', 'José Specimen'],
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
    const [first = '', kind = ''] = name.split(' ');
    const own = [0, 3, 7].map((step) => specialties[(index + step) % specialties.length] ?? '');
    return {
      name,
      firm: `${kind} Disability Law of ${city}`,
      email: `${plain(first)}@${plain(city)}-${plain(kind)}.example`,
      phone: `(${areaCode}) 555-01${String(index).padStart(2, '0')}`,
      city,
      state,
      years_experience: 1 + ((index * 7) % 32),
      specialties: own.slice(0, 2 + (index % 2)),
      bio: `Sample entry of a fresh installation, to be replaced. ${first} works with people in and around ${city} from the first form to the decision, gathers the medical records and prepares each client for what will be asked.`,
      listed: true,
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
