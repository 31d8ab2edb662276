import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { makeJobs } from '#api/platform/jobs/jobs.ts';
import { empty, openDeps } from '../../../tests/setup/deps.ts';
import { eventually } from '../../../tests/setup/eventually.ts';
import { deliverOutbox, type ReadDocument } from './deliver-outbox.ts';
import { type Email, enqueue } from './enqueue.ts';
import type { EmailWithAttachments, Mailer } from './mailer.ts';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
});
beforeEach(() => empty(deps, 'outbox'));
afterAll(() => deps.close());

const email = {
  kind: 'staff-notice' as const,
  to: 'staff@claimdesk.example',
  sender: 'Firm',
  subject: 'Hello',
  text: 'Text',
  html: '<p>Text</p>',
};
const queue = (more: Partial<Email> = {}) =>
  inTransaction(deps.portal, (session) =>
    enqueue({ ...email, ...more }, { portal: deps.portal, keys: deps.keys, session }),
  );
const rows = () => deps.portal.collection('outbox').find({}).toArray();

function worker(send: Mailer['send'], readDocument?: ReadDocument) {
  const { portal, keys, log } = deps;
  const job = deliverOutbox({ portal, keys, mailer: { send }, log, readDocument });
  const jobs = makeJobs([job], deps);
  jobs.start();
  return jobs;
}

describe('the outbox', () => {
  it('contains no email whose transaction did not commit', async () => {
    const failing = inTransaction(deps.portal, async (session) => {
      await enqueue(email, { portal: deps.portal, keys: deps.keys, session });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await rows()).toHaveLength(0);
  });

  it('stores address and text encrypted until they are sent, then deletes them', async () => {
    await queue();
    expect(JSON.stringify(await rows())).not.toMatch(/Hello|staff@/);
    const sent: EmailWithAttachments[] = [];
    const running = worker(async (each) => void sent.push(each));
    await eventually(async () => expect((await rows())[0]).toMatchObject({ state: 'sent' }));
    await running.stop();
    const { kind: _, ...content } = email;
    expect(sent).toEqual([content]);
    expect((await rows())[0]).not.toHaveProperty('letter');
  });

  it('sends each email once, however many workers there are', async () => {
    for (let count = 0; count < 30; count += 1) await queue();
    const sent: string[] = [];
    const workers = [1, 2, 3, 4].map(() => worker(async (_email, id) => void sent.push(id)));
    await eventually(() => expect(sent.length).toBeGreaterThanOrEqual(30));
    await Promise.all(workers.map((each) => each.stop()));
    expect(new Set(sent).size).toBe(sent.length);
    expect(sent).toHaveLength(30);
  });

  it('retries an email later when the mail server fails, and keeps it', async () => {
    await queue();
    const running = worker(() => Promise.reject(new Error('mail server down')));
    await eventually(async () => expect((await rows())[0]).toMatchObject({ attempts: 1 }));
    await running.stop();
    const [row] = await rows();
    expect(row).toMatchObject({ state: 'queued', letter: expect.stringMatching(/^v2\./) });
    expect(row?.due_at.getTime()).toBeGreaterThan(Date.now());
  });

  it('reads attachments when it sends, so that it never stores a copy of them', async () => {
    await queue({ attachments: [{ document: 'd1', fileName: 'contract.pdf' }] });
    const sent: EmailWithAttachments[] = [];
    const content = Buffer.from('%PDF');
    const running = worker(
      async (message) => void sent.push(message),
      async (id) => ({ content, contentType: `application/${id}` }),
    );
    await eventually(async () => expect((await rows())[0]).toMatchObject({ state: 'sent' }));
    await running.stop();
    expect(sent[0]).toMatchObject({
      files: [{ fileName: 'contract.pdf', content, contentType: 'application/d1' }],
    });
  });

  it('sends no email without its attachment', async () => {
    await queue({ attachments: [{ document: 'gone', fileName: 'contract.pdf' }] });
    const sent: EmailWithAttachments[] = [];
    const running = worker(
      async (message) => void sent.push(message),
      () => Promise.reject(new Error('no such document')),
    );
    await eventually(async () => expect((await rows())[0]).toMatchObject({ attempts: 1 }));
    await running.stop();
    expect(sent).toEqual([]);
    expect((await rows())[0]).toMatchObject({ state: 'queued' });
  });

  it('abandons an email after twenty attempts and leaves it on the list', async () => {
    await queue();
    await deps.portal.collection('outbox').updateOne({}, { $set: { attempts: 19 } });
    const running = worker(() => Promise.reject(new Error('mail server down')));
    await eventually(async () => expect((await rows())[0]).toMatchObject({ state: 'dead', attempts: 20 }));
    await running.stop();
  });
});
