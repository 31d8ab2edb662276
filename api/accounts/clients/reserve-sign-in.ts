import { randomUUID } from 'node:crypto';
import { getForm } from '@claimdesk/forms/registry';
import type { HashingQueueName } from '#api/accounts/hashing-queue.ts';
import { accountLimits, clientSignInAlert } from '#api/accounts/limits.ts';
import type { RequestContext } from '#api/platform/context.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { alertStaff } from '#api/platform/email/alert-staff.ts';
import { fingerprint } from '#api/platform/keys/fingerprint.ts';
import { formatWait } from '#api/platform/limits/format-wait.ts';
import { networksOf, wideFactor } from '#api/platform/limits/network-of.ts';
import { isProven } from '#api/platform/robots/refuse-robots.ts';
import { fingerprintOfSsn } from './client-devices.ts';
import {
  attemptsByDevice,
  attemptsBySsn,
  attemptsFromNetwork,
  attemptsWithBirthDate,
  type Reservation,
  reserveAttempt,
  reserveFromNetwork,
} from './sign-in-attempts.ts';
import { readGuessingLevel } from './sign-in-failures.ts';

const alertEveryMs = 60_000;
let alertedAt = 0;

/** A sign-in, or a new PIN with a one-time code, before anything is compared. */
export interface Attempt {
  form: 'client-login' | 'client-login-reset';
  ssn: string;
  /** What could be guessed: the PIN or the code. */
  secret: string;
  /** YYYY-MM-DD; undefined when the form did not ask for it. */
  dateOfBirth: string | undefined;
  /** The id of the known device, if it comes from one. */
  device: string | undefined;
  /** The solved challenge if the page had one; otherwise empty. */
  proof: string;
}

/** An attempt that may be compared. */
export interface ReservedSignIn {
  /** Takes the reservation back: the attempt did not fail, or was not made. */
  release(): Promise<void>;
  /** Whether the date of birth must match as well. */
  withBirthDate: boolean;
  queue: HashingQueueName;
}

/**
 * Reserves an attempt before anything is compared. A known device has its own limit and queue, which strangers can't use
 * up. From elsewhere a number can be tried a few times with the PIN alone; after that the date of birth is required too,
 * whose limit strangers can't use up for the owner (docs/decisions/029).
 *
 * @throws DomainError `bad-input` when the date of birth is missing, `too-many` with the time to wait; then only the limit
 * per minute is charged.
 */
export async function reserveSignIn(
  attempt: Attempt,
  { deps, address }: Pick<RequestContext, 'deps' | 'address'>,
): Promise<ReservedSignIn> {
  const { form, ssn, device } = attempt;
  const requireGranted = requireGrantedIn(form);
  if (device) {
    await deps.limits.reserveForKnownBrowser(accountLimits.clientSignIn, device);
    const { release } = requireGranted(await reserveAttempt(deps.portal, attemptsByDevice(device)));
    return { release, withBirthDate: false, queue: 'knownClients' };
  }
  await deps.limits.reserve(accountLimits.clientSignIn, address);
  const networks = networksOf(address).map((each) => fingerprint(deps.keys.fingerprints, 'address', each));
  const [network = ''] = networks;
  const reservations: Reservation[] = [];
  const release = async () => {
    await Promise.all(reservations.map((reservation) => reservation.release()));
  };
  try {
    for (const [wider, each] of networks.entries()) {
      const counter = { network: each, ssn: fingerprintOfSsn(deps, ssn), times: wider ? wideFactor : 1 };
      reservations.push(requireGranted(await reserveFromNetwork(deps.portal, counter)));
    }
    reservations.push(
      requireGranted(await reserveAttempt(deps.portal, attemptsFromNetwork({ ssn, network }, deps))),
    );
    const { withBirthDate, reserved } = await reserveBySsn(attempt, deps);
    reservations.push(reserved);
    // Last, so that a client who is first asked for the date of birth has not used up the proof or the limit on it.
    await requireWork(attempt, address, deps);
    return { release, withBirthDate, queue: 'clients' };
  } catch (error) {
    await release();
    throw error;
  }
}

async function reserveBySsn(
  { form, ssn, dateOfBirth }: Attempt,
  deps: Deps,
): Promise<{ withBirthDate: boolean; reserved: Reservation }> {
  const counter = attemptsBySsn(ssn, deps);
  const reservation = await reserveAttempt(deps.portal, counter);
  if (reservation.granted) {
    if (reservation.counted === counter.schedule.perMonth)
      deps.log.warn('client sign-in asks for date of birth');
    return { withBirthDate: false, reserved: reservation };
  }
  if (dateOfBirth === undefined) {
    throw new DomainError(
      'bad-input',
      'There were many wrong tries with this Social Security number. To keep it safe, we also ask for your date of birth.',
      { title: 'One more question', fields: { date_of_birth: 'Enter your date of birth' } },
    );
  }
  const withDate = attemptsWithBirthDate({ ssn, dateOfBirth }, deps);
  const reserved = requireGrantedIn(form)(await reserveAttempt(deps.portal, withDate), describeClosed);
  if (reserved.counted === withDate.schedule.perMonth) deps.log.error('client sign-in closed to new devices');
  return { withBirthDate: true, reserved };
}

/** While many numbers are being guessed, an attempt from an unknown browser costs work or, without script, is limited to one a minute per network. */
async function requireWork(
  { form, secret, proof }: Pick<Attempt, 'form' | 'secret' | 'proof'>,
  address: string,
  deps: Deps,
): Promise<void> {
  const level = await readGuessingLevel(deps, secret);
  if (level === 'none') return;
  if (level === 'attack' && Date.now() - alertedAt > alertEveryMs) {
    alertedAt = Date.now();
    void alertStaff('clientSignIn', clientSignInAlert, deps);
  }
  if (await isProven({ proof, purpose: form, by: randomUUID() }, { deps })) return;
  await deps.limits.reserve(accountLimits.clientSignInUnderAttack, address);
}

function requireGrantedIn(form: Attempt['form']) {
  return (
    reservation: Reservation,
    describe = (span: string) => `Too many tries. Try again in ${span}, or call us.`,
  ): Reservation => {
    if (reservation.granted) return reservation;
    const { submitErrorTitle: title } = getForm(form).ui;
    throw new DomainError('too-many', describe(formatWait(reservation.waitMs)), { title });
  };
}

function describeClosed(span: string): string {
  return `Too many tries. To keep it safe, this login is closed for ${span}. You can still log in on a phone or computer where you logged in before. Or call us, and we will help you get back in.`;
}
