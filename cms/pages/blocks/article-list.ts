import type { Block } from 'payload';
import { headingField } from '../block-fields.ts';

/** Links to chosen articles, with their titles and descriptions. */
export const articleList: Block = {
  slug: 'articleList',
  interfaceName: 'ArticleListBlock',
  labels: { singular: 'List of articles', plural: 'Lists of articles' },
  fields: [
    headingField(),
    {
      name: 'articles',
      type: 'relationship',
      relationTo: 'articles',
      hasMany: true,
      required: true,
      maxRows: 12,
      label: 'Articles',
      admin: {
        allowCreate: false,
        description: 'In this order. An article that is not published is left out until it is.',
      },
    },
  ],
};
