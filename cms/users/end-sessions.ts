import {
  type CollectionAfterMeHook,
  type CollectionAfterOperationHook,
  type CollectionRefreshHook,
  Forbidden,
  getFieldsToSign,
  jwtSign,
  type SanitizedCollectionConfig,
} from 'payload';

/** Eight hours: a working day. A session ends earlier after an hour without activity. */
const longestMs = 8 * 60 * 60 * 1000;

interface Refreshed {
  collection: { config: SanitizedCollectionConfig };
}

/**
 * Renews an active session for another hour, but never past eight hours after signing in: a stolen session can't be kept
 * alive from day to day.
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

/** Milliseconds since 1970 at which a session ends. */
export type WithEndsAt<T> = Omit<T, 'exp'> & { endsAt?: number };

/**
 * Payload's admin panel leaves a page, and loses its unsaved text, when a session ends at the time it knows. So the response
 * has `endsAt` instead of `exp`; cms/admin/session.tsx reads it and asks for the password in place.
 */
function hideEnd<T extends { exp?: number }>({ exp, ...rest }: T): WithEndsAt<T> {
  return exp ? { ...rest, endsAt: exp * 1000 } : rest;
}

/** @returns who is signed in, and `endsAt`. */
export const hideEndOfSession: CollectionAfterMeHook = ({ response }) =>
  hideEnd(response as { exp?: number });

/** @returns the response to signing in and renewing, with `endsAt`. */
export const hideEndOfNewSession: CollectionAfterOperationHook = ({ operation, result }) =>
  (operation === 'login' || operation === 'refresh' ? hideEnd(result) : result) as typeof result;
