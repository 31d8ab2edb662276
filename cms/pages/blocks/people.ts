import type { Block } from 'payload';
import { headingField, introField } from '../block-fields.ts';

/** Who works at the firm and where, taken from "People who work here" and "Firm and office". */
export const peopleBlock: Block = {
  slug: 'people',
  interfaceName: 'PeopleBlock',
  labels: { singular: 'People who work here', plural: 'People who work here' },
  fields: [headingField(), introField],
};
