import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Types } from 'mongoose';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readInQueue } from '#api/casework/clients/clean-upload.ts';
import { arrivalOf, clientDocumentsCollection } from '#api/casework/clients/client-document.model.ts';
import { maxDocumentBytes, type SentType } from '#api/casework/clients/document-types.ts';
import { findWaiting } from '#api/casework/clients/find-waiting.ts';
import { purgeClientDocuments } from '#api/casework/clients/purge-documents.ts';
import type { Deps } from '#api/platform/deps.ts';
import { writeFile } from '#api/platform/documents/encrypted-file.ts';
import { readPdf } from '#api/platform/documents/fixtures/read-pdf.ts';
import {
  addClient,
  codes,
  confirmAccount,
  refusal,
  ssnOf,
  staffMember,
  type Visitor,
} from '../../../tests/setup/clients.ts';
import { empty, emptyAuditLog, openDeps, visitor } from '../../../tests/setup/deps.ts';
import { makePdf } from '../../../tests/setup/pdf.ts';
import { makeTiff } from '../../../tests/setup/tiff.ts';
import { finishUploads, purgeUploads } from './finish-upload.ts';
import { uploadsCollection } from './upload.model.ts';

const megabyte = 1024 * 1024;
const pdf = makePdf('Canary has a bad back.');
const reason = 'Came by with a passport';

let deps: Deps;
let robin: Visitor;
let reader: Visitor;
let canaria: Visitor;
let otis: Visitor;
let id: string;
let otherId: string;
beforeAll(async () => {
  deps = await openDeps();
  await empty(deps, 'clients');
  robin = await staffMember(deps, 'reviewer');
  reader = await staffMember(deps, 'reviewer', 'Sam');
  id = await addClient(deps, { ssn: ssnOf(21) });
  otherId = await addClient(deps, { ssn: ssnOf(22) });
  [canaria, otis] = [await clientSession(id), await clientSession(otherId)];
});
beforeEach(async () => {
  await empty(deps, clientDocumentsCollection.name, 'events', uploadsCollection.name, 'limits');
  await empty(deps, 'document_files.files', 'document_files.chunks');
  await emptyAuditLog(deps);
});
afterAll(() => deps.close());

async function clientSession(client: string): Promise<Visitor> {
  const who = visitor(deps);
  who.context.cookies.set('client', await deps.clientSessions.create(client), { sameSite: 'Lax' });
  return who;
}

/** @returns the files of a form as they arrive, each in two pieces. */
async function* arriving(files: readonly (Buffer | AsyncIterable<Uint8Array>)[]) {
  for (const file of files) yield Buffer.isBuffer(file) ? inTwo(file) : file;
}

async function* inTwo(file: Buffer) {
  const middle = Math.ceil(file.length / 2);
  yield file.subarray(0, middle);
  yield file.subarray(middle);
}

interface Sent {
  type?: SentType;
  note?: string;
  who?: Visitor;
}

const send = (
  files: (Buffer | AsyncIterable<Uint8Array>)[],
  { type = 'other', note = '', who = canaria }: Sent = {},
) => who.call.uploads.send({ type, note, files: arriving(files) });
const list = (who = canaria) => who.call.uploads.list();
const rows = () => clientDocumentsCollection.model(deps.portal).find().sort({ _id: 1 }).lean();
const files = () => deps.portal.collection('document_files.files').countDocuments();
const open = (document: string, who = canaria) => who.call.uploads.documentFile({ document });
const openForStaff = (document: string, who = robin) => who.call.clients.documentFile({ id, document });

async function bytesOf(file: Promise<{ content: AsyncIterable<Uint8Array> }>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of (await file).content) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** @returns a JPEG of this width from a phone held upright: stored on its side, with an orientation tag and a location. */
async function photo(width = 9): Promise<Buffer> {
  return sharp({ create: { width, height: 5, channels: 3, background: 'red' } })
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Artist: 'Canary' }, IFD3: { GPSLatitude: '40/1 0/1 0/1' } })
    .jpeg()
    .toBuffer();
}

/** @returns distinct photos, for tests of counts: a PDF takes much longer to rewrite. */
function photos(count: number): Promise<Buffer[]> {
  return Promise.all(Array.from({ length: count }, (_, at) => photo(10 + at)));
}

const pdfOf = (text: string) => makePdf(text);

