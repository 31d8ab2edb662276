import { randomBytes } from 'node:crypto';
import { type Connection, mongo, type SchemaDefinition } from 'mongoose';
import { Secret, TOTP } from 'otpauth';
import type { Collection } from '#api/platform/database/collection.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { hashSecret } from '#api/platform/keys/fingerprint.ts';

// Codes as RFC 6238 and all authenticator apps have them: six digits, 30 seconds, HMAC-SHA-1.

const period = 30;
/** A phone's clock may be wrong by one code. */
const tolerance = 1;
const recoveryCodes = 10;

/** What of an account belongs to two-step sign-in. */
export interface TwoStep {
  /** Encrypted; base32 of 20 random bytes, from which the codes of two-step sign-in follow. */
  totp_secret?: string;
  /** When two-step sign-in was turned on; absent while it is off. */
  totp_confirmed_at?: Date;
  /** The 30-second period of the last used code, counted since 1970: no code works twice. */
  totp_last_step?: number;
  /** SHA-256 of the recovery codes that were not used yet. */
  recovery_hashes?: string[];
}

export const twoStepFields = {
  totp_secret: { type: String, maxlength: 300 },
  totp_confirmed_at: Date,
  totp_last_step: Number,
  recovery_hashes: { type: [String], default: undefined },
} as const satisfies SchemaDefinition<TwoStep>;

export const withoutTwoStep = {
  $unset: { totp_secret: 1, totp_confirmed_at: 1, totp_last_step: 1, recovery_hashes: 1 },
} as const;

interface TwoStepRow extends TwoStep {
  _id: string;
}

/** Whose it is. */
interface Owner {
  id: string;
  /** By which the app names the account. */
  email: string;
}

export interface TwoStepSetup {
  /** For the QR code: `otpauth://totp/…` */
  uri: string;
  /** To be typed where no camera is: base32. */
  secret: string;
}

export type TwoStepChange = 'two-step-on' | 'two-step-off' | 'recovery-code-used';

interface TwoStepKind<Who extends Owner, With> {
  collection: Pick<Collection<TwoStepRow>, 'rows' | 'encrypt' | 'decrypt'>;
  /** By which the app names what the account is for. */
  issuer: string;
  /** The message when it was turned on or off meanwhile. */
  changedMeanwhile: string;
  /** Runs `work` in a transaction and tells the owner, if anything changed. @returns what `work` returns. */
  changeAndTell(
    change: { owner: Who; change: TwoStepChange },
    deps: With,
    work: (session: mongo.ClientSession) => Promise<boolean>,
  ): Promise<boolean>;
}

/**
 * Two-step sign-in of one kind of accounts: of staff or of editors.
 *
 * None of it asks for the password, which the caller checks before.
 */
