import type { ListedCollection } from '#api/casework/lists/list-request.ts';

/** Data about registered clients that the filter of a list needs. */
export const listedClients = {
  collection: 'clients',
  field: 'created_at',
  ids: 'uuid',
  statuses: ['unverified', 'verified'],
  statusField: 'identity_status',
} as const satisfies ListedCollection;
