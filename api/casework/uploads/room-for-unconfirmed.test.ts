import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clientDocumentsCollection } from '#api/casework/clients/client-document.model.ts';
import type { Deps } from '#api/platform/deps.ts';
import { addClient, confirmAccount, ssnOf, staffMember, type Visitor } from '../../../tests/setup/clients.ts';
import { empty, openDeps, visitor } from '../../../tests/setup/deps.ts';
import { makePdf } from '../../../tests/setup/pdf.ts';
import { profile } from '../../../tests/setup/profile.ts';
import { purgeUploads } from './finish-upload.ts';
import { countUnconfirmed, markedUnconfirmed } from './room-for-unconfirmed.ts';
import { uploadsCollection } from './upload.model.ts';

const megabyte = 1024 * 1024;
let deps: Deps;
let robin: Visitor;
let ids: string[];
beforeAll(async () => {
  const opened = await openDeps();
  // A twentieth for each account: 50 MB.
  deps = { ...opened, settings: { ...opened.settings, UNCONFIRMED_UPLOADS_MB: 1_000 } };
  robin = await staffMember(deps, 'reviewer');
});
beforeEach(async () => {
  await empty(deps, 'clients', clientDocumentsCollection.name, uploadsCollection.name, 'limits', 'events');
  await empty(deps, 'document_files.files', 'document_files.chunks');
  ids = await Promise.all([61, 62].map((at) => addClient(deps, { ssn: ssnOf(at) })));
});
afterAll(() => deps.close());

async function signedIn(
  client: string | undefined,
  settings: Partial<Deps['settings']> = {},
): Promise<Visitor> {
  const who = visitor({ ...deps, settings: { ...deps.settings, ...settings } });
  who.context.cookies.set('client', await deps.clientSessions.create(client ?? ''), { sameSite: 'Lax' });
  return who;
}

let files = 0;
/** Announces files of this size, none of which has arrived. */
async function announce(who: Visitor, ...megabytes: number[]): Promise<string[]> {
  const announced = megabytes.map((each) => {
    files += 1;
    return { hash: createHash('sha256').update(String(files)).digest('base64url'), size: each * megabyte };
  });
  const begun = await who.call.uploads.begin({ type: 'other', note: '', files: announced });
  return begun.files.map((file) => (file.state === 'refused' ? file.text : file.state));
}

async function* arriving(file: Buffer) {
  yield file;
}
async function* form(...sent: Buffer[]) {
  for (const file of sent) yield arriving(file);
}
const send = (who: Visitor, ...sent: Buffer[]) =>
  who.call.uploads.send({ type: 'other', note: '', files: form(...sent) });

const noRoom = expect.stringMatching(/not confirmed\. Call us.*What you have sent before is safe$/);

