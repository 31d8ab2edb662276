import { trusted } from 'mongoose';
import { readAccount } from '#api/accounts/clients/client-account.ts';
import { fileProcess, readInQueue, slices, wholeOf } from '#api/casework/clients/clean-upload.ts';
import {
  type ClientDocument,
  clientDocumentsCollection,
  copyOf,
  fileOf,
} from '#api/casework/clients/client-document.model.ts';
import { markWaiting } from '#api/casework/clients/mark-waiting.ts';
import { maxCopyBytes } from '#api/casework/clients/purge-documents.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { deleteFile, readFile, writeFile } from '#api/platform/documents/encrypted-file.ts';
import type { RowJob } from '#api/platform/jobs/jobs.ts';
import { WorkError } from '#api/platform/work-process.ts';
import { countRefused } from './receive-files.ts';

/** A document that keeps crashing the process is locked for good. */
const mostTries = 3;
/** Nobody reads a longer document as images; staff are told how many pages are shown. */
const mostPages = 100;
/** Rendering stops after the page in progress at this time; a page that never finishes ends with its process, later. */
const drawnWithinMs = 90_000;
/** What was sent earlier no longer counts as a file of the day. */
const dayMs = 24 * 60 * 60_000;

type Dependencies = Pick<Deps, 'portal' | 'keys' | 'store' | 'log' | 'limits'>;

/**
 * @returns the job that prepares PDFs of clients that no scanner checks to be opened, oldest first, by rendering their pages. It
 * can be killed at any point.
 */
export function preparePdfs(deps: Dependencies): RowJob<ClientDocument> {
  return {
    name: 'client-pdfs',
    collection: clientDocumentsCollection.name,
    waiting: () => ({ prepare: 'copy', state: 'stored' }),
    due: 'held_until',
    attempts: 'tries',
    sort: { at: 1 },
    async run(document) {
      try {
        await prepare(document, deps);
      } catch (error) {
        // Only a crash and a file that takes too much count as attempts: an unavailable store must lock nothing.
        if (!isTooMuch(error))
          await clientDocumentsCollection
            .model(deps.portal)
            .updateOne({ _id: document._id }, { $inc: { tries: -1 } });
        throw error;
      }
    },
  };
}

async function prepare(document: ClientDocument, deps: Dependencies): Promise<void> {
  const { _id, scan, pieces = 0 } = document;
  if ((document.tries ?? 0) > mostTries) return lock(document, deps);
  // A scanner has been set up meanwhile, and decides whether the file itself may be opened.
  if (scan !== 'none') return void (await finish(document, {}, deps));
  const files = { ring: await deps.keys.for(document.client_id), store: deps.store };
  const drawn = await readInQueue('background', async () => {
    const bytes = await wholeOf(readFile(fileOf(_id), pieces, files));
    const job = { bytes, mostPages, mostBytes: maxCopyBytes, withinMs: drawnWithinMs };
    return fileProcess.run('drawPdf', job, { withinMs: 2 * drawnWithinMs }).catch((error: unknown) => {
      if (!(error instanceof WorkError && error.kind === 'failed')) throw error;
    });
  });
  if (!drawn) return lock(document, deps);
  const written = await writeFile(copyOf(_id), slices(drawn.bytes), files);
  const copy = { ...written, drawn: drawn.drawn, pages: drawn.pages };
  if (!(await finish(document, { copy, ...(!document.read_at && { unread: true }) }, deps)))
    await deleteFile(copyOf(_id), written.pieces, deps);
}

/** Whether a file exceeds the time or memory that one file gets. */
function isTooMuch(error: unknown): boolean {
  return error instanceof WorkError && error.kind === 'ended';
}

/** Locks an unreadable document: staff see it as unread, and its client is asked for a photo, which may be the last of the day. */
async function lock(document: ClientDocument, deps: Dependencies): Promise<void> {
  if (!(await finish(document, { unreadable: true, unread: true }, deps))) return;
  deps.log.warn('client document unreadable');
  if (document.at.getTime() > Date.now() - dayMs)
    await countRefused(await readAccount({ id: document.client_id }, deps), deps);
}

/** @returns whether the document was still waiting to be prepared. */
async function finish(
  { _id, client_id }: ClientDocument,
  outcome: Partial<ClientDocument>,
  { portal }: Dependencies,
): Promise<boolean> {
  return inTransaction(portal, async (session) => {
    const { modifiedCount } = await clientDocumentsCollection
      .model(portal)
      .updateOne(
        { _id, state: 'stored', prepare: trusted({ $exists: true }) },
        { $set: outcome, $unset: { prepare: 1, held_until: 1, leased_until: 1, tries: 1 } },
        { session },
      );
    if (modifiedCount > 0 && outcome.unread) await markWaiting(client_id, { portal }, session);
    return modifiedCount > 0;
  });
}
