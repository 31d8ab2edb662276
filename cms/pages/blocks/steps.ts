import type { Block } from 'payload';
import { line, rowsField } from '#cms/fields.ts';
import { headingField, introField, prose } from '../block-fields.ts';

/** Numbered steps in the order in which they are taken. */
export const steps: Block = {
  slug: 'steps',
  interfaceName: 'StepsBlock',
  labels: { singular: 'Steps', plural: 'Steps' },
  fields: [
    headingField(),
    introField,
    rowsField(
      'steps',
      'Steps',
      'Step',
      { minRows: 2, maxRows: 12, description: 'They are numbered in this order.' },
      [line('title', 'Step', 'What to do, in a few words.', 120), prose('text', 'Text', 'A few sentences.')],
    ),
  ],
};
