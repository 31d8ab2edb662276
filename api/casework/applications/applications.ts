import type { Answers } from '@claimdesk/forms/definition';
import { ValidationError } from 'payload';
import { attorneyOf } from '#api/casework/directory/attorney-fields.ts';
import {
  type Column,
  columnOf,
  type KindCode,
  type OpenedSubmission,
} from '#api/casework/submissions/submission-kind.ts';
import type { ContentTransaction } from '#api/platform/database/content-transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';

/** What approving an attorney's application does, and how staff read it. */
export const applicationCode: Partial<KindCode> = {
  approval: {
    inSameTransaction: listAttorney,
    // Every process learns of it from the change stream; this one need not wait for that.
    afterwards: ({ content }) => content.forget('attorneys'),
  },
  columnsOf: (opened) =>
    opened.definition.ui.list
      // The row already begins with the name, and the city's column includes the state.
      .filter((field) => field !== 'name' && field !== 'state')
      .map((field) => columnFor(field, opened)),
  sectionsOf: ({ shown }) => [{ title: 'Application', answers: shown }],
};

function columnFor(field: string, { answers, shown }: OpenedSubmission): Column {
  const { city, state, years_experience: years } = answers;
  if (field === 'city') return { field: 'location', title: 'Location', value: `${city}, ${state}` };
  if (field === 'years_experience') {
    return { field, title: 'Experience', value: `${years} ${years === 1 ? 'year' : 'years'}` };
  }
  return columnOf(field, shown);
}

/**
 * Adds the applicant to the attorney directory, in the transaction that approves the application.
 *
 * @param application its id and its decrypted answers.
 * @throws DomainError `bad-input` when the directory rejects it.
 */
async function listAttorney(
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
