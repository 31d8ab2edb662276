import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { notifyClient, recordClientCall } from '#api/accounts/clients/client-event.ts';
import { eventsCollection } from '#api/accounts/clients/events.ts';
import type { Entered } from '#api/casework/matters/entered-facts.ts';
import type { Deps } from '#api/platform/deps.ts';
import {
  clientCollections,
  codes,
  confirmAccount,
  refusal,
  register,
  signedIn,
  signIn,
  ssnOf,
  staffMember,
  type Visitor,
} from '../../../tests/setup/clients.ts';
import { empty, emptyAuditLog, openDeps, visitor } from '../../../tests/setup/deps.ts';
import { profile } from '../../../tests/setup/profile.ts';

const reason = 'Asked which number we have';

let deps: Deps;
let robin: Visitor;
let client: Visitor;
let id: string;
beforeAll(async () => {
  deps = await openDeps();
  robin = await staffMember(deps, 'reviewer');
});
beforeEach(async () => {
  await empty(deps, ...clientCollections, 'events');
  await emptyAuditLog(deps);
  await register(visitor(deps));
  client = await signedIn(deps);
  id = String((await deps.portal.collection('clients').findOne())?._id);
});
afterAll(() => deps.close());

const activity = (who = client, cursor?: string | null) => who.call.clients.activity({ cursor });
const said = ({ events }: Awaited<ReturnType<typeof activity>>) =>
  events.map(({ by, what, why }) => [by, what, why]);

