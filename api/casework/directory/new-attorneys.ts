import { Types } from 'mongoose';
import { maxNewer, type NewerRows, shown } from '#api/casework/lists/newest-row.ts';
import { attorneyModel, type StoredAttorney } from '#api/content/attorneys/attorney.model.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { readState } from './list-directory.ts';

/**
 * Counts the attorneys of a state among the first 100 added after another one.
 *
 * @param since `newest` of their list as it was read. @throws DomainError `bad-input`.
 */
export async function countNewAttorneys(
  { since, state }: { since: string | null; state?: string | undefined },
  { payload }: Pick<Deps, 'payload'>,
): Promise<NewerRows> {
  if (since !== null && !/^[0-9a-f]{24}$/.test(since))
    throw new DomainError('bad-input', 'This page of the list does not exist.');
  const chosen = state ? readState(state) : undefined;
  const found = await attorneyModel(payload)
    .find(since === null ? {} : { _id: { $gt: new Types.ObjectId(since) } }, { state: 1 })
    .sort({ _id: 1 })
    .limit(maxNewer)
    .lean<Pick<StoredAttorney, 'state'>[]>();
  const { count } = shown(found.filter((each) => !chosen || each.state === chosen).length);
  return { count, more: found.length >= maxNewer };
}
