import { trusted } from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { clientDocumentsCollection } from '#api/casework/clients/client-document.model.ts';
import { findWaiting } from '#api/casework/clients/find-waiting.ts';
import { purgeClientDocuments } from '#api/casework/clients/purge-documents.ts';
import type { Deps } from '#api/platform/deps.ts';
import { outboxCollection } from '#api/platform/email/outbox-row.model.ts';
import { eicar, type RunningClamd, startClamd } from '../../../tests/setup/clamd.ts';
import { addClient, refusal, ssnOf, staffMember, type Visitor } from '../../../tests/setup/clients.ts';
import { empty, openDeps, visitor } from '../../../tests/setup/deps.ts';
import { makePdf } from '../../../tests/setup/pdf.ts';
import { scan } from './clamd.ts';
import { notifyStaff, scanUploads } from './scan-uploads.ts';

const pdfOf = (text: string) => makePdf('A letter', { padding: Buffer.from(text) });

let clamd: RunningClamd;
let deps: Deps;
let robin: Visitor;
let canaria: Visitor;
let id: string;
beforeAll(async () => {
  clamd = await startClamd();
  const opened = await openDeps();
  deps = { ...opened, settings: { ...opened.settings, CLAMD: clamd.socket } };
  await empty(deps, 'clients');
  robin = await staffMember(deps, 'reviewer');
  id = await addClient(deps, { ssn: ssnOf(31) });
  canaria = visitor(deps);
  canaria.context.cookies.set('client', await deps.clientSessions.create(id), { sameSite: 'Lax' });
}, 300_000);
beforeEach(async () => {
  await empty(deps, clientDocumentsCollection.name, 'events', 'limits');
  await empty(deps, 'document_files.files', 'document_files.chunks', 'outbox');
});
afterAll(async () => {
  await deps.close();
  await clamd.stop();
});

async function* arriving(...files: Buffer[]) {
  for (const file of files) yield inOne(file);
}

async function* inOne(file: Buffer) {
  yield file;
}

const send = (...files: Buffer[]) =>
  canaria.call.uploads.send({ type: 'other', note: '', files: arriving(...files) });
const list = () => canaria.call.uploads.list();
const open = (document: string) => canaria.call.uploads.documentFile({ document });
const openForStaff = (document: string) => robin.call.clients.documentFile({ id, document });
const fromClient = async () =>
  (await robin.call.clients.documents({ id })).map((document) => document.fromClient?.scan);

describe('clamd', () => {
  it.each(['socket', 'port'] as const)('finds the test virus and nothing else, by its %s', async (way) => {
    expect(await scan(clamd[way], inOne(pdfOf('A letter')))).toBe('clean');
    expect(await scan(clamd[way], inOne(pdfOf(eicar)))).toBe('infected');
    expect(await scan(clamd[way], inOne(Buffer.alloc(25 * 1024 * 1024, 'x')))).toBe('clean');
  });

  it('that takes no file of this size, or is not there, has said nothing', async () => {
    const large = inOne(Buffer.alloc(27 * 1024 * 1024, 'x'));
    await expect(scan(clamd.socket, large)).rejects.toThrow();
    for (const nowhere of ['/nowhere/clamd.sock', '127.0.0.1:1'])
      await expect(scan(nowhere, inOne(pdfOf('A letter')))).rejects.toThrow();
  });
});

