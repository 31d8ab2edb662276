import type { Block } from 'payload';
import { line, rowsField } from '#cms/fields.ts';
import { headingField, introField, prose } from '../block-fields.ts';

/** What happens one after the other, each with the time it takes. */
export const timeline: Block = {
  slug: 'timeline',
  interfaceName: 'TimelineBlock',
  labels: { singular: 'Timeline', plural: 'Timelines' },
  fields: [
    headingField(),
    introField,
    rowsField(
      'events',
      'Events',
      'Event',
      { minRows: 2, maxRows: 12, description: 'From the first to the last.' },
      [
        line('when', 'When', 'When it happens or how long it takes, such as "Month 2".', 80),
        line('title', 'Event', 'What happens, in a few words.', 120),
        prose('text', 'Text', 'A few sentences.'),
      ],
    ),
  ],
};
