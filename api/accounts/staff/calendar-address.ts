import { accountLimits } from '#api/accounts/limits.ts';
import type { RequestContext } from '#api/platform/context.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { hashSecret, makeSecret } from '#api/platform/keys/fingerprint.ts';
import { changeAndTell } from './security-email.ts';
import { isActive, type Staff, staffCollection, withoutCalendar } from './staff.model.ts';

/**
 * Makes the secret of the address at which calendar apps read what a member of staff has to do. It replaces the one before, and its
 * owner gets mail about it.
 *
 * @returns the secret, of which only a hash is stored.
 */
export async function makeCalendarAddress(
  staffId: string,
  deps: Pick<Deps, 'portal' | 'keys' | 'readFirm'>,
): Promise<string> {
  const secret = makeSecret();
  const $set = { calendar_hash: hashSecret(secret), calendar_made_at: new Date() };
  await changeAndTell({ staffId, change: 'calendar-address' }, deps, async (session) => {
    await staffCollection.model(deps.portal).updateOne({ _id: staffId }, { $set }, { session });
    return true;
  });
  return secret;
}

/** From then on there is nothing at the address. */
export async function endCalendarAddress(staffId: string, { portal }: Pick<Deps, 'portal'>): Promise<void> {
  await staffCollection.model(portal).updateOne({ _id: staffId }, { $unset: withoutCalendar });
}

/**
 * @returns the id of the account whose calendar has this secret.
 * @throws DomainError `not-found` for a secret that nobody has, or whose account can no longer be used; `too-many` for a network that
 * has tried many of these.
 */
export async function findCalendarOwner(
  secret: string,
  { address, deps: { portal, limits } }: Pick<RequestContext, 'address' | 'deps'>,
): Promise<string> {
  const attempt = await limits.reserve(accountLimits.calendarAddress, address);
  const found = await staffCollection
    .model(portal)
    .findOne({ calendar_hash: hashSecret(secret) })
    .lean<Staff>();
  if (!found || !isActive(found)) throw new DomainError('not-found', 'There is no calendar here.');
  await attempt.succeeded();
  return found._id;
}

/** Whether its person gets the morning mail about what is due. */
export async function setDueMail(
  { staffId, wanted }: { staffId: string; wanted: boolean },
  { portal }: Pick<Deps, 'portal'>,
): Promise<void> {
  const change = wanted ? { $unset: { due_mail_off: 1 } } : { $set: { due_mail_off: true as const } };
  await staffCollection.model(portal).updateOne({ _id: staffId }, change);
}
