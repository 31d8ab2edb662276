import { MongodbAdapter } from '@lucia-auth/adapter-mongodb';
import { type Adapter, Lucia, TimeSpan } from 'lucia';
import type { Connection, mongo } from 'mongoose';
import { type Collection, defineCollection } from '#api/platform/database/collection.ts';
import { hashSecret, makeSecret } from '#api/platform/keys/fingerprint.ts';

declare module 'lucia' {
  interface Register {
    UserId: string;
    DatabaseSessionAttributes: { started_at: Date; confirmed_at?: Date; expires_at?: Date };
  }
}

export interface SessionLimits {
  sessions: Collection<StoredSession>;
  users: string;
  idleMinutes: number;
  /** The absolute lifetime, however active the session is. */
  hours: number;
  /** Beyond this many, a new sign-in of the same user ends the oldest session. */
  perUser: number;
}

/** A user's session, as the rest of the code sees it. @template Account what is read with it of the user's account. */
export interface Session<Account = unknown> {
  userId: string;
  account: Account;
  /** When the session ends without further activity. */
  endsAt: Date;
  /** When the user last proved their identity: at sign-in, or later when asked again. */
  confirmedAt: Date;
}

/** The secrets that a sign-in gives the browser, for its cookies. */
export interface SignedIn {
  sessionSecret: string;
  /** The browser's new device secret; it replaces the previous one. */
  deviceSecret: string;
}

export interface Sessions<Account = unknown> {
  /**
   * Ends the user's oldest sessions beyond `perUser`.
   *
   * @param shown `confirmedAt`: when the user showed who they are, if that was not just now.
   * @returns the new session's secret, for the cookie; only its hash is stored.
   */
  create(userId: string, shown?: Partial<Pick<Session, 'confirmedAt'>>): Promise<string>;
  /** @returns the session, or null when it is unknown or expired. Reading a session does not extend it. */
  read(secret: string): Promise<Session<Account> | null>;
  /** Restarts the idle time. @returns the session, or null when it is unknown or expired. */
  touch(secret: string): Promise<Session<Account> | null>;
  /** Records that the session's user has just proved their identity again. */
  confirm(secret: string): Promise<void>;
  revoke(secret: string): Promise<void>;
  /**
   * Ends every session of a user. After a change of password or PIN, call it outside of its transaction: one that is opened meanwhile
   * is not seen in there.
   */
  revokeAll(userId: string, session?: mongo.ClientSession): Promise<void>;
}

/** The fields of a stored session that are not Lucia's own. */
interface StoredAttributes {
  startedAt: Date;
  confirmedAt: Date;
  storedEnd?: Date;
}

/** How far a session's stored expiry may lag behind its use: one write per minute, not one per request. */
const refreshEveryMs = 60_000;

/**
 * Lucia is used only in this file, so that it can be replaced here.
 *
 * @param readAccount picks what sessions tell of their user's stored account, with which the database answers in the same query.
 */
