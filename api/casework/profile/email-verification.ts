import { type mongo, trusted } from 'mongoose';
import { caseworkLimits } from '#api/casework/limits.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import type { Firm } from '#api/platform/email/email-parts.ts';
import { enqueue } from '#api/platform/email/enqueue.ts';
import { writeEmail } from '#api/platform/email/write-email.ts';
import { hashSecret, makeSecret } from '#api/platform/keys/fingerprint.ts';
import { profileCollections } from './profile-entry.model.ts';
import { openEntry } from './read-entries.ts';
import { findRow, type ProfileDeps, writeEntry } from './write-entry.ts';

/** Below the site's address; the page asks for a login, and then for a press of a button. */
const page = '/client-portal/emails/verify';
const linkHours = 24;

type Dependencies = ProfileDeps & Pick<Deps, 'settings'>;

/**
 * Emails a verification link to an address. It replaces the previous link.
 *
 * @throws DomainError `too-many`; `conflict` when the address is verified already; `not-found`.
 */
export async function sendVerification(
  { client, id }: { client: string; id: string },
  deps: Dependencies,
): Promise<void> {
  const firm = await deps.readFirm();
  const kind = 'email-address';
  let isReserved = false;
  await writeEntry({ client, kind, action: 'link-asked' }, deps, null, async (_change, session, done) => {
    const row = await findRow({ client, kind, id }, deps, session);
    if (row.verified_at) throw new DomainError('conflict', 'This email address is verified already.');
    // After the checks, since a refusal sends no link; only once, even if the transaction runs again.
    if (!isReserved) await deps.limits.reserve(caseworkLimits.emailVerification, client);
    isReserved = true;
    const { email } = (await openEntry(row, deps)).answers;
    const secret = await enqueueLink(String(email), firm, deps, session);
    const link_expires_at = new Date(Date.now() + linkHours * 60 * 60 * 1000);
    await profileCollections[kind]
      .model(deps.portal)
      .updateOne({ _id: row._id }, { $set: { link_hash: hashSecret(secret), link_expires_at } }, { session });
    await done();
  });
}

/**
 * Verifies the address that a link was sent to. The link works once, for 24 hours, and only for the address's own client,
 * signed in: so a mail scanner that opens links verifies nothing.
 *
 * @throws DomainError `not-found` when the link is unknown, expired, used or replaced.
 */
export async function verifyEmail(
  { client, secret }: { client: string; secret: string },
  deps: ProfileDeps,
): Promise<void> {
  const kind = 'email-address';
  await writeEntry({ client, kind, action: 'verified' }, deps, null, async (_change, session, done) => {
    const { matchedCount } = await profileCollections[kind].model(deps.portal).updateOne(
      {
        client_id: client,
        link_hash: hashSecret(secret),
        link_expires_at: trusted({ $gt: new Date() }),
        deleted_at: null,
      },
      { $set: { verified_at: new Date() }, $unset: { link_hash: 1, link_expires_at: 1 } },
      { session },
    );
    if (matchedCount === 0)
      throw new DomainError(
        'not-found',
        'It was used already, replaced by a newer one, or is older than 24 hours.',
        {
          title: 'This link no longer works',
        },
      );
    await done();
  });
}

async function enqueueLink(
  to: string,
  firm: Firm,
  { portal, keys, settings }: Pick<Deps, 'portal' | 'keys' | 'settings'>,
  session: mongo.ClientSession,
): Promise<string> {
  const secret = makeSecret();
  const email = writeEmail({
    firm,
    subject: 'Please confirm your email address',
    heading: 'Is this your email address?',
    paragraphs: [
      'Somebody entered this address in our client portal. If it was you, open the link, log in and press the button. Then we know that our emails reach you.',
      `The link works once, for ${linkHours} hours.`,
      'If it was not you, you can ignore this message. We will not write to this address again unless somebody asks for another link.',
    ],
    action: { label: 'Confirm this address', url: `${settings.PUBLIC_URL}${page}?code=${secret}` },
  });
  await enqueue({ kind: 'email-verification', to, ...email }, { portal, keys, session });
  return secret;
}
