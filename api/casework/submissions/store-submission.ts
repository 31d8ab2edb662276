import type { Answers, FormDefinition } from '@claimdesk/forms/definition';
import { describeProblem } from '@claimdesk/forms/messages';
import { getForm } from '@claimdesk/forms/registry';
import { validateAnswers } from '@claimdesk/forms/validate';
import { type mongo, Types } from 'mongoose';
import { storeDefinition } from '#api/casework/definitions/store-definition.ts';
import { withUniqueReference } from '#api/casework/intake/unique-reference.ts';
import type { Referral } from '#api/casework/referral.ts';
import { isDuplicateKey } from '#api/platform/database/duplicate-key.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import type { Firm } from '#api/platform/email/email-parts.ts';
import { enqueue, type QueuedEmail } from '#api/platform/email/enqueue.ts';
import { recordStaffNotice } from '#api/platform/email/staff-notices.ts';
import { encryptAnswers } from './encrypted-answers.ts';
import { submissionModel } from './submission.model.ts';
import type { SubmissionKind } from './submission-kind.ts';

export interface SentForm {
  answers: Answers;
  /** The attorney that the sender asked about in the directory. */
  referral?: Referral | undefined;
  /** Submission key: the same key never stores a second submission, so a double click or retry gets the first reference. */
  key: string;
  /** Runs in the transaction that stores the submission. */
  inSameTransaction?: ((reference: string, session: mongo.ClientSession) => Promise<void>) | undefined;
}

/** @returns the confirmation email to the sender. */
export type EmailFor = (stored: {
  reference: string;
  answers: Answers;
  referral: Referral | undefined;
  firm: Firm;
}) => QueuedEmail;

type Dependencies = Pick<Deps, 'portal' | 'keys' | 'readFirm'>;

/**
 * Validates a sent form and stores it as `pending` and, in the same transaction, the email to its sender and the notice
 * to staff.
 *
 * @returns the reference that the sender is shown.
 * @throws DomainError `bad-input` with a sentence per field.
 */
export async function storeSubmission(
  kind: SubmissionKind,
  { answers, referral, key, inSameTransaction }: SentForm,
  emailFor: EmailFor,
  deps: Dependencies & Pick<Deps, 'outbox'>,
): Promise<{ reference: string }> {
  const earlier = await findSent(kind, key, deps);
  if (earlier) return earlier;
  const definition = getForm(kind.form);
  const checked = validateAnswers(definition, answers);
  if (!checked.ok) {
    const { title, text } = describeProblem(definition.ui, checked.errors, answers);
    throw new DomainError('bad-input', text, { title, fields: checked.errors });
  }
  await storeDefinition(definition, deps.portal);
  try {
    const sent = { answers: checked.answers, referral, key, inSameTransaction };
    const reference = await withUniqueReference((candidate) =>
      store(kind, definition, { ...sent, reference: candidate }, emailFor, deps),
    );
    deps.outbox.wake();
    return { reference };
  } catch (error) {
    // The same answers were sent twice at once, and the other request won.
    const same = isDuplicateKey(error) ? await findSent(kind, key, deps) : undefined;
    if (same) return same;
    throw error;
  }
}

async function store(
  kind: SubmissionKind,
  definition: FormDefinition,
  { answers, referral, key, inSameTransaction, reference }: SentForm & { reference: string },
  emailFor: EmailFor,
  deps: Dependencies,
): Promise<string> {
  const { portal, keys } = deps;
  const _id = new Types.ObjectId();
  const { form, version } = definition;
  const record = { collection: kind.collection, document: _id.toHexString() };
  const email = emailFor({ reference, answers, referral, firm: await deps.readFirm() });
  const { noun, page } = kind;
  return inTransaction(portal, async (session) => {
    const submission = {
      _id,
      reference,
      form,
      version,
      answers: encryptAnswers(answers, definition, keys.fields, record),
      ...(referral && { referral }),
      status: 'pending' as const,
      submission_key: key,
      created_at: new Date(),
    };
    await submissionModel(kind, portal).create([submission], { session });
    await enqueue(email, { portal, ring: keys.fields, session });
    await recordStaffNotice({ noun, reference, page }, { portal, session });
    await inSameTransaction?.(reference, session);
    return reference;
  });
}

async function findSent(
  kind: SubmissionKind,
  key: string,
  { portal }: Pick<Deps, 'portal'>,
): Promise<{ reference: string } | undefined> {
  const found = await submissionModel(kind, portal).findOne({ submission_key: key }, { reference: 1 }).lean();
  return found ? { reference: found.reference } : undefined;
}
