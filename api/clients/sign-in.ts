import type { FormDefinition } from '@claimdesk/forms/definition';
import { describeProblem } from '@claimdesk/forms/messages';
import { getForm } from '@claimdesk/forms/registry';
import { validateAnswers } from '@claimdesk/forms/validate';
import type { Deps } from '../connect.ts';
import type { RequestContext } from '../context.ts';
import { DomainError } from '../domain-error.ts';
import { foundBy, lookupHashes } from '../keys/lookups.ts';
import { type Client, clientModel, openForClient } from './client.model.ts';
import { fingerprintOfSsn, knownDeviceFor, rememberDevice } from './known-device.ts';
import { checkPin, nobodysPin } from './pin.ts';
import { reserveSignIn } from './reserve-sign-in.ts';
import { noteFailure } from './sign-in-failures.ts';

const title = 'Login Failed';
const wrong = 'Invalid SSN or PIN. Please try again.';
const busy = { title, text: 'An error occurred during login.' };

/** What a sign-in needs to know of an account. */
type Account = Pick<Client, '_id' | 'pin_hash'>;

/** As somebody types to sign in. */
export interface Identity {
  ssn: string;
  pin: string;
}

/**
 * Signs a client in with SSN and PIN (SPEC section 2, Client login). A number that nobody has, one that is not
 * registered and a wrong PIN are told, counted and worked on exactly alike.
 *
 * @param answers of the form `client-login`, as they were posted. @param proof see `openForm`; empty where there is none.
 * @returns the secret of a new session.
 * @throws DomainError `bad-input` in the words of SPEC section 8, `too-many` with when to try again, `unavailable`.
 */
export async function signIn(
  { answers, proof }: { answers: unknown; proof: string },
  context: RequestContext,
): Promise<string> {
  const { deps } = context;
  const identity = readIdentity(answers);
  const { ssn, pin } = identity;
  const device = await knownDeviceFor(ssn, context);
  const reserved = await reserveSignIn({ ...identity, device, proof }, context);
  const client = await find(ssn, deps);
  const right = await hasPin(client, pin, deps).catch(async (error: unknown) => {
    await reserved.takeBack();
    throw error;
  });
  if (!client || !right || !(await noteUse(client, deps))) {
    await noteFailure({ ssn: fingerprintOfSsn(deps, ssn), pin }, deps);
    throw new DomainError('bad-input', wrong, { title });
  }
  const userId = client._id;
  const [secret] = await Promise.all([
    deps.clientSessions.create(userId),
    rememberDevice({ ssn, userId }, context),
    reserved.takeBack(),
  ]);
  return secret;
}

function readIdentity(answers: unknown): Identity {
  const definition = getForm('client-login');
  const checked = validateAnswers(withoutRules(definition), answers);
  if (checked.ok) return { ssn: String(checked.answers.ssn), pin: String(checked.answers.pin) };
  const { title: named, text } = describeProblem(definition.ui, checked.errors, answers);
  throw new DomainError('bad-input', text, { title: named, fields: checked.errors });
}

/** Whether a number can exist at all is not said here, so that every number gets the same answer. */
function withoutRules(definition: FormDefinition): FormDefinition {
  const { ui } = definition;
  const fields = Object.entries(ui.fields).map(([name, field]) => [name, { ...field, rules: [] }]);
  return { ...definition, ui: { ...ui, fields: Object.fromEntries(fields) } };
}

function find(ssn: string, { portal, keys }: Pick<Deps, 'portal' | 'keys'>): Promise<Account | null> {
  const filter = foundBy('ssn_lookup', lookupHashes(keys.lookups, 'ssn', ssn));
  return clientModel(portal).findOne(filter, { pin_hash: 1 }).lean<Account>().exec();
}

async function hasPin(client: Account | null, pin: string, { keys }: Pick<Deps, 'keys'>): Promise<boolean> {
  if (!client) return checkPin(nobodysPin, 'nobody', pin, busy);
  const { _id } = client;
  return checkPin(openForClient(keys, _id, 'pin_hash', client.pin_hash), _id, pin, busy);
}

/** @returns false when the account expired this very moment. */
async function noteUse({ _id }: Account, { portal }: Pick<Deps, 'portal'>): Promise<boolean> {
  const { matchedCount } = await clientModel(portal).updateOne(
    { _id },
    { $set: { last_used_at: new Date() } },
  );
  return matchedCount === 1;
}
