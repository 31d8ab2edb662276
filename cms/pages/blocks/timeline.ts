import type { Block } from 'payload';
import { line, rowLabel } from '#cms/fields.ts';
import { headingField, introField, prose } from '../block-fields.ts';

/** What happens one after the other, each with the time it takes. */
export const timeline: Block = {
  slug: 'timeline',
  interfaceName: 'TimelineBlock',
  labels: { singular: 'Timeline', plural: 'Timelines' },
  fields: [
    headingField(),
    introField,
    {
      name: 'events',
      type: 'array',
      required: true,
      minRows: 2,
      maxRows: 12,
      label: 'Events',
      labels: { singular: 'Event', plural: 'Events' },
      admin: { description: 'From the first to the last.', components: { RowLabel: rowLabel('Event') } },
      fields: [
        line('when', 'When', 'When it happens or how long it takes, such as "Month 2".', 80),
        line('title', 'Event', 'What happens, in a few words.', 120),
        prose('text', 'Text', 'A few sentences.'),
      ],
    },
  ],
};
