import type { Column, OpenedSubmission, SubmissionKind } from '#api/casework/submissions/submission-kind.ts';
import { listAttorney } from './list-attorney.ts';

/** Attorney applications, as staff review them. */
export const applications: SubmissionKind = {
  name: 'applications',
  noun: 'attorney application',
  page: '/admin/attorney-applications',
  form: 'attorney-application',
  collection: 'attorney_applications',
  model: 'Application',
  /** Decided once: after approval, staff change or delete the directory entry instead. */
  mayBecome: (from) => from === 'pending',
  approval: {
    inSameTransaction: listAttorney,
    // Every process learns of it from the change stream; this one need not wait for that.
    afterwards: ({ content }) => content.forget('attorneys'),
  },
  nameOf: (answers) => String(answers.name ?? ''),
  columnsOf: (opened) =>
    opened.definition.ui.list
      // The row already begins with the name, and the city's column includes the state.
      .filter((field) => field !== 'name' && field !== 'state')
      .map((field) => columnOf(field, opened)),
  sectionsOf: ({ shown }) => [{ title: 'Application', answers: shown }],
};

function columnOf(field: string, { answers, shown }: OpenedSubmission): Column {
  const { city, state, years_experience: years } = answers;
  if (field === 'city') return { field: 'location', title: 'Location', value: `${city}, ${state}` };
  if (field === 'years_experience') {
    return { field, title: 'Experience', value: `${years} ${years === 1 ? 'year' : 'years'}` };
  }
  const found = shown.find((each) => each.field === field);
  return { field, title: found?.shortTitle ?? field, value: found?.value ?? 'N/A' };
}
