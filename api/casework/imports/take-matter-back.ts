import { easternToday } from '@claimdesk/forms/eastern-time';
import type { mongo } from 'mongoose';
import { notifyClient } from '#api/accounts/clients/client-event.ts';
import { attemptsCollection } from '#api/casework/attempts/attempt.model.ts';
import { eventIdOf } from '#api/casework/matters/case-events.ts';
import { enterEvent, type OpenMatter, openMatter } from '#api/casework/matters/change-matter.ts';
import { confirmedClientOf } from '#api/casework/matters/read-matter.ts';
import { removeAll } from '#api/casework/matters/remove-matters.ts';
import { recordRemoval } from '#api/casework/removals/record-removal.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import { isDomainError } from '#api/platform/domain-error.ts';
import { type Import, type ImportRow, importRowsCollection, importsCollection } from './import.model.ts';
import { encryptFound } from './import-rows.ts';
import type { CountingDeps } from './place-row.ts';
import { callAbout } from './save-matter.ts';

/**
 * Takes back what an import entered in one matter, by correcting events, in one transaction. Where something else was entered or
 * done since, somebody may rely on it: then all of it stays, and says why.
 *
 * @param row any of those of the matter.
 */
export async function takeMatterBack(row: ImportRow, imported: Import, deps: CountingDeps): Promise<void> {
  const { matter: number } = row;
  if (number === null) throw new Error('A row without a matter can’t be taken back.');
  const opened = await openMatter(number, deps).catch((error: unknown) => {
    if (isDomainError(error) && error.code === 'not-found') return null;
    throw error;
  });
  if (!opened) return keep(row, 'The matter was deleted in the meantime.', deps);
  const account = await confirmedClientOf(opened.matter, deps);
  const { taken_back_by: by = '', agreed_by } = imported;
  const ring = await deps.keys.of(imported._id);
  const checkedBy = agreed_by && importsCollection.decrypt(ring, imported._id, 'agreed_by', agreed_by);
  const call = callAbout(number, 'imports.corrected', imported, by);
  const at = new Date();
  const place = await deps.audit.record({ ...call, at });
  const why = await inTransaction(deps.portal, async (session) => {
    const rows = importRowsCollection.model(deps.portal);
    const own = { import: imported._id, matter: number, group: 'entered' } as const;
    const entered = await rows.find(own).session(session).lean<ImportRow[]>();
    const ids = entered.flatMap(({ events }) => events);
    const current = await openMatter(number, deps, session);
    const opening = entered.find(({ opened }) => opened)?.opened;
    const reason =
      whyKept(current, opening ? [opening, ...ids] : ids) ??
      (opening ? await whyOpenStays(current, ids, deps, session) : null);
    if (reason) return reason;
    if (opening) {
      await removeAll(number, deps.portal, session);
      const record = { _id: number, reference: number };
      await recordRemoval({ kind: 'matters', record, reason: takenBack, staff: by }, deps, session);
      await rows.updateMany(own, { $set: { group: 'taken back' } }, { session });
      return null;
    }
    for (const { id } of current.events.filter(({ id }) => ids.includes(id)).toReversed())
      await enterEvent(
        {
          ...{ matter: number, source: 'import', by, id: eventIdOf(`${id} taken back`) },
          facts: {
            ...{ kind: 'correction', day: easternToday(), corrects: id, facts: null },
            ...(checkedBy && { checkedBy }),
          },
        },
        deps,
        session,
      );
    await rows.updateMany(own, { $set: { group: 'taken back' } }, { session });
    return null;
  });
  if (why) return keep(row, why, deps);
  if (account)
    await notifyClient({ ...call, subject: account.id, _id: place, at, name: 'clients.detail' }, deps);
}

/** @returns why what was entered stays; null where it can be taken back. */
function whyKept({ events, duties }: OpenMatter, ids: readonly string[]): string | null {
  const first = events.findIndex(({ id }) => ids.includes(id));
  if (events.slice(first).some(({ id }) => !ids.includes(id))) return 'Something else was entered since.';
  const isDone = duties.some(({ event, outcome }) => ids.includes(event) && outcome);
  return isDone ? 'Something that was due because of it was done.' : null;
}

const takenBack = 'The import that opened the matter was taken back';

/** @returns why a matter stays that the import has opened: whatever is changed in it by hand is a change of its own, or a call. */
async function whyOpenStays(
  { matter }: OpenMatter,
  ids: readonly string[],
  { portal }: CountingDeps,
  session: mongo.ClientSession,
): Promise<string | null> {
  const isCalled = await attemptsCollection.model(portal).exists({ record: matter._id }).session(session);
  const isOurs = !matter.contract && matter.client_id === undefined;
  // Opening it was the first change, and each event one more.
  return isOurs && !isCalled && matter.changes === 1 + ids.length
    ? null
    : 'Somebody has worked on the matter since.';
}

async function keep(row: ImportRow, why: string, deps: CountingDeps): Promise<void> {
  const own = { import: row.import, matter: row.matter, group: 'entered' } as const;
  const model = importRowsCollection.model(deps.portal);
  for (const each of await model.find(own).lean<ImportRow[]>()) {
    const found = await encryptFound(each, { why, candidates: [] }, deps);
    await model.updateOne({ _id: each._id, group: 'entered' }, { $set: { group: 'kept', found } });
  }
}
