import { type mongo, Types } from 'mongoose';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { encrypt } from '#api/platform/keys/encrypt.ts';
import { lookupFilter, lookupHashes } from '#api/platform/keys/lookups.ts';
import { type Client, clientModel } from './client.model.ts';
import {
  type AccessChange,
  accessChangeModel,
  accessChangesCollection,
} from './client-access-change.model.ts';
import { fingerprintOfSsn, forgetDevices, listKnownDevices } from './client-devices.ts';
import { attemptsByDevice, forgetAttempts } from './sign-in-attempts.ts';

export interface AccessRequest {
  /** Nine digits. */
  ssn: string;
  /** The reason, as staff typed it. */
  reason: string;
  /** The id of the staff account that requests it. */
  staff: string;
}

type Dependencies = Pick<Deps, 'portal' | 'keys' | 'clientSessions' | 'log'>;

/**
 * Clears all failed attempts for a number. Whether it has an account is neither looked up nor revealed.
 */
export async function reopenSignIn(request: AccessRequest, deps: Dependencies): Promise<void> {
  await inTransaction(deps.portal, (session) => record('reopened', request, null, deps, session));
  await forgetAllAttempts(request.ssn, deps);
  deps.log.info('client sign-in opened', { staff: request.staff });
}

/**
 * Records that staff have verified who owns an account, so that it does not expire.
 *
 * @throws DomainError `not-found` when the number has no account, `conflict` when it is confirmed already.
 */
export async function confirmClient(request: AccessRequest, deps: Dependencies): Promise<void> {
  await inTransaction(deps.portal, async (session) => {
    const { _id, identity_status } = await findAccount(request.ssn, deps, session);
    if (identity_status === 'verified')
      throw new DomainError('conflict', 'This account is confirmed already.');
    await clientModel(deps.portal).updateOne({ _id }, { identity_status: 'verified' }, { session });
    await record('confirmed', request, _id, deps, session);
  });
  deps.log.info('client confirmed', { staff: request.staff });
}

/**
 * Deletes the account of a number, so that its owner can register: because someone else registered the number, or because
 * the owner forgot the PIN. Its sessions, known devices and counted attempts are deleted too.
 *
 * @param request `evenConfirmed`: even if staff have confirmed the owner.
 * @throws DomainError `not-found` when the number has no account, `conflict` when it is confirmed.
 */
export async function freeSsn(
  request: AccessRequest & { evenConfirmed: boolean },
  deps: Dependencies,
): Promise<void> {
  const freed = await inTransaction(deps.portal, async (session) => {
    const { _id, identity_status } = await findAccount(request.ssn, deps, session);
    if (identity_status === 'verified' && !request.evenConfirmed)
      throw new DomainError('conflict', 'This account is confirmed. To free its number, check the box too.');
    await clientModel(deps.portal).deleteOne({ _id }, { session });
    await record('freed', request, _id, deps, session);
    return _id;
  });
  await deps.clientSessions.revokeAll(freed);
  await forgetAllAttempts(request.ssn, deps);
  await forgetDevices(freed, deps);
  deps.log.info('client number freed', { staff: request.staff });
}

async function findAccount(
  ssn: string,
  { portal, keys }: Dependencies,
  session: mongo.ClientSession,
): Promise<Pick<Client, '_id' | 'identity_status'>> {
  const filter = lookupFilter('ssn_lookup', lookupHashes(keys.lookups, 'ssn', ssn));
  const found = await clientModel(portal).findOne(filter, { identity_status: 1 }).session(session).lean();
  if (!found) throw new DomainError('not-found', 'No account has this number.');
  return found;
}

async function record(
  change: AccessChange,
  { ssn, reason, staff }: AccessRequest,
  clientId: string | null,
  { portal, keys }: Dependencies,
  session: mongo.ClientSession,
): Promise<void> {
  const _id = new Types.ObjectId();
  const address = { collection: accessChangesCollection, field: 'reason', document: _id.toHexString() };
  const row = {
    _id,
    change,
    ssn: fingerprintOfSsn({ keys }, ssn),
    client_id: clientId,
    reason: encrypt(keys.fields, reason, address),
    staff,
    at: new Date(),
  };
  await accessChangeModel(portal).create([row], { session });
}

async function forgetAllAttempts(ssn: string, deps: Dependencies): Promise<void> {
  const devices = await listKnownDevices(ssn, deps);
  await forgetAttempts(ssn, devices.map(attemptsByDevice), deps);
}
