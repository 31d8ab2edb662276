import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventsCollection } from '#api/accounts/clients/events.ts';
import type { Deps } from '#api/platform/deps.ts';
import {
  addClient,
  clientSession,
  codes,
  refusal,
  ssnOf,
  staffMember,
  type Visitor,
} from '../../../tests/setup/clients.ts';
import { empty, emptyAuditLog, openDeps, visitor } from '../../../tests/setup/deps.ts';
import { applyRetention } from '../../../tests/setup/retention.ts';
import { clientDocumentsCollection } from './client-document.model.ts';
import { maxDocumentBytes } from './document-types.ts';
import { neverWhole } from './fixtures/upload-slowly.ts';
import { purgeClientDocuments } from './purge-documents.ts';

const title = 'Letter of Dr. Canary';
const reason = 'Uploaded for the wrong client';
const megabyte = 1024 * 1024;
const pdf = Buffer.from('%PDF-1.7\nCanary has a bad back.\n%%EOF\n');

let deps: Deps;
let robin: Visitor;
let reader: Visitor;
let id: string;
let other: string;
beforeAll(async () => {
  deps = await openDeps();
  await empty(deps, 'clients');
  robin = await staffMember(deps, 'reviewer');
  reader = await staffMember(deps, 'read_only', 'Sam');
  id = await addClient(deps, { ssn: ssnOf(11) });
  other = await addClient(deps, { ssn: ssnOf(12) });
});
beforeEach(() =>
  empty(deps, clientDocumentsCollection.name, 'events', 'document_files.files', 'document_files.chunks'),
);
afterAll(() => deps.close());

async function* arriving(...pieces: Uint8Array[]) {
  yield* pieces;
}

/** @returns a PDF of the given size as it arrives. @param seen counts the bytes read. */
async function* pdfOf(bytes: number, seen = { bytes: 0 }) {
  yield Buffer.from('%PDF-1.7\n');
  for (let left = bytes - 15; left > 0; left -= 65_536) {
    seen.bytes += Math.min(left, 65_536);
    yield Buffer.alloc(Math.min(left, 65_536), 'x');
  }
  yield Buffer.from('%%EOF\n');
}

interface Upload {
  id?: string;
  title?: string;
  type?: 'medical-record' | 'other';
  file?: AsyncIterable<Uint8Array>;
}

const add = (upload: Upload = {}, who = robin) =>
  who.call.clients.addDocument({ id, title, type: 'medical-record', file: arriving(pdf), ...upload });
const list = (who = robin) => who.call.clients.documents({ id });
const files = () => deps.portal.collection('document_files.files').countDocuments();
const rows = () => clientDocumentsCollection.model(deps.portal).find().lean();
const changes = () => eventsCollection.model(deps.portal).find({ kind: 'document' }).sort({ _id: 1 }).lean();

async function download(document: string, who = robin): Promise<{ fileName: string; bytes: Buffer }> {
  const { fileName, content } = await who.call.clients.documentFile({ id, document });
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece);
  return { fileName, bytes: Buffer.concat(pieces) };
}

