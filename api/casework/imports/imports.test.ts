import { easternToday } from '@claimdesk/forms/eastern-time';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventsCollection } from '#api/accounts/clients/events.ts';
import { dutiesCollection } from '#api/casework/duties/duty.model.ts';
import { mattersCollection } from '#api/casework/matters/matter.model.ts';
import { addDays } from '#api/content/deadlines/calendar-date.ts';
import type { Deps } from '#api/platform/deps.ts';
import {
  addClient,
  addStaff,
  clientSession,
  codes,
  confirmAccount,
  refusal,
  ssnOf,
  staffMember,
  staffSession,
  type Visitor,
} from '../../../tests/setup/clients.ts';
import { contractAnswers, empty, openDeps, visitor } from '../../../tests/setup/deps.ts';
import { signContract } from '../../../tests/setup/submissions.ts';
import { importRowsCollection, importsCollection } from './import.model.ts';
import { importProcess } from './import-file.ts';

const today = easternToday();
const decided = addDays(today, -3);
const us = (day: string) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`;
const mapping = { ssn: 0, birth: 1, name: 2, level: 3, status: 4, day: 5, next: 6, zone: 'America/New_York' };

let deps: Deps;
let robin: Visitor;
let robinId: string;
beforeAll(async () => {
  deps = await openDeps();
  robinId = await addStaff(deps, 'reviewer');
  robin = await staffSession(robinId, deps);
});
beforeEach(() =>
  empty(
    deps,
    ...['imports', 'import_rows', 'matters', 'duties', 'events', 'signed_contracts', 'clients'],
    ...['claim_updates', 'outbox', 'client_links'],
  ),
);
afterAll(async () => {
  await importProcess.stop();
  await deps.close();
});

const work = () => deps.jobs.runDue('imports');
const fileOf = (...lines: string[]) => `SSN,Birth,Name,Level,Status,Date,Next\n${lines.join('\n')}\n`;
async function add(text: string, who = robin): Promise<string> {
  async function* file() {
    yield new TextEncoder().encode(text);
  }
  return (await who.call.imports.add({ file: file() })).id;
}
/** @returns the id of an import whose rows were matched. */
async function matched(...lines: string[]): Promise<string> {
  const id = await add(fileOf(...lines));
  await robin.call.imports.map({ id, mapping });
  await work();
  return id;
}
async function saved(...lines: string[]): Promise<string> {
  const id = await matched(...lines);
  await robin.call.imports.save({ id });
  await work();
  return id;
}
const detail = (id: string) => robin.call.imports.detail({ id });
const rows = async (id: string, group: Parameters<Visitor['call']['imports']['rows']>[0]['group']) =>
  (await robin.call.imports.rows({ id, group })).rows;
const { ssn, date_of_birth } = contractAnswers;
/** A line about the claimant of the tests. */
const line = (
  more: Partial<Record<'ssn' | 'birth' | 'name' | 'level' | 'status' | 'day' | 'next', string>> = {},
) => {
  const known = { ssn, birth: us(date_of_birth), name: "O'Testwright Canaria", level: 'initial' };
  return Object.values({ ...known, status: 'Denied', day: us(decided), next: '', ...more }).join(',');
};
async function signed(more: Partial<typeof contractAnswers> = {}): Promise<string> {
  await signContract(deps, more);
  const newest = await mattersCollection.model(deps.portal).findOne().sort({ opened_at: -1 }).lean();
  return String(newest?._id);
}
const eventsOf = async (matter: string) =>
  (await robin.call.matters.detail({ id: matter })).events
    .toReversed()
    .map(({ kind, source }) => [kind, source]);
const mails = () => deps.portal.collection('outbox').countDocuments({ kind: 'claim-news' });
/** Signs the claimant's contract, and confirms an account that gets mail. @returns the id of the client. */
async function confirmed(): Promise<string> {
  const id = await addClient(deps, { ssn, dateOfBirth: date_of_birth });
  const admin = await staffMember(deps, 'admin');
  await confirmAccount(id, admin, deps);
  const contract = await deps.portal.collection('signed_contracts').findOne();
  await admin.call.clients.decideLink({
    ...{ id, kind: 'contract', record: String(contract?._id), state: 'linked', reason: 'Called the client' },
  } as never);
  return id;
}

describe('an import', () => {
  it('is neither read nor changed by nobody, by a client, or by who may only look', async () => {
    const id = await matched(line());
    const client = await clientSession(await addClient(deps), deps);
    const reader = await staffMember(deps, 'read_only', 'Sam');
    const calls = (who: Visitor) => [
      add(fileOf(line()), who),
      who.call.imports.list({}),
      who.call.imports.detail({ id }),
      who.call.imports.rows({ id, group: 'ask' }),
      who.call.imports.map({ id, mapping }),
      who.call.imports.decide({ id, row: 2, matter: null }),
      who.call.imports.open({ id, row: 2 }),
      who.call.imports.save({ id }),
      who.call.imports.takeBack({ id, agreedBy: 'Somebody else' }),
    ];
    expect(await codes([...calls(visitor(deps)), ...calls(client)])).toEqual({ 'signed-out': 18 });
    expect(await codes(calls(reader))).toEqual({ forbidden: 9 });
  });

  it('refuses a file that is none, a mapping that can’t be, and what comes too early', async () => {
    expect(await refusal(add('%PDF-1.7,'))).toMatchObject({
      code: 'bad-input',
      fields: { file: expect.any(String) },
    });
    expect((await refusal(add('x'.repeat(5 * 1024 * 1024 + 1))))?.code).toBe('too-large');
    const id = await add(fileOf(line()));
    const map = (changed: object) =>
      refusal(robin.call.imports.map({ id, mapping: { ...mapping, ...changed } }));
    expect((await map({ status: undefined }))?.fields).toHaveProperty('status');
    expect((await map({ day: 4 }))?.fields).toHaveProperty('day');
    expect((await map({ next: 40 }))?.fields).toHaveProperty('next');
    expect((await refusal(robin.call.imports.save({ id })))?.code).toBe('conflict');
    expect((await refusal(robin.call.imports.takeBack({ id, agreedBy: 'Sam' })))?.code).toBe('conflict');
    expect((await refusal(robin.call.imports.detail({ id: 'f'.repeat(24) })))?.code).toBe('not-found');
  });

  it('keeps nothing of its file in plain text, and its rows for a month', async () => {
    await signed();
    await matched(line());
    const stored = await Promise.all(
      [importsCollection, importRowsCollection].map((each) => each.rows(deps.portal).find().toArray()),
    );
    for (const text of [ssn, us(date_of_birth), 'Canaria', 'Testwright', 'Denied'])
      expect(JSON.stringify(stored)).not.toContain(text);
    expect(
      await importRowsCollection.remove(
        deps.portal,
        importRowsCollection.retention?.expired?.(new Date(Date.now() + 1)) ?? {},
      ),
    ).toBe(1);
  });

  it('is the same one where the same file comes again, and is mapped as the last one with its headings', async () => {
    const id = await matched(line());
    expect(await add(fileOf(line()))).toBe(id);
    const other = await add(fileOf(line({ status: 'Approved' })));
    expect(await detail(other)).toMatchObject({ state: 'mapping', isRemembered: true, mapping });
  });
});

describe('rows', () => {
  it('are certain, ask, or are about nobody, and say what would be entered with its days', async () => {
    const matter = await signed();
    const id = await matched(line(), line({ birth: '1/2/1970' }), line({ ssn: ssnOf(5), name: 'No Body' }));
    expect((await detail(id)).counts).toMatchObject({
      certain: 1,
      enter: 1,
      asks: 1,
      ask: 1,
      nobody: 1,
      'not ours': 1,
    });
    const [row] = await rows(id, 'enter');
    expect(row).toMatchObject({
      number: 2,
      matter: { matter, level: 'initial', status: 'preparing' },
      news: [{ kind: 'decision', level: 'initial', outcome: 'unfavorable', day: decided }],
    });
    expect(row?.duties.map(({ title }) => title)).toContain('File the request for reconsideration');
    const [asks] = await rows(id, 'ask');
    expect(asks).toMatchObject({
      number: 3,
      why: expect.stringContaining('date of birth'),
      candidates: [{ matter }],
    });
  });

  it('ask one person once, who picks one of those they resemble or says that it is nobody', async () => {
    const matter = await signed();
    const other = await signed({ ssn: ssnOf(8), first_name: 'Other' });
    const id = await matched(line({ birth: '1/2/1970' }), line({ birth: '1/3/1970' }));
    const decide = (row: number, to: string | null) => robin.call.imports.decide({ id, row, matter: to });
    expect((await refusal(decide(2, other)))?.code).toBe('bad-input');
    expect((await refusal(decide(9, null)))?.code).toBe('not-found');
    expect((await refusal(robin.call.imports.save({ id })))?.code).toBe('conflict');
    await decide(2, matter);
    await decide(3, null);
    expect((await refusal(decide(2, null)))?.code).toBe('conflict');
    const entry = await deps.audit.entries.findOne({ action: 'imports.decide', 'details.matter': matter });
    expect(entry).toMatchObject({ subject: id, details: { row: 2, matter } });
    expect((await detail(id)).counts).toMatchObject({ asks: 2, enter: 1, 'not ours': 1 });
    const stored = await importRowsCollection.model(deps.portal).find().lean();
    expect(stored.map(({ decided_by }) => decided_by)).toEqual([robinId, robinId]);
  });

  it('that change nothing, and those that can’t be read, are entered nowhere', async () => {
    const matter = await signed();
    await saved(line());
    const before = await eventsOf(matter);
    const id = await saved(line(), line({ status: 'Kaput' }));
    expect((await detail(id)).counts).toMatchObject({ 'nothing new': 1, 'by hand': 1 });
    expect(await rows(id, 'by hand')).toMatchObject([
      { number: 3, why: '“Kaput” is no status that we know.' },
    ]);
    expect(await eventsOf(matter)).toEqual(before);
  });

  it('that name another hearing than the matter has are left to a person', async () => {
    await signed();
    const scheduled = (day: string) => line({ status: 'Hearing scheduled', next: `${us(day)} 9:00 AM` });
    await saved(scheduled(addDays(today, 90)));
    const id = await matched(scheduled(addDays(today, 120)), scheduled(addDays(today, 90)));
    expect((await detail(id)).counts).toMatchObject({ 'by hand': 1, 'nothing new': 1 });
  });
});

describe('saving', () => {
  it('enters the events with their duties, on record, and tells the client once that there is news', async () => {
    const matter = await signed();
    const client = await confirmed();
    const id = await saved(line(), line({ level: 'recon', status: 'Pending', day: us(addDays(decided, 1)) }));
    expect(await detail(id)).toMatchObject({ state: 'saved', counts: { entered: 2 }, mayTakeBack: true });
    expect((await eventsOf(matter)).slice(-2)).toEqual([
      ['decision', 'import'],
      ['import', 'import'],
    ]);
    const { duties, level } = await robin.call.matters.detail({ id: matter });
    expect(duties.map(({ title }) => title)).toContain('File the request for reconsideration');
    expect(level).toBe('reconsideration');
    expect(await mails()).toBe(1);
    const claim = await (await clientSession(client, deps)).call.claims.mine();
    expect(claim).toMatchObject({
      state: 'set',
      step: 'reconsideration',
      decision: null,
    });
    const entry = await deps.audit.entries.findOne({ action: 'imports.entered', subject: matter });
    expect(entry).toMatchObject({ actor: `staff:${robinId}`, details: { import: id } });
    expect(
      await eventsCollection
        .model(deps.portal)
        .countDocuments({ client_id: client, name: 'clients.detail', by: robinId }),
    ).toBe(1);
  });

  it('of a pending claim says its level, since no day, and neither makes nor ends anything due', async () => {
    const matter = await signed();
    const client = await confirmed();
    await saved(line());
    const due = async () => {
      const { duties } = await robin.call.matters.detail({ id: matter });
      return duties.map(({ id, state }) => [id, state]);
    };
    const before = await due();
    const pending = (day: string) => line({ level: 'hearing', status: 'Pending', day: us(day) });
    await saved(pending(addDays(today, -1)));
    expect(await robin.call.matters.detail({ id: matter })).toMatchObject({
      ...{ level: 'hearing', status: 'at-agency', outcome: null },
      events: [{ kind: 'import', source: 'import', level: 'hearing' }, { kind: 'decision' }, {}],
    });
    expect(await due()).toEqual(before);
    const claim = await (await clientSession(client, deps)).call.claims.mine();
    expect(claim).toMatchObject({ step: 'hearing', decision: null });
    expect(JSON.stringify(claim)).not.toContain(addDays(today, -1));
    const again = await matched(pending(today));
    expect((await detail(again)).counts).toMatchObject({ 'nothing new': 1 });
  });

  it('goes on where it was stopped, with neither half a matter nor two of anything', async () => {
    const matter = await signed();
    await confirmed();
    const other = await signed({ ssn: ssnOf(9), first_name: 'Other' });
    const otherLine = line({ ssn: ssnOf(9), name: 'Other Person' });
    const id = await matched(line(), otherLine, line({ level: 'recon', status: 'Pending', day: us(today) }));
    await robin.call.imports.save({ id });
    const create = eventsCollection.model(deps.portal);
    let calls = 0;
    const model = vi.spyOn(eventsCollection, 'model').mockImplementation(() => {
      calls += 1;
      if (calls > 6) throw new Error('The process was stopped.');
      return create;
    });
    await work();
    model.mockRestore();
    expect(await detail(id)).toMatchObject({ state: 'saving' });
    const counted = async (number: string) =>
      (await eventsOf(number)).filter(([, source]) => source === 'import').length;
    expect([0, 2]).toContain(await counted(matter));
    await importsCollection.model(deps.portal).updateOne({}, { due_at: new Date() });
    await work();
    expect(await detail(id)).toMatchObject({ state: 'saved', counts: { entered: 3 } });
    expect([await counted(matter), await counted(other), await mails()]).toEqual([2, 1, 1]);
  });
});

describe('a row that can’t be read', () => {
  it('stops no other, is tried again, and in the end is left to a person', async () => {
    const matter = await signed();
    const id = await add(fileOf(line({ status: 'Approved' }), line()));
    const [first] = await importRowsCollection.model(deps.portal).find().sort({ _id: 1 }).lean();
    await importRowsCollection.model(deps.portal).updateOne({ _id: first?._id }, { cells: 'damaged' });
    await robin.call.imports.map({ id, mapping });
    await work();
    expect(await detail(id)).toMatchObject({ state: 'matching', counts: { new: 1, enter: 1 } });
    await importsCollection.model(deps.portal).updateOne({}, { due_at: new Date(), attempts: 4 });
    await work();
    expect(await detail(id)).toMatchObject({ state: 'review', counts: { 'by hand': 1, enter: 1 } });
    expect(await rows(id, 'by hand')).toMatchObject([
      { number: 2, why: expect.stringContaining('can’t be read') },
    ]);
    await robin.call.imports.save({ id });
    await work();
    expect((await eventsOf(matter)).at(-1)).toEqual(['decision', 'import']);
  });
});

describe('taking back', () => {
  it('needs a second person, and a day is all there is for it', async () => {
    await signed();
    const id = await saved(line());
    const back = (agreedBy: string) => refusal(robin.call.imports.takeBack({ id, agreedBy }));
    expect((await back('robin'))?.fields).toHaveProperty('agreed_by');
    await importsCollection
      .model(deps.portal)
      .updateOne({}, { saved_at: new Date(Date.now() - 25 * 60 * 60_000) });
    expect((await back('Sam Second'))?.code).toBe('conflict');
  });

  it('corrects what was entered, so that the claim stands and the client reads as before', async () => {
    const matter = await signed();
    const client = await confirmed();
    const id = await saved(line());
    await robin.call.imports.takeBack({ id, agreedBy: 'Sam Second' });
    await work();
    expect(await detail(id)).toMatchObject({ state: 'taken back', counts: { 'taken back': 1 } });
    const read = await robin.call.matters.detail({ id: matter });
    expect(read).toMatchObject({ level: 'initial', status: 'preparing', outcome: null });
    expect(read.events[0]).toMatchObject({ kind: 'correction', source: 'import', checkedBy: 'Sam Second' });
    const open = await dutiesCollection.model(deps.portal).find({ matter, state: 'open' }).lean();
    expect(open.some(({ isAppeal }) => isAppeal)).toBe(false);
    const claim = await (await clientSession(client, deps)).call.claims.mine();
    expect(claim).toMatchObject({ step: 'contract-signed', decision: null, dates: [] });
    expect(await mails()).toBe(1);
    expect(await add(fileOf(line()))).not.toBe(id);
  });

  it('leaves what somebody has gone on with, and lists it', async () => {
    const matter = await signed();
    const other = await signed({ ssn: ssnOf(9), first_name: 'Other' });
    const id = await saved(line(), line({ ssn: ssnOf(9), name: 'Other Person' }));
    await robin.call.matters.enter({
      ...{ id: matter, key: crypto.randomUUID() },
      entered: { kind: 'appeal filed', level: 'reconsideration', day: today, confirmation: 'R-1' },
    });
    await robin.call.imports.takeBack({ id, agreedBy: 'Sam Second' });
    await work();
    expect((await detail(id)).counts).toMatchObject({ kept: 1, 'taken back': 1 });
    expect(await rows(id, 'kept')).toMatchObject([
      { why: 'Something else was entered since.', matter: { matter } },
    ]);
    expect(await eventsOf(other)).toContainEqual(['correction', 'import']);
  });
});

describe('a row about nobody of ours', () => {
  const stranger = (more: Parameters<typeof line>[0] = {}) =>
    line({ ssn: ssnOf(5), birth: '1/2/1970', name: 'No Body', ...more });

  it('opens a matter where it has name, number and birth date; the others say why they do not', async () => {
    const id = await matched(
      stranger(),
      stranger({ ssn: '***-**-1234' }),
      stranger({ birth: '' }),
      stranger({ name: 'Body' }),
      stranger({ status: 'Kaput' }),
    );
    expect((await detail(id)).counts).toMatchObject({ 'not ours': 5, openable: 1 });
    expect((await rows(id, 'not ours')).map(({ mayOpen, why }) => [mayOpen, why])).toEqual([
      [true, null],
      [false, 'There is no whole Social Security number.'],
      [false, 'There is no date of birth that we can read.'],
      [false, 'There is no first and last name.'],
      [false, '“Kaput” is no status that we know.'],
    ]);
    expect((await refusal(robin.call.imports.open({ id, row: 3 })))?.code).toBe('conflict');
    await robin.call.imports.open({ id, row: null });
    expect((await detail(id)).counts).toMatchObject({ 'not ours': 4, open: 1 });
    await robin.call.imports.decide({ id, row: 2, matter: null });
    expect((await detail(id)).counts).toMatchObject({ 'not ours': 5, openable: 1 });
  });

  it('is entered in the one matter that was opened for it and for the other rows about the same person', async () => {
    const id = await matched(stranger(), stranger({ level: 'hearing', status: 'Pending', day: us(today) }));
    await robin.call.imports.open({ id, row: null });
    await robin.call.imports.save({ id });
    await work();
    expect(await detail(id)).toMatchObject({ state: 'saved', counts: { entered: 2 } });
    expect((await refusal(robin.call.imports.open({ id, row: null })))?.code).toBe('conflict');
    const [matter, ...others] = await mattersCollection.model(deps.portal).find().lean();
    expect(others).toEqual([]);
    expect(await eventsOf(String(matter?._id))).toEqual([
      ['opened', 'import'],
      ['decision', 'import'],
      ['import', 'import'],
    ]);
    expect(await robin.call.matters.detail({ id: String(matter?._id) })).toMatchObject({
      ...{ name: 'No Body', dateOfBirth: '1/2/1970', owner: { id: robinId }, level: 'hearing' },
    });
  });

  it('loses its matter when the import is taken back, unless somebody has gone on with it', async () => {
    const id = await matched(stranger(), stranger({ ssn: ssnOf(6), name: 'Some Body' }));
    await robin.call.imports.open({ id, row: null });
    await robin.call.imports.save({ id });
    await work();
    const kept = String((await rows(id, 'entered'))[1]?.matter?.matter);
    const { version } = (await robin.call.matters.detail({ id: kept })).claim;
    await robin.call.matters.editClaim({ id: kept, version, answers: { ssi: true } });
    await robin.call.imports.takeBack({ id, agreedBy: 'Sam Second' });
    await work();
    expect(await rows(id, 'kept')).toMatchObject([{ why: 'Somebody has worked on the matter since.' }]);
    expect((await detail(id)).counts).toMatchObject({ kept: 1, 'taken back': 1 });
    const left = await mattersCollection.model(deps.portal).find().lean();
    expect(left.map(({ _id }) => _id)).toEqual([kept]);
    expect(await dutiesCollection.model(deps.portal).distinct('matter')).toEqual([kept]);
  });
});
