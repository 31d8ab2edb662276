import { trusted } from 'mongoose';
import {
  clientsCollection,
  noticeIndex,
  signersIndex,
  unreadIndex,
} from '#api/accounts/clients/client.model.ts';
import type { Deps } from '#api/platform/deps.ts';

const mostOfKind = 200;

/**
 * Finds the clients who wait for staff: those with unread documents, those with a new address to report to Social Security, and
 * unverified ones whose number is on a contract. Returns the 200 of each kind who have waited longest; for documents and
 * addresses, verified clients first. So no number of registrations or uploads by strangers hides a waiting client.
 *
 * @returns the clients' ids, and whether there are more.
 */
export async function findWaiting({
  portal,
}: Pick<Deps, 'portal'>): Promise<{ ids: string[]; more: boolean }> {
  const exists = trusted({ $exists: true });
  const kinds = await Promise.all(
    (
      [
        [{ unread_since: exists }, unreadIndex],
        [{ notice_since: exists }, noticeIndex],
        [{ identity_status: 'unverified', has_contract: true }, signersIndex],
      ] as const
    ).map(([filter, index]) =>
      clientsCollection
        .model(portal)
        .find(filter, { _id: 1 })
        .sort(index)
        // Other indexes contain all accounts, and anyone can register one.
        .hint(index)
        .limit(mostOfKind + 1)
        .batchSize(mostOfKind + 1)
        .lean<{ _id: string }[]>(),
    ),
  );
  const ids = kinds.flatMap((found) => found.slice(0, mostOfKind).map(({ _id }) => _id));
  return { ids: [...new Set(ids)], more: kinds.some(({ length }) => length > mostOfKind) };
}
