import type { Migration } from '#api/platform/database/migrate.ts';

const monthMs = 30 * 24 * 60 * 60 * 1000;

/**
 * Sign-in for a number used to be closed permanently after 100 failures in 30 days, in a row of attempts that never
 * expired. Attempts now count for 30 days, so such rows get an expiry date; their attempts count until then.
 *
 * Unconfirmed accounts are now found by registration date alone, so the index that includes the last use is dropped.
 */
export const closedSignIns: Migration = {
  id: '2026-11-22-closed-sign-ins',
  async run({ portal }) {
    const expires_at = new Date(Date.now() + monthMs);
    await portal
      .collection('client_sign_in_tries')
      .updateMany({ expires_at: null }, { $set: { expires_at }, $unset: { closed: '' } });
    const clients = portal.collection('clients');
    const [old] = (await portal.db?.listCollections({ name: 'clients' }).toArray()) ?? [];
    const name = 'identity_status_1_last_used_at_1_created_at_1';
    if (old && (await clients.indexExists(name))) await clients.dropIndex(name);
  },
};
