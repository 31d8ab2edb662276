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

/** Ordinary ones. */
export const firstNames = words(`
Ada Adele Agnes Alan Alba Albert Alice Alma Amelia Amos Andrew Anita Anna Arlo Arthur Audrey Beatrice Benjamin Bernard Bertha
Bruno Calvin Camila Carl Carmen Caroline Cecil Cecilia Clara Clarence Claude Clement Cora Daniel Daphne David Della Dennis
Diana Dora Doris Edgar Edith Edna Edward Edwin Elena Eli Elisa Ella Ellen Elmer Elsa Emil Emily Emma Enid Eric Ernest Esther
Ethan Eugene Eva Evelyn Felix Flora Floyd Frances Frank Frederick Gail George Gilbert Gloria Grace Gregory Hannah Harold
Harriet Hazel Helen Henry Herbert Homer Hope Howard Hugo Ida Inez Irene Iris Irma Isaac Isabel Ivan Jacob James Jane Janet
Jasper Joan Joel Jonas Joseph Josephine Judith Julia Julian Karen Karl Laura Lena Leo Leon Leonard Lewis Lila Lillian Linda
Lloyd Lois Louis Louise Lucas Lucia Lucy Luis Lydia Mabel Manuel Marco Margaret Maria Marian Marie Mario Martha Martin Mary
Matilda Maurice Max Mercy Mildred Milton Miriam Morris Myra Nadia Naomi Nathan Neil Nell Nina Nora Norman Olga Olive Oliver
Oscar Otto Owen Paul Pauline Pearl Perry Peter Philip Phoebe Rachel Ralph Ramon Raymond Rebecca Robert Roland Rosa Rose Roy
Ruby Rufus Russell Ruth Samuel Sarah Selma Silas Simon Sofia Stanley Stella Stephen Susan Sylvia Theodore Thomas Timothy
Ursula Vera Vernon Victor Viola Virginia Walter Wanda Warren Wesley William Winifred`);

/** Surnames are made of a plant, a stone or a season and a place: plainly made up, and nothing that anybody could mind. Syllables make obscene words. */
export const surnameBeginnings = words(`
Acorn Alder Almond Amber Apple Apricot Ash Aspen Aster Autumn Barley Basil Bay Beech Berry Birch Bluebell Bramble Briar
Buckwheat Cedar Chestnut Cinnamon Clover Copper Coral Cranberry Cypress Dahlia Daisy Dogwood Elder Elm Evergreen Fennel Fern
Flax Fox Garnet Ginger Golden Granite Hawthorn Hazel Heather Hemlock Holly Honey Indigo Iris Ivory Ivy Jasmine Juniper Larch
Laurel Lavender Lemon Lilac Lily Linden Lupine Magnolia Maple Marigold Marsh Mint Moss Mulberry Myrtle Nettle Oak Oat Olive
Orchid Pear Pebble Peony Pepper Pine Plum Poplar Poppy Primrose Quince Raspberry Robin Rosemary Rowan Rye Saffron Sage Sandal
Silver Sorrel Spruce Summer Sycamore Tamarack Thistle Thyme Tulip Verbena Violet Walnut Wheat Willow Winter Yarrow`);

/** None that makes another word where it meets a beginning. */
export const surnameEndings = words(`
acre beck bend brook bridge bury burn cliff combe cote cove creek croft crossing dale den edge farm fell field ford forest
fort gate glade glen green grove harbor haven heath hedge hill hollow house lake land landing lane lawn ledge leigh march
marsh mead meadow mere mill moor mount orchard park path point pond port quarry ridge river road rock run shaw side spring
stead stone stream strand street summit terrace thorpe ton tower trail vale valley view village wall ward way well wharf wold
wood worth yard`);

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}

/** Made-up names and places to choose from. */
export interface Words {
  first: string[];
  last: string[];
  /** By the position of their state in `stateCodes`. */
  cities: string[][];
}

/** @returns 200 first names and 8,000 surnames, all different, and 60 towns of each state, which are called as people are. */
export function makeWords(random: Random): Words {
  const surnames = surnameBeginnings.flatMap((beginning) =>
    surnameEndings.map((ending) => beginning + ending),
  );
  return {
    first: shuffled(firstNames, random).slice(0, 200),
    last: shuffled(surnames, random).slice(0, 8_000),
    cities: stateCodes.map(() => Array.from({ length: 60 }, () => oneOf(surnames, random))),
  };
}

/** @returns the same in another order, since makers choose what stands first more often. */
function shuffled(list: readonly string[], random: Random): string[] {
  const placed = list.map((word) => ({ word, at: random() }));
  return placed.sort((one, other) => one.at - other.at).map(({ word }) => word);
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
    first_name: oneOf(first, random),
    last_name: oneOf(last, random),
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
    firstName: oneOf(first, random),
    lastName: oneOf(last, random),
  };
}

function oneOf<T>(list: readonly T[], random: Random): T {
  return list[Math.floor(random() * list.length)] as T;
}
