import { findAccounts } from '#api/accounts/clients/client-account.ts';
import { agencyNoticeModel } from '#api/casework/profile/agency-notice.model.ts';
import { type Held, whyHeld } from '#api/casework/profile/agency-notices.ts';
import { readPage } from '#api/platform/database/cursor.ts';
import type { Deps } from '#api/platform/deps.ts';
import { type ClientRow, presentRow } from './list-clients.ts';

/** An address that Social Security has to be told, as staff read it. */
export interface NewAddress {
  /** The id of the notice. */
  id: string;
  client: ClientRow;
  /** ISO 8601 */
  madeAt: string;
  /** Why it should wait; null where nothing speaks against telling it. */
  held: Held | null;
}

/**
 * Lists what Social Security has to be told, the client who has waited longest first, 25 at a time. A notice whose account
 * ends meanwhile is left out.
 *
 * @throws DomainError `bad-input` for an invalid cursor.
 */
export async function listNewAddresses(
  { cursor }: { cursor?: string | null | undefined },
  deps: Pick<Deps, 'portal' | 'keys' | 'log'>,
): Promise<{ rows: NewAddress[]; next: string | null }> {
  const listing = { parts: [[{ sent_at: null }]], order: 'oldest first', cursor } as const;
  const { rows, next } = await readPage(agencyNoticeModel(deps.portal), listing, { field: 'made_at' });
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
