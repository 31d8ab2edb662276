import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';
import { APIError, type CollectionBeforeOperationHook, Forbidden } from 'payload';

/**
 * Payload lets the first visitor of an empty database make an account. Here the first account comes from the
 * seed, so a request without a signed-in person never creates one.
 */
export const refuseSelfRegistration: CollectionBeforeOperationHook = ({ args, operation, req }) => {
  if (operation === 'create' && req.payloadAPI !== 'local' && !req.user) throw new Forbidden(req.t);
  return args;
};

/** The CMS sends no mail, so a reset link would be made and go nowhere. Admins set new passwords instead. */
export const refuseForgotPassword: CollectionBeforeOperationHook = ({ args, operation }) => {
  if (operation === 'forgotPassword') {
    throw new APIError('Ask an admin to set a new password for you.', 403, null, true);
  }
  return args;
};

const derive = promisify(pbkdf2);

/** Payload compares nothing where an email has no account, so its quick answer would tell who has one. */
export const takeTheTimeOfAPassword: CollectionBeforeOperationHook = async ({ args, operation, req }) => {
  if (operation !== 'login') return args;
  const { email, password } = args.data as { email?: unknown; password?: unknown };
  if (typeof email !== 'string' || typeof password !== 'string') return args;
  const { totalDocs } = await req.payload.count({
    collection: 'users',
    where: { email: { equals: email.toLowerCase().trim() } },
    overrideAccess: true,
  });
  // As many rounds as Payload's own.
  if (totalDocs === 0) await derive(password, 'nobody has this account', 600_000, 32, 'sha256');
  return args;
};
