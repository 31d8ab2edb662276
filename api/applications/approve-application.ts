import type { Attorney } from '@claimdesk/cms/types';
import type { Answers } from '@claimdesk/forms/definition';
import { ValidationError } from 'payload';
import type { Deps } from '../connect.ts';
import { type ContentTransaction, inContentTransaction } from '../content-transaction.ts';
import { DomainError } from '../domain-error.ts';
import { decide } from '../submissions/decide.ts';
import { openSubmission } from '../submissions/list-submissions.ts';
import { type Submission, submissionModel } from '../submissions/submission.model.ts';
import { applications } from './applications.ts';

type Needs = Pick<Deps, 'payload' | 'portal' | 'keys' | 'content'>;

/**
 * Approves a pending application and adds the applicant to the attorney directory, in one transaction over both
 * databases: either both happen or nothing does (SPEC section 4).
 *
 * @throws DomainError `not-found`; `conflict` when it was decided before; `bad-input` when the directory refuses it.
 */
export async function approveApplication(
  { id, reviewer }: { id: string; reviewer: string },
  deps: Needs,
): Promise<void> {
  await inContentTransaction(deps, async (transaction) => {
    await decide(applications, { id, decision: 'approved', reviewer }, deps, transaction.session);
    await addAttorney(id, deps, transaction);
  });
  // Every process hears of it by the change stream; this one need not wait for that.
  deps.content.forget('attorneys');
}

async function addAttorney(id: string, deps: Needs, { req, session }: ContentTransaction): Promise<void> {
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

/** The directory's fields have the form's names (SPEC section 3); the directory checks each of them once more. */
function attorneyOf(answers: Answers) {
  const { name, firm, email, phone, city, state, years_experience, specialties, bio } = answers;
  const attorney = { name, firm, email, phone, city, state, years_experience, specialties, bio };
  return attorney as Pick<Attorney, keyof typeof attorney>;
}