describe('the documents of a client', () => {
  it('are neither read nor changed by visitors and clients', async () => {
    const { document } = await add();
    const client = await clientSession(id, deps);
    for (const who of [visitor(deps), client]) {
      const { clients } = who.call;
      const calls = [
        clients.documents({ id }),
        clients.document({ id, document }),
        clients.documentFile({ id, document }),
        add({}, who),
        clients.changeDocument({ id, document, title, type: 'other', reason }),
        clients.removeDocument({ id, document, reason }),
      ];
      expect(await codes(calls)).toEqual({ 'signed-out': 6 });
    }
    expect(await rows()).toMatchObject([{ type: 'medical-record', state: 'stored' }]);
  });

  it('are read, and neither added, changed nor deleted by a role that may only look', async () => {
    const { document } = await add();
    const { clients } = reader.call;
    const calls = [
      add({}, reader),
      clients.changeDocument({ id, document, title, type: 'other', reason }),
      clients.removeDocument({ id, document, reason }),
    ];
    expect(await codes(calls)).toEqual({ forbidden: 3 });
    expect(await list(reader)).toMatchObject([{ title, who: 'Robin' }]);
    expect((await download(document, reader)).bytes).toEqual(pdf);
  });

  it('of one client are not found under the id of another', async () => {
    const { document } = await add();
    const { clients } = robin.call;
    const calls = [
      clients.document({ id: other, document }),
      clients.documentFile({ id: other, document }),
      clients.changeDocument({ id: other, document, title, type: 'other', reason }),
      clients.removeDocument({ id: other, document, reason }),
      add({ id: '00000000-0000-4000-8000-000000000000' }),
    ];
    expect(await codes(calls)).toEqual({ 'not-found': 5 });
    expect(await clients.documents({ id: other })).toEqual([]);
    expect(await rows()).toHaveLength(1);
  });

  it('need a title without control characters, a type of the list and a reason', async () => {
    const { document } = await add();
    for (const wrong of ['', '  ', 'x'.repeat(121), 'two\nlines', 'bell\u0007'])
      expect((await refusal(add({ title: wrong })))?.code).toBe('bad-input');
    expect((await refusal(add({ type: 'program' as 'other' })))?.code).toBe('bad-input');
    expect((await refusal(add({ file: pdf as never })))?.code).toBe('bad-input');
    const { clients } = robin.call;
    for (const wrong of ['', '    ', 'x'.repeat(501)]) {
      const calls = [
        clients.changeDocument({ id, document, title, type: 'other', reason: wrong }),
        clients.removeDocument({ id, document, reason: wrong }),
      ];
      expect(await codes(calls)).toEqual({ 'bad-input': 2 });
    }
    expect(await rows()).toHaveLength(1);
  });

  it('are listed newest first, with who uploaded them, and downloaded byte for byte', async () => {
    await add();
    const { document } = await add({ title: 'Second', type: 'other', file: pdfOf(3 * megabyte + 7) });
    expect(await list()).toMatchObject([
      { title: 'Second', type: 'other', size: 3 * megabyte + 7, ending: 'pdf', who: 'Robin' },
      { title, type: 'medical-record', size: pdf.length },
    ]);
    const { fileName, bytes } = await download(document);
    expect(fileName).toMatch(/^other-[0-9a-f]{6}\.pdf$/);
    const expected: Uint8Array[] = [];
    for await (const piece of pdfOf(3 * megabyte + 7)) expected.push(piece);
    expect(bytes.equals(Buffer.concat(expected))).toBe(true);
    expect(await files()).toBe(5);
  });

  it('are stored, logged and recorded without anything readable', async () => {
    await emptyAuditLog(deps);
    const { document } = await add();
    await robin.call.clients.removeDocument({ id, document, reason });
    await add();
    const stored = await Promise.all(
      ['document_files.files', 'document_files.chunks', clientDocumentsCollection.name, 'events']
        .map((name) => deps.portal.collection(name).find().toArray())
        .concat(deps.audit.entries.find().toArray() as never),
    );
    const binary = (await deps.portal.collection('document_files.chunks').find().toArray()).map(({ data }) =>
      Buffer.from(data.buffer).toString('latin1'),
    );
    expect(JSON.stringify(stored) + binary.join()).not.toMatch(/Canary|bad back|%PDF|wrong client/);
    const actions = (await deps.audit.entries.find().sort({ _id: 1 }).toArray()).map(
      ({ action, subject }) => [action, subject],
    );
    expect(actions).toEqual([
      ['clients.addDocument', id],
      ['clients.removeDocument', id],
      ['clients.addDocument', id],
    ]);
  });

  it('are renamed and deleted with a reason, which stays on record, and their bytes do not', async () => {
    const { document } = await add();
    const { clients } = robin.call;
    await emptyAuditLog(deps);
    await clients.changeDocument({ id, document, title: 'Renamed', type: 'other', reason });
    await clients.changeDocument({ id, document, title: 'Renamed', type: 'other', reason });
    const changed = await deps.audit.entries.find({ action: 'clients.documentChanged' }).toArray();
    expect(changed).toMatchObject([{ subject: id, fields: ['title', 'type'], details: { document } }]);
    expect(JSON.stringify(changed)).not.toContain('Renamed');
    expect(await clients.document({ id, document })).toMatchObject({ title: 'Renamed', type: 'other' });
    const removals = Array.from({ length: 3 }, () => clients.removeDocument({ id, document, reason }));
    expect(await codes(removals)).toEqual({ done: 1, 'not-found': 2 });
    expect([await rows(), await files(), await list()]).toEqual([[], 0, []]);
    expect((await changes()).map(({ name, subject }) => [name, subject])).toEqual([
      ['document-added', 'medical-record'],
      ['document-changed', 'other'],
      ['document-changed', 'other'],
      ['document-removed', 'other'],
    ]);
    expect((await refusal(clients.documentFile({ id, document })))?.code).toBe('not-found');
  });
});

