import { randomUUID } from 'node:crypto';
import type { Deps } from '../connect.ts';
import type { RequestContext } from '../context.ts';
import { DomainError } from '../domain-error.ts';
import { fingerprint } from '../keys/fingerprint.ts';
import { networkOf } from '../limits/network-of.ts';
import { isProven } from '../robots/refuse-robots.ts';
import { fingerprintOfSsn } from './known-device.ts';
import { guessingNow } from './sign-in-failures.ts';
import {
  type Reservation,
  reserveFromAddress,
  reserveTry,
  triesOfDevice,
  triesOfNumber,
} from './sign-in-tries.ts';

/** A sign-in that is about to be compared. */
export interface Attempt {
  ssn: string;
  pin: string;
  /** The known device that it comes from, if it does. */
  device: string | undefined;
  /** The solved challenge, where the page had one; else empty. */
  proof: string;
}

/**
 * Takes what an attempt needs before anything is compared. A known device has an allowance of its own and none of the
 * limits that strangers can use up.
 *
 * @returns how to give it back when the attempt did not fail.
 * @throws DomainError `too-many` with when to try again; then nothing is taken but a place in the minute.
 */
export async function reserveSignIn(
  { ssn, pin, device, proof }: Attempt,
  { deps, address }: Pick<RequestContext, 'deps' | 'address'>,
): Promise<Pick<Reservation, 'takeBack'>> {
  if (device) {
    await deps.limits.reserve('clientSignInKnown', device);
    return granted(await reserveTry(deps.portal, triesOfDevice(device)));
  }
  await deps.limits.reserve('clientSignIn', address);
  await refuseGuessing({ pin, proof }, address, deps);
  const number = fingerprintOfSsn(deps, ssn);
  const from = `address:${fingerprint(deps.keys.fingerprints, 'address', networkOf(address))}`;
  const byAddress = granted(await reserveFromAddress(deps.portal, { address: from, ssn: number }));
  const byNumber = await reserveTry(deps.portal, triesOfNumber(ssn, deps));
  if (!byNumber.granted) await byAddress.takeBack();
  granted(byNumber);
  return {
    async takeBack() {
      await Promise.all([byAddress.takeBack(), byNumber.takeBack()]);
    },
  };
}

/** While somebody guesses at many numbers, a stranger's try costs work; without it, and under siege, it is one a minute. */
async function refuseGuessing(
  { pin, proof }: Pick<Attempt, 'pin' | 'proof'>,
  address: string,
  deps: Deps,
): Promise<void> {
  const guessing = await guessingNow(deps, pin);
  if (guessing === 'none') return;
  if (guessing === 'siege') deps.log.error('client sign-in under siege');
  else if (await isProven({ proof, purpose: 'client-login', by: randomUUID() }, { deps })) return;
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
