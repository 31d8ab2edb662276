import { Types } from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Client, clientModel } from '#api/accounts/clients/client.model.ts';
import { agencyNoticeModel } from '#api/casework/profile/agency-notice.model.ts';
import { markNoticeSent, orderNotice } from '#api/casework/profile/agency-notices.ts';
import { migrate } from '#api/platform/database/migrate.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { addClient, clientCollections, ssnOf, staffMember } from '../../../tests/setup/clients.ts';
import { empty, openDeps } from '../../../tests/setup/deps.ts';
import { profile } from '../../../tests/setup/profile.ts';
import { type ClientDocument, clientDocumentModel } from './client-document.model.ts';
import { findWaiting } from './find-waiting.ts';
import { correctMarksWhenDue, correctWaiting, markWaiting, markWaitingClients } from './mark-waiting.ts';
import { openDocumentFile } from './open-document.ts';
import { removeDocument } from './store-document.ts';

let deps: Deps;
let staff: string;
let otis: string;
beforeAll(async () => {
  deps = await openDeps();
  await staffMember(deps, 'admin');
  staff = String((await deps.portal.collection('staff').findOne())?._id);
});
beforeEach(async () => {
  await empty(deps, ...clientCollections, 'client_documents', 'agency_notices', 'migrations');
  otis = await addClient(deps, { ssn: ssnOf(1) });
});
afterAll(() => deps.close());

const accounts = () => deps.portal.collection<Client>('clients');
const waiting = async () => (await findWaiting(deps)).ids;
const marksOf = async (id: string) => {
  const { unread_since, notice_since } = (await accounts().findOne({ _id: id })) ?? {};
  return { unread_since, notice_since };
};
const second = (at: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, at));
const unmarked = { unread_since: undefined, notice_since: undefined };

/** Stores documents as a version without marks does. @returns their ids. */
async function storeSentDocuments(
  client: string,
  count: number,
  more: Partial<ClientDocument> = {},
): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, at) => ({
    _id: new Types.ObjectId(),
    client_id: client,
    state: 'stored' as const,
    content_type: 'image/jpeg' as const,
    title: 'none',
    type: 'other' as const,
    size: 1,
    pieces: 1,
    scan: 'none' as const,
    unread: true as const,
    at: second(at),
    ...more,
  }));
  await clientDocumentModel(deps.portal).insertMany(rows);
  return rows.map(({ _id }) => _id.toHexString());
}

const order = (client: string, revision = 1) =>
  inTransaction(deps.portal, (session) =>
    orderNotice({ client, address: new Types.ObjectId(), revision }, deps, session),
  );
const openNoticeOf = async (client: string) =>
  agencyNoticeModel(deps.portal).findOne({ client_id: client, sent_at: null }).lean();
async function send(client: string): Promise<void> {
  const notice = await openNoticeOf(client);
  const shown = { notice: String(notice?._id), madeAt: notice?.made_at.toISOString() ?? '' };
  await markNoticeSent({ id: client, ...shown, how: 'letter', early: 'call', staff }, deps);
}

