import { randomBytes } from 'node:crypto';
import type { Payload } from 'payload';
import type { User } from '../payload-types.ts';

/** As long as an invitation to the back office. */
const linkDays = 7;

/** The secret of a link that leads to /cms/reset, and whose it is. */
export interface EditorLink {
  id: string;
  secret: string;
  /** Whether the account was made with it, or was there. */
  isNew: boolean;
}

/**
 * Makes the first account of the CMS, an admin, who chooses the password by a link. While nobody has used it, each call
 * gives a fresh link, which replaces the one before, and the account follows the email address.
 *
 * @param email throws when it is needed and not there.
 * @returns the link, which works once, for seven days; null when somebody can sign in already.
 * @throws Payload's ValidationError for an address that is none.
 */
export async function linkForFirstEditor(payload: Payload, email: () => string): Promise<EditorLink | null> {
  const { docs, totalDocs } = await payload.find({ collection: 'users', limit: 1, showHiddenFields: true });
  const [first] = docs;
  if (first && (totalDocs > 1 || !isWaiting(first))) return null;
  const secret = randomBytes(32).toString('base64url');
  // What Payload's own "forgot password" stores. In one write with the account, so that none is left without a link.
  const link = {
    email: email(),
    resetPasswordToken: secret,
    resetPasswordExpiration: new Date(Date.now() + linkDays * 24 * 60 * 60 * 1000).toISOString(),
  };
  if (first) {
    await payload.update({ collection: 'users', id: first.id, data: link });
    return { id: first.id, secret, isNew: false };
  }
  const nobodyKnows = randomBytes(32).toString('base64url');
  const data = { ...link, name: 'Editor in chief', role: 'admin' as const, password: nobodyKnows };
  const { id } = await payload.create({ collection: 'users', data });
  return { id, secret, isNew: true };
}

/** Payload ends a link at the moment in which it is used, and only then does an account with one change by itself. */
function isWaiting({ resetPasswordExpiration, updatedAt }: User): boolean {
  return Boolean(resetPasswordExpiration) && String(resetPasswordExpiration) > updatedAt;
}
