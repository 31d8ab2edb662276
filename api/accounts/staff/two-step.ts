import { randomBytes } from 'node:crypto';
import { trusted } from 'mongoose';
import { Secret, TOTP } from 'otpauth';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { hashSecret } from '#api/platform/keys/fingerprint.ts';
import { confirmPassword } from './confirm-password.ts';
import { type Staff, staffCollection } from './staff.model.ts';

// Codes as RFC 6238 and all authenticator apps have them: six digits, 30 seconds, HMAC-SHA-1.

const period = 30;
/** A phone's clock may be wrong by one code. */
const tolerance = 1;
const recoveryCodes = 10;

export interface TwoStepSetup {
  /** For the QR code: `otpauth://totp/…` */
  uri: string;
  /** To be typed where no camera is: base32. */
  secret: string;
}

type Dependencies = Pick<Deps, 'portal' | 'keys'>;

/**
 * Makes the secret of two-step sign-in, which starts once a code of it was given to `confirmTwoStep`.
 *
 * @throws DomainError `bad-input` on a wrong password, `too-many`, `conflict` when it is on already.
 */
export async function beginTwoStep(
  { staffId, password }: { staffId: string; password: string },
  deps: Dependencies & Pick<Deps, 'limits'>,
): Promise<void> {
  await confirmPassword({ staffId, password }, deps);
  const { base32 } = new Secret({ size: 20 });
  const ring = await deps.keys.for(staffId);
  const { matchedCount } = await staffCollection
    .model(deps.portal)
    .updateOne(
      { _id: staffId, totp_confirmed_at: null },
      { $set: { totp_secret: staffCollection.encrypt(ring, staffId, 'totp_secret', base32) } },
    );
  if (matchedCount === 0) throw alreadyOn();
}

/** @returns what to show while it is being turned on; null otherwise. */
export async function readTwoStepSetup(staffId: string, deps: Dependencies): Promise<TwoStepSetup | null> {
  const staff = await staffCollection.model(deps.portal).findById(staffId).lean().orFail();
  if (!staff.totp_secret || staff.totp_confirmed_at) return null;
  const totp = await totpOf(staff, deps);
  return { uri: totp.toString(), secret: totp.secret.base32 };
}

/**
 * Turns two-step sign-in on, with a code that shows that the app has the secret.
 *
 * @returns the recovery codes, which are not stored and cannot be shown again.
 * @throws DomainError `bad-input` for a wrong code, `conflict` when it is on already or was not begun.
 */
export async function confirmTwoStep(
  { staffId, code }: { staffId: string; code: string },
  deps: Dependencies,
): Promise<string[]> {
  const staff = await staffCollection.model(deps.portal).findById(staffId).lean().orFail();
  if (!staff.totp_secret || staff.totp_confirmed_at) throw alreadyOn();
  const step = await stepOf(code, staff, deps);
  if (step === null) throw wrongCode('Nothing was changed');
  const codes = Array.from({ length: recoveryCodes }, makeRecoveryCode);
  const turnedOn = await staffCollection.model(deps.portal).updateOne(
    { _id: staffId, totp_secret: staff.totp_secret, totp_confirmed_at: null },
    {
      $set: {
        totp_confirmed_at: new Date(),
        totp_last_step: step,
        recovery_hashes: codes.map(hashRecoveryCode),
      },
    },
  );
  if (turnedOn.matchedCount === 0) throw alreadyOn();
  return codes;
}

/** What of an account belongs to two-step sign-in. */
export const withoutTwoStep = {
  $unset: { totp_secret: 1, totp_confirmed_at: 1, totp_last_step: 1, recovery_hashes: 1 },
} as const;

/** Turns it off. @throws DomainError `bad-input` on a wrong password, `too-many`. */
export async function endTwoStep(
  { staffId, password }: { staffId: string; password: string },
  deps: Dependencies & Pick<Deps, 'limits'>,
): Promise<void> {
  await confirmPassword({ staffId, password }, deps);
  await staffCollection.model(deps.portal).updateOne({ _id: staffId }, withoutTwoStep);
}

/**
 * Uses up a code of the app, or a recovery code. Each works once, also of two that arrive at the same moment.
 *
 * @throws DomainError `bad-input` for a wrong or used one.
 */
export async function useCode(staff: Staff, code: string, deps: Dependencies): Promise<void> {
  const model = staffCollection.model(deps.portal);
  const step = await stepOf(code, staff, deps);
  const isOn = { _id: staff._id, totp_confirmed_at: trusted({ $ne: null }) };
  const hash = hashRecoveryCode(code);
  const used =
    step === null
      ? await model.updateOne({ ...isOn, recovery_hashes: hash }, { $pull: { recovery_hashes: hash } })
      : await model.updateOne(
          { ...isOn, totp_last_step: trusted({ $lt: step }) },
          { $set: { totp_last_step: step } },
        );
  if (used.modifiedCount === 0) throw wrongCode();
}

/** @returns the 30 seconds that a code is for; null for one that is wrong. */
async function stepOf(code: string, staff: Staff, deps: Dependencies): Promise<number | null> {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const timestamp = Date.now();
  const delta = (await totpOf(staff, deps)).validate({ token, timestamp, window: tolerance });
  return delta === null ? null : TOTP.counter({ period, timestamp }) + delta;
}

async function totpOf({ _id, email = '', totp_secret = '' }: Staff, { keys }: Dependencies): Promise<TOTP> {
  const ring = await keys.of(_id);
  const secret = Secret.fromBase32(staffCollection.decrypt(ring, _id, 'totp_secret', totp_secret));
  return new TOTP({ issuer: 'Back office', label: email, algorithm: 'SHA1', digits: 6, period, secret });
}

/** @returns 80 random bits as four groups of base32, which can't be guessed, so a plain hash of it may be stored. */
function makeRecoveryCode(): string {
  const text = new Secret({ buffer: new Uint8Array(randomBytes(10)).buffer }).base32.toLowerCase();
  return text.replace(/.{4}(?=.)/g, '$&-');
}

function hashRecoveryCode(code: string): string {
  return hashSecret(code.toLowerCase().replace(/[^a-z0-9]/g, ''));
}

function wrongCode(title = 'Login Failed'): DomainError {
  const text = 'Invalid code';
  return new DomainError('bad-input', text, { title, fields: { code: text } });
}

function alreadyOn(): DomainError {
  return new DomainError('conflict', 'Two-step login was changed in the meantime. Look at your account.');
}
