import type { Answers } from '@claimdesk/forms/definition';
import { intakes } from '@claimdesk/forms/intakes';
import { getForm } from '@claimdesk/forms/registry';
import { validateStep } from '@claimdesk/forms/validate';
import { withoutWriteOnly } from '@claimdesk/forms/write-only';
import type { Connection, mongo, Types } from 'mongoose';
import type { Session } from '#api/accounts/sessions.ts';
import { requireContractsOpen } from '#api/casework/contracts/contract-opening.ts';
import { draftDays, draftsCollection } from '#api/casework/intake/draft.model.ts';
import { beginInvited } from '#api/casework/intake/drafts.ts';
import { caseworkLimits } from '#api/casework/limits.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import type { Firm } from '#api/platform/email/email-parts.ts';
import { enqueue } from '#api/platform/email/enqueue.ts';
import { type WrittenEmail, writeEmail } from '#api/platform/email/write-email.ts';
import { readAnswers } from './encrypted-answers.ts';
import { findSubmission, notFound } from './list-submissions.ts';
import { setStatus } from './set-status.ts';
import type { Invitation, Submission } from './submission.model.ts';
import type { SubmissionKind } from './submission-kind.ts';
import type { SubmissionStatus } from './submission-status.ts';

interface InvitingContext {
  deps: Pick<Deps, 'portal' | 'keys' | 'log' | 'limits' | 'readFirm' | 'settings' | 'payload' | 'content'>;
  staff: Pick<Session, 'userId'>;
}

/**
 * Mails the sender a link that works once and opens the contract with what is known filled in, and approves the submission if nothing
 * was decided. A link from before that was not opened ends.
 *
 * @throws DomainError `not-found`; `unavailable` while contracts can't be signed; `conflict` for a rejected one, for one of which a
 * contract came, and when its status is not the one that was seen; `bad-input` without an email address; `too-many`.
 */
export async function inviteToSign(
  kind: SubmissionKind,
  { id, seen }: { id: string; seen: SubmissionStatus },
  { deps, staff }: InvitingContext,
): Promise<void> {
  if (!kind.invitesToSign) throw notFound(kind);
  const { portal, keys, settings } = deps;
  await requireContractsOpen(deps);
  const submission = await findSubmission(kind, id, deps);
  const answers = (await readAnswers(kind.collection, submission, deps)) ?? {};
  const { email: to } = answers;
  if (typeof to !== 'string' || !to)
    throw new DomainError('bad-input', 'There is no email address that we can read. Call instead.');
  await deps.limits.reserve(caseworkLimits.signInvitation, id);
  const firm = await deps.readFirm();
  const known = knownAnswers(answers);
  await inTransaction(portal, async (session) => {
    if (seen === 'pending')
      await setStatus(kind, { id, decision: 'approved', seen }, { deps, staff }, session);
    const { draft, link } = await beginInvited(
      { form: 'contract', answers: known, invited: submission._id },
      deps,
      session,
    );
    const model = kind.collection.model(portal);
    const before = await model.findOne({ _id: id }, null, { session }).lean<Submission>();
    if (!before) throw notFound(kind);
    requireInvitable(kind, before);
    await endInvitation(before.invitation, portal, session);
    const invitation: Invitation = { at: new Date(), draft };
    await model.updateOne({ _id: id }, { $set: { invitation } }, { session });
    const email = invitationEmail(firm, `${settings.PUBLIC_URL}${resumePath}?link=${link}`);
    await enqueue(
      { kind: 'sign-invitation', to, ...email },
      { portal, keys, session },
      { reference: before.reference },
    );
  });
}

/** Ends the link of an invitation, in the caller's transaction. Once it was opened, its answers are in a browser, and stay there. */
export async function endInvitation(
  invitation: Invitation | undefined,
  portal: Connection,
  session: mongo.ClientSession,
): Promise<void> {
  if (invitation) await draftsCollection.remove(portal, { _id: invitation.draft as never }, session);
}

/** Stores which contract came of an invitation, in the transaction that stores it. */
export async function recordSigned(
  { collection }: SubmissionKind,
  { invited, reference }: { invited: Types.ObjectId; reference: string },
  { portal, session }: { portal: Connection; session: mongo.ClientSession },
): Promise<void> {
  await collection
    .model(portal)
    .updateOne({ _id: invited }, { $set: { signed: { reference, at: new Date() } } }, { session });
}

const resumePath = `${intakes.find(({ form }) => form === 'contract')?.path}/resume`;

/** @returns what the contract asks too and would accept, by the names of its fields. */
function knownAnswers(answers: Answers): Answers {
  const contract = getForm('contract');
  const asked = withoutWriteOnly(contract, answers);
  const wrong = new Set(
    contract.ui.steps.flatMap(({ id }) => {
      const checked = validateStep(contract, id, asked);
      return checked.ok ? [] : Object.keys(checked.errors);
    }),
  );
  return Object.fromEntries(
    Object.entries(asked).filter(([name]) => Object.hasOwn(contract.ui.fields, name) && !wrong.has(name)),
  );
}

function requireInvitable(kind: SubmissionKind, { status, signed }: Submission): void {
  if (signed) throw new DomainError('conflict', `A contract was signed after this ${kind.noun} already.`);
  if (status === 'approved') return;
  const is = kind.statuses[status].toLowerCase();
  throw new DomainError(
    'conflict',
    `This ${kind.noun} is ${is} now. Approve it first if you want to invite.`,
  );
}

function invitationEmail(firm: Firm, url: string): WrittenEmail {
  return writeEmail({
    firm,
    subject: 'Your next step with us',
    heading: 'Read the contract, and sign it if you agree',
    paragraphs: [
      'You asked us about your case, and we would like to help. The next step is a contract between you and us. Read it in your own time, and call us with any question before you sign.',
      'What you told us about yourself is filled in. Please check it. You add your date of birth, your Social Security number and your address. We never ask for these by email.',
      `The link works once, for ${draftDays} days. When you open it, your answers move to the browser you open it in. If you cannot finish, press "Save and exit" there to get a new link.`,
      'Anyone who opens this link before you do sees your name and how to reach you, so please do not forward this message.',
      'We do not represent you yet, and signing is up to you. Your deadline keeps running.',
      'If you did not ask us about a case, you can ignore this message, or call us.',
    ],
    action: { label: 'Open the contract', url },
  });
}
