import type { Block } from 'payload';
import { line, rowLabel } from '#cms/fields.ts';
import { headingField, prose } from '../block-fields.ts';

/** Questions of this page alone, or all that are kept under "Questions and answers". */
export const faqBlock: Block = {
  slug: 'faq',
  interfaceName: 'FaqBlock',
  labels: { singular: 'Questions', plural: 'Questions' },
  fields: [
    headingField(),
    {
      name: 'show',
      type: 'select',
      required: true,
      defaultValue: 'own',
      options: [
        { label: 'Questions of this page', value: 'own' },
        { label: 'All of "Questions and answers"', value: 'all' },
      ],
      label: 'Which ones',
      admin: { description: 'Those under "Questions and answers" appear here by themselves.' },
    },
    {
      name: 'entries',
      type: 'array',
      validate: (rows, { siblingData }) =>
        (siblingData as { show?: string }).show === 'all' || (Array.isArray(rows) && rows.length > 0)
          ? true
          : 'Write at least one question.',
      maxRows: 20,
      label: 'Questions',
      labels: { singular: 'Question', plural: 'Questions' },
      admin: {
        description: 'One answer is open at a time.',
        condition: (_page, part) => part.show !== 'all',
        components: { RowLabel: rowLabel('Question') },
      },
      fields: [
        line('question', 'Question', 'As a visitor would ask it.', 200),
        prose('answer', 'Answer', 'A few short paragraphs.'),
      ],
    },
  ],
};
