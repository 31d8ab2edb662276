import { columnOf, type KindCode } from '#api/casework/submissions/submission-kind.ts';

const contactFields = new Set(['first_name', 'last_name', 'phone', 'email', 'zip_code', 'best_time']);

/** How staff read case evaluations: they call the sender, so how to reach them comes first, and the list leaves email out. */
export const evaluationCode: Partial<KindCode> = {
  columnsOf: ({ definition, shown }) =>
    definition.ui.list.filter((field) => field !== 'email').map((field) => columnOf(field, shown)),
  sectionsOf: ({ shown }) => [
    { title: 'Answers', answers: shown.filter(({ field }) => !contactFields.has(field)) },
    { title: 'Contact Information', answers: shown.filter(({ field }) => contactFields.has(field)) },
  ],
};