describe('documents of a client', () => {
  it('are taken from and shown to signed-in clients only: no visitor and no staff', async () => {
    await send([await photo()]);
    const [sent] = await list();
    for (const who of [visitor(deps), robin]) {
      const calls = [list(who), open(sent?.id ?? '', who), send([pdf], { who })];
      expect(await codes(calls)).toEqual({ 'signed-out': 3 });
    }
    expect(await rows()).toHaveLength(1);
  });

  it('are shown and opened to nobody else, by any id, and lead to no other document', async () => {
    await send([await photo()]);
    await send([await photo(11)], { who: otis });
    const { document } = await robin.call.clients.addDocument({
      id,
      title: 'A letter',
      type: 'other',
      file: inTwo(pdf),
    });
    const [mine] = await list();
    const [theirs] = await list(otis);
    expect([(await list()).length, (await list(otis)).length]).toEqual([1, 1]);
    const none = 'f'.repeat(24);
    const calls = [open(theirs?.id ?? ''), open(mine?.id ?? '', otis), open(document), open(none)];
    expect(await codes(calls)).toEqual({ 'not-found': 4 });
    for (const wrong of ['', 'x', { $ne: '' }])
      expect((await refusal(open(wrong as string)))?.code).toBe('bad-input');
    const other = robin.call.clients.documentFile({ id: otherId, document: mine?.id ?? '' });
    expect((await refusal(other))?.code).toBe('not-found');
    const withId = { document: mine?.id ?? '', client: id } as { document: string };
    expect((await refusal(otis.call.uploads.documentFile(withId)))?.code).toBe('bad-input');
  });

  it('are refused by their bytes, one by one and in our words, and the good ones are kept', async () => {
    const picture = await photo();
    async function* broken() {
      yield pdf;
      throw new Error('The connection was reset.');
    }
    async function* tooLarge() {
      yield Buffer.from('%PDF-1.7\n');
      for (let at = 0; at <= maxDocumentBytes; at += megabyte) yield Buffer.alloc(megabyte, 'x');
    }
    const { receipt, outcomes } = await send([
      Buffer.alloc(0),
      Buffer.from('<!doctype html><script>alert(1)</script>'),
      picture,
      picture.subarray(0, 200),
      Buffer.concat([pdf, Buffer.from('PK\x03\x04 a program')]),
      tooLarge(),
      broken(),
      pdf,
    ]);
    expect(outcomes.map((each) => (each.state === 'refused' ? each.text : each.state))).toEqual([
      expect.stringMatching(/empty/),
      expect.stringMatching(/kind of file/),
      'received',
      expect.stringMatching(/damaged/),
      expect.stringMatching(/hidden/),
      expect.stringMatching(/larger than 25 MB/),
      expect.stringMatching(/did not arrive whole/),
      'received',
    ]);
    expect(receipt).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    expect(await list()).toMatchObject([
      { title: 'Paper, file 2', receipt, ending: 'pdf', state: 'received', isOpen: false },
      { title: 'Paper, file 1', receipt, ending: 'jpg', state: 'received', isOpen: true },
    ]);
    expect(await files()).toBe(2);
    expect(await send([Buffer.alloc(0)])).toMatchObject({ receipt: null });
  });

  it('at which we fail are refused as our fault, and the others are kept', async () => {
    const away = vi.spyOn(deps.store, 'put').mockRejectedValueOnce(new Error('The store is away.'));
    const { receipt, outcomes } = await send([pdf, await photo()]);
    away.mockRestore();
    expect(outcomes).toEqual([
      { state: 'refused', text: expect.stringMatching(/on our side.*call us/) },
      { state: 'received' },
    ]);
    expect(await list()).toMatchObject([{ receipt, ending: 'jpg' }]);
  });

  it('need a type that is theirs to give, and a note without control characters', async () => {
    for (const type of ['evidence-of-filing', 'client-contract', ''])
      expect((await refusal(send([pdf], { type: type as SentType })))?.code).toBe('bad-input');
    for (const note of ['x'.repeat(501), 'bell\u0007'])
      expect((await refusal(send([pdf], { note })))?.code).toBe('bad-input');
    expect(
      (await refusal(canaria.call.uploads.send({ type: 'other', note: '', files: [] as never })))?.code,
    ).toBe('bad-input');
    expect(await rows()).toEqual([]);
  });

  it('are ten at once: the others are refused, and taken with the next form', async () => {
    const files = await photos(12);
    const { outcomes } = await send(files);
    expect(outcomes.map(({ state }) => state)).toEqual([
      ...Array.from({ length: 10 }, () => 'received'),
      'refused',
      'refused',
    ]);
    expect((await send(files.slice(10))).outcomes).toEqual([{ state: 'received' }, { state: 'received' }]);
  });

  it('are stored once, however often they are sent, also at the same moment', async () => {
    const { receipt } = await send([pdf]);
    expect(await send([pdf, pdfOf('new')])).toMatchObject({
      outcomes: [{ state: 'known', receipt }, { state: 'received' }],
    });
    const [first, second] = await Promise.all([send([pdfOf('twice')]), send([pdfOf('twice')])]);
    expect([...first.outcomes, ...second.outcomes].filter(({ state }) => state === 'received')).toHaveLength(
      1,
    );
    expect([(await rows()).length, await files()]).toEqual([3, 3]);
    expect(await send([pdf], { who: otis })).toMatchObject({ outcomes: [{ state: 'received' }] });
  });

  it('are 20 files a day before the account is confirmed and 60 after it, and no client uses up those of another', {
    tags: 'thorough',
  }, async () => {
    const files = await photos(80);
    const sendTens = async (from: number, to: number) => {
      for (let at = from; at < to; at += 10) await send(files.slice(at, at + 10));
    };
    await sendTens(0, 20);
    const [refused] = (await send([pdf])).outcomes;
    expect(refused).toEqual({ state: 'refused', text: expect.stringMatching(/in 24 hours, or call us/) });
    expect((await send([pdf], { who: otis })).outcomes).toEqual([{ state: 'received' }]);
    await confirmAccount(id, robin, deps);
    await sendTens(20, 80);
    expect(await clientDocumentsCollection.model(deps.portal).countDocuments({ client_id: id })).toBe(80);
    expect((await send([pdf])).outcomes).toMatchObject([{ state: 'refused' }]);
  });

  it('count as files of the day only if they can be used, and many that cannot are refused for minutes', async () => {
    const junk = Array.from({ length: 30 }, (_, at) => Buffer.from(`no picture ${at}`));
    for (let at = 0; at < 20; at += 10) await send(junk.slice(at, at + 10));
    expect((await send([await photo()])).outcomes).toEqual([{ state: 'received' }]);
    await send(junk.slice(20));
    const [refused] = (await send([pdf])).outcomes;
    expect(refused).toEqual({
      state: 'refused',
      text: expect.stringMatching(/in 1[45] minutes, or call us/),
    });
    expect((await send([pdf], { who: otis })).outcomes).toEqual([{ state: 'received' }]);
  });

  it('are stored, logged and recorded without anything readable', async () => {
    await send([pdf, await photo()], { note: 'Canary cannot stand' });
    const collections = ['document_files.files', clientDocumentsCollection.name, 'events'];
    const stored = await Promise.all(
      collections.map((name) => deps.portal.collection(name).find().toArray()),
    );
    const chunks = await deps.portal.collection('document_files.chunks').find().toArray();
    const binary = chunks.map(({ data }) => Buffer.from(data.buffer).toString('latin1'));
    const entries = await deps.audit.entries.find().toArray();
    expect(JSON.stringify([stored, entries]) + binary.join()).not.toMatch(/Canary|bad back|%PDF|JFIF/);
    expect(entries.map(({ actor, action, subject }) => [actor, action, subject])).toEqual([
      [`client:${id}`, 'uploads.send', id],
    ]);
  });

  it('that were interrupted leave no bytes', async () => {
    const _id = new Types.ObjectId();
    const model = clientDocumentsCollection.model(deps.portal);
    const longAgo = new Date(Date.now() - 61 * 60_000);
    await model.create({ _id, client_id: id, state: 'uploading', at: longAgo });
    await writeFile(arrivalOf(_id), inTwo(Buffer.alloc(3 * megabyte)), {
      ring: await deps.keys.for(id),
      store: deps.store,
    });
    expect(await files()).toBe(3);
    expect(await purgeClientDocuments(deps)).toBe(1);
    expect([await rows(), await files()]).toEqual([[], 0]);
  });
});

