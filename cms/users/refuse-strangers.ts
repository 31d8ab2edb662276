import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';
import { APIError, type CollectionBeforeOperationHook, Forbidden } from 'payload';
import { isWithoutAccount } from './end-sessions.ts';

/**
 * Payload lets the first visitor of an empty database create an account. Here the first account comes from the seed, so a
 * request without a session never creates one.
 */
export const refuseSelfRegistration: CollectionBeforeOperationHook = ({ args, operation, req }) => {
  if (operation === 'create' && req.payloadAPI !== 'local' && !req.user) throw new Forbidden(req.t);
  return args;
};

/**
 * The CMS sends no email, so a requested reset link would never arrive. Admins set new passwords instead; the
 * first one of all gets a link from the command that sets up a deployment (`first-editor.ts`).
 */
export const refuseForgotPassword: CollectionBeforeOperationHook = ({ args, operation }) => {
  if (operation === 'forgotPassword') {
    throw new APIError('Ask an admin to set a new password for you.', 403, null, true);
  }
  return args;
};

const derive = promisify(pbkdf2);

/** Payload hashes nothing for an email address without an account, so its faster response would reveal who has one. */
export const takeTheTimeOfAPassword: CollectionBeforeOperationHook = async ({ args, operation, req }) => {
  if (operation !== 'login' || !isWithoutAccount(req)) return args;
  const { password } = args.data as { password?: unknown };
  // As many iterations as Payload uses.
  if (typeof password === 'string') await derive(password, 'nobody has this account', 600_000, 32, 'sha256');
  return args;
};
