import type { Block } from 'payload';
import { line, rowsField } from '#cms/fields.ts';
import { headingField, introField, linkFields, prose } from '../block-fields.ts';

/** Boxes side by side, each about one thing and with a link to more. */
export const cards: Block = {
  slug: 'cards',
  interfaceName: 'CardsBlock',
  labels: { singular: 'Cards', plural: 'Cards' },
  fields: [
    headingField(),
    introField,
    rowsField('cards', 'Cards', 'Card', { maxRows: 12, description: 'Two to six cards read best.' }, [
      line('title', 'Title', 'What this card is about.', 120),
      {
        name: 'icon',
        type: 'select',
        options: [
          { label: 'A form: the first claim', value: 'claim' },
          { label: 'A turning arrow: the appeal', value: 'appeal' },
          { label: 'A speech bubble: the hearing', value: 'hearing' },
        ],
        label: 'Icon',
        admin: { description: 'With an icon, the link of the card is a button. May stay empty.' },
      },
      prose('text', 'Text', 'A few sentences.'),
      linkFields('link', 'Link', false),
    ]),
  ],
};
