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
