import { trusted } from 'mongoose';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps, Reading } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { type Lookup, lookupFilter, lookupHashes } from '#api/platform/keys/lookups.ts';
import { makeGroups, normalizeCode } from '#api/platform/readable-code.ts';
import { type AccessRequest, recordChange } from './access-changes.ts';
import { clientsCollection } from './client.model.ts';
import { readAccount } from './client-account.ts';

const codeHours = 24;
const mostTries = 5;
const alreadyConfirmed = 'This account is confirmed already.';
const noContract =
  'There is no contract with this Social Security number. If you have made sure who this is, check the box.';
const title = 'Your account was not confirmed';
const wrong = `Check the code, and type it again. A code works once, for ${codeHours} hours, and ends after ${mostTries} wrong tries. If you need a new one, please call us.`;

/**
 * Issues a code that proves that the account's holder is the person on the phone with staff. It replaces an earlier one.
 * Anyone can register another person's number, and the person on the phone would truthfully say that the contract is theirs.
 * So the account is confirmed only by a person who hears the code and is signed in to it (docs/decisions/067).
 *
 * @param request `withoutContract`: even if no contract was signed with the number, so that there is no phone number to call.
 * @returns the code, such as `K7QH-M9XC`, and when it expires, in ISO 8601. Only its hash is stored.
 * @throws DomainError `not-found`, `conflict` when the account is confirmed already, or has no contract.
 */
export async function issueConfirmationCode(
  request: AccessRequest & { withoutContract: boolean },
  deps: Reading,
): Promise<{ code: string; expiresAt: string }> {
  const code = makeGroups(2);
  const expiresAt = new Date(Date.now() + codeHours * 60 * 60 * 1000);
  await inTransaction(deps.portal, async (session) => {
    const account = await readAccount(request, deps, session);
    if (account.isConfirmed) throw new DomainError('conflict', alreadyConfirmed);
    if (!account.hasContract && !request.withoutContract)
      throw new DomainError('conflict', noContract, { fields: { without_contract: noContract } });
    const confirmation_code = {
      hashes: hashesOf(account.id, code, deps),
      expires_at: expiresAt,
      tries: 0,
      staff: request.staff,
    };
    await clientsCollection
      .model(deps.portal)
      .updateOne({ _id: account.id }, { confirmation_code }, { session });
    await recordChange('confirmation-code-issued', request, account, deps, session);
  });
  deps.log.info('client confirmation code issued', { staff: request.staff });
  return { code, expiresAt: expiresAt.toISOString() };
}

/**
 * Confirms the account that the client is signed in to, so that it does not expire. Each try is counted before anything is
 * compared, so that tries at once do not slip past together; of several with the right code one confirms.
 *
 * @throws DomainError `bad-input` in the same words for a wrong, used, expired or replaced code and after too many tries;
 * `conflict` when the account is confirmed already.
 */
export async function confirmWithCode(
  { client, code }: { client: string; code: string },
  deps: Reading & Pick<Deps, 'openMatterOf'>,
): Promise<void> {
  const account = await readAccount({ id: client }, deps);
  if (account.isConfirmed) throw new DomainError('conflict', alreadyConfirmed);
  const clients = clientsCollection.model(deps.portal);
  const counted = await clients
    .findOneAndUpdate(
      {
        _id: client,
        'confirmation_code.expires_at': trusted({ $gt: new Date() }),
        'confirmation_code.tries': trusted({ $lt: mostTries }),
      },
      { $inc: { 'confirmation_code.tries': 1 } },
      { projection: { 'confirmation_code.staff': 1 } },
    )
    .lean();
  const staff = counted?.confirmation_code?.staff;
  const isConfirmed =
    staff !== undefined &&
    (await inTransaction(deps.portal, async (session) => {
      const { modifiedCount } = await clients.updateOne(
        { _id: client, ...lookupFilter('confirmation_code.hashes', hashesOf(client, code, deps)) },
        { identity_status: 'verified', confirmation_code: null },
        { session },
      );
      if (modifiedCount !== 1) return false;
      const typed = { reason: 'The client typed the code in the portal.', staff };
      await recordChange('confirmed', typed, account, deps, session);
      await deps.openMatterOf(client, session);
      return true;
    }));
  if (!isConfirmed) throw new DomainError('bad-input', wrong, { title, fields: { code: 'Check the code' } });
  deps.log.info('client confirmed', { staff });
}

function hashesOf(id: string, code: string, { keys }: Pick<Deps, 'keys'>): Lookup[] {
  return lookupHashes(keys.lookups, 'confirmation-code', `${id} ${normalizeCode(code)}`);
}
