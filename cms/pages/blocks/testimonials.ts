import type { Block } from 'payload';
import { headingField, introField, linkFields } from '../block-fields.ts';

/** What clients said, taken from "Testimonials". */
export const testimonialsBlock: Block = {
  slug: 'testimonials',
  interfaceName: 'TestimonialsBlock',
  labels: { singular: 'Testimonials', plural: 'Testimonials' },
  fields: [
    headingField(),
    introField,
    {
      name: 'show',
      type: 'select',
      required: true,
      defaultValue: 'all',
      options: [
        { label: 'All testimonials', value: 'all' },
        { label: 'Those on the home page', value: 'home' },
      ],
      label: 'Which ones',
      admin: { description: 'They are written under "Testimonials" and appear here by themselves.' },
    },
    linkFields('link', 'Link below', false),
  ],
};
