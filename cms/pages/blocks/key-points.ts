import type { Block } from 'payload';
import { lines, rowLabel } from '#cms/fields.ts';
import { headingField } from '../block-fields.ts';

export const keyPoints: Block = {
  slug: 'keyPoints',
  interfaceName: 'KeyPointsBlock',
  labels: { singular: 'Key points', plural: 'Key points' },
  fields: [
    headingField(),
    {
      name: 'points',
      type: 'array',
      required: true,
      minRows: 1,
      maxRows: 12,
      label: 'Points',
      labels: { singular: 'Point', plural: 'Points' },
      admin: { description: 'Three to seven points read best.', components: { RowLabel: rowLabel('Point') } },
      fields: [lines('text', 'Point', 'One sentence.', 300)],
    },
  ],
};
