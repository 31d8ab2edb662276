import { randomUUID } from 'node:crypto';
import { easternToday } from '@claimdesk/forms/eastern-time';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addDays } from '#api/content/deadlines/calendar-date.ts';
import type { Deps } from '#api/platform/deps.ts';
import {
  addClient,
  addStaff,
  clientSession,
  codes,
  refusal,
  staffMember,
  staffSession,
  type Visitor,
} from '../../../tests/setup/clients.ts';
import { empty, openDeps, visitor } from '../../../tests/setup/deps.ts';
import { signContract } from '../../../tests/setup/submissions.ts';
import type { Entered } from './entered-facts.ts';

const today = easternToday();
const daysAgo = (days: number) => addDays(today, -days);
const contact = (days: number, benefits: ('SSDI' | 'SSI')[] = ['SSDI', 'SSI']): Entered => ({
  kind: 'first contact',
  day: daysAgo(days),
  benefits,
});

let deps: Deps;
let robin: Visitor;
let id: string;
beforeAll(async () => {
  deps = await openDeps();
  robin = await staffSession(await addStaff(deps, 'reviewer'), deps);
});
beforeEach(async () => {
  await empty(deps, 'matters', 'duties', 'events', 'signed_contracts', 'clients');
  await signContract(deps);
  id = String((await deps.portal.collection('matters').findOne())?._id);
});
afterAll(() => deps.close());

const detail = () => robin.call.matters.detail({ id });
const enter = (entered: Entered, who = robin) => who.call.matters.enter({ id, entered, key: randomUUID() });
async function edit(answers: object, version?: string, who = robin) {
  const seen = version ?? (await detail()).claim.version;
  return who.call.matters.editClaim({ id, version: seen, answers: answers as Record<string, unknown> });
}
const stateOf = async (rule: string) =>
  (await detail()).duties.filter((duty) => duty.rule === rule).map(({ state }) => state);

describe('the claim of a matter', () => {
  it('is edited by nobody who may not change matters, and in no matter that is not there', async () => {
    const { version } = (await detail()).claim;
    const client = await clientSession(await addClient(deps), deps);
    const reader = await staffMember(deps, 'read_only');
    expect(
      await codes([edit({}, version, visitor(deps)), edit({}, version, client), edit({}, version, reader)]),
    ).toEqual({ 'signed-out': 2, forbidden: 1 });
    const missing = robin.call.matters.editClaim({ id: 'M-26-00000', version, answers: {} });
    expect((await refusal(missing))?.code).toBe('not-found');
  });

  it.each([
    ['a day that does not exist', { insured_until: '2026-02-30' }, 'insured_until'],
    ['an onset in the future', { onset: addDays(today, 2) }, 'onset'],
    ['an office of two lines', { office: 'Newark\nNJ' }, 'office'],
  ])('does not take %s', async (_what, answers, field) => {
    expect(await refusal(edit(answers))).toMatchObject({
      code: 'bad-input',
      fields: { [field]: expect.any(String) },
    });
  });

  it('says for which benefits it is, its days and its office, which are stored encrypted', async () => {
    const office = 'Newark, fax (201) 555-0199';
    await edit({ ssdi: true, adult_child: true, onset: '2024-03-15', insured_until: '2027-12-31', office });
    expect(await detail()).toMatchObject({
      benefits: ['SSDI', 'disabled adult child'],
      claim: { onset: '2024-03-15', insuredUntil: '2027-12-31', office },
    });
    const stored = JSON.stringify(await deps.portal.collection('matters').find().toArray());
    for (const text of ['2024-03-15', '2027-12-31', 'Newark']) expect(stored).not.toContain(text);
  });

  it('is not saved over what a colleague saved meanwhile, but a repeated post is harmless', async () => {
    const { version } = (await detail()).claim;
    await edit({ ssi: true }, version);
    await edit({ ssi: true }, version);
    expect((await refusal(edit({ ssdi: true }, version)))?.code).toBe('conflict');
    const both = await Promise.allSettled([edit({ office: 'Newark' }), edit({ office: 'Trenton' })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('is not in the way of a letter that is entered while its form is open', async () => {
    const { version } = (await detail()).claim;
    await enter({ kind: 'fee paid', day: today });
    await edit({ ssi: true }, version);
    expect((await detail()).benefits).toEqual(['SSI']);
  });
});

describe('the first contact with the agency', () => {
  it('is about one benefit at least', async () => {
    expect(await refusal(enter(contact(1, [])))).toMatchObject({
      code: 'bad-input',
      fields: { ssdi: expect.any(String) },
    });
  });

  it('shows before it is saved by when to file, makes that due, and is the protective filing day', async () => {
    const preview = await robin.call.matters.preview({ id, entered: contact(10) });
    expect(preview.map(({ rule, hard }) => [rule, hard])).toEqual([
      ['first-contact/ssi', true],
      ['first-contact/ssdi', true],
    ]);
    expect((await detail()).protectiveFiling).toBeNull();
    await enter(contact(10));
    await enter(contact(4, ['SSI']));
    const { protectiveFiling, benefits, duties } = await detail();
    expect([protectiveFiling, benefits]).toEqual([daysAgo(10), ['SSDI', 'SSI']]);
    expect(duties.filter(({ rule }) => rule === 'first-contact/ssi')).toHaveLength(2);
  });

  it('ends nothing by an application without its confirmation number, for other benefits, or before it', async () => {
    await enter(contact(10));
    const filed = { kind: 'application filed', day: daysAgo(2), benefits: ['SSI'] } as const;
    await enter({ ...filed, benefits: ['SSI'] });
    await enter({ ...filed, benefits: [], confirmation: 'A-1' });
    await enter({ ...filed, benefits: ['SSI'], day: daysAgo(11), confirmation: 'A-1' });
    expect(await stateOf('first-contact/ssi')).toEqual(['open']);
  });

  it('is answered by the application that was filed, for its benefits, with the confirmation number as proof', async () => {
    await enter(contact(10));
    await enter({ kind: 'application filed', day: daysAgo(2), benefits: ['SSI'], confirmation: 'A-1' });
    expect([await stateOf('first-contact/ssi'), await stateOf('first-contact/ssdi')]).toEqual([
      ['done'],
      ['open'],
    ]);
    const [ended] = (await detail()).duties.filter(({ state }) => state === 'done');
    expect(ended?.outcome).toMatchObject({ on: daysAgo(2), confirmation: 'A-1' });
  });

  it('that came to an end by its own last day is left to a person', async () => {
    await enter(contact(90, ['SSI']));
    await enter({ kind: 'application filed', day: daysAgo(2), benefits: ['SSI'], confirmation: 'A-1' });
    expect(await stateOf('first-contact/ssi')).toEqual(['open']);
  });
});
