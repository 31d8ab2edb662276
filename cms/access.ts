import type { Access, FieldAccess, PayloadRequest } from 'payload';

/** May change what is public. An editor only writes drafts. */
export function mayPublish(user: PayloadRequest['user']): boolean {
  return user?.role === 'publisher' || user?.role === 'admin';
}

/** Content that is public by nature, such as the office hours and the pictures on pages. */
export const anyone: Access = () => true;

export const nobody = () => false;

/** Every user of the CMS, in any role. */
export const signedIn: Access = ({ req }) => Boolean(req.user);

/** For collections and globals without drafts, whose every change is public at once. */
export const publishers: Access = ({ req }) => mayPublish(req.user);

/**
 * Everybody writes drafts, only publishers publish: the CMS decides by this whether to offer "Publish". If an editor
 * publishes without the button, `keepPublicForPublishers` refuses it and says why.
 */
export const writers: Access = ({ data, req }) =>
  data?._status === 'published' ? mayPublish(req.user) : Boolean(req.user);

export const admins: Access = ({ req }) => req.user?.role === 'admin';

export const adminsForField: FieldAccess = ({ req }) => req.user?.role === 'admin';

/**
 * Visitors see only published documents that are not in the trash. The result is a filter, so it applies to lists and to
 * a single document requested by id.
 */
export const publishedOrSignedIn: Access = ({ req }) =>
  req.user ? true : { _status: { equals: 'published' }, deletedAt: { exists: false } };

/** Admins have access to every account, everybody else only to their own. */
export const ownAccountOrAdmins: Access = ({ req }) => {
  if (!req.user) return false;
  return req.user.role === 'admin' ? true : { id: { equals: req.user.id } };
};
