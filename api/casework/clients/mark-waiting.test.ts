import { Types } from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Client, clientsCollection } from '#api/accounts/clients/client.model.ts';
import { agencyNoticesCollection } from '#api/casework/profile/agency-notice.model.ts';
import { markNoticeSent, orderNotice } from '#api/casework/profile/agency-notices.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { addClient, clientCollections, ssnOf, staffMember } from '../../../tests/setup/clients.ts';
import { empty, openDeps } from '../../../tests/setup/deps.ts';
import { type ClientDocument, clientDocumentsCollection } from './client-document.model.ts';
import { findWaiting } from './find-waiting.ts';
import { markWaiting } from './mark-waiting.ts';
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
  await empty(deps, ...clientCollections, 'client_documents', 'agency_notices');
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

/** Stores documents without marking the account. @returns their ids. */
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
  await clientDocumentsCollection.model(deps.portal).insertMany(rows);
  return rows.map(({ _id }) => _id.toHexString());
}

const order = (client: string, revision = 1) =>
  inTransaction(deps.portal, (session) =>
    orderNotice({ client, address: new Types.ObjectId(), revision }, deps, session),
  );
const mark = (client: string) => inTransaction(deps.portal, (session) => markWaiting(client, deps, session));
const openNoticeOf = async (client: string) =>
  agencyNoticesCollection.model(deps.portal).findOne({ client_id: client, sent_at: null }).lean();
async function send(client: string): Promise<void> {
  const notice = await openNoticeOf(client);
  const shown = { notice: String(notice?._id), madeAt: notice?.made_at.toISOString() ?? '' };
  await markNoticeSent({ id: client, ...shown, how: 'letter', early: 'call', staff }, deps);
}

describe('a client waits for us', () => {
  it('until the last of the documents was opened or deleted, since the oldest of the others', async () => {
    const [first = '', next = '', last = ''] = await storeSentDocuments(otis, 3);
    await mark(otis);
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
      await mark(otis);
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
    await mark(otis);
    await mark(ada);
    expect(await waiting()).toEqual([otis, ada]);
    await accounts().updateOne({ _id: ada }, { $set: { identity_status: 'verified' } });
    expect(await waiting()).toEqual([ada, otis]);
  });

  it('and nobody is made by a mark for an account that has ended', async () => {
    const gone = crypto.randomUUID();
    await storeSentDocuments(gone, 1);
    await mark(gone);
    expect(await clientsCollection.model(deps.portal).countDocuments()).toBe(1);
    expect(await waiting()).toEqual([]);
  });
});