describe('the space of accounts that are not confirmed', () => {
  it('is refused to an account beyond its share, in parts as by the form, and what it sent before stays', async () => {
    const who = await signedIn(ids[0]);
    await send(who, makePdf('A letter'));
    expect(await announce(who, 24, 24, 24, 1)).toEqual(['waiting', 'waiting', noRoom, 'waiting']);
    // Of a form nobody knows the size before it has arrived, so the largest counts.
    expect((await send(who, makePdf('Another letter'))).outcomes).toEqual([
      { state: 'refused', text: noRoom },
    ]);
    expect(await who.call.uploads.list()).toHaveLength(1);
    expect(await announce(await signedIn(ids[1]), 24)).toEqual(['waiting']);
  });

  it('is refused to all of them together beyond the limit, before a byte of the file has arrived', async () => {
    const others = await Promise.all(
      Array.from({ length: 4 }, (_, at) => addClient(deps, { ssn: ssnOf(70 + at) })),
    );
    for (const other of others) await announce(await signedIn(other), 24, 24);
    const { all } = await countUnconfirmed(null, deps);
    expect(all).toBe(4 * 48 * megabyte);
    const rows = [clientDocumentsCollection, uploadsCollection].map(({ name }) =>
      deps.portal.collection(name),
    );
    const before = await Promise.all(rows.map((each) => each.countDocuments()));
    // As if the twenty shares were used up: these four have more than the whole.
    await deps.portal.collection(uploadsCollection.name).updateMany({}, { $set: { size: 150 * megabyte } });
    expect(await announce(await signedIn(ids[0]), 1)).toEqual([noRoom]);
    expect(await Promise.all(rows.map((each) => each.countDocuments()))).toEqual(before);
  });

  it('is nothing that a confirmed client is asked for, and is free again once an account is confirmed', async () => {
    const [first, second] = await Promise.all(ids.map((each) => signedIn(each)));
    if (!first || !second) throw new Error('Nobody is signed in.');
    await announce(first, 24, 24);
    expect(await announce(first, 24)).toEqual([noRoom]);
    await confirmAccount(ids[0] ?? '', robin, deps);
    expect(await announce(first, 24, 24)).toEqual(['waiting', 'waiting']);
    await deps.portal.collection(uploadsCollection.name).updateMany({}, { $set: { size: 1_000 * megabyte } });
    expect(await announce(second, 1)).toEqual(['waiting']);
    expect((await countUnconfirmed(null, deps)).all).toBe(megabyte);
  });

  it('is free again as uploads expire', async () => {
    const who = await signedIn(ids[0]);
    await announce(who, 24, 24);
    await deps.portal.collection(uploadsCollection.name).updateMany({}, { $set: { at: new Date(0) } });
    expect(await purgeUploads(deps)).toBe(2);
    expect(await announce(who, 24, 24)).toEqual(['waiting', 'waiting']);
  });

  it('is counted once for a document, with no less than 64 KB, and by an index of these files alone', async () => {
    const who = await signedIn(ids[0]);
    expect((await send(who, makePdf('A letter'))).outcomes).toEqual([{ state: 'received' }]);
    const { operations } = await profile(deps.portal, /client_(documents|uploads)/, async () => {
      expect(await countUnconfirmed(ids[0] ?? '', deps)).toEqual({ all: 64 * 1024, own: 64 * 1024 });
    });
    for (const { planSummary } of operations) expect(planSummary ?? '').toContain('unconfirmed');
  });

  it('counts what was sent before it was counted, but not what staff added or confirmed clients sent', async () => {
    const [who, other] = await Promise.all(ids.map((each) => signedIn(each)));
    if (!who || !other) throw new Error('Nobody is signed in.');
    await confirmAccount(ids[1] ?? '', robin, deps);
    await send(who, makePdf('A letter'));
    await send(other, makePdf('A letter'));
    const file = arriving(makePdf('From staff'));
    await robin.call.clients.addDocument({ id: ids[0] ?? '', title: 'A letter', type: 'other', file });
    const documents = deps.portal.collection(clientDocumentsCollection.name);
    await documents.updateMany({}, { $unset: { unconfirmed: 1 } });
    for (let times = 0; times < 2; times += 1) await markedUnconfirmed.run(deps);
    const marked = await documents.find({ unconfirmed: true }).toArray();
    expect(marked.map(({ client_id, staff }) => [client_id, staff])).toEqual([[ids[0], undefined]]);
  });
});

it('no file is taken while too little space is left, from clients and staff, and what has arrived is still read', async () => {
  const full = { UPLOADS_FREE_MB: 1024 ** 3 };
  const who = await signedIn(ids[0]);
  const whenFull = await signedIn(ids[0], full);
  const sorry = expect.stringMatching(/our fault.*or call us$/);
  expect(await announce(whenFull, 1)).toEqual([sorry]);
  expect((await send(whenFull, makePdf('A letter'))).outcomes).toEqual([{ state: 'refused', text: sorry }]);
  const staff = await staffMember({ ...deps, settings: { ...deps.settings, ...full } }, 'reviewer', 'Sam');
  const file = arriving(makePdf('From staff'));
  await expect(
    staff.call.clients.addDocument({ id: ids[0] ?? '', title: 'A letter', type: 'other', file }),
  ).rejects.toMatchObject({ code: 'unavailable', reason: 'no-space' });
  expect(await deps.portal.collection(clientDocumentsCollection.name).countDocuments()).toBe(0);
  expect((await send(who, makePdf('A letter'))).outcomes).toEqual([{ state: 'received' }]);
  expect(await deps.store.freeBytes()).toBeGreaterThan(0);
});
