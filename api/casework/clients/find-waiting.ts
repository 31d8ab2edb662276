import { trusted } from 'mongoose';
import { clientModel, noticeIndex, signersIndex, unreadIndex } from '#api/accounts/clients/client.model.ts';
import type { Deps } from '#api/platform/deps.ts';

/** Of each kind. */
const mostOfKind = 200;

/**
 * Finds the clients who wait for staff: with papers that nobody has opened, with a new address that Social Security has to be
 * told, and unverified ones with whose number a contract was signed. Of each kind 200, those who have waited longest; with papers
 * and addresses the verified ones first. So nothing that strangers register or send hides who waits.
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
      clientModel(portal)
        .find(filter, { _id: 1 })
        .sort(index)
        // Other indexes have all accounts, and strangers make those.
        .hint(index)
        .limit(mostOfKind + 1)
        .batchSize(mostOfKind + 1)
        .lean<{ _id: string }[]>(),
    ),
  );
  const ids = kinds.flatMap((found) => found.slice(0, mostOfKind).map(({ _id }) => _id));
  return { ids: [...new Set(ids)], more: kinds.some(({ length }) => length > mostOfKind) };
}