describe('the activity of a client', () => {
  it('is read by no visitor and no staff, and not under a cursor that is none', async () => {
    expect(await codes([activity(visitor(deps)), activity(robin)])).toEqual({ 'signed-out': 2 });
    for (const wrong of ['', 'x', '.', '1', '1-x', '-1.', '1.2', `.1-${'g'.repeat(24)}`, '{"$gt":1}'])
      expect([wrong, (await refusal(activity(client, wrong)))?.code]).toEqual([wrong, 'bad-input']);
  });

  it('says what the client did and what our office did, newest first, and who of our office it was', async () => {
    await robin.call.clients.detail({ id });
    await confirmAccount(id, robin, deps, 'Came by with a passport');
    await robin.call.clients.revealSsn({ id, reason });
    await robin.call.clients.notes({ id });
    await signIn(visitor(deps));
    const page = await activity();
    expect(said(page)).toEqual([
      ['client', 'clients.signIn', null],
      ['office', 'revealed', reason],
      ['office', 'confirmed', null],
      ['client', 'clients.confirmWithCode', null],
      ['office', 'confirmation-code-issued', null],
      ['office', 'clients.detail', null],
      ['client', 'clients.signIn', null],
    ]);
    expect(page.next).toBeNull();
    expect(page.events.map(({ who }) => who)).toEqual([null, 'Robin', 'Robin', null, 'Robin', 'Robin', null]);
    expect(JSON.stringify(page)).not.toMatch(/passport|staff/);
  });

  it('says nothing of what was refused', async () => {
    expect(await codes([client.call.uploads.finish({ upload: 'f'.repeat(24) })])).toEqual({ 'not-found': 1 });
    expect(said(await activity())).toEqual([['client', 'clients.signIn', null]]);
  });

  it('names nobody to a client who is not confirmed, and neither the shared account nor one that was deleted', async () => {
    await robin.call.clients.detail({ id });
    const named = async () => (await activity()).events.flatMap(({ who }) => who ?? []);
    expect(await named()).toEqual([]);
    for (const gone of ['staff:shared-admin', 'staff:gone'])
      await recordClientCall({ actor: gone, action: 'clients.detail', subject: id }, deps);
    await confirmAccount(id, robin, deps);
    expect(await named()).toEqual(['Robin', 'Robin', 'Robin']);
  });

  it('says that our office opened a document', async () => {
    await recordClientCall({ actor: 'staff:gone', action: 'clients.documentFile', subject: id }, deps);
    expect(said(await activity())[0]).toEqual(['office', 'clients.documentFile', null]);
  });

  it('says once that our office opened the record, however many calls a page makes', async () => {
    const { clients, profile } = robin.call;
    await Promise.all([
      clients.detail({ id }),
      clients.claim({ id }),
      clients.documents({ id }),
      clients.notes({ id }),
      profile.notices({ id }),
    ]);
    await clients.timeline({ id });
    expect(said(await activity())).toEqual([
      ['office', 'clients.detail', null],
      ['client', 'clients.signIn', null],
    ]);
    await (await staffMember(deps, 'read_only')).call.clients.timeline({ id });
    expect(said(await activity())).toHaveLength(3);
  });

  it('says it again of a look an hour later, and of another document at once', async () => {
    const look = async (time: string, document?: string) => {
      const action = document ? 'clients.documentFile' : 'clients.detail';
      const at = new Date(`2026-01-01T${time}:00.000Z`);
      const call = { _id: 1, at, actor: 'staff:gone', subject: id, action, name: action } as const;
      await notifyClient({ ...call, ...(document && { details: { document } }) }, deps);
    };
    for (const time of ['09:50', '10:30', '10:51']) await look(time);
    for (const document of ['a', 'b', 'a']) await look('10:55', document);
    const { events } = await activity();
    expect(events.map(({ what, at }) => [what, at.slice(11, 16)]).slice(1)).toEqual([
      ['clients.documentFile', '10:55'],
      ['clients.documentFile', '10:55'],
      ['clients.detail', '10:51'],
      ['clients.detail', '09:50'],
    ]);
  });

  it('does not say that our office did what it was refused', async () => {
    await refusal(robin.call.clients.revealSsn({ id, reason: 'no' }));
    await refusal(
      robin.call.clients.correctName({ id, reason, firstName: 'A', lastName: 'B', was: 'Wrong' }),
    );
    await refusal(robin.call.clients.documentFile({ id, document: 'f'.repeat(24) }));
    expect(said(await activity())).toEqual([['client', 'clients.signIn', null]]);
  });

  it('shows everything that was done, each once, although a page of views was refused in between', async () => {
    await robin.call.clients.printRecord({ id });
    const views = Array.from({ length: 40 }, () =>
      refusal(robin.call.clients.documentFile({ id, document: 'f'.repeat(24) })),
    );
    await Promise.all(views);
    await robin.call.clients.detail({ id });
    const shown: unknown[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof activity>> = await activity(client, cursor);
      shown.push(...said(page));
      cursor = page.next;
    } while (cursor);
    const opened = ['office', 'clients.detail', null];
    expect(shown).toEqual([
      opened,
      ['office', 'clients.printRecord', null],
      ['client', 'clients.signIn', null],
    ]);
  });

  it('says why to confirmed clients only', async () => {
    await robin.call.clients.revealSsn({ id, reason });
    expect(said(await activity())[0]).toEqual(['office', 'revealed', null]);
    await confirmAccount(id, robin, deps);
    expect(said(await activity())[3]).toEqual(['office', 'revealed', reason]);
  });

  it('says what the client opened', async () => {
    const opened = { actor: `client:${id}`, action: 'downloads.documentFile' } as const;
    const details = { download: 'evidence-of-filing' };
    await recordClientCall({ ...opened, subject: id, details }, deps);
    const { events } = await activity();
    expect(events.map(({ what, subject }) => [what, subject])).toEqual([
      ['downloads.documentFile', 'evidence-of-filing'],
      ['clients.signIn', null],
    ]);
  });

  it('is never that of another client', async () => {
    await register(visitor(deps), { ssn: ssnOf(1) });
    const other = visitor(deps);
    await signIn(other, { ssn: ssnOf(1) });
    await robin.call.clients.revealSsn({ id, reason });
    await robin.call.clients.detail({ id });
    expect(said(await activity(other))).toEqual([['client', 'clients.signIn', null]]);
    expect(said(await activity())).toHaveLength(3);
  });

  it('shows each event once over its pages, even while others happen', async () => {
    const [first] = (await activity()).events;
    for (let at = 0; at < 40; at += 1)
      await recordClientCall({ actor: 'staff:gone', action: 'clients.detail', subject: id }, deps);
    const row = { ssn: 'x', client_id: id, kind: 'account', name: 'reopened', by: 'gone' } as const;
    const moment = new Date();
    await eventsCollection
      .model(deps.portal)
      .insertMany(Array.from({ length: 40 }, () => ({ ...row, at: moment })));
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await activity(client, cursor);
      seen.push(...page.events.map((each) => each.id));
      cursor = page.next;
      if (cursor) expect(page.events).toHaveLength(25);
      await recordClientCall({ actor: 'staff:gone', action: 'clients.detail', subject: id }, deps);
    }
    expect([new Set(seen).size, seen.length]).toEqual([81, 81]);
    expect(seen.at(-1)).toBe(first?.id);
  });

  it('is read once, by an index and without sorting', async () => {
    for (let at = 0; at < 60; at += 1)
      await recordClientCall({ actor: 'staff:gone', action: 'clients.detail', subject: id }, deps);
    const { next } = await activity();
    for (const cursor of [null, next]) {
      const { queries } = await profile(deps.portal, /^events$/, () => activity(client, cursor));
      expect(queries).toMatchObject([{ planSummary: expect.stringMatching(/^IXSCAN/) }]);
      expect(queries[0]?.hasSortStage).toBeUndefined();
      expect(queries[0]?.docsExamined).toBeLessThanOrEqual(27);
    }
  });

  describe('with what happened in the client’s matter', () => {
    const denied = { kind: 'decision', day: '2026-01-05', level: 'initial', outcome: 'unfavorable' } as const;
    const key = () => randomUUID();
    /** @returns the number of the client's matter. */
    async function confirmed(): Promise<string> {
      await confirmAccount(id, robin, deps);
      return String((await deps.portal.collection('matters').findOne({ client_id: id }))?._id);
    }
    const enter = (matter: string, entered: Entered) =>
      robin.call.matters.enter({ id: matter, entered, key: key() });
    const ofMatters = async (who = client) =>
      (await activity(who)).events.flatMap(({ what, by, who: name, said: about }) =>
        what === 'matter-event' ? [[by, name, about]] : [],
      );

    it('is nothing before the account is confirmed, nor for another client', async () => {
      const matter = await confirmed();
      await enter(matter, denied);
      expect(await ofMatters()).toHaveLength(1);
      await register(visitor(deps), { ssn: ssnOf(1) });
      const other = visitor(deps);
      await signIn(other, { ssn: ssnOf(1) });
      expect(await ofMatters(other)).toEqual([]);
      await deps.portal
        .collection('clients')
        .updateOne({ _id: id as never }, { $unset: { identity_status: 1 } });
      expect(await ofMatters()).toEqual([]);
    });

    it('has letters that came and what was filed, and nothing of the work of our office', async () => {
      const matter = await confirmed();
      await enter(matter, denied);
      await enter(matter, {
        kind: 'appeal filed',
        day: '2026-01-06',
        level: 'reconsideration',
        confirmation: 'R-1',
      });
      await enter(matter, { kind: 'task', day: '2026-01-06', what: 'Secret', dueOn: '2026-02-01' });
      await enter(matter, { kind: 'fee paid', day: '2026-01-06' });
      await robin.call.matters.addNote({ id: matter, key: key(), text: 'Secret' });
      await client.call.claims.enterLetter({ answers: { day: '2026-01-20', says: 'denied' } });
      expect(await ofMatters()).toEqual([
        ['office', 'Robin', { kind: 'appeal filed', day: '2026-01-06', level: 'reconsideration' }],
        ['office', 'Robin', denied],
      ]);
      expect(JSON.stringify(await activity())).not.toMatch(/Secret|Something to do|M-\d\d/);
    });

    it('says what was corrected as it is known now, and nothing of what never happened', async () => {
      const matter = await confirmed();
      await enter(matter, denied);
      const correct = async (entered: Entered | null) => {
        const { events } = await robin.call.matters.detail({ id: matter });
        const event = events.find(({ isCurrent, kind }) => isCurrent && kind !== 'opened')?.id ?? '';
        await robin.call.matters.correct({ id: matter, event, entered, key: key(), secondPerson: 'Sam' });
      };
      await correct({ ...denied, outcome: 'favorable' });
      expect((await ofMatters()).map(([, , about]) => about)).toEqual([{ ...denied, outcome: 'favorable' }]);
      await correct({ kind: 'fee notice', day: '2026-01-07' });
      expect((await ofMatters()).map(([, , about]) => about)).toEqual([
        { kind: 'fee notice', day: '2026-01-07' },
      ]);
      await correct(null);
      expect(await ofMatters()).toEqual([]);
    });

    it('is read by indexes, a page of it, each event once over the pages', async () => {
      const matter = await confirmed();
      await enter(matter, denied);
      const model = eventsCollection.model(deps.portal);
      const { _id, ...one } = await model.findOne({ name: 'case-decision' }).lean().orFail();
      await model.insertMany(
        Array.from({ length: 60 }, (_, at) => ({
          ...one,
          sequence: 3 + at,
          at: new Date(1_750_000_000_000 + at),
        })),
      );
      const { next } = await activity();
      const seen: string[] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await activity(client, cursor);
        seen.push(...page.events.map((each) => each.id));
        cursor = page.next;
      }
      // Four of the account and its confirmation.
      expect([new Set(seen).size, seen.length]).toEqual([65, 65]);
      const { queries } = await profile(deps.portal, /^events$/, () => activity(client, next));
      expect(queries).toHaveLength(3);
      for (const { planSummary, hasSortStage } of queries)
        expect([planSummary, hasSortStage]).toEqual([expect.stringMatching(/^IXSCAN/), undefined]);
    });
  });
});
