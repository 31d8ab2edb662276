import {
  type Column,
  columnOf,
  type KindCode,
  type OpenedSubmission,
} from '#api/casework/submissions/submission-kind.ts';
import { listAttorney } from './list-attorney.ts';

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