export function makeSessions<Stored = object, Account = null>(
  portal: Connection,
  limits: SessionLimits,
  readAccount: (stored: Stored) => Account = () => null as Account,
): Sessions<Account> {
  const stored = hashedIds(
    new MongodbAdapter(native(portal, limits.sessions.name), native(portal, limits.users)),
  );
  const idle = new TimeSpan(limits.idleMinutes, 'm');
  // Lucia extends a session on any read in the second half of its idle time; here only `touch` may.
  const lucia = new Lucia(
    { ...stored, updateSessionExpiration: async () => {} },
    {
      sessionExpiresIn: idle,
      getSessionAttributes: ({ started_at, confirmed_at = started_at, expires_at }) => ({
        startedAt: started_at,
        confirmedAt: confirmed_at,
        storedEnd: expires_at,
      }),
      getUserAttributes: (stored) => ({ stored }),
    },
  );
  const lifetimeMs = limits.hours * 60 * 60 * 1000;

  async function find(secret: string): Promise<(Session<Account> & { lastEnd: number }) | null> {
    const { session, user } = await lucia.validateSession(secret);
    if (!session) return null;
    const {
      startedAt,
      confirmedAt,
      storedEnd = session.expiresAt,
    } = session as typeof session & StoredAttributes;
    const lastEnd = startedAt.getTime() + lifetimeMs;
    if (lastEnd > Date.now()) {
      const endsAt = new Date(Math.min(storedEnd.getTime(), lastEnd));
      const { id: _id, stored } = user as typeof user & { stored: Stored };
      const account = readAccount({ ...stored, _id });
      return { userId: session.userId, account, endsAt, confirmedAt, lastEnd };
    }
    await lucia.invalidateSession(secret);
    return null;
  }

  /** Runs after each creation, so that sessions created at once exceed the limit only for a moment. */
  async function endOldest(userId: string): Promise<void> {
    const sessions = limits.sessions.rows(portal);
    const newestFirst = { sort: { started_at: -1, _id: 1 }, projection: { _id: 1 } } as const;
    const excess = await sessions
      .find({ user_id: userId }, { ...newestFirst, skip: limits.perUser })
      .toArray();
    if (excess.length > 0) await sessions.deleteMany({ _id: { $in: excess.map(({ _id }) => _id) } });
  }

  return {
    async create(userId, { confirmedAt } = {}) {
      const secret = makeSecret();
      const started_at = new Date();
      const attributes = confirmedAt ? { started_at, confirmed_at: confirmedAt } : { started_at };
      await lucia.createSession(userId, attributes, { sessionId: secret });
      await endOldest(userId);
      return secret;
    },
    async read(secret) {
      const found = await find(secret);
      if (!found) return null;
      const { lastEnd, ...session } = found;
      return session;
    },
    async touch(secret) {
      const found = await find(secret);
      if (!found) return null;
      const { lastEnd, ...session } = found;
      const newEnd = Math.min(Date.now() + idle.milliseconds(), lastEnd);
      if (newEnd - session.endsAt.getTime() < refreshEveryMs) return session;
      await stored.updateSessionExpiration(secret, new Date(newEnd));
      return { ...session, endsAt: new Date(newEnd) };
    },
    async confirm(secret) {
      const sessions = limits.sessions.rows(portal);
      await sessions.updateOne({ _id: hashSecret(secret) }, { $set: { confirmed_at: new Date() } });
    },
    revoke: (secret) => lucia.invalidateSession(secret),
    async revokeAll(userId, session) {
      const sessions = limits.sessions.rows(portal);
      await sessions.deleteMany({ user_id: userId }, session ? { session } : {});
    },
  };
}

/** Declares where sessions are stored. Expired ones are deleted automatically; `user_id` is for revoking all of a user's sessions. */
export function sessionsCollection(name: string, whose: string): Collection<StoredSession> {
  return defineCollection<StoredSession>({
    name,
    indexes: [[{ expires_at: 1 }, { expireAfterSeconds: 0 }], [{ user_id: 1 }]],
    retention: {
      label: `ended ${whose} sessions`,
      since: 'after they ended',
      expired: (before) => ({ expires_at: { $lt: before } }),
    },
  });
}

/** A session as Lucia stores it, under the hash of its secret. */
interface StoredSession {
  _id: string;
  user_id: string;
  started_at: Date;
  confirmed_at?: Date;
  expires_at: Date;
}

/** Lucia's adapter needs the driver's own collections, typed by its own copy of the driver. */
function native(portal: Connection, name: string): never {
  return portal.getClient().db(portal.name).collection(name) as never;
}

/** Lucia stores session ids in plain text; here the database gets their SHA-256, so that a stolen dump can't be used to sign in. */
function hashedIds(adapter: Adapter): Adapter {
  return {
    async getSessionAndUser(secret) {
      const [session, user] = await adapter.getSessionAndUser(hashSecret(secret));
      if (!session) return [null, user];
      return [
        { ...session, id: secret, attributes: { ...session.attributes, expires_at: session.expiresAt } },
        user,
      ];
    },
    getUserSessions: (userId) => adapter.getUserSessions(userId),
    setSession: (session) => adapter.setSession({ ...session, id: hashSecret(session.id) }),
    updateSessionExpiration: (secret, expiresAt) =>
      adapter.updateSessionExpiration(hashSecret(secret), expiresAt),
    deleteSession: (secret) => adapter.deleteSession(hashSecret(secret)),
    deleteUserSessions: (userId) => adapter.deleteUserSessions(userId),
    deleteExpiredSessions: () => adapter.deleteExpiredSessions(),
  };
}
