import { trusted } from 'mongoose';
import {
  type ClientDocument,
  clientDocumentsCollection,
  fileOf,
} from '#api/casework/clients/client-document.model.ts';
import { markWaiting } from '#api/casework/clients/mark-waiting.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { readFile } from '#api/platform/documents/encrypted-file.ts';
import { enqueue } from '#api/platform/email/enqueue.ts';
import { writeEmail } from '#api/platform/email/write-email.ts';
import type { ScheduledJob } from '#api/platform/jobs/jobs.ts';
import { errorLocation } from '#api/platform/log.ts';
import { ping, scan } from './clamd.ts';

/** Staff get one email in this time, however many infected files arrive. */
const noticeEveryMs = 24 * 60 * 60_000;

type Dependencies = Pick<Deps, 'portal' | 'keys' | 'store' | 'log' | 'settings' | 'readFirm'>;

/**
 * Scans all documents from clients that wait for the virus scanner. Those that can't be scanned now keep waiting, so nothing is
 * lost or let through while clamd is down. When two processes scan the same file, the first verdict stays.
 *
 * @param clamd as in `scan`. @throws Error when clamd is down, or some files could not be scanned.
 */
export async function scanUploads(
  clamd: string,
  { portal, keys, store, log }: Dependencies,
  signal?: AbortSignal,
): Promise<void> {
  const model = clientDocumentsCollection.model(portal);
  const unscanned = { scan: 'none', content_type: 'application/pdf', state: 'stored' };
  const pending = { scan: 'pending', state: 'stored' };
  if (!(await model.exists(pending)) && !(await model.exists(unscanned))) return;
  await ping(clamd);
  // Documents from before there was a scanner: staff see page images until it answers.
  await model.updateMany(unscanned, { $set: { scan: 'pending' } });
  const waiting = model.find(pending, { client_id: 1, pieces: 1, read_at: 1, handled_at: 1 }).sort({ at: 1 });
  let failed = 0;
  for await (const row of waiting.lean<ClientDocument>().cursor()) {
    const { _id, client_id, pieces = 0, read_at, handled_at } = row;
    if (signal?.aborted) return;
    try {
      const ring = await keys.of(client_id);
      const verdict = await scan(clamd, readFile(fileOf(_id), pieces, { ring, store }));
      const unread = verdict === 'infected' || !(read_at ?? handled_at);
      await inTransaction(portal, async (session) => {
        const scanned = { $set: { scan: verdict, ...(unread && { unread }) } };
        const { modifiedCount } = await model.updateOne({ _id, ...pending }, scanned, { session });
        if (modifiedCount > 0) await markWaiting(client_id, { portal }, session);
      });
      if (verdict === 'infected') log.warn('client document infected');
    } catch (error) {
      failed += 1;
      log.warn('client document not scanned', { error: errorLocation(error) });
    }
  }
  if (failed > 0) throw new Error('Some files could not be scanned.');
}

/**
 * Tells staff by email about infected files: one email for all of them, at most once a day, without names. If two processes try,
 * one sends it.
 */
export async function notifyStaff({ portal, keys, settings, readFirm }: Dependencies): Promise<void> {
  const model = clientDocumentsCollection.model(portal);
  const notReported = { scan: 'infected', told_at: trusted({ $exists: false }) };
  const recently = { scan: 'infected', told_at: trusted({ $gt: new Date(Date.now() - noticeEveryMs) }) };
  if (!(await model.exists(notReported)) || (await model.exists(recently))) return;
  const email = writeEmail({
    firm: await readFirm(),
    subject: 'A document from a client has a virus',
    heading: 'The virus scanner found something',
    paragraphs: [
      'A client sent a document in which the virus scanner found something. It is locked: nobody can open it.',
      'Log in to the back office, ask the client for a photo of the document, and delete the file.',
      'You get this mail at most once a day, however many such files there are.',
    ],
    action: { label: 'Open the back office', url: `${settings.PUBLIC_URL}/admin/dashboard` },
  });
  await inTransaction(portal, async (session) => {
    const { modifiedCount } = await model.updateMany(
      notReported,
      { $set: { told_at: new Date() } },
      { session },
    );
    if (modifiedCount === 0) return;
    const row = { kind: 'infected-document' as const, to: settings.STAFF_EMAIL, ...email };
    await enqueue(row, { portal, keys, session });
  });
}

/** New files wait about this long; looking is a read of a small index. */
export function scanWhenDue(clamd: string, deps: Dependencies): ScheduledJob {
  return {
    name: 'scans',
    schedule: { everyMs: 15_000 },
    // A file that can't be scanned must not keep staff from being told about an infected one.
    run: (signal) => scanUploads(clamd, deps, signal).finally(() => notifyStaff(deps)),
  };
}
