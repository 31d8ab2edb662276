import { reviewedIntakes } from '@claimdesk/forms/intakes';
import { endAccess, forgetAllAttempts } from '#api/accounts/clients/change-access.ts';
import { type Client, clientsCollection } from '#api/accounts/clients/client.model.ts';
import { readAccount } from '#api/accounts/clients/client-account.ts';
import { eventsCollection } from '#api/accounts/clients/events.ts';
import { forgetAttemptsAt } from '#api/casework/attempts/attempt.model.ts';
import { contractsCollection, pdfsOf } from '#api/casework/contracts/contract.model.ts';
import { forgetLinksOf } from '#api/casework/links/client-link.model.ts';
import { removeMatterOf } from '#api/casework/matters/remove-matters.ts';
import { forgetMessages } from '#api/casework/removals/record-removal.ts';
import { submissionKinds } from '#api/casework/submission-kinds.ts';
import type { StoredForm } from '#api/casework/submissions/stored-form.ts';
import type { AnyCollection } from '#api/platform/database/collection.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { documentsCollection } from '#api/platform/documents/document.model.ts';
import { fileNameOf } from '#api/platform/documents/make-documents.ts';
import { retentionRules } from './retention-rules.ts';

const inWords = new Intl.ListFormat('en-US');

const marked = { sample: true };

const sampleKinds = [
  ...reviewedIntakes.map(({ queue: { name, one, many } }) => ({
    collection: submissionKinds[name].collection,
    ...{ one, many },
  })),
  { collection: contractsCollection, one: 'contract', many: 'contracts' },
  { collection: clientsCollection, one: 'client', many: 'clients' },
] as const satisfies { collection: AnyCollection; one: string; many: string }[];

/** @returns how many marked records there are, and the same in words: `6 case evaluations and 3 contracts`. */
export async function countSamplePeople({
  portal,
}: Pick<Deps, 'portal'>): Promise<{ count: number; phrase: string }> {
  const counts = await Promise.all(
    sampleKinds.map(async ({ collection, one, many }) => {
      const count = await collection.rows(portal).countDocuments(marked);
      return { count, phrase: `${count} ${count === 1 ? one : many}` };
    }),
  );
  const found = counts.filter(({ count }) => count > 0);
  return {
    count: found.reduce((sum, { count }) => sum + count, 0),
    phrase: inWords.format(found.map(({ phrase }) => phrase)),
  };
}

/**
 * Deletes for good what `addSamplePeople` has added, and what has been added to it since, such as notes about a client who was
 * made up. It can be interrupted and repeated.
 */
export async function removeSamplePeople(
  deps: Pick<Deps, 'portal' | 'keys' | 'store' | 'payload' | 'clientSessions' | 'log'>,
): Promise<void> {
  const { portal } = deps;
  for (const { _id } of await clientsCollection
    .model(portal)
    .find(marked, { _id: 1 })
    .lean<Pick<Client, '_id'>[]>()) {
    const { ssn } = await readAccount({ id: _id }, deps);
    await clientsCollection.remove(portal, { _id: _id as never });
    await forgetAllAttempts(ssn, deps);
    await endAccess(_id, deps);
    await eventsCollection.remove(portal, { client_id: _id });
  }
  await eventsCollection.remove(portal, marked);
  for (const kind of Object.values(submissionKinds)) await removeMarked(kind.collection, deps);
  for (const { _id: contract } of await contractsCollection.model(portal).find(marked, { _id: 1 }).lean())
    for (const { _id, sha256 } of await documentsCollection.model(portal).find(pdfsOf(contract)).lean()) {
      if (sha256) await deps.store.delete(fileNameOf(_id.toHexString(), sha256));
      await documentsCollection.model(portal).deleteOne({ _id });
    }
  await removeMarked(contractsCollection, deps);
  // What belongs to accounts that have ended.
  for (const rule of retentionRules) if (rule.endsWithOthers) await rule.purge(deps, new Date());
}

async function removeMarked(
  { rows, remove }: AnyCollection,
  { portal }: Pick<Deps, 'portal'>,
): Promise<void> {
  for (const { _id, reference } of await rows(portal).find<StoredForm>(marked).toArray())
    await inTransaction(portal, async (session) => {
      await remove(portal, { _id }, session);
      await forgetAttemptsAt(_id, { portal, session });
      await removeMatterOf({ contract: _id }, portal, session);
      await forgetLinksOf(_id, { portal, session });
      await forgetMessages(reference, { portal, session });
    });
}
