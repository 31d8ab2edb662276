import type { Block } from 'payload';
import { headingField, introField, line, linkFields, prose, rowLabel } from '../block-fields.ts';

/** Boxes side by side, each about one thing and with a link to more. */
export const cards: Block = {
  slug: 'cards',
  interfaceName: 'CardsBlock',
  labels: { singular: 'Cards', plural: 'Cards' },
  fields: [
    headingField(),
    introField,
    {
      name: 'cards',
      type: 'array',
      required: true,
      minRows: 1,
      maxRows: 12,
      label: 'Cards',
      labels: { singular: 'Card', plural: 'Cards' },
      admin: { description: 'Two to six cards read best.', components: { RowLabel: rowLabel } },
      fields: [
        line('title', 'Title', 'What this card is about.', 120),
        prose('text', 'Text', 'A few sentences.'),
        linkFields('link', 'Link', false),
      ],
    },
  ],
};
