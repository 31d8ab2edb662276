import { getForm } from '@claimdesk/forms/registry';
import { trusted } from 'mongoose';
import { eventRecorder } from '#api/platform/audit/audit-log.ts';
import type { RequestContext } from '#api/platform/context.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps, Reading } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import type { Firm } from '#api/platform/email/email-parts.ts';
import { type WrittenEmail, writeEmail } from '#api/platform/email/write-email.ts';
import { type Lookup, lookupFilter, lookupHashes } from '#api/platform/keys/lookups.ts';
import { makeGroups, normalizeCode } from '#api/platform/readable-code.ts';
import { requireValid } from '#api/platform/valid-answers.ts';
import { type AccessRequest, recordChange } from './access-changes.ts';
import { endAccess, forgetAllAttempts } from './change-access.ts';
import { clientsCollection } from './client.model.ts';
import { findAccount, readAccount } from './client-account.ts';
import { findKnownDevice, fingerprintOfSsn } from './client-devices.ts';
import { clientEvent } from './client-event.ts';
import { eventOfCall, recordEvent } from './events.ts';
import { hashPin } from './pin.ts';
import { reserveSignIn } from './reserve-sign-in.ts';
import { enqueueSecurityEmail } from './security-email.ts';
import { recordFailure } from './sign-in-failures.ts';

const codeHours = 24;
/** The id of no account: a code is looked for there where the number or the date of birth is wrong, so that it costs the same. */
const nobody = 'nobody';
const title = 'Your PIN was not changed';
const wrong =
  'Check your Social Security number, your date of birth and the code. A code works once: from an email for 30 minutes, and from our office for 24 hours. If you need a new one, ask for one by email, or call us.';
const busy = { title, text: 'Something went wrong on our side. Please try again.' };

/**
 * Issues a code with which the client chooses a new PIN, once, within 24 hours. It replaces an earlier one. Failed
 * attempts are forgotten, because a client who forgot the PIN has often used them up.
 *
 * @returns the code, such as `K7QH-M9XC`, and when it expires, in ISO 8601. Only its hash is stored.
 * @throws DomainError `not-found`.
 */
export async function issuePinCode(
  request: AccessRequest,
  deps: Reading,
): Promise<{ code: string; expiresAt: string }> {
  const code = makeGroups(2);
  const expiresAt = new Date(Date.now() + codeHours * 60 * 60 * 1000);
  const { ssn } = await inTransaction(deps.portal, async (session) => {
    const account = await readAccount(request, deps, session);
    const pin_code = { hashes: hashesOfPinCode(account.id, code, deps), expires_at: expiresAt };
    await clientsCollection.model(deps.portal).updateOne({ _id: account.id }, { pin_code }, { session });
    await recordChange('code-issued', request, account, deps, session);
    return account;
  });
  await forgetAllAttempts(ssn, deps);
  deps.log.info('client PIN code issued', { staff: request.staff });
  return { code, expiresAt: expiresAt.toISOString() };
}

/**
 * Sets a new PIN with SSN, date of birth and a code that staff issued or that was emailed, ends all sessions of the client,
 * makes every browser unknown, and tells the client by email. Attempts count as sign-in attempts.
 * A wrong, expired or used code, an unknown number and a wrong date get the same response and cost the same work. Once the PIN is set, failed attempts are forgotten.
 *
 * @param answers of the form `client-login-reset`, as posted. @param proof see `openForm`; empty when there is none.
 * @param deviceSecret what the browser keeps of earlier sign-ins; undefined if it was never known.
 * @throws DomainError `bad-input` with a sentence per field, `too-many` with the time to wait, `unavailable`.
 */
export async function setPin(
  { answers, proof, deviceSecret }: { answers: unknown; proof: string; deviceSecret: string | undefined },
  context: Pick<RequestContext, 'address' | 'deps'>,
): Promise<void> {
  const { deps } = context;
  const { ssn, dateOfBirth, code, pin } = readNewPin(answers);
  const device = await findKnownDevice({ ssn, deviceSecret }, deps);
  const attempt = { form: 'client-login-reset', ssn, secret: code, dateOfBirth, device, proof } as const;
  const reserved = await reserveSignIn(attempt, context);
  const account = await findAccount({ ssn }, deps);
  const id = account?.dateOfBirth === dateOfBirth ? account.id : nobody;
  const isSet = await hashPin(id, pin, busy)
    .then((pinHash) => useCode({ id, code, pinHash }, deps))
    .catch(async (error: unknown) => {
      await reserved.release();
      throw error;
    });
  if (!isSet) {
    await recordFailure({ ssn: fingerprintOfSsn(deps, ssn), secret: code }, deps);
    throw new DomainError('bad-input', wrong, { title });
  }
  await Promise.all([
    reserved.release(),
    // Attempts first: until they are cleared, they tell browsers that knew the old PIN from others.
    forgetAllAttempts(ssn, deps).then(() => endAccess(id, deps)),
  ]);
}

function readNewPin(answers: unknown) {
  const { ssn, date_of_birth, code, pin } = requireValid(getForm('client-login-reset'), answers);
  return { ssn: String(ssn), dateOfBirth: String(date_of_birth), code: String(code), pin: String(pin) };
}

/**
 * Only one of several requests with a code succeeds.
 *
 * @returns whether the code was right; then the PIN is set and on record, and the client is notified.
 */
async function useCode(
  { id, code, pinHash }: { id: string; code: string; pinHash: string },
  deps: Pick<Deps, 'portal' | 'keys' | 'audit' | 'readFirm' | 'readSecurityAddresses'>,
): Promise<boolean> {
  const { portal, keys } = deps;
  const hashes = hashesOfPinCode(id, code, deps);
  const valid = (['pin_code', 'emailed_pin_code'] as const).map((field) => ({
    ...lookupFilter(`${field}.hashes`, hashes),
    [`${field}.expires_at`]: trusted({ $gt: new Date() }),
  }));
  const email = writePinChanged(await deps.readFirm());
  const action = 'clients.setPin';
  const setPin = { ...clientEvent(id, action), at: new Date() };
  const recordNewPin = eventRecorder(deps.audit, setPin);
  return inTransaction(portal, async (session) => {
    const { modifiedCount } = await clientsCollection.model(portal).updateOne(
      { _id: id, $or: valid },
      {
        pin_hash: clientsCollection.encrypt(await keys.for(id), id, 'pin_hash', pinHash),
        pin_set_at: new Date(),
        pin_code: null,
        emailed_pin_code: null,
      },
      { session },
    );
    if (modifiedCount !== 1) return false;
    const addresses = await deps.readSecurityAddresses(id, session);
    await enqueueSecurityEmail({ kind: 'pin-changed', email, addresses }, deps, session);
    await recordEvent(eventOfCall({ ...setPin, name: action, _id: await recordNewPin() }), deps, session);
    return true;
  });
}

function writePinChanged(firm: Firm): WrittenEmail {
  return writeEmail({
    firm,
    subject: 'Your PIN was changed',
    heading: 'Your PIN was changed',
    paragraphs: [
      'Somebody chose a new PIN for the client portal with a code that we gave you. Every phone and computer was logged out.',
      'If it was you, there is nothing to do.',
      `If it was not you, please call us${firm.phone ? ` at ${firm.phone}` : ''} now.`,
    ],
  });
}

/** @returns by what a code of an account is found: keyed hashes of both. */
export function hashesOfPinCode(id: string, code: string, { keys }: Pick<Deps, 'keys'>): Lookup[] {
  return lookupHashes(keys.lookups, 'pin-code', `${id} ${normalizeCode(code)}`);
}
