import type { ListedCollection } from '#api/casework/lists/list-request.ts';

/** What the filter of a list needs to know of registered clients. */
export const listedClients = {
  collection: 'clients',
  field: 'created_at',
  ids: 'uuid',
  statuses: ['unverified', 'verified'],
  statusField: 'identity_status',
} as const satisfies ListedCollection;
