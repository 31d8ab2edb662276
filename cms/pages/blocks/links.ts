import type { Block } from 'payload';
import { rowsField } from '#cms/fields.ts';
import { headingField, linkFields } from '../block-fields.ts';

/** Links to more, in one row where there is room. */
export const links: Block = {
  slug: 'links',
  interfaceName: 'LinksBlock',
  labels: { singular: 'Row of links', plural: 'Rows of links' },
  fields: [
    headingField(),
    rowsField('links', 'Links', 'Link', { maxRows: 12, description: 'Three to six read best.' }, [
      linkFields('', 'Link', true),
    ]),
  ],
};