describe('a picture', () => {
  it('is drawn anew and upright, without where and by whom it was taken', async () => {
    await send([Buffer.concat([await photo(), Buffer.from('<script>')])]);
    const [sent] = await list();
    const stored = await bytesOf(open(sent?.id ?? ''));
    const { width, height, exif, format } = await sharp(stored).metadata();
    expect([format, width, height, exif]).toEqual(['jpeg', 5, 9, undefined]);
    expect(stored.toString('latin1')).not.toMatch(/Canary|<script>/);
  });

  it('of an iPhone (HEIC) becomes a JPEG, upright', async () => {
    const heic = await readFile(join(import.meta.dirname, 'fixtures/photo.heic'));
    expect((await send([heic, heic.subarray(0, heic.length - 40)])).outcomes).toEqual([
      { state: 'received' },
      { state: 'refused', text: expect.stringMatching(/damaged/) },
    ]);
    const [sent] = await list();
    expect(sent).toMatchObject({ ending: 'jpg', isOpen: true });
    const { data, info } = await sharp(await bytesOf(open(sent?.id ?? '')))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([64, 48]);
    // Its left half is red, its right half blue.
    const pixel = (x: number) => [...data.subarray((24 * 64 + x) * 3, (24 * 64 + x) * 3 + 3)];
    expect(pixel(8).map((each) => Math.round(each / 255))).toEqual([1, 0, 0]);
    expect(pixel(56).map((each) => Math.round(each / 255))).toEqual([0, 0, 1]);
  });
});

