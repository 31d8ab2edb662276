import { type mongo, type Types, trusted } from 'mongoose';
import { readAnswers } from '#api/casework/submissions/encrypted-answers.ts';
import type { Reading } from '#api/platform/deps.ts';
import { type ProfileEntry, profileCollections } from './profile-entry.model.ts';

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
  deps: Reading,
  session: mongo.ClientSession,
): Promise<string | null> {
  const verifiedBefore = new Date(Date.now() - pinCodeEmailHours * 3_600_000);
  const row = await profileCollections[kind]
    .model(deps.portal)
    .findOne(
      {
        client_id: client,
        is_primary: true,
        deleted_at: null,
        verified_at: trusted({ $lte: verifiedBefore }),
      },
      { client_id: 1, answers: 1 },
    )
    .session(session)
    .lean();
  return (row && (await openEmail(row, deps)))?.email ?? null;
}

/** @returns the email addresses that a client verified: the primary one first, then the oldest. */
export async function readVerifiedEmails(
  client: string,
  deps: Reading,
  session: mongo.ClientSession | null = null,
): Promise<OwnEmail[]> {
  const rows = await profileCollections[kind]
    .model(deps.portal)
    .find(
      { client_id: client, deleted_at: null, verified_at: trusted({ $exists: true }) },
      { client_id: 1, answers: 1, is_primary: 1 },
    )
    .sort({ created_at: 1, _id: 1 })
    .session(session)
    .lean();
  const opened = await Promise.all(
    rows
      .sort((a, b) => Number(b.is_primary === true) - Number(a.is_primary === true))
      .map((row) => openEmail(row, deps)),
  );
  return opened.filter((own) => own !== null);
}

async function openEmail(row: ProfileEntry, deps: Reading): Promise<OwnEmail | null> {
  const answers = await readAnswers(profileCollections[kind], row, deps);
  return answers ? { subject: row._id, email: String(answers.email) } : null;
}
