import { mongo, Types } from 'mongoose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { type Jobs, makeJobs } from '#api/platform/jobs/jobs.ts';
import { empty, openDeps } from '../../../tests/setup/deps.ts';
import { eventually } from '../../../tests/setup/eventually.ts';
import { type Documents, fingerprintOf, makeDocuments, orderDocument } from './make-documents.ts';
import type { PdfDocument } from './pdf/pdf-document.ts';
import { makePdfRenderer } from './pdf/pdf-renderer.ts';
import type { DocumentStore } from './store/document-store.ts';
import { makeGridFsStore } from './store/document-store.ts';

let deps: Deps;
const pdfRenderer = makePdfRenderer();
let running: Jobs[] = [];
beforeAll(async () => {
  deps = await openDeps();
});
beforeEach(() => empty(deps, 'documents', 'document_files.files', 'document_files.chunks'));
afterEach(async () => {
  await Promise.all(running.map((each) => each.stop()));
  running = [];
});
afterAll(async () => {
  await pdfRenderer.stop();
  await deps.close();
});

const document: PdfDocument = {
  title: 'A document',
  firm: 'The firm',
  reference: 'K7QH-M9XC',
  date: new Date('2026-03-04T15:00:00Z'),
  parts: [{ kind: 'paragraph', text: 'Canaria Testwright signed it.' }],
};

function start(store: DocumentStore = makeGridFsStore(deps.portal), write = async () => document): Documents {
  const { portal, keys } = deps;
  const documents = makeDocuments({
    portal,
    keys,
    store,
    pdfRenderer,
    writers: { contract: write, 'countersigned contract': write },
  });
  const jobs = makeJobs([documents.job], deps);
  jobs.start();
  running.push(jobs);
  return documents;
}

const orderOf = (reference: string) => ({
  kind: 'contract' as const,
  of: new Types.ObjectId(),
  reference,
  signed_at: new Date(),
  text_version: 'a1',
});

function order(reference = 'K7QH-M9XC'): Promise<string> {
  return inTransaction(deps.portal, async (session) =>
    (await orderDocument(orderOf(reference), deps.portal, session)).toHexString(),
  );
}

const rows = () => deps.portal.collection('documents').find({}).toArray();
const files = () => deps.portal.collection('document_files.files').find({}).toArray();
const isStored = () => eventually(async () => expect((await rows())[0]?.state).toBe('stored'));

describe('a document', () => {
  it('that was never ordered cannot be read', async () => {
    await expect(start().read(new Types.ObjectId().toHexString())).rejects.toThrow('no such document');
  });

  it('is not made when the transaction that ordered it fails', async () => {
    const failing = inTransaction(deps.portal, async (session) => {
      await orderDocument(orderOf('K7QH-M9XC'), deps.portal, session);
      throw new Error('something else went wrong');
    });
    await expect(failing).rejects.toThrow('something else');
    expect(await rows()).toHaveLength(0);
  });

  it('is made although the process that ordered it has died, and its fingerprint is stored', async () => {
    const id = await order();
    start();
    await isStored();
    const [row] = await rows();
    const { content, contentType, sha256 } = await start().read(id);
    expect(contentType).toBe('application/pdf');
    expect(row).toMatchObject({ sha256, size: content.length });
    expect(fingerprintOf(content)).toBe(sha256);
    expect(content.subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('is made on first read, once for all concurrent readers', async () => {
    const id = await order();
    const written = vi.fn(async () => document);
    const documents = start(undefined, written);
    const all = await Promise.all(Array.from({ length: 6 }, () => documents.read(id)));
    expect(new Set(all.map(({ sha256 }) => sha256)).size).toBe(1);
    expect(written.mock.calls.length).toBe(1);
  });

  it('is stored encrypted, bound to its own id', async () => {
    const id = await order();
    const store = makeGridFsStore(deps.portal);
    const { sha256 } = await start(store).read(id);
    const encrypted = await store.get(`${id}.${sha256}`);
    for (const plain of ['%PDF', 'Canaria', 'obj']) expect(encrypted.includes(plain)).toBe(false);
    const other = await order('34CD-79XX');
    await deps.portal
      .collection('documents')
      .updateOne({ reference: '34CD-79XX' }, { $set: { state: 'stored', sha256: 'f'.repeat(64) } });
    await store.put(`${other}.${'f'.repeat(64)}`, encrypted);
    await expect(start(store).read(other)).rejects.toThrow();
  });

  it('is not returned when the stored bytes were changed', async () => {
    const id = await order();
    await start().read(id);
    const chunks = deps.portal.collection('document_files.chunks');
    const chunk = await chunks.findOne({});
    const data = Buffer.from((chunk as unknown as { data: mongo.Binary }).data.buffer);
    data[200] = (data[200] ?? 0) ^ 1;
    await chunks.updateOne({ _id: chunk?._id }, { $set: { data: new mongo.Binary(data) } });
    await expect(start().read(id)).rejects.toThrow();
  });

  it('is stored once, however many processes make it at the same time', async () => {
    const id = await order();
    const read = await Promise.all(Array.from({ length: 4 }, () => start().read(id)));
    expect(new Set(read.map(({ sha256 }) => sha256)).size).toBe(1);
    await Promise.all(running.map((each) => each.stop()));
    expect(await files()).toHaveLength(1);
  });

  it('is retried later when the store is down, and nothing is lost', async () => {
    await order();
    const away: DocumentStore = {
      put: () => Promise.reject(new Error('away')),
      get: () => Promise.reject(new Error('away')),
      delete: () => Promise.reject(new Error('away')),
      freeBytes: () => Promise.reject(new Error('away')),
    };
    start(away);
    const backsOff = async () => {
      const [row] = await rows();
      expect(row).toMatchObject({ attempts: 1, state: 'pending' });
      // The failure was recorded.
      expect(row).not.toHaveProperty('leased_until');
    };
    await eventually(backsOff);
    await Promise.all(running.map((each) => each.stop()));
    await deps.portal.collection('documents').updateMany({}, { $set: { due_at: new Date(0) } });
    start();
    await isStored();
  });
});
