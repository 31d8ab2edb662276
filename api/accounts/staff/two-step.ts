import { randomBytes } from 'node:crypto';
import { Secret } from 'otpauth';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { confirmPassword, type Proof } from './confirm-password.ts';
import { changeAndTell } from './security-email.ts';
import { staffCollection } from './staff.model.ts';
import { hashRecoveryCode, stepOf, totpOf, wrongCode } from './use-code.ts';

const recoveryCodes = 10;

export interface TwoStepSetup {
  /** For the QR code: `otpauth://totp/…` */
  uri: string;
  /** To be typed where no camera is: base32. */
  secret: string;
}

type Dependencies = Pick<Deps, 'portal' | 'keys' | 'readFirm'>;

/**
 * Makes the secret of two-step sign-in, which starts once a code of it was given to `confirmTwoStep`.
 *
 * @throws DomainError `bad-input` on a wrong password, `too-many`, `conflict` when it is on already.
 */
export async function beginTwoStep(
  proof: Proof,
  deps: Dependencies & Pick<Deps, 'limits' | 'settings'>,
): Promise<void> {
  await confirmPassword(proof, deps);
  const { staffId } = proof;
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
export async function readTwoStepSetup(
  staffId: string,
  deps: Pick<Deps, 'portal' | 'keys'>,
): Promise<TwoStepSetup | null> {
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
  const isOn = await changeAndTell({ staffId, change: 'two-step-on' }, deps, async (session) => {
    const { matchedCount } = await staffCollection.model(deps.portal).updateOne(
      { _id: staffId, totp_secret: staff.totp_secret, totp_confirmed_at: null },
      {
        $set: {
          totp_confirmed_at: new Date(),
          totp_last_step: step,
          recovery_hashes: codes.map(hashRecoveryCode),
        },
      },
      { session },
    );
    return matchedCount > 0;
  });
  if (!isOn) throw alreadyOn();
  return codes;
}

/** What of an account belongs to two-step sign-in. */
export const withoutTwoStep = {
  $unset: { totp_secret: 1, totp_confirmed_at: 1, totp_last_step: 1, recovery_hashes: 1 },
} as const;

/** Turns it off. @throws DomainError `bad-input` on a wrong password or code, `too-many`. */
export async function endTwoStep(
  proof: Proof,
  deps: Dependencies & Pick<Deps, 'limits' | 'settings'>,
): Promise<void> {
  await confirmPassword(proof, deps);
  const { staffId } = proof;
  await changeAndTell({ staffId, change: 'two-step-off' }, deps, async (session) => {
    const model = staffCollection.model(deps.portal);
    const { modifiedCount } = await model.updateOne({ _id: staffId }, withoutTwoStep, { session });
    return modifiedCount > 0;
  });
}

/** @returns 80 random bits as four groups of base32, which can't be guessed, so a plain hash of it may be stored. */
function makeRecoveryCode(): string {
  const text = new Secret({ buffer: new Uint8Array(randomBytes(10)).buffer }).base32.toLowerCase();
  return text.replace(/.{4}(?=.)/g, '$&-');
}

function alreadyOn(): DomainError {
  return new DomainError('conflict', 'Two-step login was changed in the meantime. Look at your account.');
}