describe('a client waits for us', () => {
  it('until the last of the documents was opened or deleted, since the oldest of the others', async () => {
    const [first = '', next = '', last = ''] = await storeSentDocuments(otis, 3);
    await correctWaiting(deps);
    expect(await marksOf(otis)).toMatchObject({ unread_since: second(0) });
    await openDocumentFile({ id: otis, document: first, staff }, deps);
    expect(await marksOf(otis)).toMatchObject({ unread_since: second(1) });
    await removeDocument({ id: otis, document: last, reason: 'A copy', staff }, deps);
    expect(await waiting()).toEqual([otis]);
    await openDocumentFile({ id: otis, document: next, staff }, deps);
    expect(await marksOf(otis)).toEqual(unmarked);
    expect(await waiting()).toEqual([]);
  });

  it('no longer when the last ones are opened at the same moment, ten times', {
    tags: 'thorough',
  }, async () => {
    for (let run = 0; run < 10; run += 1) {
      const documents = await storeSentDocuments(otis, 4);
      await correctWaiting(deps);
      await Promise.all(documents.map((document) => openDocumentFile({ id: otis, document, staff }, deps)));
      expect(await marksOf(otis)).toEqual(unmarked);
    }
  });

  it('from a change of the address, since the newest one, until it was told', async () => {
    await order(otis);
    expect(await marksOf(otis)).toMatchObject({ notice_since: (await openNoticeOf(otis))?.made_at });
    await order(otis, 2);
    expect(await marksOf(otis)).toMatchObject({ notice_since: (await openNoticeOf(otis))?.made_at });
    expect(await waiting()).toEqual([otis]);
    await send(otis);
    expect(await marksOf(otis)).toEqual(unmarked);
    expect(await waiting()).toEqual([]);
  });

  it('for what is left, when a document is opened and an address told at the same moment', async () => {
    const [document = ''] = await storeSentDocuments(otis, 2);
    await order(otis);
    await Promise.all([openDocumentFile({ id: otis, document, staff }, deps), send(otis)]);
    expect(await marksOf(otis)).toEqual({ unread_since: second(1), notice_since: undefined });
  });

  it('not at all when the change was not stored', async () => {
    const refused = inTransaction(deps.portal, async (session) => {
      await orderNotice({ client: otis, address: new Types.ObjectId(), revision: 1 }, deps, session);
      throw new Error('refused');
    });
    await expect(refused).rejects.toThrow('refused');
    expect(await marksOf(otis)).toEqual(unmarked);
  });

  it('before those who are not verified, from the moment of the verification', async () => {
    const ada = await addClient(deps, { ssn: ssnOf(2) });
    await storeSentDocuments(otis, 1);
    await storeSentDocuments(ada, 1, { at: second(9) });
    await correctWaiting(deps);
    expect(await waiting()).toEqual([otis, ada]);
    await accounts().updateOne({ _id: ada }, { $set: { identity_status: 'verified' } });
    expect(await waiting()).toEqual([ada, otis]);
  });

  it('and nobody is made by a mark for an account that has ended', async () => {
    const gone = crypto.randomUUID();
    await storeSentDocuments(gone, 1);
    await correctWaiting(deps);
    await inTransaction(deps.portal, (session) => markWaiting(gone, deps, session));
    expect(await clientModel(deps.portal).countDocuments()).toBe(1);
    expect(await waiting()).toEqual([]);
  });
});

describe('documents and notices of the version before', () => {
  /** @returns clients; every second one has documents, every third a notice. */
  async function storeAsBefore(count: number): Promise<string[]> {
    const rows = Array.from({ length: count }, (_, at) => ({
      _id: crypto.randomUUID(),
      ssn_lookup: [{ k: 'k1', h: `number ${at}` }],
      identity_status: 'verified',
      created_at: second(at),
    }));
    await accounts().insertMany(rows as never[]);
    const ids = rows.map(({ _id }) => _id);
    for (const [at, id] of ids.entries()) {
      if (at % 2 === 0) await storeSentDocuments(id, 2, { at: second(at) });
      if (at % 3 === 0)
        await agencyNoticeModel(deps.portal).create({
          client_id: id,
          address: new Types.ObjectId(),
          revision: 1,
          made_at: second(at),
        });
    }
    return ids.filter((_, at) => at % 2 === 0 || at % 3 === 0);
  }

  it('have their clients wait after the migration, which changes nothing when it runs again', async () => {
    const waits = await storeAsBefore(30);
    expect(await waiting()).toEqual([]);
    await markWaitingClients.run(deps);
    expect((await waiting()).sort()).toEqual(waits.sort());
    const after = await accounts().find().toArray();
    await markWaitingClients.run(deps);
    expect(await accounts().find().toArray()).toEqual(after);
  });

  it('are all seen when the migration was interrupted, and several sites start at the same moment', async () => {
    const waits = await storeAsBefore(12);
    await inTransaction(deps.portal, (session) => markWaiting(waits[2] ?? '', deps, session));
    await Promise.all(Array.from({ length: 3 }, () => migrate(deps, [markWaitingClients])));
    expect((await waiting()).sort()).toEqual(waits.sort());
  });

  it('have their clients wait, or wait no longer, once the job ran, where that version runs beside this one', async () => {
    await migrate(deps, [markWaitingClients]);
    const [document = ''] = await storeSentDocuments(otis, 1);
    await order(otis);
    // The same change as that version makes it, without marks.
    await agencyNoticeModel(deps.portal).updateMany({}, { sent_at: new Date() });
    const job = correctMarksWhenDue(deps);
    job.start();
    await expect.poll(() => marksOf(otis)).toEqual({ unread_since: second(0), notice_since: undefined });
    await job.stop();
    await clientDocumentModel(deps.portal).updateOne({ _id: document }, { $unset: { unread: 1 } });
    await correctWaiting(deps);
    expect(await waiting()).toEqual([]);
  });

  it('are compared by indexes, by one key for all documents of a client', async () => {
    await storeSentDocuments(otis, 200);
    await order(otis);
    const { operations } = await profile(deps.portal, /^(clients|client_documents|agency_notices)$/, () =>
      correctWaiting(deps),
    );
    for (const { planSummary, keysExamined } of operations) {
      expect(planSummary).not.toContain('COLLSCAN');
      expect(keysExamined).toBeLessThan(10);
    }
  });
});
