import { type Connection, type mongo, Types } from 'mongoose';
import type { DataKeys } from '#api/platform/keys/data-keys.ts';
import { platformLimits, type Rule } from '#api/platform/limits/rules.ts';
import { emailField, outboxCollection } from './outbox-row.model.ts';
import type { WrittenEmail } from './write-email.ts';

/**
 * Every kind of email but confirmations, and the limit per recipient that applies to it. `null` is for emails that no
 * stranger can trigger: those to staff, those that staff cause, and those to users about what they did while signed in; and
 * for PIN codes, which are limited where they are asked for. Separate limits can't use up each other.
 */
const emailKinds = {
  'contract-signed': platformLimits.contractEmail,
  'resume-link': platformLimits.resumeLinkEmail,
  'email-verification': platformLimits.verificationEmail,
  'evaluation-declined': null,
  'sign-invitation': null,
  'claim-news': null,
  'contract-news': null,
  'contact-changed': null,
  'pin-code': null,
  'pin-changed': null,
  'number-revealed': null,
  'unverified-notice': platformLimits.unverifiedNoticeEmail,
  'staff-invitation': null,
  'staff-new-password': null,
  'staff-security': null,
  'staff-notice': null,
  'staff-due': null,
  'attack-alert': null,
  'infected-document': null,
  'scheduled-change-failed': null,
} as const satisfies Record<string, Rule | null>;
/** Each public form that staff review has a confirmation, named in its `intake.ts`; one limit applies to all of them. */
export type EmailKind = keyof typeof emailKinds | `${string}-confirmation`;

/** @param kind as it was stored. @returns the limit per recipient of such emails; null for none. */
export function recipientLimitOf(kind: string): Rule | null {
  if (kind.endsWith('-confirmation')) return platformLimits.confirmationEmail;
  return Object.hasOwn(emailKinds, kind) ? emailKinds[kind as keyof typeof emailKinds] : null;
}

/** A document attached to an email: read when the email is sent, so that the outbox never stores a copy. */
export interface Attachment {
  /** The id of the stored document. */
  document: string;
  /** As the recipient sees it. Never contains anything personal: file names are shown and logged everywhere. */
  fileName: string;
}

/** An email from `writeEmail` with its recipient. */
export interface Email extends WrittenEmail {
  to: string;
  attachments?: Attachment[];
}

/** Add new kinds to `emailKinds`. */
export interface QueuedEmail extends Email {
  kind: EmailKind;
}

/**
 * Puts an email into the outbox as part of the caller's transaction; a job sends it after the commit.
 *
 * @param options.withheld stores only that there was an email, and never sends it: the work is the same, so that a stranger
 * can't tell by timing whether there is a recipient. `reference` is that of its submission. Before `dueAt` it can be withdrawn.
 * @returns its id.
 */
export async function enqueue(
  { kind, ...email }: QueuedEmail,
  { portal, keys, session }: { portal: Connection; keys: DataKeys; session: mongo.ClientSession },
  { withheld = false, reference, dueAt }: { withheld?: boolean; reference?: string; dueAt?: Date } = {},
): Promise<Types.ObjectId> {
  const _id = new Types.ObjectId();
  const now = new Date();
  const encrypted = outboxCollection.encrypt(
    await keys.make(_id, session),
    _id,
    'letter',
    JSON.stringify(email),
  );
  const row = {
    _id,
    kind,
    ...(reference && { about: reference }),
    ...(withheld ? { state: 'withheld', dead_at: now } : { state: 'queued', [emailField]: encrypted }),
    attempts: 0,
    due_at: dueAt ?? now,
    created_at: now,
  };
  await outboxCollection.model(portal).create([row], { session });
  return _id;
}

/**
 * Deletes an email that was never tried, in the caller's transaction. Whoever claims the row first wins: a process that has begun to
 * send it, or this.
 *
 * @returns whether it was deleted.
 */
export async function withdrawEmail(
  _id: Types.ObjectId,
  { portal, session }: { portal: Connection; session: mongo.ClientSession },
): Promise<boolean> {
  return (await outboxCollection.remove(portal, { _id, state: 'queued', attempts: 0 }, session)) === 1;
}

/** Deletes, in the caller's transaction, the emails about a submission, because it is deleted. Those not sent yet never are. */
export async function forgetEmailsAbout(
  reference: string,
  { portal, session }: { portal: Connection; session: mongo.ClientSession },
): Promise<void> {
  await outboxCollection.remove(portal, { about: reference }, session);
}
