import type { Access, FieldAccess, PayloadRequest } from 'payload';

/** Those who decide what is public. An editor writes drafts and hands them over. */
export function mayPublish(user: PayloadRequest['user']): boolean {
  return user?.role === 'publisher' || user?.role === 'admin';
}

/** Content that is public by nature, such as the office hours and the pictures on pages. */
export const anyone: Access = () => true;

/** Everybody who works in the CMS, whatever the role. */
export const signedIn: Access = ({ req }) => Boolean(req.user);

/** For what has no drafts, so that every change of it is public at once. */
export const publishers: Access = ({ req }) => mayPublish(req.user);

/**
 * Everybody writes drafts, only publishers publish: by this answer the CMS decides whether to offer "Publish". What an
 * editor sends without it is refused by `keepPublicForPublishers`, with a sentence.
 */
export const writers: Access = ({ data, req }) =>
  data?._status === 'published' ? mayPublish(req.user) : Boolean(req.user);

export const admins: Access = ({ req }) => req.user?.role === 'admin';

export const adminsForField: FieldAccess = ({ req }) => req.user?.role === 'admin';

/**
 * Visitors see published documents only, and none that lies in the trash. The answer is a filter, so it holds for lists and for a single
 * document asked for by id alike.
 */
export const publishedOrSignedIn: Access = ({ req }) =>
  req.user ? true : { _status: { equals: 'published' }, deletedAt: { exists: false } };

/** Admins reach every account, an editor only the own one. */
export const ownAccountOrAdmins: Access = ({ req }) => {
  if (!req.user) return false;
  return req.user.role === 'admin' ? true : { id: { equals: req.user.id } };
};
