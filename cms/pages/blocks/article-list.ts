import type { Block } from 'payload';
import { headingField, introField, linkFields } from '../block-fields.ts';

/** Links to all articles or to chosen ones, with their titles and descriptions. */
export const articleList: Block = {
  slug: 'articleList',
  interfaceName: 'ArticleListBlock',
  labels: { singular: 'List of articles', plural: 'Lists of articles' },
  fields: [
    headingField(),
    introField,
    {
      name: 'show',
      type: 'select',
      required: true,
      defaultValue: 'chosen',
      options: [
        { label: 'Chosen articles', value: 'chosen' },
        { label: 'All articles, the newest first', value: 'all' },
        { label: 'All articles, by topic', value: 'topics' },
      ],
      label: 'Which ones',
      admin: { description: 'With "All articles" a new one appears here by itself.' },
    },
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
        condition: (_page, part) => part.show === 'chosen',
        description: 'In this order. An article that is not published is left out until it is.',
      },
    },
    linkFields('link', 'Link below', false),
  ],
};
