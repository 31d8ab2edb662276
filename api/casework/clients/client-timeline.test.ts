import { randomUUID } from 'node:crypto';
import { Types } from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clientsCollection } from '#api/accounts/clients/client.model.ts';
import { createClient } from '#api/accounts/clients/create-client.ts';
import { type EventKind, eventNames, eventsCollection } from '#api/accounts/clients/events.ts';
import { currentAgreement } from '#api/casework/contracts/agreement/agreement.ts';
import { contractHandler } from '#api/casework/contracts/contract-handler.ts';
import { submissionHandlers } from '#api/casework/intake/submission-handlers.ts';
import { addEntry } from '#api/casework/profile/entries.ts';
import type { Deps } from '#api/platform/deps.ts';
import { codes, confirmAccount, refusal, staffMember, type Visitor } from '../../../tests/setup/clients.ts';
import { contractAnswers, empty, openDeps, visitor } from '../../../tests/setup/deps.ts';
import { profile } from '../../../tests/setup/profile.ts';
import { timelineKinds } from './client-timeline.ts';

const { ssn, date_of_birth: dateOfBirth } = contractAnswers;
const reason = 'Called from the number in the contract';

let deps: Deps;
let robin: Visitor;
let id: string;
beforeAll(async () => {
  deps = await openDeps();
  robin = await staffMember(deps, 'reviewer');
});
beforeEach(async () => {
  const records = ['clients', 'events', 'client_notes', 'signed_contracts', 'documents'];
  await empty(deps, ...records, 'client_documents', 'outbox', 'limits');
  await empty(deps, 'matters', 'duties', 'attempts');
  await empty(deps, 'call_requests', 'agency_notices', 'mailing_addresses');
  await createClient({ ssn, dateOfBirth, pin: '8052' }, deps);
  id = String((await clientsCollection.model(deps.portal).findOne().lean())?._id);
});
afterAll(() => deps.close());

type Asked = Omit<Parameters<Visitor['call']['clients']['timeline']>[0], 'id'>;
const timeline = (asked: Asked = {}, who = robin) => who.call.clients.timeline({ id, ...asked });

/** @returns every event, page by page. */
async function everything(asked: Asked = {}) {
  const events: Awaited<ReturnType<typeof timeline>>['events'] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await timeline({ ...asked, cursor });
    events.push(...page.events);
    cursor = page.next;
    if (cursor) expect(page.events).toHaveLength(25);
  }
  return events;
}

async function sign(): Promise<void> {
  await contractHandler.submit(
    { answers: contractAnswers, key: randomUUID(), agreement: currentAgreement.version },
    { address: '203.0.113.9', userAgent: 'A browser/1.0', deps },
  );
}

async function* smallPdf() {
  yield Buffer.from('%PDF-1.7\n%%EOF\n');
}

