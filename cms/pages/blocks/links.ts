import type { Block } from 'payload';
import { rowLabel } from '#cms/fields.ts';
import { headingField, linkFields } from '../block-fields.ts';

/** Links to more, in one row where there is room. */
export const links: Block = {
  slug: 'links',
  interfaceName: 'LinksBlock',
  labels: { singular: 'Row of links', plural: 'Rows of links' },
  fields: [
    headingField(),
    {
      name: 'links',
      type: 'array',
      required: true,
      minRows: 1,
      maxRows: 12,
      label: 'Links',
      labels: { singular: 'Link', plural: 'Links' },
      admin: { description: 'Three to six read best.', components: { RowLabel: rowLabel('Link') } },
      fields: [linkFields('', 'Link', true)],
    },
  ],
};
