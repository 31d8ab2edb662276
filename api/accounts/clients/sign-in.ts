import type { FormDefinition } from '@claimdesk/forms/definition';
import { getForm } from '@claimdesk/forms/registry';
import type { HashingQueueName } from '#api/accounts/hashing-queue.ts';
import type { SignedIn } from '#api/accounts/sessions.ts';
import type { RequestContext } from '#api/platform/context.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { lookupFilter, lookupHashes } from '#api/platform/keys/lookups.ts';
import { requireValid } from '#api/platform/valid-answers.ts';
import { type Client, clientsCollection } from './client.model.ts';
import { clientDevices, findKnownDevice, fingerprintOfSsn } from './client-devices.ts';
import { clientEvent, recordClientCall } from './client-event.ts';
import { checkPin, unmatchablePinHash } from './pin.ts';
import { type ReservedSignIn, reserveSignIn } from './reserve-sign-in.ts';
import { recordFailure } from './sign-in-failures.ts';
import { withFormError } from './with-form-error.ts';

const title = 'Login Failed';
const wrongCredentials = 'Invalid SSN or PIN. Please try again.';
const busy = { title, text: 'An error occurred during login.' };

type Account = Pick<Client, '_id' | 'pin_hash' | 'pin_set_at' | 'date_of_birth'>;

export interface Identity {
  ssn: string;
  pin: string;
  /** YYYY-MM-DD; undefined when the form did not ask for it. */
  dateOfBirth: string | undefined;
}

/**
 * Signs a client in with SSN and PIN, and with the date of birth where required. An impossible number, an
 * unregistered one, a wrong PIN and a wrong date get the same response, count the same and cost the same work.
 *
 * @param answers of the form `client-login`, as posted. @param proof see `openForm`; empty when there is none.
 * @param deviceSecret what the browser keeps of earlier sign-ins; undefined if it was never known.
 * @returns the secrets of the new session and of the browser.
 * @throws DomainError `bad-input`, `too-many` with the time to wait, `unavailable`.
 */
export async function signIn(
  posted: { answers: unknown; proof: string; deviceSecret: string | undefined },
  context: Pick<RequestContext, 'address' | 'deps'>,
): Promise<SignedIn> {
  const identity = readIdentity(posted.answers);
  return withFormError(busy, context.deps, () => signInAs(identity, posted, context));
}

async function signInAs(
  identity: Identity,
  { proof, deviceSecret }: { proof: string; deviceSecret: string | undefined },
  context: Pick<RequestContext, 'address' | 'deps'>,
): Promise<SignedIn> {
  const { deps } = context;
  const { ssn, pin, dateOfBirth } = identity;
  const device = await findKnownDevice({ ssn, deviceSecret }, deps);
  const attempt = { form: 'client-login', ssn, secret: pin, dateOfBirth, device, proof } as const;
  const reserved = await reserveSignIn(attempt, context);
  const client = await find(identity, reserved, deps);
  const matches = await verifyPin(client, pin, reserved.queue, deps).catch(async (error: unknown) => {
    await reserved.release();
    throw error;
  });
  const signedIn = client && matches ? await openSession(client, { ssn, deviceSecret }, deps) : null;
  if (!client || !signedIn) {
    await recordFailure({ ssn: fingerprintOfSsn(deps, ssn), secret: pin }, deps);
    throw new DomainError('bad-input', wrongCredentials, { title });
  }
  await Promise.all([reserved.release(), recordClientCall(clientEvent(client._id, 'clients.signIn'), deps)]);
  return signedIn;
}

/** @returns null when the account was deleted, or its PIN changed, while the PIN was being compared. */
async function openSession(
  client: Account,
  { ssn, deviceSecret }: { ssn: string; deviceSecret: string | undefined },
  deps: Deps,
): Promise<SignedIn | null> {
  const userId = client._id;
  const [sessionSecret, newDeviceSecret] = await Promise.all([
    deps.clientSessions.create(userId),
    clientDevices.remember({ account: ssn, userId, secret: deviceSecret }, deps),
  ]);
  // After the session is stored: a new PIN from now on finds the session and ends it.
  if (await recordUse(client, deps)) return { sessionSecret, deviceSecret: newDeviceSecret };
  await Promise.all([
    deps.clientSessions.revoke(sessionSecret),
    clientDevices.forget(userId, newDeviceSecret, deps),
  ]);
  return null;
}

function readIdentity(answers: unknown): Identity {
  const valid = requireValid(withoutRules(getForm('client-login')), answers);
  const { ssn, pin, date_of_birth: dateOfBirth } = valid;
  return {
    ssn: String(ssn),
    pin: String(pin),
    dateOfBirth: dateOfBirth === undefined ? undefined : String(dateOfBirth),
  };
}

/** Rules that reject impossible numbers are left out here, so that every number gets the same response. */
function withoutRules(definition: FormDefinition): FormDefinition {
  const { ui } = definition;
  const fields = Object.entries(ui.fields).map(([name, field]) => [name, { ...field, rules: [] }]);
  return { ...definition, ui: { ...ui, fields: Object.fromEntries(fields) } };
}

/** @returns null also when a required date of birth is wrong: then no PIN matches, and the work is the same. */
async function find(
  { ssn, dateOfBirth }: Identity,
  { withBirthDate }: Pick<ReservedSignIn, 'withBirthDate'>,
  { portal, keys }: Pick<Deps, 'portal' | 'keys'>,
): Promise<Account | null> {
  const filter = lookupFilter('ssn_lookup', lookupHashes(keys.lookups, 'client-ssn', ssn));
  const fields = { pin_hash: 1, pin_set_at: 1, date_of_birth: 1 };
  const client = await clientsCollection.model(portal).findOne(filter, fields).lean<Account>().exec();
  if (!client || !withBirthDate) return client;
  const { _id, date_of_birth } = client;
  const birthDate = clientsCollection.decrypt(await keys.of(_id), _id, 'date_of_birth', date_of_birth);
  return birthDate === dateOfBirth ? client : null;
}

async function verifyPin(
  client: Account | null,
  pin: string,
  queue: HashingQueueName,
  { keys }: Pick<Deps, 'keys'>,
): Promise<boolean> {
  // The work is the same, so that nobody can tell by timing whether a number has an account.
  const ring = await keys.of(client?._id ?? 'nobody');
  if (!client) return checkPin({ pinHash: unmatchablePinHash, clientId: 'nobody', pin }, queue, busy);
  const { _id } = client;
  const pinHash = clientsCollection.decrypt(ring, _id, 'pin_hash', client.pin_hash);
  return checkPin({ pinHash, clientId: _id, pin }, queue, busy);
}

/** @returns false when the account is gone or has another PIN by now. */
async function recordUse({ _id, pin_set_at }: Account, { portal }: Pick<Deps, 'portal'>): Promise<boolean> {
  const { matchedCount } = await clientsCollection
    .model(portal)
    .updateOne({ _id, pin_set_at: pin_set_at ?? null }, { $set: { last_used_at: new Date() } });
  return matchedCount === 1;
}
