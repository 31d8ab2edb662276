import {
  APIError,
  type CollectionAfterMeHook,
  type CollectionAfterOperationHook,
  type CollectionBeforeLoginHook,
  type CollectionBeforeOperationHook,
  type CollectionRefreshHook,
  Forbidden,
  getFieldsToSign,
  jwtSign,
  type Payload,
  type PayloadRequest,
  type SanitizedCollectionConfig,
} from 'payload';
import { contentModel } from '../mongoose-of.ts';
import type { User } from '../payload-types.ts';

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

/** A link sets a password. It opens no session, because only the site may ask for what else signing in needs. */
export const endSessionOfLink: CollectionAfterOperationHook = async ({ operation, req, result }) => {
  if (operation !== 'resetPassword') return result;
  const { email } = (result as { user: Pick<User, 'email'> }).user;
  await contentModel<User>('users', req.payload).collection.updateOne({ email }, { $set: { sessions: [] } });
  return result;
};

/** In a request's context. */
const signingIn = 'accountAtSignIn';

/** The account that signs in, as it was before its password is compared. */
interface SigningIn {
  email: string;
  /** When it was last changed, in milliseconds since 1970; signing in changes nothing. Undefined without an account. */
  changedAt: number | undefined;
}

async function accountOf(email: string, payload: Payload): Promise<SigningIn> {
  const found = await contentModel<User>('users', payload).collection.findOne(
    { email },
    { projection: { updatedAt: 1 } },
  );
  return { email, changedAt: found ? new Date(found.updatedAt).getTime() : undefined };
}

/** Before Payload reads the account, for `refuseChangedAccount` and `takeTheTimeOfAPassword`. */
export const rememberAccount: CollectionBeforeOperationHook = async ({ args, operation, req }) => {
  if (operation !== 'login') return args;
  const { email } = args.data as { email?: unknown };
  if (typeof email !== 'string') return args;
  req.context[signingIn] = await accountOf(email.toLowerCase().trim(), req.payload);
  return args;
};

/** @returns whether somebody signs in with an email address that has no account. */
export function isWithoutAccount({ context }: Pick<PayloadRequest, 'context'>): boolean {
  const before = context[signingIn] as SigningIn | undefined;
  return before !== undefined && before.changedAt === undefined;
}

/**
 * Payload compares the password for as long as half a second, and then stores the whole account as it read it before. A new
 * password or another role that was saved meanwhile would be undone, and the sessions that it ended would go on.
 *
 * @throws APIError 403, with which Payload takes back what it stored.
 */
export const refuseChangedAccount: CollectionBeforeLoginHook = async ({ req }) => {
  const before = req.context[signingIn] as SigningIn | undefined;
  // The link of the first editor begins a session too, with the password that it has just set.
  if (!before) return;
  // Read outside of the sign-in's transaction, which would show only what it wrote itself.
  const now = await accountOf(before.email, req.payload);
  if (now.changedAt !== before.changedAt)
    throw new APIError('Your account was just changed. Sign in again.', 403, null, true);
};