export function makeTwoStep<Who extends Owner, With extends Pick<Deps, 'portal' | 'keys'>>({
  collection,
  issuer,
  changedMeanwhile,
  changeAndTell,
}: TwoStepKind<Who, With>) {
  const rowsOf = ({ portal }: { portal: Connection }) => collection.rows<TwoStepRow>(portal);
  const changed = () => new DomainError('conflict', changedMeanwhile);

  async function totpOf({ id, email }: Owner, secret: string, { keys }: With): Promise<TOTP> {
    const base32 = collection.decrypt(await keys.of(id), id, 'totp_secret', secret);
    const settings = { algorithm: 'SHA1', digits: 6, period } as const;
    return new TOTP({ issuer, label: email, secret: Secret.fromBase32(base32), ...settings });
  }

  /** @returns the 30 seconds that a code is for; null for one that is wrong. */
  async function stepOf(code: string, owner: Owner, secret: string, deps: With): Promise<number | null> {
    const token = code.replace(/\s/g, '');
    if (!/^\d{6}$/.test(token)) return null;
    const timestamp = Date.now();
    const delta = (await totpOf(owner, secret, deps)).validate({ token, timestamp, window: tolerance });
    return delta === null ? null : TOTP.counter({ period, timestamp }) + delta;
  }

  return {
    /**
     * Makes a secret, which starts two-step sign-in once a code of it was given to `confirm`. Each call makes a new one, so that
     * nobody can have read it before.
     *
     * @throws DomainError `conflict` when it is on already.
     */
    async begin({ id }: Owner, deps: With): Promise<void> {
      const { base32 } = new Secret({ size: 20 });
      const ring = await deps.keys.for(id);
      const off = { _id: id, totp_confirmed_at: { $exists: false } };
      const secret = collection.encrypt(ring, id, 'totp_secret', base32);
      await rowsOf(deps)
        .updateOne(off, { $set: { totp_secret: secret } }, { upsert: true })
        .catch((error: unknown) => {
          // The row is there, and it is on.
          throw error instanceof mongo.MongoServerError && error.code === 11000 ? changed() : error;
        });
    },

    /** @returns what to show while it is being turned on; null otherwise. */
    async readSetup(owner: Owner, deps: With): Promise<TwoStepSetup | null> {
      const row = await rowsOf(deps).findOne({ _id: owner.id });
      if (!row?.totp_secret || row.totp_confirmed_at) return null;
      const totp = await totpOf(owner, row.totp_secret, deps);
      return { uri: totp.toString(), secret: totp.secret.base32 };
    },

    /**
     * Turns it on, with a code that shows that the app has the secret.
     *
     * @returns the recovery codes, which are not stored and cannot be shown again.
     * @throws DomainError `bad-input` for a wrong code, `conflict` when it is on already or was not begun.
     */
    async confirm(owner: Who, code: string, deps: With): Promise<string[]> {
      const rows = rowsOf(deps);
      const row = await rows.findOne({ _id: owner.id });
      if (!row?.totp_secret || row.totp_confirmed_at) throw changed();
      const { totp_secret } = row;
      const step = await stepOf(code, owner, totp_secret, deps);
      if (step === null) throw wrongCode('Nothing was changed');
      const codes = Array.from({ length: recoveryCodes }, makeRecoveryCode);
      const isOn = await changeAndTell({ owner, change: 'two-step-on' }, deps, async (session) => {
        const begun = { _id: owner.id, totp_secret, totp_confirmed_at: { $exists: false } };
        const on = {
          totp_confirmed_at: new Date(),
          totp_last_step: step,
          recovery_hashes: codes.map(hashRecoveryCode),
        };
        return (await rows.updateOne(begun, { $set: on }, { session })).matchedCount > 0;
      });
      if (!isOn) throw changed();
      return codes;
    },

    /** Turns it off. */
    async end(owner: Who, deps: With): Promise<void> {
      await changeAndTell({ owner, change: 'two-step-off' }, deps, async (session) => {
        const { modifiedCount } = await rowsOf(deps).updateOne({ _id: owner.id }, withoutTwoStep, {
          session,
        });
        return modifiedCount > 0;
      });
    },

    /**
     * Uses up a code of the app, or a recovery code. Each works once, also of two that arrive at the same moment.
     *
     * @param title of the refusal. @throws DomainError `bad-input` for a wrong or used one.
     */
    async useCode(owner: Who, code: string, deps: With, title = 'Login Failed'): Promise<void> {
      if (code === '') throw wrongCode(title, 'Enter the code');
      const rows = rowsOf(deps);
      const isOn = { _id: owner.id, totp_confirmed_at: { $exists: true } };
      const row = await rows.findOne(isOn);
      if (!row?.totp_secret) throw wrongCode(title);
      const step = await stepOf(code, owner, row.totp_secret, deps);
      if (step === null) {
        const hash = hashRecoveryCode(code);
        const isUsed = await changeAndTell({ owner, change: 'recovery-code-used' }, deps, async (session) => {
          const unused = { ...isOn, recovery_hashes: hash };
          const update = { $pull: { recovery_hashes: hash } };
          return (await rows.updateOne(unused, update, { session })).modifiedCount > 0;
        });
        if (!isUsed) throw wrongCode(title);
        return;
      }
      const { modifiedCount } = await rows.updateOne(
        { ...isOn, totp_secret: row.totp_secret, totp_last_step: { $lt: step } },
        { $set: { totp_last_step: step } },
      );
      if (modifiedCount === 0) throw wrongCode(title);
    },
  };
}

/** @returns 80 random bits as four groups of base32, which can't be guessed, so a plain hash of it may be stored. */
function makeRecoveryCode(): string {
  const text = new Secret({ buffer: new Uint8Array(randomBytes(10)).buffer }).base32.toLowerCase();
  return text.replace(/.{4}(?=.)/g, '$&-');
}

function hashRecoveryCode(code: string): string {
  return hashSecret(code.toLowerCase().replace(/[^a-z0-9]/g, ''));
}

function wrongCode(title: string, text = 'Invalid code'): DomainError {
  return new DomainError('bad-input', text, { title, fields: { code: text } });
}
