import type { SubmissionKind } from '#api/casework/submissions/submission-kind.ts';

/** Case evaluations, as staff review them. */
export const evaluations: SubmissionKind = {
  name: 'evaluations',
  noun: 'case evaluation',
  page: '/admin/case-evaluations',
  form: 'case-evaluation',
  collection: 'case_evaluations',
  model: 'Evaluation',
  /** Staff may set either of the other statuses at any time. */
  mayBecome: (from, to) => from !== to,
  nameOf: (answers) => [answers.first_name, answers.last_name].filter(Boolean).join(' '),
  columnsOf({ definition, shown }) {
    const byField = new Map(shown.map((each) => [each.field, each]));
    return definition.ui.list.map((field) => ({
      field,
      title: byField.get(field)?.shortTitle ?? field,
      value: byField.get(field)?.value ?? 'N/A',
    }));
  },
  sectionsOf({ definition, shown }) {
    const contact = definition.ui.steps.at(-1)?.id;
    return [
      { title: 'Contact Information', answers: shown.filter(({ step }) => step === contact) },
      { title: 'Answers', answers: shown.filter(({ step }) => step !== contact) },
    ];
  },
};
