import { changedFields } from '#api/platform/audit/audit-chain.ts';
import { changeRecorder } from '#api/platform/audit/audit-log.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { type AccessChange, type AccessRequest, recordChange } from './access-changes.ts';
import { clientSearchTokens, clientsCollection } from './client.model.ts';
import { type ClientAccount, findAccount, readAccount } from './client-account.ts';
import { clientDevices } from './client-devices.ts';
import { attemptsByDevice, forgetAttempts } from './sign-in-attempts.ts';

type Dependencies = Pick<Deps, 'portal' | 'keys' | 'clientSessions' | 'log' | 'endMatterOf'>;

/**
 * Clears all failed attempts for a number, ends the sessions of its account and forgets its browsers: the person
 * who locked the caller out may have logged in before. Whether a number that staff typed has an account is not revealed.
 *
 * @throws DomainError `not-found` when there is no account with this id.
 */
export async function reopenSignIn(request: AccessRequest, deps: Dependencies): Promise<void> {
  const { id, ssn } = await inTransaction(deps.portal, async (session) => {
    const account =
      'id' in request
        ? await readAccount(request, deps, session)
        : ((await findAccount(request, deps, session)) ?? { id: null, ssn: request.ssn });
    await recordChange('reopened', request, account, deps, session);
    return account;
  });
  await forgetAllAttempts(ssn, deps);
  if (id !== null) await endAccess(id, deps);
  deps.log.info('client sign-in opened', { staff: request.staff });
}

/**
 * Sets the name of an account.
 *
 * @param request `was`: the account's name as staff saw it, null for none.
 * @throws DomainError `not-found`, `conflict` when the account has another name by now.
 */
export async function correctName(
  request: AccessRequest & { id: string; firstName: string; lastName: string; was: string | null },
  deps: Dependencies & Pick<Deps, 'audit'>,
): Promise<void> {
  const recordFields = changeRecorder(deps.audit, {
    actor: `staff:${request.staff}`,
    action: 'clients.changed',
    subject: request.id,
  });
  await inTransaction(deps.portal, async (session) => {
    const account = await readAccount(request, deps, session);
    if (account.name !== request.was)
      throw new DomainError(
        'conflict',
        'Somebody has changed the name meanwhile. Compare it with what you typed, and save again if yours is right.',
      );
    const before = { first_name: account.firstName, last_name: account.lastName };
    const after = { first_name: request.firstName, last_name: request.lastName };
    await recordFields(changedFields(before, after));
    const ring = await deps.keys.for(account.id);
    const encrypted = {
      first_name: clientsCollection.encrypt(ring, account.id, 'first_name', request.firstName),
      last_name: clientsCollection.encrypt(ring, account.id, 'last_name', request.lastName),
    };
    const search_tokens = clientSearchTokens(deps.keys, [request.firstName, request.lastName]);
    await clientsCollection
      .model(deps.portal)
      .updateOne({ _id: account.id }, { ...encrypted, search_tokens }, { session });
    await recordChange('renamed', request, account, deps, session);
  });
  deps.log.info('client renamed', { staff: request.staff });
}

/**
 * Ends all sessions of a client at once.
 *
 * @throws DomainError `not-found`.
 */
export async function endSessions(request: AccessRequest, deps: Dependencies): Promise<void> {
  const { id } = await inTransaction(deps.portal, async (session) => {
    const account = await readAccount(request, deps, session);
    await recordChange('sessions-ended', request, account, deps, session);
    return account;
  });
  await deps.clientSessions.revokeAll(id);
  deps.log.info('client sessions ended', { staff: request.staff });
}

/**
 * Deletes the account of a number, so that its owner can register: because someone else registered the number. Its
 * sessions, known devices and counted attempts are deleted too.
 *
 * @param request `evenConfirmed`: even if staff have confirmed the owner.
 * @throws DomainError `not-found` when there is no account, `conflict` when it is confirmed.
 */
export async function freeSsn(
  request: AccessRequest & { evenConfirmed: boolean },
  deps: Dependencies,
): Promise<void> {
  await deleteAccount('freed', request, deps, ({ isConfirmed }) => {
    if (isConfirmed && !request.evenConfirmed)
      throw new DomainError('conflict', 'This account is confirmed. To free its number, check the box too.');
  });
  deps.log.info('client number freed', { staff: request.staff });
}

/**
 * Deletes an account because its owner wants none any more. Contracts stay.
 *
 * @throws DomainError `not-found`.
 */
export async function closeAccount(request: AccessRequest, deps: Dependencies): Promise<void> {
  await deleteAccount('closed', request, deps);
  deps.log.info('client account closed', { staff: request.staff });
}

/** Deletes all failed attempts for a number, from known browsers too. */
export async function forgetAllAttempts(ssn: string, deps: Pick<Deps, 'portal' | 'keys'>): Promise<void> {
  const devices = await clientDevices.list(ssn, deps);
  await forgetAttempts(ssn, devices.map(attemptsByDevice), deps);
}

/** Ends all sessions of an account and makes its browsers unknown, so that they have no limits of their own any more. */
export async function endAccess(id: string, deps: Pick<Deps, 'portal' | 'clientSessions'>): Promise<void> {
  await deps.clientSessions.revokeAll(id);
  await clientDevices.forgetAll(id, deps);
}

/** @param require throws what speaks against it. */
async function deleteAccount(
  change: AccessChange,
  request: AccessRequest,
  deps: Dependencies,
  require: (account: ClientAccount) => void = () => {},
): Promise<void> {
  const { id, ssn } = await inTransaction(deps.portal, async (session) => {
    const account = await readAccount(request, deps, session);
    require(account);
    await clientsCollection.remove(deps.portal, { _id: account.id as never }, session);
    await deps.endMatterOf(account.id, session);
    await recordChange(change, request, account, deps, session);
    return account;
  });
  await forgetAllAttempts(ssn, deps);
  await endAccess(id, deps);
}
