import { type Collection, defineCollection } from '#api/platform/database/collection.ts';
import type { Deps } from '#api/platform/deps.ts';
import { fingerprint, hashSecret, makeSecret } from '#api/platform/keys/fingerprint.ts';

/** A browser is forgotten after half a year without signing in. */
export const deviceLifetimeSeconds = 180 * 24 * 60 * 60;

/** A browser from which an account's user has signed in. Several accounts may share one. */
interface KnownDevice {
  /** SHA-256 of the secret in the cookie. */
  device: string;
  user_id: string;
  expires_at: Date;
  /** Keyed fingerprint of the account's sign-in name; the field's name depends on the kind. */
  [accountField: string]: unknown;
}

interface SignInKind {
  /** Of its collection. */
  name: string;
  /** Who signs in, in the plural. */
  whose: string;
  /** The field of stored rows that names the account. */
  accountField: string;
  /** The purpose of the account's fingerprint. */
  purpose: string;
}

/** A browser and the account that somebody signs in to from it. */
interface Browser {
  /** The sign-in name, whether or not an account has it. */
  account: string;
  /** The secret that the browser holds; undefined before its first sign-in. */
  secret: string | undefined;
}

type Dependencies = Pick<Deps, 'portal' | 'keys'>;

export interface KnownDevices {
  collection: Collection<KnownDevice>;
  /**
   * @returns an id for this browser if the account has signed in from it, otherwise undefined. Guessing from elsewhere
   * can't use up a known device's attempts, so nobody can lock people out of their own devices.
   * @param userExists for accounts that may be deleted and their name reused: whether the user still exists.
   */
  find(
    browser: Browser,
    deps: Dependencies,
    userExists?: (userId: string) => Promise<boolean>,
  ): Promise<string | undefined>;
  /**
   * Records a sign-in from this browser under a new secret, which makes a planted one worthless.
   *
   * @returns the new secret, for the browser to keep; only its hash is stored.
   */
  remember(signIn: Browser & { userId: string }, deps: Dependencies): Promise<string>;
  list(account: string, deps: Dependencies): Promise<string[]>;
  /** Forgets the browser that holds this secret, for this user alone. */
  forget(userId: string, secret: string, deps: Pick<Deps, 'portal'>): Promise<void>;
  /** Forgets all of the user's browsers except the one that holds this secret. */
  forgetOthers(userId: string, secret: string | undefined, deps: Pick<Deps, 'portal'>): Promise<void>;
  forgetAll(userId: string, deps: Pick<Deps, 'portal'>): Promise<void>;
}

export function makeKnownDevices({ name, whose, accountField, purpose }: SignInKind): KnownDevices {
  const collection = defineCollection<KnownDevice>({
    name,
    indexes: [
      [{ device: 1, [accountField]: 1 }, { unique: true }],
      [{ user_id: 1 }],
      [{ expires_at: 1 }, { expireAfterSeconds: 0 }],
    ],
    retention: {
      label: `browsers that ${whose} no longer use`,
      since: 'after 180 days without a sign-in',
      expired: (before) => ({ expires_at: { $lt: before } }),
    },
  });
  const devices = collection.rows;
  const byAccount = (account: string, { keys }: Pick<Deps, 'keys'>) => ({
    [accountField]: fingerprint(keys.fingerprints, purpose, account),
  });

  return {
    collection,
    async find({ account, secret }, deps, userExists = async () => true) {
      if (!secret) return undefined;
      const found = await devices(deps.portal).findOne({
        device: hashSecret(secret),
        ...byAccount(account, deps),
        expires_at: { $gt: new Date() },
      });
      return found && (await userExists(found.user_id)) ? found._id.toHexString() : undefined;
    },
    async remember({ account, secret, userId }, deps) {
      const newSecret = makeSecret();
      const device = hashSecret(newSecret);
      if (secret) await devices(deps.portal).updateMany({ device: hashSecret(secret) }, { $set: { device } });
      await devices(deps.portal).updateOne(
        { device, ...byAccount(account, deps) },
        { $set: { user_id: userId, expires_at: new Date(Date.now() + deviceLifetimeSeconds * 1000) } },
        { upsert: true },
      );
      return newSecret;
    },
    async list(account, deps) {
      const found = await devices(deps.portal).find(byAccount(account, deps)).toArray();
      return found.map(({ _id }) => _id.toHexString());
    },
    async forget(userId, secret, deps) {
      await devices(deps.portal).deleteMany({ user_id: userId, device: hashSecret(secret) });
    },
    async forgetOthers(userId, secret, deps) {
      const others = secret === undefined ? {} : { device: { $ne: hashSecret(secret) } };
      await devices(deps.portal).deleteMany({ user_id: userId, ...others });
    },
    async forgetAll(userId, deps) {
      await devices(deps.portal).deleteMany({ user_id: userId });
    },
  };
}
