import { randomBytes } from 'node:crypto';
import type { Payload } from 'payload';
import type { User } from '../payload-types.ts';

/** As long as an invitation to the back office. */
const linkDays = 7;

/** The secret of a link to /cms/reset, and its account. */
export interface EditorLink {
  id: string;
  secret: string;
  /** Whether the account was created with the link. */
  isNew: boolean;
}

/**
 * Creates the first account of the CMS, an admin who chooses a password with a link. Until the link is used, each call replaces
 * it with a new one and updates the account's email address.
 *
 * @param email called when it is needed; throws when it is missing.
 * @returns the link, which works once, for seven days; null when an account can sign in already.
 * @throws Payload's ValidationError for an invalid address.
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

/** Using a link sets its expiration to that moment, which is never after the account's last update. */
function isWaiting({ resetPasswordExpiration, updatedAt }: User): boolean {
  return Boolean(resetPasswordExpiration) && String(resetPasswordExpiration) > updatedAt;
}
