import { randomUUID } from 'node:crypto';
import { easternToday } from '@claimdesk/forms/eastern-time';
import { Types } from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { staffCollection } from '#api/accounts/staff/staff.model.ts';
import type { Level } from '#api/casework/duties/case-event.ts';
import { dutiesCollection } from '#api/casework/duties/duty.model.ts';
import { enterEvent } from '#api/casework/matters/change-matter.ts';
import { mattersCollection } from '#api/casework/matters/matter.model.ts';
import { readFederalClosings } from '#api/content/read-site.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { addStaff, codes, refusal, ssnOf, staffMember, staffSession } from '../../../tests/setup/clients.ts';
import { empty, openDeps, visitor } from '../../../tests/setup/deps.ts';
import { signContract } from '../../../tests/setup/submissions.ts';
import { contractsCollection } from './contract.model.ts';

const today = easternToday();
const printed = 'Robin Q. Example';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
});
beforeEach(() =>
  empty(deps, 'signed_contracts', 'documents', 'matters', 'duties', 'events', 'outbox', 'staff', 'limits'),
);
afterAll(() => deps.close());

async function representative() {
  const id = await addStaff(deps, 'reviewer');
  await staffCollection.model(deps.portal).updateOne({ _id: id }, { representative_name: printed });
  return (await staffSession(id, deps)).call;
}

/** Signs a contract as somebody of their own. */
const sign = (index: number) => signContract(deps, { ssn: ssnOf(index) });

/** Enters in the contract's matter that a level denied the claim. */
async function deny(contract: string, level: Level): Promise<void> {
  const matter = await mattersCollection.model(deps.portal).findOne({ contract }).lean().orFail();
  const facts = { kind: 'decision', level, outcome: 'unfavorable', day: today } as const;
  const event = { matter: matter._id, facts, source: 'staff', by: 'ada' } as const;
  const closings = await readFederalClosings(deps);
  await inTransaction(deps.portal, (session) =>
    enterEvent({ ...event, id: new Types.ObjectId().toHexString() }, { ...deps, closings }, session),
  );
}

describe('the sign desk', () => {
  it('is for staff alone', async () => {
    const { call } = visitor(deps);
    expect(await codes([call.contracts.signDesk(), call.contracts.waiting()])).toEqual({ 'signed-out': 2 });
  });

  it('has the contracts that wait for the representative, oldest first, and counts them', async () => {
    const signed = [await sign(0), await sign(1), await sign(2)];
    const call = await representative();
    const { waiting, unfiled, more } = await call.contracts.signDesk();
    expect(waiting.map(({ id }) => id)).toEqual(signed.map(({ id }) => id));
    expect([unfiled, more]).toEqual([[], false]);
    expect(waiting[0]).toMatchObject({ name: "Canaria O'Testwright", unfiledAt: null, isSample: false });
    expect(await call.contracts.waiting()).toEqual({ count: 3, more: false });
  });

  it('says by whom contracts are countersigned, so that it can say that nobody can', async () => {
    const reader = (await staffMember(deps, 'read_only')).call;
    const named = async () => (await reader.contracts.signDesk()).representatives;
    expect(await named()).toEqual([]);
    const id = await addStaff(deps, 'reviewer');
    const staff = staffCollection.model(deps.portal);
    await staff.updateOne({ _id: id }, { representative_name: printed });
    expect(await named()).toEqual([printed]);
    await staff.updateOne({ _id: id }, { disabled_at: new Date() });
    expect(await named()).toEqual([]);
  });

  it('leads from a contract to its matter', async () => {
    const { id } = await sign(0);
    const { _id } = await mattersCollection.model(deps.portal).findOne({ contract: id }).lean().orFail();
    expect((await (await representative()).contracts.detail({ id })).matter).toBe(_id);
    await mattersCollection.model(deps.portal).deleteMany({});
    expect((await (await representative()).contracts.detail({ id })).matter).toBeNull();
  });

  it('leads whoever has signed a contract to the one that waits longest, and nobody else', async () => {
    const [first, second] = [await sign(0), await sign(1)];
    const call = await representative();
    const after = async (id: string) => (await call.contracts.detail({ id })).afterSigning;
    expect(await after(first.id)).toBeNull();
    await call.contracts.countersign({ id: first.id, typedName: printed, key: randomUUID() });
    expect(await after(first.id)).toEqual({ next: second.id });
    const reader = (await staffMember(deps, 'read_only')).call;
    expect(await reader.contracts.detail({ id: first.id })).toMatchObject({
      afterSigning: null,
      countersigned: { name: printed, at: expect.any(String) },
    });
    await call.contracts.countersign({ id: second.id, typedName: printed, key: randomUUID() });
    expect(await after(second.id)).toEqual({ next: null });
  });

  it('has no contract any more that is countersigned, or that both signed on paper', async () => {
    const [first, second] = [await sign(0), await sign(1)];
    const call = await representative();
    await call.contracts.countersign({ id: first.id, typedName: printed, key: randomUUID() });
    expect((await call.contracts.signDesk()).waiting.map(({ id }) => id)).toEqual([second.id]);
    await dutiesCollection.model(deps.portal).updateMany({ rule: 'contract/sign' }, { state: 'waived' });
    expect((await call.contracts.signDesk()).waiting).toEqual([]);
    expect(await call.contracts.waiting()).toEqual({ count: 0, more: false });
  });
});

