import type { Connection, mongo } from 'mongoose';
import type { Deps } from '../connect.ts';
import type { RequestContext } from '../context.ts';
import { fingerprint, hashSecret, makeSecret } from '../keys/fingerprint.ts';

const cookie = 'client-device';
/** Half a year without signing in, and a browser is a stranger again. */
const lifeSeconds = 180 * 24 * 60 * 60;

/** A browser in which a client once signed in. Several clients may share one. */
interface KnownDevice {
  /** SHA-256 of the secret in the cookie. */
  device: string;
  /** Keyed fingerprint of the number. */
  ssn: string;
  user_id: string;
  expires_at: Date;
}

function knownDevices(portal: Connection): mongo.Collection<KnownDevice> {
  return portal.getClient().db(portal.name).collection<KnownDevice>('client_devices');
}

export async function prepareKnownDevices(portal: Connection): Promise<void> {
  const devices = knownDevices(portal);
  await devices.createIndex({ device: 1, ssn: 1 }, { unique: true });
  await devices.createIndex({ user_id: 1 });
  await devices.createIndex({ expires_at: 1 }, { expireAfterSeconds: 0 });
}

/** @returns the fingerprint by which tries of a number are counted: the same whether anybody registered it. */
export function fingerprintOfSsn({ keys }: Pick<Deps, 'keys'>, ssn: string): string {
  return fingerprint(keys.fingerprints, 'client-ssn', ssn);
}

/**
 * @returns a name for this browser if the client with this number has signed in from it, else undefined. Guessing from
 * elsewhere can't use up what a known device may try, so nobody can lock a client out of their own phone.
 */
export async function knownDeviceFor(
  ssn: string,
  { cookies, deps }: Pick<RequestContext, 'cookies' | 'deps'>,
): Promise<string | undefined> {
  const device = hashSecret(cookies.get(cookie) ?? '');
  const found = await knownDevices(deps.portal).findOne({
    device,
    ssn: fingerprintOfSsn(deps, ssn),
    expires_at: { $gt: new Date() },
  });
  return found?._id.toHexString();
}

/** Notes that the client signed in from this browser, under a new secret: one that was planted before is worth nothing. */
export async function rememberDevice(
  { ssn, userId }: { ssn: string; userId: string },
  { cookies, deps }: Pick<RequestContext, 'cookies' | 'deps'>,
): Promise<void> {
  const secret = makeSecret();
  const device = hashSecret(secret);
  const devices = knownDevices(deps.portal);
  const before = cookies.get(cookie);
  if (before) await devices.updateMany({ device: hashSecret(before) }, { $set: { device } });
  await devices.updateOne(
    { device, ssn: fingerprintOfSsn(deps, ssn) },
    { $set: { user_id: userId, expires_at: new Date(Date.now() + lifeSeconds * 1000) } },
    { upsert: true },
  );
  cookies.set(cookie, secret, { sameSite: 'Lax', maxAge: lifeSeconds });
}

/** @returns the names of all browsers known for a number. */
export async function knownDevicesOf(ssn: string, deps: Pick<Deps, 'portal' | 'keys'>): Promise<string[]> {
  const found = await knownDevices(deps.portal)
    .find({ ssn: fingerprintOfSsn(deps, ssn) })
    .toArray();
  return found.map(({ _id }) => _id.toHexString());
}
