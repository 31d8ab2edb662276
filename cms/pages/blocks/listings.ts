import type { Block } from 'payload';
import { headingField, introField } from '../block-fields.ts';

/** All 14 medical listings with example conditions, taken from "Medical listings". */
export const listingsBlock: Block = {
  slug: 'listings',
  interfaceName: 'ListingsBlock',
  labels: { singular: 'Medical listings', plural: 'Medical listings' },
  fields: [headingField(), introField],
};
