import { type StateCode, stateCodes } from '@claimdesk/cms/states';

/** A number from 0 up to but not including 1, as `Math.random`. */
export type Random = () => number;

/** @returns the same numbers in every run with the same seed. */
export function seededRandom(seed = 20_240_501): Random {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Made-up names and places to choose from. */
export interface Words {
  first: string[];
  last: string[];
  /** By the position of their state in `stateCodes`. */
  cities: string[][];
}

export function makeWords(random: Random): Words {
  const syllables = 'ba ce di fo gu ha jo ke li mo na pe ra so ti va wi zo'.split(' ');
  const word = () => {
    const length = 2 + Math.floor(random() * 3);
    return Array.from({ length }, () => oneOf(syllables, random)).join('');
  };
  const list = (length: number) => Array.from({ length }, word);
  return { first: list(600), last: list(8_000), cities: stateCodes.map(() => list(60)) };
}

const specialties = [
  'ALJ hearings',
  'Appeals Council',
  'SSI for children',
  'Mental health claims',
  'Federal court appeals',
  'Initial applications',
  'Back and joint conditions',
  'Claims of veterans',
  'Overpayments',
  'Reconsideration',
];

/** @returns an attorney as editors type it. Some names, cities and states are far more common than others, as in reality. */
export function makeAttorney(random: Random, { first, last, cities }: Words) {
  const often = <T>(list: readonly T[]) => list[Math.floor(random() * random() * list.length)] as T;
  const state: StateCode = often(stateCodes);
  return {
    name: `${often(first)} ${often(last)}`,
    firm: `${often(last)} ${often(last)} Law`,
    email: 'office@sample.example',
    phone: '2015550100',
    city: often(cities[stateCodes.indexOf(state)] ?? []),
    state,
    years_experience: Math.floor(random() * 40),
    specialties: [...new Set([often(specialties), often(specialties), often(specialties)])],
    bio: 'Works with people from the first form to the decision and gathers the medical records. '.repeat(3),
    listed: true,
  };
}

/** @returns valid answers to the case evaluation. The phone number is one of those set aside for fiction. */
export function makeEvaluation(random: Random, { first, last }: Words) {
  const yesOrNo = () => (random() < 0.5 ? 'yes' : 'no');
  const digits = (length: number) => String(Math.floor(random() * 10 ** length)).padStart(length, '0');
  return {
    receiving_benefits: yesOrNo(),
    applied_before: yesOrNo(),
    has_lawyer: yesOrNo(),
    currently_working: yesOrNo(),
    under_doctor_care: yesOrNo(),
    out_of_work_12_months: yesOrNo(),
    worked_full_time_5_years: yesOrNo(),
    age_range: oneOf(['Under 50', '50-54', '55-59', '60-64', '65 or older'], random),
    first_name: capitalized(oneOf(first, random)),
    last_name: capitalized(oneOf(last, random)),
    phone: `20155501${digits(2)}`,
    email: `person-${digits(9)}@sample.example`,
    zip_code: `07${digits(3)}`,
  };
}

/** @returns a person with an SSN that was never issued: the first three digits are 900 or more. */
export function makePerson(random: Random, { first, last }: Words) {
  const number = (from: number, to: number) => from + Math.floor(random() * (to - from));
  return {
    ssn: String(number(900_010_001, 1_000_000_000)),
    dateOfBirth: new Date(Date.UTC(number(1945, 2000), number(0, 12), number(1, 28)))
      .toISOString()
      .slice(0, 10),
    firstName: capitalized(oneOf(first, random)),
    lastName: capitalized(oneOf(last, random)),
  };
}

function oneOf<T>(list: readonly T[], random: Random): T {
  return list[Math.floor(random() * list.length)] as T;
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