describe('the timeline of a client', () => {
  it('is read by staff of every role, and by no visitor and no client', async () => {
    const client = visitor(deps);
    client.context.cookies.set('client', await deps.clientSessions.create(id), { sameSite: 'Lax' });
    expect(await codes([timeline({}, visitor(deps)), timeline({}, client)])).toEqual({ 'signed-out': 2 });
    expect((await timeline({}, await staffMember(deps, 'read_only'))).events).toHaveLength(1);
    const nobody = robin.call.clients.timeline({ id: '00000000-0000-4000-8000-000000000000' });
    expect((await refusal(nobody))?.code).toBe('not-found');
    for (const wrong of [{ cursor: 'x' }, { cursor: `1-${id}` }, { kind: 'secret' as 'note' }])
      expect((await refusal(timeline(wrong)))?.code).toBe('bad-input');
  });

  it('says what happened, newest first, with who did it, and is narrowed to a kind', async () => {
    await sign();
    const contract = await deps.portal.collection('signed_contracts').findOne();
    await robin.call.contracts.file({ id: String(contract?._id) });
    const { clients } = robin.call;
    await confirmAccount(id, robin, deps, reason);
    await clients.addNote({ id, key: randomUUID(), text: 'Called\nfrom work.' });
    const [note] = (await clients.notes({ id })).rows;
    await clients.addNote({ id, key: randomUUID(), text: 'From home.', corrects: note?.id });
    const file = { title: 'Letter', type: 'other' as const };
    const { document } = await clients.addDocument({ id, ...file, file: smallPdf() });
    await clients.changeDocument({ id, document, title: 'Old letter', type: 'other', reason });
    await clients.removeDocument({ id, document, reason });
    await clients.revealSsn({ id, reason });

    const { events, next } = await timeline();
    const staff = { staff: 'Robin' };
    expect(events.map(({ name, who, text }) => [name, who, text])).toEqual([
      ['revealed', staff, reason],
      ['document-removed', staff, `Old letter. ${reason}`],
      ['document-changed', staff, `Old letter. ${reason}`],
      ['document-added', staff, 'Letter'],
      ['note-corrected', staff, 'From home.'],
      ['note-added', staff, 'Called from work.'],
      ['confirmed', staff, 'The client typed the code in the portal.'],
      ['confirmation-code-issued', staff, reason],
      ['contract-pdf-made', 'site', null],
      ['contract-signed', 'client', null],
      ['registered', 'client', null],
    ]);
    expect(next).toBeNull();
    expect(events.map(({ at }) => at)).toEqual(
      events
        .map(({ at }) => at)
        .sort()
        .reverse(),
    );
    const about = { kind: 'contract', id: String(contract?._id), reference: contract?.reference };
    expect(events.filter(({ record }) => record).map(({ record }) => record)).toEqual([about, about]);
    expect(JSON.stringify(events)).not.toMatch(/212847391|1968-04-27|Canary Lane|555-0147/);
    for (const kind of timelineKinds)
      expect((await timeline({ kind })).events).toEqual(events.filter((event) => event.kind === kind));
  });

  it('says when an address was saved and when Social Security was told, and who asked for a call with a number of the client', async () => {
    await sign();
    const { first_name, last_name, phone } = contractAnswers;
    const asked = { phone, best_time: 'any', topic: 'claim' };
    const ask = (answers: object) =>
      submissionHandlers['call-request'].submit(
        { answers: { ...asked, ...answers }, key: randomUUID() },
        { deps },
      );
    const own = await ask({ name: `${first_name} ${last_name}` });
    const shared = await ask({ name: 'Somebody Else' });
    await ask({ name: `${first_name} ${last_name}`, phone: '2015550199' });
    const address = { street_address: '7 Canary Court', zip_code: '07102', city: 'Newark', state: 'NJ' };
    await addEntry({ client: id, kind: 'mailing-address', key: randomUUID(), answers: address }, deps);
    const [notice] = (await robin.call.clients.detail({ id })).agencyNotices;
    const sent = {
      id,
      notice: notice?.id ?? '',
      madeAt: notice?.madeAt ?? '',
      how: 'letter',
      early: 'call',
    } as const;
    await robin.call.profile.markNoticeSent(sent);

    const { events } = await timeline();
    const [told, ...others] = events.map(({ name, who, text }) => [name, who, text]);
    expect(told).toEqual(['notice-sent', { staff: 'Robin' }, 'By letter']);
    // The notice is made as the address is saved.
    expect(others.splice(0, 2).sort()).toEqual([
      ['entry-added', 'client', 'Mailing Address'],
      ['notice-made', 'client', null],
    ]);
    expect(others).toEqual([
      ['call-asked', 'caller', 'Another name. Open.'],
      ['call-asked', 'caller', 'The same name. Open.'],
      ['contract-signed', 'client', null],
      ['registered', 'client', null],
    ]);
    const calls = (await timeline({ kind: 'call' })).events.map(({ record }) => record?.reference);
    expect(calls).toEqual([shared.reference, own.reference]);
    expect((await timeline({ kind: 'notice' })).events).toHaveLength(2);
    expect(JSON.stringify(events)).not.toMatch(/Canary Court|555-?01/);
  });

  it('says what happened in the client’s matters, with calls and notes, and nothing of what is still to be done', async () => {
    await sign();
    const matter = String((await deps.portal.collection('matters').findOne())?._id);
    const { matters } = robin.call;
    const key = () => randomUUID();
    const denied = { kind: 'decision', day: '2026-01-05', level: 'initial', outcome: 'unfavorable' } as const;
    await matters.enter({ id: matter, entered: denied, key: key() });
    await matters.addNote({ id: matter, key: key(), text: `Prefers mornings.${' And so on.'.repeat(30)}` });
    await matters.recordAttempt({ id: matter, number: '2015550147', result: 'voicemail', key: key() });
    await matters.recordAttempt({ id: matter, number: '2015550147', result: 'reached', key: key() });
    const { events } = await timeline({ kind: 'matter' });
    expect(events).toMatchObject([
      { name: 'matter-call', who: { staff: 'Robin' }, text: 'Reached' },
      { name: 'matter-call', text: 'Voicemail' },
      { happened: { kind: 'note', facts: { text: expect.stringMatching(/^Prefers mornings.{140,150}…$/) } } },
      { name: 'matter-event', who: { staff: 'Robin' }, happened: { kind: 'decision', facts: denied } },
    ]);
    expect(new Set(events.map(({ record }) => JSON.stringify(record)))).toEqual(
      new Set([JSON.stringify({ kind: 'matter', id: matter, reference: matter })]),
    );
    expect(JSON.stringify(events)).not.toContain('5550147');
    const names = (await everything()).map(({ name }) => name);
    expect(names.filter((name) => name === 'contract-signed')).toHaveLength(1);
    expect(names.filter((name) => name.startsWith('matter-'))).toHaveLength(4);
  });

  it('shows each event and each call of a matter once over its pages', async () => {
    await sign();
    const matter = String((await deps.portal.collection('matters').findOne())?._id);
    const { recordAttempt, addNote } = robin.call.matters;
    for (let time = 0; time < 15; time += 1) {
      await recordAttempt({ id: matter, number: '2015550147', result: 'reached', key: randomUUID() });
      await addNote({ id: matter, key: randomUUID(), text: `Note ${time}` });
    }
    const ids = (await everything({ kind: 'matter' })).map((event) => event.id);
    expect([ids.length, new Set(ids).size]).toEqual([30, 30]);
  });

  it('finds requests for a call by an index, in their order', async () => {
    await sign();
    const first = (await everything()).at(0);
    const cursor = `${Date.parse(String(first?.at)) + 1}-${'f'.repeat(24)}`;
    for (const page of [{}, { cursor }]) {
      const { queries } = await profile(deps.portal, /^call_requests$/, () => timeline(page));
      expect(queries).toMatchObject([{ planSummary: expect.stringMatching(/^(IXSCAN|EOF)/) }]);
      expect(queries[0]?.hasSortStage).toBeUndefined();
    }
  });

  /** Adds as many events of each kind as there are moments. */
  async function happen(moments: Date[]): Promise<void> {
    const model = eventsCollection.model(deps.portal);
    const account = await model.findOne({ kind: 'account' }).lean();
    for (const kind of Object.keys(eventNames) as EventKind[]) {
      const event = {
        client_id: id,
        name: eventNames[kind][0],
        by: 'gone',
        subject: 'filed',
        ...(kind === 'account' && account),
      };
      await model.insertMany(moments.map((at) => ({ ...event, kind, _id: new Types.ObjectId(), at })));
    }
  }

  it('shows each event once over its pages, even those of one moment and while others happen', async () => {
    const at = new Date('2026-01-05T15:00:00Z');
    await confirmAccount(id, robin, deps);
    await happen(Array.from({ length: 30 }, () => at));
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await timeline({ cursor });
      seen.push(...page.events.map((event) => `${event.name} ${event.id}`));
      cursor = page.next;
      await robin.call.clients.addNote({ id, key: randomUUID(), text: 'Meanwhile' });
    }
    // Those of the confirmation, which opened a matter, and the registration, and 30 of each kind but visits and what happened in matters.
    const expected = 4 + 30 * (Object.keys(eventNames).length - 2);
    expect([seen.length, new Set(seen).size]).toEqual([expected, expected]);
    expect((await everything({ kind: 'document' })).every(({ who }) => who === null)).toBe(true);
  });

  it('reads a fixed number of times, by indexes, however much has happened', async () => {
    const about =
      /^(clients|matters|attempts|events|client_(?!sessions|devices)\w+|signed_contracts|documents|staff)$/;
    await confirmAccount(id, robin, deps);
    // The first look is told to the client, which is a write.
    await timeline();
    const first = await profile(deps.portal, about, () => timeline());
    await happen(Array.from({ length: 300 }, (_, at) => new Date(Date.UTC(2026, 0, 1) + at)));
    const { next: cursor } = await timeline();
    for (const asked of [{}, { cursor }, ...timelineKinds.map((kind) => ({ kind, cursor }))]) {
      const later = await profile(deps.portal, about, () => timeline(asked));
      if (!('kind' in asked)) expect(later.asked).toEqual(first.asked);
      expect(later.queries.length).toBeGreaterThan(0);
      for (const { ns, planSummary, docsExamined, keysExamined, hasSortStage } of later.queries) {
        expect([asked, planSummary]).toEqual([asked, expect.stringMatching(/^(IXSCAN|IDHACK|EOF)/)]);
        // A page and one more; and of the moment of the cursor, which the ids tell apart, one of each kind.
        expect([asked, ns, docsExamined <= 36, keysExamined <= 60]).toEqual([asked, ns, true, true]);
        // At most 51 contracts of a number are looked at.
        if (!ns.endsWith('.signed_contracts'))
          expect([asked, ns, hasSortStage]).toEqual([asked, ns, undefined]);
      }
    }
  });
});
