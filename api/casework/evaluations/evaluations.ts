import type { KindCode } from '#api/casework/submissions/submission-kind.ts';

const contactFields = new Set(['first_name', 'last_name', 'phone', 'email', 'zip_code', 'best_time']);

/** How staff read case evaluations: how to reach the sender comes first. */
export const evaluationCode: Partial<KindCode> = {
  sectionsOf: ({ shown }) => [
    { title: 'Contact Information', answers: shown.filter(({ field }) => contactFields.has(field)) },
    { title: 'Answers', answers: shown.filter(({ field }) => !contactFields.has(field)) },
  ],
};
