import { trusted } from 'mongoose';
import { readInQueue, rewritePdf, slices, wholeOf } from '#api/casework/clients/clean-upload.ts';
import {
  type ClientDocument,
  clientDocumentModel,
  clientDocumentsCollection,
  copyOf,
  fileOf,
  placeOf,
  rewrittenOf,
} from '#api/casework/clients/client-document.model.ts';
import { maxCopyBytes } from '#api/casework/clients/client-documents.ts';
import { maxDocumentBytes } from '#api/casework/clients/document-types.ts';
import type { DrawnPdf } from '#api/casework/clients/draw-pdf-worker.ts';
import { markWaiting } from '#api/casework/clients/mark-waiting.ts';
import type { Migration } from '#api/platform/database/migrate.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { deleteFile, readFile, writeFile } from '#api/platform/documents/encrypted-file.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { inThread, isEnded } from '#api/platform/in-thread.ts';
import { errorLocation } from '#api/platform/log.ts';
import { type RepeatedJob, repeat } from '#api/platform/repeat.ts';

/** A paper that arrives in between waits as long. Looking for it is one read of an index that holds nothing else. */
const everyMs = 5_000;
/** Longer than a paper takes. A process that dies leaves its paper to the others after this time. */
const heldMs = 5 * 60_000;
/** A paper at which the process dies again and again is locked for good. */
const mostTries = 3;
/** Nobody reads a longer paper as pictures; it says how much of it is shown. */
const mostPages = 100;
/** Drawing ends with the page of this time; the thread is ended later, should one page not end. */
const drawnWithinMs = 90_000;
const drawing = { withinMs: 2 * drawnWithinMs, memoryBytes: 1024 * 1024 * 1024 };
const mostPieces = Math.ceil(maxDocumentBytes / (1024 * 1024));

type Dependencies = Pick<Deps, 'portal' | 'keys' | 'store' | 'log'>;

/**
 * PDFs of clients were stored as they came. They are locked, and `preparePapers` writes them anew. The version before goes on
 * reading them where they are until then.
 */
export const rewritePapers: Migration = {
  id: '2026-11-24-rewrite-papers',
  async run({ portal }) {
    const papers = portal.getClient().db(portal.name).collection(clientDocumentsCollection);
    await papers.updateMany(
      {
        receipt: { $exists: true },
        content_type: 'application/pdf',
        state: 'stored',
        prepare: { $exists: false },
        rewritten: { $exists: false },
      },
      { $set: { prepare: 'rewrite' } },
    );
  },
};

/**
 * Has PDFs written anew that were stored as they came: a process of an earlier version can run beside this one. What such a version
 * has written anew without saying so is at most written anew once more.
 */
async function orderRewriting({ portal }: Dependencies): Promise<void> {
  const model = clientDocumentModel(portal);
  const exists = trusted({ $exists: true });
  const unsaid = {
    content_type: 'application/pdf',
    receipt: exists,
    rewrite_done: null,
    state: 'stored',
    prepare: trusted({ $exists: false }),
  };
  const done = trusted([{ rewritten: exists }, { copy: exists }, { unreadable: exists }]);
  await model.updateMany({ ...unsaid, $or: done }, { $set: { rewrite_done: true } });
  await model.updateMany(unsaid, { $set: { prepare: 'rewrite' } });
}

/**
 * Makes PDFs of clients ready to be opened, the oldest first: writes those anew that an earlier version stored as they came, and
 * draws the pages of those that no scanner looks at. It can be killed at any point, and any number of processes may do it.
 *
 * @returns how many it has done.
 */
export async function preparePapers(deps: Dependencies, signal?: AbortSignal): Promise<number> {
  let done = 0;
  await orderRewriting(deps);
  while (!signal?.aborted) {
    const paper = await takeNext(deps);
    if (!paper) break;
    try {
      await prepare(paper, deps);
      done += 1;
    } catch (error) {
      // Only a process that died counts, and a file that takes too much: a store that is away locks nothing.
      if (!isTooMuch(error))
        await clientDocumentModel(deps.portal).updateOne({ _id: paper._id }, { $inc: { tries: -1 } });
      deps.log.warn('client document not prepared', { error: errorLocation(error) });
    }
  }
  return done;
}

/** Prepares in the background, once it is started. */
export function preparePapersWhenDue(deps: Dependencies): RepeatedJob {
  return repeat(async (signal) => void (await preparePapers(deps, signal)), {
    everyMs,
    onError: (error) => deps.log.warn('client documents unavailable', { error: errorLocation(error) }),
  });
}

