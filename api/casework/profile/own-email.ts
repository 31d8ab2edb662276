import { unreadable } from '@claimdesk/forms/answers';
import { getForm } from '@claimdesk/forms/registry';
import { type mongo, type Types, trusted } from 'mongoose';
import { decryptForDisplay } from '#api/casework/submissions/encrypted-answers.ts';
import type { Deps } from '#api/platform/deps.ts';
import type { KeyRing } from '#api/platform/keys/key-ring.ts';
import { type ProfileEntry, profileCollections } from './profile-entry.model.ts';
import { profileKinds } from './profile-kinds.ts';

const kind = 'email-address';

export interface OwnEmail {
  /** The id of its entry, which consents name. */
  subject: Types.ObjectId;
  email: string;
}

/** An address gets codes for a new PIN only this long after it was verified; earlier addresses are notified at once. */
const pinCodeEmailHours = 72;

/**
 * Reads where a code for a new PIN goes: to the primary email address, and to no other.
 *
 * @returns null where it was not verified 72 hours ago or earlier. The same query runs for clients without one and for ids of
 * nobody.
 */
export async function readPinCodeEmail(
  client: string,
  { portal, keys }: Pick<Deps, 'portal' | 'keys'>,
  session: mongo.ClientSession,
): Promise<string | null> {
  const verifiedBefore = new Date(Date.now() - pinCodeEmailHours * 3_600_000);
  const row = await profileCollections[kind]
    .model(portal)
    .findOne(
      {
        client_id: client,
        is_primary: true,
        deleted_at: null,
        verified_at: trusted({ $lte: verifiedBefore }),
      },
      { answers: 1 },
    )
    .session(session)
    .lean();
  return (row && openEmail(row, await keys.of(client)))?.email ?? null;
}

/** @returns the email addresses that a client verified: the primary one first, then the oldest. */
export async function readVerifiedEmails(
  client: string,
  { portal, keys }: Pick<Deps, 'portal' | 'keys'>,
  session: mongo.ClientSession | null = null,
): Promise<OwnEmail[]> {
  const rows = await profileCollections[kind]
    .model(portal)
    .find(
      { client_id: client, deleted_at: null, verified_at: trusted({ $exists: true }) },
      { answers: 1, is_primary: 1 },
    )
    .sort({ created_at: 1, _id: 1 })
    .session(session)
    .lean();
  const ring = await keys.of(client);
  return rows
    .sort((a, b) => Number(b.is_primary === true) - Number(a.is_primary === true))
    .map((row) => openEmail(row, ring))
    .filter((own) => own !== null);
}

function openEmail(row: Pick<ProfileEntry, '_id' | 'answers'>, ring: KeyRing): OwnEmail | null {
  const record = { collection: profileKinds[kind].collection, document: row._id.toHexString() };
  const { email } = decryptForDisplay(row.answers, getForm(kind), ring, record).answers;
  return email === unreadable ? null : { subject: row._id, email: String(email) };
}
