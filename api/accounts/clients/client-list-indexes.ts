import type { Migration } from '#api/platform/database/migrate.ts';

/** Replaced by indexes that include the account's status and follow the order of the list. */
const former = ['identity_status_1_created_at_1', 'search_tokens.t_1_created_at_-1__id_-1'];

/** Drops the former indexes of the list of clients: each costs something at every write. */
export const clientListIndexes: Migration = {
  id: '2026-11-24-client-list-indexes',
  async run({ portal }) {
    const [stored] = (await portal.db?.listCollections({ name: 'clients' }).toArray()) ?? [];
    if (!stored) return;
    const clients = portal.collection('clients');
    for (const name of former) if (await clients.indexExists(name)) await clients.dropIndex(name);
  },
};
