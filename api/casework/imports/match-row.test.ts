import { easternToday } from '@claimdesk/forms/eastern-time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeMatter } from '#api/casework/matters/make-matter.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { addClient, ssnOf } from '../../../tests/setup/clients.ts';
import { empty, openDeps } from '../../../tests/setup/deps.ts';
import { matchRow } from './match-row.ts';
import { type Mapping, readPerson } from './read-row.ts';
import type { Cell } from './read-table.ts';

const mapping: Mapping = { ssn: 0, birth: 1, name: 2, zone: 'America/New_York' };

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
  await empty(deps, 'matters', 'clients', 'events', 'duties');
});
afterAll(() => deps.close());

interface Person {
  ssn: string;
  birth: string;
  first: string;
  last: string;
}

function addMatter({ ssn, birth, first, last }: Person): Promise<string> {
  const person = {
    firstName: first,
    lastName: last,
    dateOfBirth: birth,
    ssn,
    address: '',
    phones: [],
    email: '',
  };
  const facts = { kind: 'opened', day: easternToday() } as const;
  return inTransaction(deps.portal, (session) =>
    makeMatter(
      { person, facts, source: 'staff', by: 'ada', at: new Date() },
      { ...deps, closings: new Set() },
      session,
    ),
  );
}

const match = (ssn: Cell, birth: Cell, name: string) =>
  matchRow(readPerson([ssn, birth, name], mapping), deps);

let people = 0;
/** Nobody else has the number, the day or the name. */
function newPerson(more: Partial<Person> = {}): Person {
  people += 1;
  const day = new Date(Date.UTC(1950, 0, 13) + people * 31 * 86_400_000).toISOString().slice(0, 10);
  const letters = [...String(people)].map((digit) => 'bcdfghjklm'[Number(digit)]).join('');
  return { ssn: ssnOf(people * 7), birth: day, first: `An${letters}a`, last: `Do${letters}e`, ...more };
}

const nameOf = ({ first, last }: Person) => `${first} ${last}`;
const swapped = (text: string, at: number) =>
  text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2);

/** A row that is planted, and the number of the matter that it is really about; null where that is nobody of ours. */
interface Planted {
  row: readonly [Cell, Cell, string];
  truth: string | null;
}

/** Ways in which a row resembles somebody. Each @returns a row of which nobody could say for certain whose it is. */
const collisions: Readonly<Record<string, () => Promise<Planted>>> = {
  async 'the same number with another date of birth'() {
    const known = newPerson();
    await addMatter(known);
    return { row: [known.ssn, newPerson().birth, nameOf(known)], truth: null };
  },
  async 'digits swapped into the number of a twin'() {
    const one = newPerson();
    const at = [...one.ssn].findIndex((digit, place) => place > 4 && digit !== one.ssn.charAt(place + 1));
    const twin = { ...one, ssn: swapped(one.ssn, Math.min(at, 7)), first: newPerson().first };
    const truth = await addMatter(one);
    await addMatter(twin);
    return { row: [twin.ssn, one.birth, nameOf(one)], truth };
  },
  async 'a twin of ours who is not our client, with our client’s number'() {
    const ours = newPerson();
    await addMatter(ours);
    return { row: [ours.ssn, ours.birth, `${newPerson().first} ${ours.last}`], truth: null };
  },
  async 'the same name and date of birth with another number'() {
    const known = newPerson();
    await addMatter(known);
    return { row: [newPerson().ssn, known.birth, nameOf(known)], truth: null };
  },
  async 'a number that lost its zero'() {
    const known = newPerson({ ssn: `0${newPerson().ssn.slice(1)}` });
    await addMatter(known);
    return { row: [Number(known.ssn), known.birth, nameOf(newPerson())], truth: null };
  },
  async 'two people with one number'() {
    const one = newPerson();
    const truth = await addMatter(one);
    await addMatter(newPerson({ ssn: one.ssn }));
    return { row: [one.ssn, one.birth, nameOf(one)], truth };
  },
  async 'two matters of one person'() {
    const one = newPerson();
    const [, truth = null] = [await addMatter(one), await addMatter(one)];
    return { row: [one.ssn, one.birth, nameOf(one)], truth };
  },
  async 'the last four digits with name and date of birth'() {
    const known = newPerson();
    await addMatter(known);
    return { row: [`***-**-${known.ssn.slice(-4)}`, known.birth, nameOf(known)], truth: null };
  },
  async 'a date of birth that can’t be read, or with month and day swapped'() {
    const known = newPerson();
    await addMatter(known);
    const [year, month, day] = known.birth.split('-');
    const written = `${day}/${month}/${year}`;
    return {
      row: [known.ssn, Number(day) === Number(month) ? `${written}?` : written, nameOf(known)],
      truth: null,
    };
  },
  async 'an account that somebody else registered with the number'() {
    const known = newPerson();
    await addMatter(known);
    await addClient(deps, { ssn: known.ssn, dateOfBirth: newPerson().birth });
    return { row: [known.ssn, known.birth, nameOf(known)], truth: null };
  },
};

describe('of a row', () => {
  it('without anything that fits, nobody is meant', async () => {
    const { ssn, birth, first, last } = newPerson();
    expect(await match(ssn, birth, `${first} ${last}`)).toEqual({ verdict: 'nobody' });
    expect(await match('', '', '')).toEqual({ verdict: 'nobody' });
  });

  it('whose number and date of birth are those of one matter, it is certain, however the name is written', async () => {
    const known = newPerson();
    const matter = await addMatter(known);
    const { ssn, birth, first, last } = known;
    const dashed = `${ssn.slice(0, 3)}-${ssn.slice(3, 5)}-${ssn.slice(5)}`;
    const names = [`${last.toUpperCase()}, ${first.toUpperCase()} Q`, `${first} Q. Newname Jr.`, ''];
    for (const name of names)
      expect(await match(dashed, birth, name)).toEqual({ verdict: 'certain', matter });
  });

  it('with a name and nothing else, those of that name may be meant', async () => {
    const known = newPerson();
    const matter = await addMatter(known);
    expect(await match('', '', nameOf(known))).toMatchObject({ verdict: 'asks', candidates: [matter] });
    expect(await match('nope', newPerson().birth, nameOf(known))).toEqual({ verdict: 'nobody' });
  });
});

it('of 1,000 planted collisions, 0 are certain and wrong, and none is certain at all', {
  timeout: 240_000,
}, async () => {
  const verdicts: string[] = [];
  const wrong: string[] = [];
  for (const [kind, plant] of Object.entries(collisions))
    for (let count = 0; count < 100; count += 1) {
      const { row, truth } = await plant();
      const found = await match(...row);
      verdicts.push(found.verdict);
      if (found.verdict === 'certain' && found.matter !== truth) wrong.push(kind);
    }
  const certain = verdicts.filter((verdict) => verdict === 'certain').length;
  console.info(`${verdicts.length} collisions: ${wrong.length} certain and wrong, ${certain} certain.`);
  expect(wrong).toEqual([]);
  expect([verdicts.length, certain]).toEqual([1_000, 0]);
});
