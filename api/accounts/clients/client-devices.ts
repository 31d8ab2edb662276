import { makeKnownDevices } from '#api/accounts/known-devices.ts';
import type { Deps } from '#api/platform/deps.ts';
import { fingerprint } from '#api/platform/keys/fingerprint.ts';
import { clientsCollection } from './client.model.ts';

const purpose = 'client-ssn';

export const clientDevices = makeKnownDevices({
  name: 'client_devices',
  whose: 'clients',
  accountField: 'ssn',
  purpose,
});

/** @returns the fingerprint that attempts for a number are counted by: the same whether or not the number is registered. */
export function fingerprintOfSsn({ keys }: Pick<Deps, 'keys'>, ssn: string): string {
  return fingerprint(keys.fingerprints, purpose, ssn);
}

/**
 * @param deviceSecret of the browser; undefined before its first sign-in.
 * @returns an id for this browser if the client with this number has signed in from it, otherwise undefined.
 */
export async function findKnownDevice(
  { ssn, deviceSecret }: { ssn: string; deviceSecret: string | undefined },
  deps: Pick<Deps, 'portal' | 'keys'>,
): Promise<string | undefined> {
  // A deleted account may have been someone else's: its devices are unknown to the number's next account.
  const userExists = async (_id: string) =>
    (await clientsCollection.model(deps.portal).exists({ _id })) !== null;
  return clientDevices.find({ account: ssn, secret: deviceSecret }, deps, userExists);
}

/** Records that the client signed in from this browser. @returns the browser's new secret. */
export function rememberDevice(
  { ssn, userId, deviceSecret }: { ssn: string; userId: string; deviceSecret: string | undefined },
  deps: Pick<Deps, 'portal' | 'keys'>,
): Promise<string> {
  return clientDevices.remember({ account: ssn, userId, secret: deviceSecret }, deps);
}

/** @returns the ids of all browsers known for a number. */
export function listKnownDevices(ssn: string, deps: Pick<Deps, 'portal' | 'keys'>): Promise<string[]> {
  return clientDevices.list(ssn, deps);
}

/** Forgets one browser of the client, by its secret. */
export function forgetDevice(
  userId: string,
  deviceSecret: string,
  deps: Pick<Deps, 'portal'>,
): Promise<void> {
  return clientDevices.forget(userId, deviceSecret, deps);
}

/** Forgets all browsers known for the client except the one that holds this secret. */
export function forgetOtherDevices(
  userId: string,
  deviceSecret: string | undefined,
  deps: Pick<Deps, 'portal'>,
): Promise<void> {
  return clientDevices.forgetOthers(userId, deviceSecret, deps);
}

/** Forgets all browsers known for the client. */
export function forgetDevices(userId: string, deps: Pick<Deps, 'portal'>): Promise<void> {
  return clientDevices.forgetAll(userId, deps);
}