describe('a TIFF', () => {
  it('of two pages becomes a PDF of both, for clients as for staff', async () => {
    const tiff = makeTiff([
      { width: 170, height: 220, dpi: [20, 20] },
      { width: 1700, height: 2200 },
    ]);
    expect((await send([tiff])).outcomes).toEqual([{ state: 'received' }]);
    expect(await list()).toMatchObject([{ ending: 'pdf' }]);
    await deps.jobs.runDue('client-pdfs');
    const [sent] = await robin.call.clients.documents({ id });
    expect(sent?.fromClient).toMatchObject({ copy: { drawn: 2, pages: 2 } });
    const added = { id, title: 'A fax', type: 'other', file: inTwo(tiff) } as const;
    const { document } = await robin.call.clients.addDocument(added);
    expect((await readPdf(await bytesOf(openForStaff(document)))).pages).toHaveLength(2);
    expect((await send([tiff.subarray(0, 900)])).outcomes).toEqual([
      { state: 'refused', text: expect.stringMatching(/damaged/) },
    ]);
  });
});

describe('while many files are being read', () => {
  /** Fills the reading queue of clients. @returns functions that let the first file end, and all of them. */
  function fill() {
    const [first, others] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const reading = Array.from({ length: 11 }, (_, at) =>
      readInQueue('clients', () => (at === 0 ? first : others).promise),
    );
    return {
      endFirst: () => first.resolve(),
      async endAll() {
        first.resolve();
        others.resolve();
        await Promise.all(reading);
      },
    };
  }

  it('what a client sends is kept, shown as received, and made a document later', async () => {
    const { endAll } = fill();
    const { receipt, outcomes } = await send([pdf, await photo(), Buffer.from('MZ')]);
    expect(outcomes).toEqual([
      { state: 'received' },
      { state: 'received' },
      { state: 'refused', text: expect.stringMatching(/kind of file/) },
    ]);
    const waiting = { receipt, state: 'waiting', isOpen: false };
    expect(await list()).toMatchObject([waiting, waiting]);
    expect(await robin.call.clients.documents({ id })).toEqual([]);
    await endAll();
    await finishUploads(deps);
    expect(await list()).toMatchObject([
      { receipt, state: 'received' },
      { receipt, state: 'received' },
    ]);
    expect(await robin.call.clients.documents({ id })).toHaveLength(2);
  });

  it('a file that cannot be used is told in the list, for a month', async () => {
    const { endAll } = fill();
    await send([Buffer.from('%PDF-1.7 nothing %%EOF')]);
    await endAll();
    await finishUploads(deps);
    expect(await list()).toMatchObject([{ state: 'refused', reason: expect.stringMatching(/cannot read/) }]);
    const days = (count: number) => new Date(Date.now() - count * 24 * 60 * 60_000);
    const setAt = (at: Date) => uploadsCollection.model(deps.portal).updateMany({}, { $set: { at } });
    await setAt(days(29));
    expect(await purgeUploads(deps)).toBe(0);
    await setAt(days(31));
    expect(await purgeUploads(deps)).toBe(1);
    expect(await list()).toEqual([]);
  });

  it('staff wait for one other file at most, and are asked to come back when ten of theirs wait', async () => {
    const { endFirst, endAll } = fill();
    const added: (string | undefined)[] = [];
    const adding = Array.from({ length: 11 }, async (_, at) => {
      const file = inTwo(await photo());
      const call = robin.call.clients.addDocument({ id, title: `File ${at}`, type: 'other', file });
      added.push((await refusal(call))?.message);
    });
    await expect.poll(() => added).toEqual([expect.stringMatching(/Send this one again in a minute$/)]);
    endFirst();
    await expect.poll(() => added).toHaveLength(2);
    expect(added[1]).toBeUndefined();
    await endAll();
    await Promise.all(adding);
    expect(await robin.call.clients.documents({ id })).toHaveLength(10);
  });
});

