import type { Connection, mongo } from 'mongoose';
import type { RequestContext } from '#api/platform/context.ts';
import type { Deps } from '#api/platform/deps.ts';
import { fingerprint, hashSecret, makeSecret } from '#api/platform/keys/fingerprint.ts';

/** A browser is forgotten after half a year without signing in. */
const lifetimeSeconds = 180 * 24 * 60 * 60;

/** A browser in which the user of an account has signed in. Several accounts may share one. */
interface KnownDevice {
  /** SHA-256 of the secret in the cookie. */
  device: string;
  user_id: string;
  expires_at: Date;
  /** Keyed fingerprint of the account's sign-in name; the field's name depends on the kind. */
  [accountField: string]: unknown;
}

/** One kind of sign-in. */
interface SignInKind {
  cookie: string;
  sameSite: 'Lax' | 'Strict';
  collection: string;
  /** The field of stored rows that names the account. */
  accountField: string;
  /** The purpose of the account's fingerprint. */
  purpose: string;
}

type Browser = Pick<RequestContext, 'cookies'> & { deps: Pick<Deps, 'portal' | 'keys'> };

export interface KnownDevices {
  /** Creates the indexes. */
  prepare(portal: Connection): Promise<void>;
  /**
   * @param account the sign-in name, whether or not an account has it.
   * @returns an id for this browser if the account has signed in from it, otherwise undefined. Guessing from elsewhere
   * can't use up a known device's attempts, so nobody can lock people out of their own devices.
   * @param userExists for accounts that may be deleted and their name reused: whether the user still exists.
   */
  find(
    account: string,
    browser: Browser,
    userExists?: (userId: string) => Promise<boolean>,
  ): Promise<string | undefined>;
  /** Records a sign-in from this browser under a new secret, which makes a planted one worthless. */
  remember(signIn: { account: string; userId: string }, browser: Browser): Promise<void>;
  /** @returns the ids of all browsers known for an account. */
  list(account: string, deps: Pick<Deps, 'portal' | 'keys'>): Promise<string[]>;
  /** Forgets all of the user's browsers except this one. */
  forgetOthers(userId: string, browser: Browser): Promise<void>;
  /** Forgets all of the user's browsers. */
  forgetAll(userId: string, deps: Pick<Deps, 'portal'>): Promise<void>;
}

export function makeKnownDevices({
  cookie,
  sameSite,
  collection,
  accountField,
  purpose,
}: SignInKind): KnownDevices {
  const devices = (portal: Connection): mongo.Collection<KnownDevice> =>
    portal.getClient().db(portal.name).collection<KnownDevice>(collection);
  const byAccount = (account: string, { keys }: Pick<Deps, 'keys'>) => ({
    [accountField]: fingerprint(keys.fingerprints, purpose, account),
  });
  const deviceOf = ({ cookies }: Browser) => hashSecret(cookies.get(cookie) ?? '');

  return {
    async prepare(portal) {
      await devices(portal).createIndex({ device: 1, [accountField]: 1 }, { unique: true });
      await devices(portal).createIndex({ user_id: 1 });
      await devices(portal).createIndex({ expires_at: 1 }, { expireAfterSeconds: 0 });
    },
    async find(account, browser, userExists = async () => true) {
      const found = await devices(browser.deps.portal).findOne({
        device: deviceOf(browser),
        ...byAccount(account, browser.deps),
        expires_at: { $gt: new Date() },
      });
      return found && (await userExists(found.user_id)) ? found._id.toHexString() : undefined;
    },
    async remember({ account, userId }, browser) {
      const { cookies, deps } = browser;
      const secret = makeSecret();
      const device = hashSecret(secret);
      if (cookies.get(cookie)) {
        await devices(deps.portal).updateMany({ device: deviceOf(browser) }, { $set: { device } });
      }
      await devices(deps.portal).updateOne(
        { device, ...byAccount(account, deps) },
        { $set: { user_id: userId, expires_at: new Date(Date.now() + lifetimeSeconds * 1000) } },
        { upsert: true },
      );
      cookies.set(cookie, secret, { sameSite, maxAge: lifetimeSeconds });
    },
    async list(account, deps) {
      const found = await devices(deps.portal).find(byAccount(account, deps)).toArray();
      return found.map(({ _id }) => _id.toHexString());
    },
    async forgetOthers(userId, browser) {
      await devices(browser.deps.portal).deleteMany({ user_id: userId, device: { $ne: deviceOf(browser) } });
    },
    async forgetAll(userId, deps) {
      await devices(deps.portal).deleteMany({ user_id: userId });
    },
  };
}
