import { eventsCollection } from '../../api/accounts/clients/events.ts';
import { claimUpdatesCollection } from '../../api/casework/claims/claim-update.model.ts';
import { contractsCollection } from '../../api/casework/contracts/contract.model.ts';
import { consentsCollection } from '../../api/casework/profile/consents.ts';
import { profileCollections } from '../../api/casework/profile/profile-entry.model.ts';
import { submissionKinds } from '../../api/casework/submission-kinds.ts';
import { dataKeysCollection } from '../../api/platform/keys/data-keys.ts';
import { limitsCollection } from '../../api/platform/limits/limits.ts';

export type ShardKey = Record<string, 'hashed' | 1>;

const byId: ShardKey = { _id: 'hashed' };
const byClient: ShardKey = { client_id: 1 };

/** The shard keys of what grows with the number of people, by collection of the portal (docs/scale.md). */
export const shardKeys: ReadonlyMap<string, ShardKey> = new Map([
  ...Object.values(submissionKinds).map(({ collection }) => [collection.name, byId] as const),
  [contractsCollection.name, byId],
  [dataKeysCollection.name, byId],
  ...[eventsCollection, consentsCollection, claimUpdatesCollection].map(
    ({ name }) => [name, byClient] as const,
  ),
  ...Object.values(profileCollections).map(({ name }) => [name, byClient] as const),
  [limitsCollection.name, { key: 1 }],
]);
