import { trusted } from 'mongoose';
import { Secret, TOTP } from 'otpauth';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { hashSecret } from '#api/platform/keys/fingerprint.ts';
import { changeAndTell } from './security-email.ts';
import { type Staff, staffCollection } from './staff.model.ts';

// Codes as RFC 6238 and all authenticator apps have them: six digits, 30 seconds, HMAC-SHA-1.

const period = 30;
/** A phone's clock may be wrong by one code. */
const tolerance = 1;

type Dependencies = Pick<Deps, 'portal' | 'keys'>;

/**
 * Uses up a code of the app, or a recovery code. Each works once, also of two that arrive at the same moment.
 *
 * @param title of the refusal. @throws DomainError `bad-input` for a wrong or used one.
 */
export async function useCode(
  staff: Staff,
  code: string,
  deps: Dependencies & Pick<Deps, 'readFirm'>,
  title = 'Login Failed',
): Promise<void> {
  if (code === '') throw wrongCode(title, 'Enter the code');
  const model = staffCollection.model(deps.portal);
  const step = await stepOf(code, staff, deps);
  const isOn = { _id: staff._id, totp_confirmed_at: trusted({ $ne: null }) };
  const hash = hashRecoveryCode(code);
  if (step === null) {
    const spent = { staffId: staff._id, change: 'recovery-code-used' } as const;
    const isUsed = await changeAndTell(spent, deps, async (session) => {
      const update = { $pull: { recovery_hashes: hash } };
      const { modifiedCount } = await model.updateOne({ ...isOn, recovery_hashes: hash }, update, {
        session,
      });
      return modifiedCount > 0;
    });
    if (!isUsed) throw wrongCode(title);
    return;
  }
  const { modifiedCount } = await model.updateOne(
    { ...isOn, totp_last_step: trusted({ $lt: step }) },
    { $set: { totp_last_step: step } },
  );
  if (modifiedCount === 0) throw wrongCode(title);
}

/** @returns the 30 seconds that a code is for; null for one that is wrong. */
export async function stepOf(code: string, staff: Staff, deps: Dependencies): Promise<number | null> {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const timestamp = Date.now();
  const delta = (await totpOf(staff, deps)).validate({ token, timestamp, window: tolerance });
  return delta === null ? null : TOTP.counter({ period, timestamp }) + delta;
}

export async function totpOf(
  { _id, email = '', totp_secret = '' }: Staff,
  { keys }: Dependencies,
): Promise<TOTP> {
  const ring = await keys.of(_id);
  const secret = Secret.fromBase32(staffCollection.decrypt(ring, _id, 'totp_secret', totp_secret));
  return new TOTP({ issuer: 'Back office', label: email, algorithm: 'SHA1', digits: 6, period, secret });
}

/** Recovery codes can't be guessed, so a plain hash of one may be stored. */
export function hashRecoveryCode(code: string): string {
  return hashSecret(code.toLowerCase().replace(/[^a-z0-9]/g, ''));
}

export function wrongCode(title: string, text = 'Invalid code'): DomainError {
  return new DomainError('bad-input', text, { title, fields: { code: text } });
}
