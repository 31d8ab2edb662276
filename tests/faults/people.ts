import { createClient } from '../../api/accounts/clients/create-client.ts';
import { openDataKeys } from '../../api/platform/keys/data-keys.ts';
import { makeLog } from '../../api/platform/log.ts';
import { readKeys } from '../setup/site.ts';
import { forEachAtOnce } from './figures.ts';
import type { Product } from './product.ts';

/** A made-up client, as the API takes one. */
export interface Person {
  ssn: string;
  pin: string;
  dateOfBirth: string;
}

let numbers = 0;

/** @returns somebody who is not registered. */
export function somebody(): Person {
  numbers += 1;
  return { ssn: `2131${String(10_001 + numbers).padStart(5, '0')}`, pin: '8052', dateOfBirth: '1968-04-27' };
}

/** Registers people, without a site. */
export async function addClients(count: number, { portal, dataDir }: Product): Promise<Person[]> {
  const people = Array.from({ length: count }, somebody);
  const keys = await openDataKeys(await readKeys(dataDir), portal);
  const deps = { portal, keys, log: makeLog(() => {}), markIfSigned: async () => {} };
  await forEachAtOnce(people, 4, (person) => createClient(person, deps));
  return people;
}
