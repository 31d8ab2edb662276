import type { Block } from 'payload';
import { line, lines, rowsField } from '#cms/fields.ts';
import { headingField, introField } from '../block-fields.ts';

/** A few large figures side by side, each with what it counts. */
export const figures: Block = {
  slug: 'figures',
  interfaceName: 'FiguresBlock',
  labels: { singular: 'Figures', plural: 'Figures' },
  fields: [
    headingField(),
    introField,
    rowsField('figures', 'Figures', 'Figure', { maxRows: 8, description: 'Two or four read best.' }, [
      {
        type: 'row',
        fields: [
          line('value', 'Figure', 'Best a token, such as {{clientsHelped}}: it stays current by itself.', 40),
          line('label', 'What it counts', 'A few words, such as "people helped".', 80),
        ],
      },
    ]),
    lines('note', 'Small print', 'What a reader should know of these figures. May stay empty.', 300, {
      required: false,
    }),
  ],
};
