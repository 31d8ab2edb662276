import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Deps } from '#api/platform/deps.ts';
import {
  addClient,
  addStaff,
  clientSession,
  codes,
  refusal,
  ssnOf,
  staffMember,
  staffSession,
  type Visitor,
} from '../../../tests/setup/clients.ts';
import { empty, openDeps, visitor } from '../../../tests/setup/deps.ts';
import { signContract } from '../../../tests/setup/submissions.ts';
import { mattersCollection } from './matter.model.ts';
import { openPerson } from './person.ts';

let deps: Deps;
let robin: Visitor;
let id: string;
beforeAll(async () => {
  deps = await openDeps();
  robin = await staffSession(await addStaff(deps, 'reviewer'), deps);
});
beforeEach(async () => {
  await empty(deps, 'matters', 'duties', 'events', 'signed_contracts', 'clients');
  const answers = { first_name: 'Ida', last_name: 'Caller', phone: '2015550123', how: 'phone' };
  id = await robin.call.matters.open({ answers, key: randomUUID() });
});
afterAll(() => deps.close());

const detail = (number = id) => robin.call.matters.detail({ id: number });
const who = { first_name: 'Ida', last_name: 'Caller' };
async function edit(answers: object, version?: string, by = robin, number = id) {
  const seen = version ?? (await detail(number)).person?.version ?? '';
  return by.call.matters.editPerson({ id: number, version: seen, answers: { ...who, ...answers } });
}
async function find(query: string): Promise<number> {
  const { id: search } = await robin.call.lists.search({ query });
  const { rows } = await robin.call.matters.list({ search });
  return rows.length;
}

describe('the person of a matter', () => {
  it('is edited by nobody who may not change matters, and in no matter that is not there', async () => {
    const version = (await detail()).person?.version;
    const client = await clientSession(await addClient(deps), deps);
    const reader = await staffMember(deps, 'read_only');
    expect(
      await codes([edit({}, version, visitor(deps)), edit({}, version, client), edit({}, version, reader)]),
    ).toEqual({ 'signed-out': 2, forbidden: 1 });
    expect((await refusal(edit({}, version, robin, 'M-26-00000')))?.code).toBe('not-found');
  });

  it('is not edited where a contract or an account says who it is', async () => {
    await signContract(deps);
    const all = await mattersCollection.model(deps.portal).find().lean();
    const number = String(all.find(({ contract }) => contract)?._id);
    expect((await detail(number)).person).toBeNull();
    expect((await refusal(edit({}, '0', robin, number)))?.code).toBe('conflict');
    await mattersCollection.model(deps.portal).updateOne({ _id: id }, { client_id: randomUUID() });
    expect((await refusal(edit({}, '0')))?.code).toBe('conflict');
  });

  it.each([
    ['a number that can’t be one', { ssn: '000123456' }, 'ssn'],
    ['a birth in the future', { date_of_birth: '2999-01-01' }, 'date_of_birth'],
    ['a name of two lines', { last_name: 'Caller\nIda' }, 'last_name'],
    ['what is no address for email', { email: 'ida' }, 'email'],
  ])('does not take %s', async (_what, answers, field) => {
    expect(await refusal(edit(answers))).toMatchObject({
      code: 'bad-input',
      fields: { [field]: expect.any(String) },
    });
  });

  it('is completed, encrypted, found by its new name and number alone, and on record', async () => {
    const ssn = ssnOf(7);
    const address = '12 Canary Lane, Newark, NJ 07102';
    const more = { date_of_birth: '1968-04-27', ssn, address, email: 'ida@example.com' };
    const phones = { phone: '2015550123', phone_2: '2015550124', phone_3: '2015550124' };
    await edit({ last_name: 'Newname', ...more, ...phones });
    expect(await detail()).toMatchObject({
      ...{ name: 'Ida Newname', dateOfBirth: '4/27/1968', ssn: `***-**-${ssn.slice(-4)}`, address },
      ...{ phones: ['2015550123', '2015550124'], email: 'ida@example.com' },
    });
    expect([await find('Newname'), await find('Caller')]).toEqual([1, 0]);
    const stored = JSON.stringify(await deps.portal.collection('matters').find().toArray());
    for (const text of [ssn, '1968-04-27', 'Canary', 'Newname', 'ida@']) expect(stored).not.toContain(text);
    expect(await deps.audit.entries.findOne({ action: 'matters.editPerson', subject: id })).not.toBeNull();
  });

  it('keeps its number where that is left blank', async () => {
    await edit({ ssn: ssnOf(7) });
    await edit({ address: 'Newark' });
    const matter = await mattersCollection.model(deps.portal).findOne({ _id: id }).lean();
    if (!matter) throw new Error('There is no matter.');
    expect((await openPerson(matter, deps)).ssn).toBe(ssnOf(7));
    expect(matter.ssn_lookup).not.toEqual([]);
  });

  it('is not saved over what a colleague saved meanwhile, but a repeated post is harmless', async () => {
    const version = (await detail()).person?.version;
    await edit({ address: 'Newark' }, version);
    await edit({ address: 'Newark' }, version);
    expect((await refusal(edit({ address: 'Trenton' }, version)))?.code).toBe('conflict');
    expect((await detail()).address).toBe('Newark');
  });
});