describe('where a scanner is set, a document of a client', () => {
  it('is opened by nobody before it was scanned', async () => {
    await send(pdfOf('A letter'));
    const [sent] = await list();
    expect(sent).toMatchObject({ state: 'received', isOpen: false });
    expect((await refusal(open(sent?.id ?? '')))?.code).toBe('forbidden');
    expect((await refusal(openForStaff(sent?.id ?? '')))?.code).toBe('forbidden');
    expect(await robin.call.uploads.unread()).toMatchObject({ count: 0 });
    expect((await findWaiting(deps)).ids).not.toContain(id);
  });

  it('is checked, unread and open to its client and staff once the scanner has passed it', async () => {
    await send(pdfOf('A letter'));
    await scanUploads(clamd.socket, deps);
    const [sent] = await list();
    expect(sent).toMatchObject({ state: 'checked', isOpen: true });
    expect(await robin.call.uploads.unread()).toMatchObject({ count: 1 });
    expect((await findWaiting(deps)).ids).toContain(id);
    expect((await open(sent?.id ?? '')).contentType).toBe('application/pdf');
    expect((await openForStaff(sent?.id ?? '')).contentType).toBe('application/pdf');
    expect(await list()).toMatchObject([{ state: 'read' }]);
    expect((await findWaiting(deps)).ids).not.toContain(id);
  });

  it('with the test virus is never opened, stays sealed, and both are told', async () => {
    await send(pdfOf(eicar), pdfOf('A letter'));
    await scanUploads(clamd.port, deps);
    expect(await fromClient()).toEqual(['clean', 'infected']);
    const infected = (await list()).find(({ state }) => state === 'not-accepted');
    expect(infected).toMatchObject({ isOpen: false });
    expect((await refusal(open(infected?.id ?? '')))?.code).toBe('forbidden');
    expect((await refusal(openForStaff(infected?.id ?? '')))?.code).toBe('forbidden');
    expect(await robin.call.uploads.unread()).toMatchObject({ count: 2, oldest: id });
    const remove = { id, document: infected?.id ?? '', reason: 'A virus was in it' };
    await robin.call.clients.removeDocument(remove);
    expect(await deps.portal.collection('document_files.files').countDocuments()).toBe(1);
  });

  it('waits while the scanner is away, and is scanned when it is back', async () => {
    await send(pdfOf('A letter'), pdfOf(eicar));
    await expect(scanUploads('/nowhere/clamd.sock', deps)).rejects.toThrow();
    expect(await fromClient()).toEqual(['pending', 'pending']);
    await scanUploads(clamd.socket, deps);
    expect((await fromClient()).sort()).toEqual(['clean', 'infected']);
  });

  it('whose bytes cannot be read keeps no other from being scanned, and waits on', async () => {
    await send(pdfOf('first'), pdfOf('second'));
    const [first] = await clientDocumentsCollection.model(deps.portal).find().sort({ number: 1 }).lean();
    const stored = deps.portal.collection('document_files.files');
    await stored.updateOne(
      { filename: `${clientDocumentsCollection.name}.${first?._id}.0` },
      { $set: { filename: 'x' } },
    );
    await expect(scanUploads(clamd.socket, deps)).rejects.toThrow('could not be scanned');
    expect((await fromClient()).sort()).toEqual(['clean', 'pending']);
  });

  it('that is deleted while it is scanned does not come back as unread', async () => {
    await send(pdfOf('A letter'));
    const [sent] = await list();
    const remove = { id, document: sent?.id ?? '', reason: 'Sent twice by mistake' };
    const { get } = deps.store;
    vi.spyOn(deps.store, 'get').mockImplementationOnce(async (name) => {
      const bytes = await get(name);
      vi.spyOn(deps.store, 'delete').mockRejectedValueOnce(new Error('The store is away.'));
      await refusal(robin.call.clients.removeDocument(remove).catch(() => {}));
      return bytes;
    });
    await scanUploads(clamd.socket, deps);
    expect(await robin.call.uploads.unread()).toMatchObject({ count: 0 });
    await purgeClientDocuments(deps);
    expect(await deps.portal.collection('document_files.files').countDocuments()).toBe(0);
  });

  it('is scanned by two processes at once without harm', async () => {
    await send(pdfOf('A letter'), pdfOf(eicar));
    await Promise.all([scanUploads(clamd.socket, deps), scanUploads(clamd.port, deps)]);
    expect((await fromClient()).sort()).toEqual(['clean', 'infected']);
  });

  it('with a virus is told to staff by one email a day, which says nothing about it', async () => {
    const mails = () => deps.portal.collection('outbox').find({ kind: 'infected-document' }).toArray();
    await send(pdfOf('A letter'));
    await scanUploads(clamd.socket, deps);
    await notifyStaff(deps);
    expect(await mails()).toEqual([]);
    await send(pdfOf(`${eicar} 1`), pdfOf(`${eicar} 2`));
    await scanUploads(clamd.socket, deps);
    await Promise.all([notifyStaff(deps), notifyStaff(deps)]);
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    if (!mail) throw new Error('There is no email.');
    const { to, text } = JSON.parse(
      outboxCollection.decrypt(await deps.keys.of(mail._id), mail._id, 'letter', mail.letter),
    );
    expect(to).toBe(deps.settings.STAFF_EMAIL);
    expect(text).toMatch(/virus scanner found something.*at most once a day/s);
    expect(text).not.toMatch(new RegExp(id));
    await send(pdfOf(`${eicar} 3`));
    await scanUploads(clamd.socket, deps);
    await notifyStaff(deps);
    expect(await mails()).toHaveLength(1);
    const yesterday = new Date(Date.now() - 24 * 60 * 60_000);
    await clientDocumentsCollection
      .model(deps.portal)
      .updateMany(
        { scan: 'infected', told_at: trusted({ $exists: true }) },
        { $set: { told_at: yesterday } },
      );
    await notifyStaff(deps);
    await notifyStaff(deps);
    expect(await mails()).toHaveLength(2);
  });
});
