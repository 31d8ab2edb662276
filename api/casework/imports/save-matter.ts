import type { mongo } from 'mongoose';
import { notifyClient } from '#api/accounts/clients/client-event.ts';
import { newsEmail } from '#api/casework/claims/claim-news.ts';
import type { CaseFacts } from '#api/casework/duties/case-event.ts';
import { eventIdOf } from '#api/casework/matters/case-events.ts';
import { enterEvent, openMatter } from '#api/casework/matters/change-matter.ts';
import { factsOf } from '#api/casework/matters/entered-facts.ts';
import type { Matter } from '#api/casework/matters/matter.model.ts';
import { confirmedClientOf } from '#api/casework/matters/read-matter.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import { isDomainError } from '#api/platform/domain-error.ts';
import { enqueue } from '#api/platform/email/enqueue.ts';
import { assessRow } from './assess-row.ts';
import { type Import, type ImportRow, importRowsCollection } from './import.model.ts';
import { encryptFound, openRow } from './import-rows.ts';
import type { CountingDeps } from './place-row.ts';
import { readSaid } from './read-row.ts';

/**
 * Enters what all rows of an import say about one matter, in one transaction: so that after a stop in the middle there are neither
 * half a matter nor two of anything.
 *
 * @param row any of them.
 */
export async function saveMatter(row: ImportRow, imported: Import, deps: CountingDeps): Promise<void> {
  const { matter: number } = row;
  if (number === null) throw new Error('A row without a matter can’t be entered.');
  const opened = await openMatter(number, deps).catch((error: unknown) => {
    if (isDomainError(error) && error.code === 'not-found') return null;
    throw error;
  });
  if (!opened) return leaveByHand(row, 'The matter was deleted in the meantime.', deps);
  const account = await confirmedClientOf(opened.matter, deps);
  const email = account && (await newsEmail(account, deps));
  const call = callAbout(number, 'imports.entered', imported, imported.saved_by);
  const at = new Date();
  // Before anything is changed, and once for each time that it was tried.
  const place = await deps.audit.record({ ...call, at });
  await inTransaction(deps.portal, async (session) => {
    const news = await enterRows(number, imported, deps, session);
    if (!account || news.length === 0) return;
    const { matter } = await openMatter(number, deps, session);
    // What the client's page can't show is no news to the client.
    if (!isNews(opened.matter, matter, news)) return;
    const rows = importRowsCollection.model(deps.portal);
    const mailed = { import: imported._id, mailed: account.id };
    if (!email || (await rows.exists(mailed).session(session))) return;
    await rows.updateOne({ _id: row._id }, { $set: { mailed: account.id } }, { session });
    await enqueue(email, { portal: deps.portal, keys: deps.keys, session });
  });
  if (account)
    await notifyClient({ ...call, subject: account.id, _id: place, at, name: 'clients.detail' }, deps);
}

/** @returns what an import's call about a matter is on record as. */
export function callAbout(matter: string, action: string, { _id }: Import, staff: string | undefined) {
  return { actor: `staff:${staff}`, action, subject: matter, details: { import: _id.toHexString() } };
}

/** @returns the facts that were entered. */
async function enterRows(
  matter: string,
  imported: Import,
  deps: CountingDeps,
  session: mongo.ClientSession,
): Promise<CaseFacts[]> {
  const { mapping, saved_by: by = '' } = imported;
  if (!mapping) throw new Error('An import without a mapping can’t be saved.');
  const model = importRowsCollection.model(deps.portal);
  const rows = await model
    .find({ import: imported._id, matter, group: 'enter' })
    .sort({ _id: 1 })
    .session(session)
    .lean<ImportRow[]>();
  const entered: CaseFacts[] = [];
  for (const row of rows) {
    const { cells } = await openRow(row, deps);
    const { events } = await openMatter(matter, deps, session);
    // Anew: something may have been entered since it was shown, or by another row of the file.
    const assessed = assessRow(readSaid(cells, mapping), events, deps);
    const ids: string[] = [];
    for (const each of assessed.group === 'enter' ? assessed.news : []) {
      const facts = factsOf(each, events);
      const id = eventIdOf(`${row._id} ${facts.kind}`);
      await enterEvent({ matter, facts, source: 'import', by, id }, deps, session);
      entered.push(facts);
      ids.push(id);
    }
    const found =
      assessed.group === 'by hand'
        ? { found: await encryptFound(row, { why: assessed.why, candidates: [] }, deps) }
        : {};
    const group = assessed.group === 'enter' ? 'entered' : assessed.group;
    await model.updateOne({ _id: row._id }, { $set: { group, events: ids, ...found } }, { session });
  }
  return entered;
}

function isNews(before: Matter, after: Matter, news: readonly CaseFacts[]): boolean {
  const changed = (['level', 'status', 'outcome'] as const).some((field) => before[field] !== after[field]);
  return changed || news.some(({ kind }) => kind === 'hearing notice' || kind === 'exam notice');
}

/** Says why the rows of a matter can't be entered. */
async function leaveByHand(row: ImportRow, why: string, deps: CountingDeps): Promise<void> {
  const found = await encryptFound(row, { why, candidates: [] }, deps);
  await importRowsCollection
    .model(deps.portal)
    .updateOne({ _id: row._id, group: 'enter' }, { $set: { group: 'by hand', found } });
}
