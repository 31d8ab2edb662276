import { clientsCollection } from '#api/accounts/clients/client.model.ts';
import { contractsCollection } from '#api/casework/contracts/contract.model.ts';
import { submissionKinds } from '#api/casework/submission-kinds.ts';
import { defineCollection } from '#api/platform/database/collection.ts';
import type { Deps } from '#api/platform/deps.ts';

/** The mark of a database that only ever served a trial: one row, or none. */
interface Trial {
  _id: 'trial';
  began_at: Date;
}

const _id = 'trial';

export const trialsCollection = defineCollection<Trial>({
  name: 'trials',
  fields: { _id: { type: String, required: true }, began_at: { type: Date, required: true } },
});

type Dependencies = Pick<Deps, 'portal'>;

/** Marks the database of a first start that the public can't reach, if nobody is in it but samples. */
export async function markTrial({ portal }: Dependencies): Promise<void> {
  const sent = Object.values(submissionKinds).map(({ collection }) => collection);
  for (const { rows } of [clientsCollection, contractsCollection, ...sent])
    if (await rows(portal).findOne({ sample: { $ne: true } })) return;
  await trialsCollection
    .model(portal)
    .updateOne({ _id }, { $setOnInsert: { began_at: new Date() } }, { upsert: true });
}

/** For a start that the public can reach: from then on real people are in the database, wherever it goes. */
export async function endTrial({ portal }: Dependencies): Promise<void> {
  await trialsCollection.model(portal).deleteOne({ _id });
}

/** @throws Error with one sentence unless the database is marked as that of a trial. */
export async function requireTrial({ portal }: Dependencies): Promise<void> {
  if (await trialsCollection.model(portal).exists({ _id })) return;
  throw new Error(
    'This database is not marked as that of a trial, so it may have real people in it: start a new one with another DATA_DIR.',
  );
}
