import type { Block } from 'payload';
import { headingField, prose } from '../block-fields.ts';

/** A box that stands out. Its tone is said in words too, not by color alone. */
export const callout: Block = {
  slug: 'callout',
  interfaceName: 'CalloutBlock',
  labels: { singular: 'Box that stands out', plural: 'Boxes that stand out' },
  fields: [
    {
      name: 'tone',
      type: 'select',
      required: true,
      defaultValue: 'info',
      options: [
        { label: 'Good to know', value: 'info' },
        { label: 'Warning', value: 'warning' },
        { label: 'Critical, such as a deadline', value: 'critical' },
      ],
      label: 'Kind',
      admin: { description: 'Use "Critical" only where a reader could lose a right.' },
    },
    headingField(),
    prose('text', 'Text', 'A few sentences.'),
  ],
};
