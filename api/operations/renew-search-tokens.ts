import { unreadable } from '@claimdesk/forms/answers';
import { type Client, clientSearchTokens, clientsCollection } from '#api/accounts/clients/client.model.ts';
import { contractsCollection } from '#api/casework/contracts/contract.model.ts';
import { type ProfileEntry, profileCollections } from '#api/casework/profile/profile-entry.model.ts';
import { profileKinds, searchableEntry, searchedKinds } from '#api/casework/profile/profile-kinds.ts';
import { submissionKinds } from '#api/casework/submission-kinds.ts';
import { openAnswers } from '#api/casework/submissions/encrypted-answers.ts';
import { searchableAnswers } from '#api/casework/submissions/searchable-answers.ts';
import type { StoredForm } from '#api/casework/submissions/stored-form.ts';
import type { AnyCollection } from '#api/platform/database/collection.ts';
import { batchSize, forEachBatch } from '#api/platform/database/for-each-row.ts';
import type { Migration, MigrationContext } from '#api/platform/database/migrate.ts';
import { type SearchTokens, searchTokens, searchTokensVersion } from '#api/platform/keys/search-tokens.ts';

/** Before, a word had the same token in each record, which said how common it is. What no key decrypts is found by less. */
export const renewedSearchTokens: Migration = {
  id: '2026-11-29-search-tokens',
  async run(context) {
    const { lookups } = context.keys;
    const sent = [...Object.values(submissionKinds).map(({ collection }) => collection), contractsCollection];
    for (const collection of sent as AnyCollection[])
      await renew(collection, context, async (row: StoredForm) => {
        const { answers } = await openAnswers(collection, row, context);
        return searchTokens(lookups, collection.name, searchableAnswers(answers, row.reference));
      });
    for (const kind of searchedKinds)
      await renew(profileCollections[kind], context, async (row: ProfileEntry) => {
        const { answers } = await openAnswers(profileCollections[kind], row, context);
        return searchTokens(lookups, profileKinds[kind].collection, searchableEntry(kind, answers));
      });
    await renew(clientsCollection, context, async (row: Client) =>
      clientSearchTokens(context.keys, await readNames(row, context)),
    );
  },
};

async function renew<Row>(
  { rows }: Pick<AnyCollection, 'rows'>,
  { portal }: MigrationContext,
  tokensOf: (row: Row) => Promise<SearchTokens[]>,
): Promise<void> {
  const old = { search_tokens: { $exists: true }, 'search_tokens.v': { $ne: searchTokensVersion } };
  const stored = rows(portal);
  await forEachBatch(stored.find(old, { batchSize }), async (batch) => {
    const updates = batch.map(async (row) => ({
      updateOne: {
        filter: { _id: row._id },
        update: { $set: { search_tokens: await tokensOf(row as Row) } },
      },
    }));
    await stored.bulkWrite(await Promise.all(updates), { ordered: false });
  });
}

async function readNames(
  { _id, first_name, last_name }: Client,
  { keys, log }: MigrationContext,
): Promise<string[]> {
  const ring = await keys.of(_id);
  const read = (field: 'first_name' | 'last_name', value: string | null) =>
    value === null ? [] : [clientsCollection.read(ring, _id, field, value, { log })];
  const names = [...read('first_name', first_name), ...read('last_name', last_name)];
  return names.filter((name) => name !== unreadable);
}
