import { unreadable } from '@claimdesk/forms/answers';
import { easternToday } from '@claimdesk/forms/eastern-time';
import { readAccount } from '#api/accounts/clients/client-account.ts';
import { readStaffNames } from '#api/accounts/staff/staff.model.ts';
import type { Deps } from '#api/platform/deps.ts';
import type { KeyRing } from '#api/platform/keys/key-ring.ts';
import type { ClaimStepName } from './claim-steps.ts';
import { type ClaimDate, type ClaimUpdate, claimUpdatesCollection } from './claim-update.model.ts';

/** An update as shown to staff and clients. Text that can't be decrypted reads `unreadable`; such a date is left out. */
export interface ShownClaim {
  id: string;
  version: number;
  step: ClaimStepName;
  since: string;
  needed: string | null;
  note: string | null;
  next: ClaimDate | null;
  /** Whether the day of `next` has passed. */
  isNextOver: boolean;
  /** Name of the staff account; null once it was deleted. For staff only. */
  who: string | null;
  /** ISO 8601 */
  at: string;
}

/** No real client has more, and a longer page would be unusable. */
const mostShown = 50;

type Dependencies = Pick<Deps, 'portal' | 'keys' | 'log'>;

/** @returns the updates of a client's claim, newest first, at most 50. */
export async function listClaimUpdates({ id }: { id: string }, deps: Dependencies): Promise<ShownClaim[]> {
  const found = await claimUpdatesCollection
    .model(deps.portal)
    .find({ client_id: id })
    .sort({ at: -1, _id: -1 })
    .limit(mostShown)
    .lean<ClaimUpdate[]>();
  const names = await readStaffNames(
    found.map(({ staff }) => staff),
    deps.portal,
  );
  const ring = await deps.keys.of(id);
  return found.map((row) => presentUpdate(row, ring, names, deps));
}

/** For staff. @returns as `listClaimUpdates`. @throws DomainError `not-found`. */
export async function readClaimHistory({ id }: { id: string }, deps: Dependencies): Promise<ShownClaim[]> {
  await readAccount({ id }, deps);
  return listClaimUpdates({ id }, deps);
}

export function presentUpdate(
  row: ClaimUpdate,
  ring: KeyRing,
  names: Map<string, string>,
  deps: Pick<Deps, 'log'>,
): ShownClaim {
  const { _id, version, step, since, staff, at } = row;
  const open = (field: 'needed' | 'note' | 'next') => {
    const encrypted = row[field];
    return encrypted === null ? null : claimUpdatesCollection.read(ring, _id, field, encrypted, deps);
  };
  const written = open('next');
  const next = written === null || written === unreadable ? null : (JSON.parse(written) as ClaimDate);
  return {
    id: _id.toHexString(),
    version,
    step,
    since,
    needed: open('needed'),
    note: open('note'),
    next,
    isNextOver: next !== null && next.day < easternToday(),
    who: names.get(staff) ?? null,
    at: at.toISOString(),
  };
}
