import { randomUUID } from 'node:crypto';
import { findPasswordFault } from '@claimdesk/cms/password-rules';
import { getForm } from '@claimdesk/forms/registry';
import { validateAnswers } from '@claimdesk/forms/validate';
import { type mongo, trusted } from 'mongoose';
import { eventRecorder } from '#api/platform/audit/audit-log.ts';
import { isDuplicateKey } from '#api/platform/database/duplicate-key.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import type { Firm } from '#api/platform/email/email-parts.ts';
import { enqueue } from '#api/platform/email/enqueue.ts';
import { type WrittenEmail, writeEmail } from '#api/platform/email/write-email.ts';
import { hashSecret, makeSecret } from '#api/platform/keys/fingerprint.ts';
import { hashPassword } from './password.ts';
import type { StaffRole } from './roles.ts';
import { continueSignIn, type FirstStep } from './second-step.ts';
import { enqueueOwnerEmail } from './security-email.ts';
import { isActive, type Staff, staffCollection, withoutLink } from './staff.model.ts';
import { manageAccount, requireAdmin, type SeenAccount } from './staff-accounts.ts';
import { staffDevices } from './staff-session.ts';

const linkDays = 7;

/**
 * Creates an account and emails its user a link to choose a password.
 *
 * @throws DomainError `bad-input` for an invalid email address, or one that an account has; `forbidden` if the caller is no longer
 * an admin.
 */
export async function inviteStaff(
  { actorId, name, role, email }: { actorId: string; name: string; role: StaffRole; email: string },
  deps: Deps,
): Promise<void> {
  const to = readAddress(email);
  const firm = await deps.readFirm();
  await inTransaction(deps.portal, async (session) => {
    await requireAdmin(actorId, deps.portal, session);
    const link = await emailLink({ kind: 'staff-invitation', to, firm }, deps, session);
    const account = { _id: randomUUID(), name, email: to, role, created_at: new Date(), ...link };
    await staffCollection.model(deps.portal).create([account], { session });
  }).catch((error: unknown) => {
    if (!isDuplicateKey(error)) throw error;
    throw emailFault('There is an account with this email address. Open it in the list to send a new link.');
  });
}

/**
 * Creates the first account of an installation, an admin who chooses a password with a link that is not emailed. Until the
 * link is used, each call replaces it with a new one and updates the account's email address.
 *
 * @param email called when it is needed; throws when it is missing.
 * @returns the link; null when an account can sign in, even if it is disabled.
 * @throws DomainError `bad-input` for an invalid email address.
 */
export async function inviteFirstAdmin(
  email: () => string,
  { portal, settings }: Pick<Deps, 'portal' | 'settings'>,
): Promise<{ id: string; url: string; isNew: boolean } | null> {
  const [first, second] = await staffCollection.model(portal).find({}).limit(2).lean();
  if (second || (first && (first.password_hash ?? first.sso_subject) !== undefined)) return null;
  const { secret, ...link } = makeLink();
  const account = { email: readAddress(email()), ...link };
  const url = linkTo(secret, settings);
  if (first) {
    await staffCollection.model(portal).updateOne({ _id: first._id, password_hash: null }, { $set: account });
    return { id: first._id, url, isNew: false };
  }
  const id = randomUUID();
  const name = 'First administrator';
  await staffCollection
    .model(portal)
    .create({ _id: id, name, role: 'admin', created_at: new Date(), ...account });
  return { id, url, isNew: true };
}

/** @throws DomainError `bad-input` for an invalid email address. */
function readAddress(email: string): string {
  const address = email.trim().toLowerCase();
  // The site's single rule for addresses: mail software reads names, comments and lists into anything looser.
  if (validateAnswers(getForm('email-address'), { email: address }).ok) return address;
  throw emailFault('Enter an email address, like name@example.com');
}

function emailFault(text: string): DomainError {
  return new DomainError('bad-input', text, { title: 'There is a problem', fields: { email: text } });
}

/**
 * Emails the person of an account a link to choose a password, which replaces the one before. Until it is used, the
 * password stays.
 *
 * @throws DomainError `conflict` if the account was changed in the meantime or is disabled; `not-found`, `forbidden`.
 */
export async function sendLink(
  { actorId, ...seen }: SeenAccount & { actorId: string },
  deps: Deps,
): Promise<void> {
  const firm = await deps.readFirm();
  await manageAccount({ actorId, ...seen }, deps, async (account, session) => {
    if (account.disabled_at) throw new DomainError('conflict', 'This account is disabled. Enable it first.');
    const kind = isActive(account) ? 'staff-new-password' : 'staff-invitation';
    return { $set: await emailLink({ kind, to: account.email ?? '', firm }, deps, session) };
  });
}