describe('for staff, a document of a client', () => {
  it('is among the documents with its receipt and note, and unread until somebody opens it', async () => {
    const { receipt } = await send([await photo()], { type: 'medical-record', note: 'Page 2 is missing' });
    expect(await robin.call.uploads.unread()).toEqual({ count: 1, more: false, oldest: id });
    expect((await findWaiting(deps)).ids).toContain(id);
    const [shown] = await robin.call.clients.documents({ id });
    expect(shown).toMatchObject({
      title: 'Medical record, file 1',
      who: null,
      fromClient: { receipt, note: 'Page 2 is missing', scan: 'none', readAt: null, reader: null },
    });
    await openForStaff(shown?.id ?? '', reader);
    await openForStaff(shown?.id ?? '');
    const [after] = await robin.call.clients.documents({ id });
    expect(after?.fromClient).toMatchObject({ reader: 'Sam', readAt: expect.stringMatching(/^\d{4}-/) });
    expect(await list()).toMatchObject([{ state: 'read', readAt: after?.fromClient?.readAt }]);
    expect(await robin.call.uploads.unread()).toEqual({ count: 0, more: false, oldest: null });
    expect((await findWaiting(deps)).ids).not.toContain(id);
    const opened = await deps.audit.entries.find({ action: 'clients.documentFile' }).toArray();
    expect(opened.map(({ subject }) => subject)).toEqual([id, id]);
  });

  it('still waits for the office after a read-only account has opened it', async () => {
    await send([await photo()]);
    const [shown] = await robin.call.clients.documents({ id });
    await openForStaff(shown?.id ?? '', await staffMember(deps, 'read_only', 'Lee'));
    expect(await robin.call.uploads.unread()).toEqual({ count: 1, more: false, oldest: id });
    expect((await findWaiting(deps)).ids).toContain(id);
    expect((await list()).map(({ state }) => state)).not.toContain('read');
    await openForStaff(shown?.id ?? '');
    expect(await list()).toMatchObject([{ state: 'read' }]);
  });

  it('is on the timeline as sent by the client', async () => {
    await send([pdf]);
    const { events } = await robin.call.clients.timeline({ id, kind: 'document' });
    expect(events).toMatchObject([{ name: 'document-sent', who: 'client', text: 'Paper, file 1' }]);
  });

  it('is renamed and deleted as others are, and gone for the client then', async () => {
    await send([pdf]);
    const [{ id: document } = { id: '' }] = await list();
    await robin.call.clients.changeDocument({ id, document, title: 'An X-ray', type: 'other', reason });
    expect(await list()).toMatchObject([{ title: 'An X-ray' }]);
    await robin.call.clients.removeDocument({ id, document, reason });
    expect([await list(), await files()]).toEqual([[], 0]);
    expect(await robin.call.uploads.unread()).toMatchObject({ count: 0 });
  });

  it('is never offered back as evidence of filing', { tags: 'thorough' }, async () => {
    await confirmAccount(id, robin, deps).catch(() => {});
    await send([pdf]);
    const [{ id: document } = { id: '' }] = await list();
    await robin.call.clients.changeDocument({
      id,
      document,
      title: 'Filed',
      type: 'evidence-of-filing',
      reason,
    });
    expect((await canaria.call.downloads.list())[0]).toMatchObject({ state: 'missing' });
  });

  it('hides no document of theirs, however many the client sends', { tags: 'thorough' }, async () => {
    await robin.call.clients.addDocument({ id, title: 'A letter', type: 'other', file: inTwo(pdf) });
    await send([pdfOf('first')]);
    const [row] = (await rows()).filter(({ receipt }) => receipt);
    const more = Array.from({ length: 250 }, (_, at) => ({
      ...row,
      _id: new Types.ObjectId(),
      number: at + 2,
      digest: String(at),
      at: new Date(),
    }));
    await deps.jobs.runDue('client-pdfs');
    await deps.portal
      .collection(clientDocumentsCollection.name)
      .insertMany(more.map((each) => ({ ...each, unread: true })));
    const shown = await robin.call.clients.documents({ id });
    expect(shown).toHaveLength(201);
    expect(shown.filter(({ fromClient }) => fromClient === null)).toMatchObject([{ title: 'A letter' }]);
    expect(await robin.call.uploads.unread()).toMatchObject({ count: 99, more: true });
  });
});
