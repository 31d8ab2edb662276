import type { Block } from 'payload';
import { headingField, line, prose, rowLabel } from '../block-fields.ts';

/** Questions of this page; the large list at /faq is kept under "Questions and answers". */
export const faqBlock: Block = {
  slug: 'faq',
  interfaceName: 'FaqBlock',
  labels: { singular: 'Questions', plural: 'Questions' },
  fields: [
    headingField(),
    {
      name: 'entries',
      type: 'array',
      required: true,
      minRows: 1,
      maxRows: 20,
      label: 'Questions',
      labels: { singular: 'Question', plural: 'Questions' },
      admin: { description: 'One answer is open at a time.', components: { RowLabel: rowLabel } },
      fields: [
        line('question', 'Question', 'As a visitor would ask it.', 200),
        prose('answer', 'Answer', 'A few short paragraphs.'),
      ],
    },
  ],
};
