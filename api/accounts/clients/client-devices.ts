import type { Connection } from 'mongoose';
import { makeKnownDevices } from '#api/accounts/known-devices.ts';
import type { RequestContext } from '#api/platform/context.ts';
import type { Deps } from '#api/platform/deps.ts';
import { fingerprint } from '#api/platform/keys/fingerprint.ts';
import { clientModel } from './client.model.ts';

const purpose = 'client-ssn';

const devices = makeKnownDevices({
  cookie: 'client-device',
  sameSite: 'Lax',
  collection: 'client_devices',
  accountField: 'ssn',
  purpose,
});

export function prepareClientDevices(portal: Connection): Promise<void> {
  return devices.prepare(portal);
}

/** @returns the fingerprint that attempts for a number are counted by: the same whether or not the number is registered. */
export function fingerprintOfSsn({ keys }: Pick<Deps, 'keys'>, ssn: string): string {
  return fingerprint(keys.fingerprints, purpose, ssn);
}

/** @returns an id for this browser if the client with this number has signed in from it, otherwise undefined. */
export async function findKnownDevice(
  ssn: string,
  context: Pick<RequestContext, 'cookies' | 'deps'>,
): Promise<string | undefined> {
  const { portal } = context.deps;
  // A deleted account may have been someone else's: its devices are unknown to the number's next account.
  const userExists = async (_id: string) => (await clientModel(portal).exists({ _id })) !== null;
  return devices.find(ssn, context, userExists);
}

/** Records that the client signed in from this browser. */
export function rememberDevice(
  { ssn, userId }: { ssn: string; userId: string },
  context: Pick<RequestContext, 'cookies' | 'deps'>,
): Promise<void> {
  return devices.remember({ account: ssn, userId }, context);
}

/** @returns the ids of all browsers known for a number. */
export function listKnownDevices(ssn: string, deps: Pick<Deps, 'portal' | 'keys'>): Promise<string[]> {
  return devices.list(ssn, deps);
}

/** Forgets all browsers known for the client except this one. */
export function forgetOtherDevices(
  userId: string,
  context: Pick<RequestContext, 'cookies' | 'deps'>,
): Promise<void> {
  return devices.forgetOthers(userId, context);
}

/** Forgets all browsers known for the client. */
export function forgetDevices(userId: string, deps: Pick<Deps, 'portal'>): Promise<void> {
  return devices.forgetAll(userId, deps);
}
