import type { Deps } from '../connect.ts';
import type { RequestContext } from '../context.ts';
import { DomainError } from '../domain-error.ts';
import { fingerprint } from '../keys/fingerprint.ts';
import { fingerprintOfSsn } from './known-device.ts';
import { guessingNow } from './sign-in-failures.ts';
import { type Reservation, reserveFromAddress, reserveTry } from './sign-in-tries.ts';

/** A sign-in that is about to be compared. */
export interface Attempt {
  ssn: string;
  pin: string;
  /** The known device that it comes from, if it does. */
  device: string | undefined;
}

/**
 * Takes what an attempt needs before anything is compared. A known device has an allowance of its own and none of the
 * limits that strangers can use up.
 *
 * @returns how to give it back when the attempt did not fail.
 * @throws DomainError `too-many` with when to try again; then nothing is taken but a place in the minute.
 */
export async function reserveSignIn(
  { ssn, pin, device }: Attempt,
  { deps, address }: Pick<RequestContext, 'deps' | 'address'>,
): Promise<Pick<Reservation, 'takeBack'>> {
  await deps.limits.reserve('clientSignIn', device ?? address);
  if (device) return granted(await reserveTry(deps.portal, `device:${device}`));
  await refuseGuessing(pin, address, deps);
  const number = fingerprintOfSsn(deps, ssn);
  const from = `address:${fingerprint(deps.keys.fingerprints, 'address', address)}`;
  const byAddress = granted(await reserveFromAddress(deps.portal, { address: from, ssn: number }));
  const byNumber = await reserveTry(deps.portal, `ssn:${number}`);
  if (!byNumber.granted) await byAddress.takeBack();
  granted(byNumber);
  return {
    async takeBack() {
      await Promise.all([byAddress.takeBack(), byNumber.takeBack()]);
    },
  };
}

async function refuseGuessing(
  pin: string,
  address: string,
  deps: Pick<Deps, 'portal' | 'keys' | 'limits' | 'log'>,
): Promise<void> {
  const guessing = await guessingNow(deps, pin);
  if (guessing === 'none') return;
  if (guessing === 'siege') deps.log.error('client sign-in under siege');
  await deps.limits.reserve('clientSignInUnderAttack', address);
}

function granted(reservation: Reservation): Reservation {
  if (reservation.granted) return reservation;
  throw new DomainError('too-many', waitingWords(reservation.waitMs), { title: 'Login Failed' });
}

/** @param waitMs undefined = until staff open it again. */
function waitingWords(waitMs: number | undefined): string {
  if (waitMs === undefined)
    return 'Too many tries. To keep it safe, this login is closed. Call us and we will help you get back in.';
  return `Too many tries. Try again in ${spanOf(Math.ceil(waitMs / 1000))}, or call us.`;
}

/** Rounded up, so that whoever waits as long as we said gets in. */
function spanOf(seconds: number): string {
  if (seconds < 60) return `${seconds} second${seconds === 1 ? '' : 's'}`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return `${minutes} minute${minutes === 1 ? '' : 's'}`;
  const hours = Math.ceil(minutes / 60);
  return `${hours} hour${hours === 1 ? '' : 's'}`;
}
