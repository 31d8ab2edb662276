import type { KindCode } from '#api/casework/submissions/submission-kind.ts';

/** How staff read case evaluations: how to reach the sender comes first. */
export const evaluationCode: Partial<KindCode> = {
  sectionsOf({ definition, shown }) {
    const contact = definition.ui.steps.at(-1)?.id;
    return [
      { title: 'Contact Information', answers: shown.filter(({ step }) => step === contact) },
      { title: 'Answers', answers: shown.filter(({ step }) => step !== contact) },
    ];
  },
};