/**
 * Chooses the password of the account that a link is for, ends the account's sessions, and signs in, which may take a
 * second step. The link works once.
 *
 * @throws DomainError `not-found` when the link is unknown, expired, used or replaced; `bad-input` for a password that is
 * easy to guess, which leaves the link as it is; `unavailable` while very many passwords are being hashed.
 */
export async function setPasswordByLink(
  { link, password, deviceSecret }: { link: string; password: string; deviceSecret: string | undefined },
  deps: Deps,
): Promise<FirstStep> {
  const model = staffCollection.model(deps.portal);
  const valid = () => ({
    link_hash: hashSecret(link),
    link_expires_at: trusted({ $gt: new Date() }),
    disabled_at: null,
  });
  const account = await model.findOne(valid()).lean();
  if (!account) throw linkEnded();
  const fault = await findPasswordFault(password, [account.name, account.email]);
  if (fault) throw new DomainError('bad-input', fault, { title: 'Not saved', fields: { password: fault } });
  const password_hash = await hashPassword(password);
  const firm = await deps.readFirm();
  const recordUse = eventRecorder(deps.audit, {
    actor: `staff:${account._id}`,
    action: 'staff.setPassword',
    subject: null,
  });
  await inTransaction(deps.portal, async (session) => {
    const used = await model.updateOne(
      { _id: account._id, ...valid() },
      { $set: { password_hash }, ...withoutLink },
      { session },
    );
    if (used.matchedCount === 0) throw linkEnded();
    await enqueueOwnerEmail({ email: account.email, change: 'password', firm }, deps, session);
    await recordUse();
  });
  await deps.staffSessions.revokeAll(account._id);
  await staffDevices.forgetAll(account._id, deps);
  const way = 'link to choose a password';
  return continueSignIn({ ...account, password_hash }, { deviceSecret, way }, deps);
}

function linkEnded(): DomainError {
  return new DomainError('not-found', 'This link no longer works. Ask an administrator for a new one.', {
    title: 'Link not found',
  });
}

/** Puts the email with a new link into the outbox. @returns what its account stores of it. */
async function emailLink(
  { kind, to, firm }: { kind: keyof typeof emails; to: string; firm: Firm },
  { portal, keys, settings }: Deps,
  session: mongo.ClientSession,
): Promise<Required<Pick<Staff, 'link_hash' | 'link_expires_at'>>> {
  const { secret, ...link } = makeLink();
  const email = emails[kind](firm, linkTo(secret, settings));
  await enqueue({ kind, to, ...email }, { portal, keys, session });
  return link;
}

/** @returns the secret of a new link, and what its account stores of it. */
function makeLink(): { secret: string } & Required<Pick<Staff, 'link_hash' | 'link_expires_at'>> {
  const secret = makeSecret();
  const link_expires_at = new Date(Date.now() + linkDays * 24 * 60 * 60 * 1000);
  return { secret, link_hash: hashSecret(secret), link_expires_at };
}

/** The secret is in the fragment, which browsers send to nobody: neither to proxies, which log addresses, nor to other sites. */
function linkTo(secret: string, { PUBLIC_URL }: Deps['settings']): string {
  return `${PUBLIC_URL}/admin/welcome#link=${secret}`;
}

const emails = {
  'staff-invitation': (firm: Firm, url: string): WrittenEmail =>
    writeEmail({
      firm,
      subject: 'Your account in the back office',
      heading: 'You are invited to the back office',
      paragraphs: [
        'An administrator made an account for you. Choose a password to start. From then on you log in with this email address and that password.',
        `The link works once, for ${linkDays} days. Anyone who has it before you use it can open your account, so please do not forward this message.`,
        'If you did not expect this, you can ignore this message.',
      ],
      action: { label: 'Choose a password', url },
    }),
  'staff-new-password': (firm: Firm, url: string): WrittenEmail =>
    writeEmail({
      firm,
      subject: 'Choose a new password for the back office',
      heading: 'Choose a new password',
      paragraphs: [
        'An administrator sent you this link so that you can choose a new password for the back office. Your present password works until you do.',
        `The link works once, for ${linkDays} days. Anyone who has it before you use it can open your account, so please do not forward this message.`,
        'If you did not ask for it, tell an administrator.',
      ],
      action: { label: 'Choose a new password', url },
    }),
} as const;
