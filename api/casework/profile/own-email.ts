import { unreadable } from '@claimdesk/forms/answers';
import { getForm } from '@claimdesk/forms/registry';
import { type mongo, type Types, trusted } from 'mongoose';
import { decryptForDisplay } from '#api/casework/submissions/encrypted-answers.ts';
import type { Deps } from '#api/platform/deps.ts';
import { profileModel } from './profile-entry.model.ts';
import { profileKinds } from './profile-kinds.ts';

/** An email address that a client entered and verified. */
export interface OwnEmail {
  /** The id of its entry, which consents name. */
  subject: Types.ObjectId;
  email: string;
}

/**
 * Reads where a client can be written to: the primary email address, once it is verified. Messages about the security of the
 * account may go there as it is; anything else needs `hasConsent`.
 *
 * @returns null where there is none. The same query runs for clients without one and for ids of nobody.
 */
export async function readOwnEmail(
  client: string,
  { portal, keys }: Pick<Deps, 'portal' | 'keys'>,
  session: mongo.ClientSession | null = null,
): Promise<OwnEmail | null> {
  const kind = 'email-address';
  const row = await profileModel(kind, portal)
    .findOne(
      { client_id: client, is_primary: true, deleted_at: null, verified_at: trusted({ $exists: true }) },
      { 'answers.email': 1 },
    )
    .session(session)
    .lean();
  if (!row) return null;
  const record = { collection: profileKinds[kind].collection, document: row._id.toHexString() };
  // Of every version of the form: an email address is always encrypted.
  const { email } = decryptForDisplay(row.answers, getForm(kind), keys.fields, record).answers;
  return email === unreadable ? null : { subject: row._id, email: String(email) };
}
