import type { Block } from 'payload';
import { lines, rowsField } from '#cms/fields.ts';
import { headingField } from '../block-fields.ts';

export const keyPoints: Block = {
  slug: 'keyPoints',
  interfaceName: 'KeyPointsBlock',
  labels: { singular: 'Key points', plural: 'Key points' },
  fields: [
    headingField(),
    rowsField('points', 'Points', 'Point', { maxRows: 12, description: 'Three to seven points read best.' }, [
      lines('text', 'Point', 'One sentence.', 300),
    ]),
  ],
};