describe('an upload', () => {
  const about = async (file: AsyncIterable<Uint8Array>) => {
    const { code, fields } = (await refusal(add({ file }))) ?? {};
    return [code, Object.values(fields ?? {}).join()];
  };
  const png = () =>
    sharp({ create: { width: 9, height: 5, channels: 3, background: 'red' } })
      .png()
      .toBuffer();

  it('is refused when it is empty, of another kind, damaged or has something hidden behind it', async () => {
    const cases: [Buffer, RegExp][] = [
      [Buffer.alloc(0), /empty/],
      [Buffer.from('<!doctype html><script>alert(1)</script>'), /kind of file/],
      [Buffer.from('MZ\x90\x00'), /kind of file/],
      [Buffer.from('GIF89a\x01\x00\x01\x00'), /kind of file/],
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /kind of file/],
      [Buffer.concat([pdf, Buffer.from('PK\x03\x04 a program')]), /hidden/],
      [(await png()).subarray(0, 40), /damaged/],
    ];
    for (const [bytes, words] of cases)
      expect(await about(arriving(bytes))).toEqual(['bad-input', expect.stringMatching(words)]);
    expect([await rows(), await files()]).toEqual([[], 0]);
  });

  it('of more than 25 MB is refused while it arrives, and of 25 MB it is taken', {
    tags: 'thorough',
  }, async () => {
    const seen = { bytes: 0 };
    const [code, words] = await about(pdfOf(80 * megabyte, seen));
    expect([code, words]).toEqual(['too-large', expect.stringContaining('larger than 25 MB')]);
    expect(seen.bytes).toBeLessThan(26 * megabyte);
    expect([await rows(), await files()]).toEqual([[], 0]);
    await add({ file: pdfOf(maxDocumentBytes) });
    expect(await files()).toBe(25);
  });

  it('is stored piece by piece while it arrives, so that memory does not grow with its size', {
    tags: 'thorough',
  }, async () => {
    const behind: number[] = [];
    async function* followed() {
      let arrived = 0;
      for await (const piece of pdfOf(maxDocumentBytes)) {
        arrived += piece.length;
        if (arrived % (5 * megabyte) < 65_536) behind.push(Math.floor(arrived / megabyte) - (await files()));
        yield piece;
      }
    }
    await add({ file: followed() });
    expect(behind.length).toBeGreaterThan(4);
    expect(Math.max(...behind)).toBeLessThanOrEqual(1);
  });

  it('of a picture is drawn anew, without where it was taken and what is appended to it', async () => {
    const taken = await sharp(await png())
      .withExif({ IFD0: { Artist: 'Canary' }, IFD3: { GPSLatitude: '40/1 0/1 0/1' } })
      .jpeg()
      .toBuffer();
    for (const [bytes, ending] of [
      [Buffer.concat([taken, Buffer.from('<script>')]), 'jpg'],
      [await png(), 'png'],
    ] as const) {
      const { document } = await add({ file: arriving(bytes) });
      const { fileName, bytes: stored } = await download(document);
      expect(fileName).toMatch(new RegExp(`^medical-record-[0-9a-f]{6}\\.${ending}$`));
      expect(stored.toString('latin1')).not.toMatch(/Canary|<script>/);
      const { width, height, exif } = await sharp(stored).metadata();
      expect([width, height, exif]).toEqual([9, 5, undefined]);
    }
  });

  it('that breaks off leaves nothing', async () => {
    async function* broken() {
      yield* arriving(Buffer.from('%PDF-1.7\n'), Buffer.alloc(2 * megabyte, 'x'));
      throw new Error('The connection was reset.');
    }
    expect(await about(broken())).toEqual(['bad-input', expect.stringContaining('did not arrive whole')]);
    expect([await rows(), await files()]).toEqual([[], 0]);
  });

  it('of a process that is killed is no document, and its pieces are deleted an hour later', {
    tags: 'thorough',
  }, async () => {
    const program = join(import.meta.dirname, 'fixtures/upload-slowly.ts');
    const child = spawn(process.execPath, [program, id], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await rows()).toMatchObject([{ state: 'uploading' }]);
    expect(await files()).toBeGreaterThan(0);
    expect(await list()).toEqual([]);
    expect(await purgeClientDocuments(deps)).toBe(0);
    const longAgo = new Date(Date.now() - 61 * 60_000);
    await clientDocumentsCollection.model(deps.portal).updateMany({}, { at: longAgo });
    expect(await purgeClientDocuments(deps)).toBe(1);
    expect([await rows(), await files(), await changes()]).toEqual([[], 0, []]);
    await add(neverWhole);
    expect(await list()).toMatchObject([neverWhole]);
  });

  it('whose piece was changed, moved or is missing is not delivered', async () => {
    const { document } = await add({ file: pdfOf(2 * megabyte + 9) });
    const stored = deps.portal.collection('document_files.files');
    const pieces = await stored.find().sort({ _id: 1 }).toArray();
    const [first, second] = pieces.map(({ filename }) => String(filename));
    await stored.updateOne({ filename: first }, { $set: { filename: 'elsewhere' } });
    await expect(download(document)).rejects.toThrow();
    await stored.updateOne({ filename: second }, { $set: { filename: first } });
    await expect(download(document)).rejects.toThrow();
  });
});

describe('what is left of documents', () => {
  it('ends with the account of their client', async () => {
    const ended = await addClient(deps, { ssn: ssnOf(13) });
    await add();
    await add({ id: ended });
    expect([await purgeClientDocuments(deps), await applyRetention('events', deps)]).toEqual([0, 0]);
    await robin.call.clients.close({ id: ended, reason: 'The client asked for it' });
    expect([await purgeClientDocuments(deps), await applyRetention('events', deps)]).toEqual([1, 2]);
    expect((await rows()).map(({ client_id }) => client_id)).toEqual([id]);
    expect((await changes()).map(({ client_id }) => client_id)).toEqual([id]);
    expect(await files()).toBe(1);
  });

  it('is deleted later when the process ended while it was deleting', async () => {
    const { document } = await add();
    await clientDocumentsCollection.model(deps.portal).updateOne({ _id: document }, { state: 'removed' });
    expect(await list()).toEqual([]);
    expect(await purgeClientDocuments(deps)).toBe(1);
    expect([await rows(), await files()]).toEqual([[], 0]);
  });
});
