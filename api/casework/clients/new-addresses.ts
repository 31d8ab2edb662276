import { findAccounts } from '#api/accounts/clients/client-account.ts';
import { agencyNoticesCollection } from '#api/casework/profile/agency-notice.model.ts';
import { type Held, whyHeld } from '#api/casework/profile/agency-notices.ts';
import { readPage } from '#api/platform/database/cursor.ts';
import type { Reading } from '#api/platform/deps.ts';
import { type ClientRow, presentRow } from './list-clients.ts';

export interface NewAddress {
  /** The id of the notice. */
  id: string;
  client: ClientRow;
  /** ISO 8601 */
  madeAt: string;
  /** Why the report should wait; null if nothing speaks against it. */
  held: Held | null;
}

/**
 * Lists the new addresses to report to Social Security, 25 per page, the client who has waited longest first. A notice whose
 * account ends meanwhile is left out.
 *
 * @throws DomainError `bad-input` for an invalid cursor.
 */
export async function listNewAddresses(
  { cursor }: { cursor?: string | null | undefined },
  deps: Reading,
): Promise<{ rows: NewAddress[]; next: string | null }> {
  const listing = { parts: [[{ sent_at: null }]], order: 'oldest first', cursor } as const;
  const { rows, next } = await readPage(agencyNoticesCollection.model(deps.portal), listing, {
    field: 'made_at',
  });
  const accounts = await findAccounts(
    rows.map(({ client_id }) => client_id),
    deps,
  );
  const shown = rows.flatMap(({ _id, client_id, made_at }): NewAddress[] => {
    const account = accounts.get(client_id);
    if (!account) return [];
    return [
      {
        id: _id.toHexString(),
        client: presentRow(account, null),
        madeAt: made_at.toISOString(),
        held: whyHeld(account),
      },
    ];
  });
  return { rows: shown, next };
}
