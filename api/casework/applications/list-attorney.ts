import type { Answers } from '@claimdesk/forms/definition';
import { ValidationError } from 'payload';
import { attorneyOf } from '#api/casework/directory/attorney-fields.ts';
import type { ContentTransaction } from '#api/platform/database/content-transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';

/**
 * Adds the applicant to the attorney directory, in the transaction that approves the application.
 *
 * @param application its id and its decrypted answers.
 * @throws DomainError `bad-input` when the directory rejects it.
 */
export async function listAttorney(
  { id, answers }: { id: string; answers: Answers },
  { payload }: Pick<Deps, 'payload'>,
  { req }: ContentTransaction,
): Promise<void> {
  try {
    await payload.create({
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
