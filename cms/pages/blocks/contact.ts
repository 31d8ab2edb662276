import type { Block } from 'payload';
import { headingField, introField } from '../block-fields.ts';

/** Phone, email, office hours and counties, taken from "Firm and office". */
export const contact: Block = {
  slug: 'contact',
  interfaceName: 'ContactBlock',
  labels: { singular: 'Contact', plural: 'Contacts' },
  fields: [headingField(), introField],
};