describe('a fee agreement that is not filed', () => {
  it('is not urgent before reconsideration, nor once it is filed', async () => {
    const { id } = await sign(0);
    await deny(id, 'initial');
    const call = await representative();
    expect((await call.contracts.detail({ id })).unfiledAt).toBeNull();
    await deny(id, 'hearing');
    await dutiesCollection.model(deps.portal).updateMany({ rule: 'contract/file' }, { state: 'done' });
    expect((await call.contracts.detail({ id })).unfiledAt).toBeNull();
    const { waiting, unfiled } = await call.contracts.signDesk();
    expect([waiting.map(({ unfiledAt }) => unfiledAt), unfiled]).toEqual([[null], []]);
  });

  it.each(['reconsideration', 'hearing', 'council'] as const)(
    'is urgent from reconsideration on, before it is countersigned and after: %s',
    async (level) => {
      const { id } = await sign(0);
      await sign(1);
      await deny(id, level);
      const call = await representative();
      expect((await call.contracts.detail({ id })).unfiledAt).toBe(level);
      const before = await call.contracts.signDesk();
      expect([before.waiting.map(({ unfiledAt }) => unfiledAt), before.unfiled]).toEqual([[level, null], []]);
      await call.contracts.countersign({ id, typedName: printed, key: randomUUID() });
      const after = await call.contracts.signDesk();
      expect([after.waiting.length, after.unfiled]).toMatchObject([1, [{ id, unfiledAt: level }]]);
    },
  );
});

describe('the sheet for form SSA-1696', () => {
  const read = async (id: string) => {
    const { parts, reference } = await (await staffMember(deps, 'read_only')).call.contracts.appointmentSheet(
      { id },
    );
    return { parts, reference, boxes: parts.flatMap(({ boxes }) => boxes) };
  };
  const box = ({ boxes }: Awaited<ReturnType<typeof read>>, name: string) =>
    boxes.find((each) => each.box === name);

  it('is for staff alone, and of a contract that is there', async () => {
    const { id } = await sign(0);
    expect((await refusal(visitor(deps).call.contracts.appointmentSheet({ id })))?.code).toBe('signed-out');
    expect((await refusal(read('0'.repeat(24))))?.code).toBe('not-found');
  });

  it('has what the client said in the order of the form, and of the Social Security number the end alone', async () => {
    const { id, reference } = await signContract(deps);
    const sheet = await read(id);
    expect(sheet.reference).toBe(reference);
    expect(sheet.parts.map(({ title }) => title)).toEqual([
      'Claimant',
      'Appointment',
      'Representative',
      'Fee arrangement',
      'Signatures',
    ]);
    expect(box(sheet, 'Mailing address')?.value).toBe('12 Canary Lane, Unit 7');
    expect(box(sheet, 'Daytime phone number')?.value).toBe('(201) 555-0147');
    expect(box(sheet, 'Social Security number')).toMatchObject({ state: 'secret', value: '***-**-7391' });
    expect(JSON.stringify(sheet)).not.toMatch(/21284|212-84/);
  });

  it('says what is missing, until it is known', async () => {
    const { id } = await sign(0);
    const before = await read(id);
    const representativeIn = ({ parts }: Awaited<ReturnType<typeof read>>) =>
      Object.fromEntries(
        parts.flatMap(({ title, boxes }) =>
          title === 'Representative' ? boxes.map((each) => [each.box, each] as const) : [],
        ),
      );
    expect(box(before, 'Claims under')?.state).toBe('missing');
    const unnamed = representativeIn(before);
    for (const name of ['First name', 'Last name', 'Status: attorney, or not'])
      expect(unnamed[name]?.state).toBe('missing');
    expect(unnamed['Status: attorney, or not']).toMatchObject({
      note: 'Enter it under Staff accounts.',
      enteredAt: 'staff accounts',
    });
    expect(JSON.stringify(before)).not.toContain('someone at our firm');
    const call = await representative();
    await call.contracts.countersign({ id, typedName: printed, key: randomUUID() });
    await mattersCollection.model(deps.portal).updateOne({}, { benefits: ['SSDI', 'SSI'] });
    const after = await read(id);
    const named = representativeIn(after);
    const { 'First name': first, 'Middle name': middle, 'Last name': last } = named;
    expect([first, middle, last].map((each) => [each?.state, each?.value])).toEqual([
      ['ready', 'Robin'],
      ['ready', 'Q.'],
      ['ready', 'Example'],
    ]);
    for (const about of ['Disbarred or suspended', 'Disqualified'])
      expect(Object.keys(named).find((each) => each.startsWith(about))).toBeDefined();
    await staffCollection
      .model(deps.portal)
      .updateMany({ representative_name: printed }, { representative_status: 'eligible' });
    expect(representativeIn(await read(id))['Status: attorney, or not']).toMatchObject({
      state: 'choice',
      value: 'Non-attorney eligible for direct payment',
    });
    expect(box(after, 'Claims under')?.value).toBe('Title II (RSDI), Title XVI (SSI)');
  });

  it('tells nobody’s number where the record is damaged', async () => {
    const { id } = await sign(0);
    await contractsCollection.model(deps.portal).updateOne({ _id: id }, { answers: 'damaged' });
    const sheet = await read(id);
    expect(box(sheet, 'Social Security number')?.value).toBe('unreadable');
  });
});
