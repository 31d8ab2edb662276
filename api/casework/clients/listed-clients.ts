import type { ListedCollection } from '#api/casework/lists/list-request.ts';

export const listedClients = {
  collection: 'clients',
  field: 'created_at',
  ids: 'uuid',
  statuses: ['unverified', 'verified'],
  statusField: 'identity_status',
} as const satisfies ListedCollection;
