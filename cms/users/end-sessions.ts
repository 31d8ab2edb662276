import {
  type CollectionRefreshHook,
  Forbidden,
  getFieldsToSign,
  jwtSign,
  type SanitizedCollectionConfig,
} from 'payload';

/** Eight hours: a working day. A session ends before when nothing happens for an hour. */
const longestMs = 8 * 60 * 60 * 1000;

interface Refreshed {
  collection: { config: SanitizedCollectionConfig };
}

/**
 * Somebody is at work, so the session goes on for another hour, but never past eight hours after signing in: whoever got
 * hold of a session can't keep it alive from day to day.
 *
 * @throws Forbidden when the eight hours are over.
 */
export const endAfterEightHours: CollectionRefreshHook = async ({ args, user }) => {
  const { collection, req } = args as typeof args & Refreshed;
  const signedIn = req.user as { _sid?: string; email?: string } | null;
  const sessions: { id: string; createdAt: Date | string }[] = user.sessions ?? [];
  const session = sessions.find(({ id }) => id === signedIn?._sid);
  const leftMs = session ? new Date(session.createdAt).getTime() + longestMs - Date.now() : 0;
  if (leftMs <= 0) throw new Forbidden(req.t);
  if (leftMs >= collection.config.auth.tokenExpiration * 1000) return;
  const { exp, token } = await jwtSign({
    fieldsToSign: getFieldsToSign({
      collectionConfig: collection.config,
      email: user.email,
      sid: session?.id,
      user: req.user as never,
    }),
    secret: req.payload.secret,
    tokenExpiration: Math.floor(leftMs / 1000),
  });
  return { exp, refreshedToken: token, setCookie: true, strategy: 'local-jwt', user };
};
