import type { Attorney } from '@claimdesk/cms/types';
import type { Answers } from '@claimdesk/forms/definition';
import { ValidationError } from 'payload';
import { decide } from '#api/casework/submissions/decide.ts';
import { openSubmission } from '#api/casework/submissions/list-submissions.ts';
import { type Submission, submissionModel } from '#api/casework/submissions/submission.model.ts';
import { type ContentTransaction, inContentTransaction } from '#api/platform/database/content-transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { applications } from './applications.ts';

type Dependencies = Pick<Deps, 'payload' | 'portal' | 'keys' | 'content'>;

/**
 * Approves a pending application and adds the applicant to the attorney directory, in one transaction across both
 * databases: either both happen or neither does.
 *
 * @throws DomainError `not-found`; `conflict` when it is already decided; `bad-input` when the directory rejects it.
 */
export async function approveApplication(
  { id, reviewer }: { id: string; reviewer: string },
  deps: Dependencies,
): Promise<void> {
  await inContentTransaction(deps, async (transaction) => {
    await decide(applications, { id, decision: 'approved', reviewer }, deps, transaction.session);
    await addAttorney(id, deps, transaction);
  });
  // Every process learns of it from the change stream; this one need not wait for that.
  deps.content.forget('attorneys');
}

async function addAttorney(
  id: string,
  deps: Dependencies,
  { req, session }: ContentTransaction,
): Promise<void> {
  const application = await submissionModel(applications, deps.portal)
    .findOne({ _id: id }, null, { session })
    .lean<Submission>()
    .orFail();
  const { answers } = await openSubmission(applications, application, deps);
  try {
    await deps.payload.create({
      collection: 'attorneys',
      data: { ...attorneyOf(answers), listed: true, application: id },
      depth: 0,
      req,
    });
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const faults = error.data.errors.map(({ label, path }) => label ?? path).join(', ');
    throw new DomainError('bad-input', `The directory does not take this application as it is: ${faults}.`);
  }
}

/** The directory uses the form's field names and validates each field again. */
function attorneyOf(answers: Answers) {
  const { name, firm, email, phone, city, state, years_experience, specialties, bio } = answers;
  const attorney = { name, firm, email, phone, city, state, years_experience, specialties, bio };
  return attorney as Pick<Attorney, keyof typeof attorney>;
}
