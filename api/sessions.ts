import { MongodbAdapter } from '@lucia-auth/adapter-mongodb';
import { type Adapter, Lucia, TimeSpan } from 'lucia';
import type { Connection } from 'mongoose';
import { hashSecret, makeSecret } from './keys/fingerprint.ts';

declare module 'lucia' {
  interface Register {
    UserId: string;
    DatabaseSessionAttributes: { started_at: Date; expires_at?: Date };
  }
}

export interface SessionLimits {
  /** Names of the native collections. */
  sessions: string;
  users: string;
  idleMinutes: number;
  /** The absolute end, however busy the session is. */
  hours: number;
}

/** A signed-in person, as the rest of the code sees them. */
export interface Session {
  userId: string;
  /** When the session ends if nothing more happens. */
  endsAt: Date;
}

export interface Sessions {
  /** @returns the new session's secret, for the cookie; only its hash is stored. */
  create(userId: string): Promise<string>;
  /** @returns the session as it is, or null when it is unknown or over. Looking at a session does not prolong it. */
  look(secret: string): Promise<Session | null>;
  /** @returns the session after starting its idle time anew, or null when it is unknown or over. */
  prolong(secret: string): Promise<Session | null>;
  revoke(secret: string): Promise<void>;
  /** Ends every session of a user: after a change of password or PIN. */
  revokeAll(userId: string): Promise<void>;
}

/** What Lucia hands back of a stored session besides its own fields. */
interface Stored {
  startedAt: Date;
  storedEnd?: Date;
}

/** The longest that a session's stored idle time may lag behind its use: one write a minute, not one a request. */
const refreshEveryMs = 60_000;

/** Lucia lives in this file and nowhere else, so that replacing it is a change of one file. */
export function makeSessions(portal: Connection, limits: SessionLimits): Sessions {
  const stored = hashedIds(new MongodbAdapter(native(portal, limits.sessions), native(portal, limits.users)));
  const idle = new TimeSpan(limits.idleMinutes, 'm');
  // Lucia prolongs on every look in the second half of the idle time; here only `prolong` may.
  const lucia = new Lucia(
    { ...stored, updateSessionExpiration: async () => {} },
    {
      sessionExpiresIn: idle,
      getSessionAttributes: ({ started_at, expires_at }) => ({
        startedAt: started_at,
        storedEnd: expires_at,
      }),
    },
  );
  const lifeMs = limits.hours * 60 * 60 * 1000;

  async function find(secret: string): Promise<(Session & { lastEnd: number }) | null> {
    const { session } = await lucia.validateSession(secret);
    if (!session) return null;
    const { startedAt, storedEnd = session.expiresAt } = session as typeof session & Stored;
    const lastEnd = startedAt.getTime() + lifeMs;
    if (lastEnd > Date.now()) {
      const endsAt = new Date(Math.min(storedEnd.getTime(), lastEnd));
      return { userId: session.userId, endsAt, lastEnd };
    }
    await lucia.invalidateSession(secret);
    return null;
  }

  return {
    async create(userId) {
      const secret = makeSecret();
      await lucia.createSession(userId, { started_at: new Date() }, { sessionId: secret });
      return secret;
    },
    async look(secret) {
      const found = await find(secret);
      return found && { userId: found.userId, endsAt: found.endsAt };
    },
    async prolong(secret) {
      const found = await find(secret);
      if (!found) return null;
      const { userId, endsAt, lastEnd } = found;
      const wanted = Math.min(Date.now() + idle.milliseconds(), lastEnd);
      if (wanted - endsAt.getTime() < refreshEveryMs) return { userId, endsAt };
      await stored.updateSessionExpiration(secret, new Date(wanted));
      return { userId, endsAt: new Date(wanted) };
    },
    revoke: (secret) => lucia.invalidateSession(secret),
    revokeAll: (userId) => lucia.invalidateUserSessions(userId),
  };
}

/** Ended sessions vanish by themselves; `user_id` is how a user's sessions are found and revoked. */
export async function prepareSessions(portal: Connection, limits: SessionLimits): Promise<void> {
  const collection = portal.getClient().db(portal.name).collection(limits.sessions);
  await collection.createIndex({ expires_at: 1 }, { expireAfterSeconds: 0 });
  await collection.createIndex({ user_id: 1 });
}

/** Lucia's adapter wants the driver's own collections; it declares them by its own copy of the driver's types. */
function native(portal: Connection, name: string): never {
  return portal.getClient().db(portal.name).collection(name) as never;
}

/** Lucia keeps session ids in clear; here the database gets the SHA-256, so that a dump of it signs nobody in. */
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
