import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { empty, openDeps } from '../../tests/setup/deps.ts';
import type { Deps } from '../connect.ts';
import { inTransaction } from '../transaction.ts';
import { backOffMs, deliverOutbox, type ReadDocument } from './deliver-outbox.ts';
import { enqueue, type Letter } from './enqueue.ts';
import type { Mailer, Parcel } from './mailer.ts';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
  // These tests run workers of their own.
  await deps.outbox.stop();
});
beforeEach(() => empty(deps, 'outbox'));
afterAll(() => deps.close());

const letter = {
  kind: 'test',
  to: 'staff@claimdesk.example',
  sender: 'Firm',
  subject: 'Hello',
  text: 'Text',
  html: '<p>Text</p>',
};
const put = (more: Partial<Letter> = {}) =>
  inTransaction(deps.portal, (session) =>
    enqueue({ ...letter, ...more }, { portal: deps.portal, ring: deps.keys.fields, session }),
  );
const rows = () => deps.portal.collection('outbox').find({}).toArray();

function worker(send: Mailer['send'], readDocument?: ReadDocument) {
  const { portal, keys, log } = deps;
  return deliverOutbox({ portal, ring: keys.fields, mailer: { send }, log, readDocument });
}

describe('the outbox', () => {
  it('holds no letter whose transaction did not commit', async () => {
    const failing = inTransaction(deps.portal, async (session) => {
      await enqueue(letter, { portal: deps.portal, ring: deps.keys.fields, session });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await rows()).toHaveLength(0);
  });

  it('keeps address and text encrypted until they are sent, and drops them then', async () => {
    await put();
    expect(JSON.stringify(await rows())).not.toMatch(/Hello|staff@/);
    const sent: Parcel[] = [];
    const running = worker(async (each) => void sent.push(each));
    await vi.waitFor(async () => expect((await rows())[0]).toMatchObject({ state: 'sent' }), 5_000);
    await running.stop();
    const { kind: _, ...content } = letter;
    expect(sent).toEqual([content]);
    expect((await rows())[0]).not.toHaveProperty('letter');
  });

  it('sends each letter once, however many workers there are', async () => {
    for (let count = 0; count < 30; count += 1) await put();
    const sent: string[] = [];
    const workers = [1, 2, 3, 4].map(() => worker(async (_letter, id) => void sent.push(id)));
    await vi.waitFor(() => expect(sent.length).toBeGreaterThanOrEqual(30), 10_000);
    await Promise.all(workers.map((each) => each.stop()));
    expect(new Set(sent).size).toBe(sent.length);
    expect(sent).toHaveLength(30);
  });

  it('tries a letter again later when the mail server fails, and keeps it', async () => {
    await put();
    const running = worker(() => Promise.reject(new Error('mail server away')));
    await vi.waitFor(async () => expect((await rows())[0]).toMatchObject({ attempts: 1 }), 5_000);
    await running.stop();
    const [row] = await rows();
    expect(row).toMatchObject({ state: 'queued', letter: expect.stringMatching(/^v1\./) });
    expect(row?.due_at.getTime()).toBeGreaterThan(Date.now());
  });

  it('reads attachments when it sends, so that it never holds a copy of them', async () => {
    await put({ attachments: [{ document: 'd1', fileName: 'contract.pdf' }] });
    const sent: Parcel[] = [];
    const content = Buffer.from('%PDF');
    const running = worker(
      async (parcel) => void sent.push(parcel),
      async (id) => ({ content, contentType: `application/${id}` }),
    );
    await vi.waitFor(async () => expect((await rows())[0]).toMatchObject({ state: 'sent' }), 5_000);
    await running.stop();
    expect(sent[0]).toMatchObject({
      files: [{ fileName: 'contract.pdf', content, contentType: 'application/d1' }],
    });
  });

  it('sends no letter without its attachment', async () => {
    await put({ attachments: [{ document: 'gone', fileName: 'contract.pdf' }] });
    const sent: Parcel[] = [];
    const running = worker(
      async (parcel) => void sent.push(parcel),
      () => Promise.reject(new Error('no such document')),
    );
    await vi.waitFor(async () => expect((await rows())[0]).toMatchObject({ attempts: 1 }), 5_000);
    await running.stop();
    expect(sent).toEqual([]);
    expect((await rows())[0]).toMatchObject({ state: 'queued' });
  });

  it('gives a letter up after twenty attempts and leaves it to be seen', async () => {
    await put();
    await deps.portal.collection('outbox').updateOne({}, { $set: { attempts: 19 } });
    const running = worker(() => Promise.reject(new Error('mail server away')));
    await vi.waitFor(
      async () => expect((await rows())[0]).toMatchObject({ state: 'dead', attempts: 20 }),
      5_000,
    );
    await running.stop();
  });

  it('waits 10 s, then twice as long each time, up to an hour', () => {
    expect([1, 2, 3, 4, 9, 10, 20].map(backOffMs)).toEqual([
      10_000, 20_000, 40_000, 80_000, 2_560_000, 3_600_000, 3_600_000,
    ]);
  });
});
