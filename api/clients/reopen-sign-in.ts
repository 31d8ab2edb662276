import type { Deps } from '../connect.ts';
import { knownDevicesOf } from './known-device.ts';
import { forgetTries, triesOfDevice, triesOfNumber } from './sign-in-tries.ts';

/**
 * Lets a number be tried as if nobody had failed with it (SECURITY.md 'Numbers': closed until staff reset). Whether it
 * has an account is neither looked up nor told.
 */
export async function reopenSignIn(ssn: string, deps: Pick<Deps, 'portal' | 'keys'>): Promise<void> {
  const devices = await knownDevicesOf(ssn, deps);
  await forgetTries(deps.portal, [triesOfNumber(ssn, deps), ...devices.map(triesOfDevice)]);
}
