import type { Block } from 'payload';
import { pictureField } from '#cms/fields.ts';
import { headingField, prose } from '../block-fields.ts';

/** A large opening: a heading, a few sentences and a picture beside them. */
export const hero: Block = {
  slug: 'hero',
  interfaceName: 'HeroBlock',
  labels: { singular: 'Large opening', plural: 'Large openings' },
  fields: [
    headingField(),
    prose('text', 'Text', 'One or two sentences.'),
    pictureField('Shown beside the text. May stay empty.'),
  ],
};
