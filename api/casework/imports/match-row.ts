import { foldText } from '@claimdesk/forms/declared-rules';
import { trusted } from 'mongoose';
import { findAccount } from '#api/accounts/clients/client-account.ts';
import { type Matter, matterStatuses, mattersCollection } from '#api/casework/matters/matter.model.ts';
import { type MatterPerson, nameOf, openPerson } from '#api/casework/matters/person.ts';
import type { Reading } from '#api/platform/deps.ts';
import { isDomainError } from '#api/platform/domain-error.ts';
import { lookupFilter, lookupHashes } from '#api/platform/keys/lookups.ts';
import { searchConditions } from '#api/platform/keys/search-tokens.ts';
import type { RowPerson } from './read-row.ts';

/** Whose a row is. Only `certain` needs no person to decide it. */
export type Match =
  | { verdict: 'certain'; matter: string }
  | { verdict: 'asks'; why: string; candidates: string[] }
  | { verdict: 'nobody' };

type Candidate = Pick<MatterPerson, 'ssn' | 'dateOfBirth'> & { matter: string; name: string };

const mostCandidates = 10;
/** People with the same two names among whom the one is looked for. */
const mostNamesakes = 50;

/**
 * A row is certain only where its whole number and its date of birth are those of exactly one matter, and nothing contradicts it: a
 * number that is mistyped can be that of a twin. Everything else that resembles somebody asks a person.
 */
export async function matchRow(row: RowPerson, deps: Reading): Promise<Match> {
  const numbered = ['whole', 'short'].includes(row.digits) ? await findByNumber(row.ssn, deps) : [];
  const doubt = await doubtAbout(row, numbered, deps);
  const [only] = numbered;
  if (only && doubt === null) return { verdict: 'certain', matter: only.matter };
  const namesakes = (await findByName(row.name, deps)).filter((each) => mayBe(row, each));
  const candidates = [...new Set([...numbered, ...namesakes].map(({ matter }) => matter))];
  if (candidates.length === 0) return { verdict: 'nobody' };
  return {
    verdict: 'asks',
    why: doubt ?? noNumberText[row.digits],
    candidates: candidates.slice(0, mostCandidates),
  };
}

const noNumberText: Readonly<Record<RowPerson['digits'], string>> = {
  whole: 'Nobody has this number, but the name and more fit.',
  short: 'The number is too short: it may have lost a zero at its beginning.',
  'last four': 'Only the last four digits of the number are given.',
  none: 'There is no number.',
  unreadable: 'The number can’t be read.',
};

/** @returns why it is not certain that a row is about the only matter with its number; null where it is. */
async function doubtAbout(
  row: RowPerson,
  numbered: readonly Candidate[],
  deps: Reading,
): Promise<string | null> {
  const [only, ...others] = numbered;
  if (!only || row.digits !== 'whole') return noNumberText[row.digits];
  if (others.length > 0) return 'Several matters have this number.';
  if (row.isBirthUnreadable) return 'The date of birth can’t be read.';
  if (row.birth === '') return 'There is no date of birth.';
  if (only.dateOfBirth === '' || only.ssn !== row.ssn)
    return 'The matter’s own number or date of birth is not known.';
  if (only.dateOfBirth !== row.birth) return 'The number fits, and the date of birth is another one.';
  if (row.name !== '' && !agrees(row.name, only.name))
    return 'Number and date of birth fit, and the first name is another one.';
  // Two people can have registered with one number, and only one of them signed.
  const account = await findAccount({ ssn: row.ssn }, deps);
  if (account && account.dateOfBirth !== row.birth)
    return 'The account with this number has another date of birth.';
  return null;
}

/** @returns whether a row names somebody's first name. Last names change. */
function agrees(name: string, known: string): boolean {
  const [first = ''] = wordsOf(known);
  return wordsOf(name).includes(first);
}

/** Of those with the same name: they have the same birth date or last digits, or the row has neither. */
function mayBe({ ssn, digits, birth }: RowPerson, { ssn: number, dateOfBirth }: Candidate): boolean {
  const endsAlike = ssn !== '' && number.endsWith(ssn.slice(-4));
  const isUnknown = birth === '' && ['none', 'unreadable'].includes(digits);
  return endsAlike || (birth !== '' && dateOfBirth === birth) || isUnknown;
}

async function findByNumber(ssn: string, deps: Reading): Promise<Candidate[]> {
  const filter = lookupFilter('ssn_lookup', lookupHashes(deps.keys.lookups, 'matter-ssn', ssn));
  return openAll(await read(filter, mostCandidates + 1, deps), deps);
}

async function findByName(name: string, deps: Reading): Promise<Candidate[]> {
  const query = firstAndLast(name);
  if (query === '') return [];
  try {
    const conditions = searchConditions(deps.keys.lookups, mattersCollection.name, query);
    const status = { status: trusted({ $in: [...matterStatuses] }) };
    const found = await read({ $and: [status, ...conditions] }, mostNamesakes, deps);
    const words = query.split(' ');
    // A search finds beginnings too.
    return (await openAll(found, deps)).filter(({ name }) =>
      words.every((word) => wordsOf(name).includes(word)),
    );
  } catch (error) {
    if (isDomainError(error) && error.code === 'bad-input') return [];
    throw error;
  }
}

function read(filter: Record<string, unknown>, limit: number, { portal }: Reading): Promise<Matter[]> {
  return mattersCollection
    .model(portal)
    .find(filter, { search_tokens: 0, ssn_lookup: 0 })
    .limit(limit)
    .lean<Matter[]>();
}

function openAll(matters: readonly Matter[], deps: Reading): Promise<Candidate[]> {
  return Promise.all(
    matters.map(async (matter) => {
      const { ssn, dateOfBirth, ...person } = await openPerson(matter, deps);
      return { matter: matter._id, ssn, dateOfBirth, name: nameOf(person) };
    }),
  );
}

/** @returns `jane doe` of `Doe, Jane A.` and of `Jane A. Doe Jr.`: middle names are often left out. */
function firstAndLast(name: string): string {
  const [before = '', after] = name.split(',');
  const [front, back] = [wordsOf(before), wordsOf(after ?? '')];
  if (back.length > 0) return [back[0], front[0]].filter(Boolean).join(' ');
  return front.length < 2 ? '' : `${front[0]} ${front.at(-1)}`;
}

function wordsOf(name: string): string[] {
  return foldText(name)
    .split(/[^\p{L}\p{M}']+/u)
    .filter((word) => word.length > 1 && !['jr', 'sr', 'ii', 'iii', 'iv'].includes(word));
}