async function takeNext({ portal }: Dependencies): Promise<ClientDocument | null> {
  const now = new Date();
  return clientDocumentModel(portal)
    .findOneAndUpdate(
      {
        prepare: trusted({ $in: ['rewrite', 'copy'] }),
        state: 'stored',
        // Also where nobody has held it yet.
        held_until: trusted({ $not: { $gt: now } }),
      },
      { $set: { held_until: new Date(now.getTime() + heldMs) }, $inc: { tries: 1 } },
      { sort: { at: 1 }, new: true },
    )
    .lean<ClientDocument>();
}

async function prepare(paper: ClientDocument, deps: Dependencies): Promise<void> {
  if ((paper.tries ?? 0) > mostTries) return lock(paper, deps);
  // Nobody opens it any more.
  if (paper.scan === 'infected') return void (await finish(paper, {}, deps));
  if (paper.prepare === 'copy') return draw(paper, deps);
  const written = paper.rewritten ? paper : await rewrite(paper, deps);
  if (!written) return;
  await deleteFile(fileOf(paper._id), mostPieces, deps);
  if (paper.scan === 'none') await draw(written, deps);
  else await finish(paper, {}, deps);
}

/** @returns the paper as it is now; undefined where it is locked or gone. */
async function rewrite(paper: ClientDocument, deps: Dependencies): Promise<ClientDocument | undefined> {
  const { _id } = paper;
  const files = { ring: deps.keys.fields, store: deps.store };
  let bytes: Buffer;
  try {
    const content = readFile(fileOf(_id), paper.pieces ?? 0, files);
    bytes = await readInQueue('background', async () => rewritePdf(await wholeOf(content)));
  } catch (error) {
    if (!(error instanceof DomainError) || error.code === 'unavailable' || isTooMuch(error)) throw error;
    // What a scanner has passed stays as it came, as before.
    if (paper.scan === 'clean') await finish(paper, {}, deps);
    else await lock(paper, deps);
    return undefined;
  }
  const written = { ...(await writeFile(rewrittenOf(_id), slices(bytes), files)), rewritten: true as const };
  const { modifiedCount } = await clientDocumentModel(deps.portal).updateOne(
    { _id, state: 'stored', prepare: 'rewrite' },
    { $set: written },
  );
  if (modifiedCount > 0) return { ...paper, ...written };
  await deleteFile(rewrittenOf(_id), mostPieces, deps);
  return undefined;
}

async function draw(paper: ClientDocument, deps: Dependencies): Promise<void> {
  const { _id, scan, pieces = 0 } = paper;
  // Meanwhile a scanner was set, which says whether the file itself may be opened.
  if (scan !== 'none') return void (await finish(paper, {}, deps));
  const files = { ring: deps.keys.fields, store: deps.store };
  const program = new URL('../clients/draw-pdf-worker.ts', import.meta.url);
  const drawn = await readInQueue('background', async () => {
    const bytes = await wholeOf(readFile(placeOf(paper), pieces, files));
    const job = { bytes, mostPages, mostBytes: maxCopyBytes, withinMs: drawnWithinMs };
    return inThread<DrawnPdf>(program, job, drawing).catch((error: unknown) => {
      if (isTooMuch(error)) throw error;
    });
  });
  if (!drawn) return lock(paper, deps);
  const written = await writeFile(copyOf(_id), slices(drawn.bytes), files);
  const copy = { ...written, drawn: drawn.drawn, pages: drawn.pages };
  if (!(await finish(paper, { copy, ...(!paper.read_at && { unread: true }) }, deps)))
    await deleteFile(copyOf(_id), written.pieces, deps);
}

/** Whether a file takes more than we give one. */
function isTooMuch(error: unknown): boolean {
  return isEnded(error) || (error instanceof DomainError && error.reason === 'too-much');
}

/** Nobody opens what we cannot read; staff find it as unread, and its client is asked for a photo. */
async function lock(paper: ClientDocument, deps: Dependencies): Promise<void> {
  await finish(paper, { unreadable: true, unread: true }, deps);
  deps.log.warn('client document unreadable');
}

/** @returns whether it was still there to be prepared. */
async function finish(
  { _id, client_id }: ClientDocument,
  outcome: Partial<ClientDocument>,
  { portal }: Dependencies,
): Promise<boolean> {
  return inTransaction(portal, async (session) => {
    const { modifiedCount } = await clientDocumentModel(portal).updateOne(
      { _id, state: 'stored', prepare: trusted({ $exists: true }) },
      { $set: { ...outcome, rewrite_done: true }, $unset: { prepare: 1, held_until: 1, tries: 1 } },
      { session },
    );
    if (modifiedCount > 0 && outcome.unread) await markWaiting(client_id, { portal }, session);
    return modifiedCount > 0;
  });
}
