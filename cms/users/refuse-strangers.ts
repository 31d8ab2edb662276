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
