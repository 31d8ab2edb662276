import type { Block } from 'payload';
import { headingField, linkFields, prose } from '../block-fields.ts';

/** What to do next, with one main button and perhaps a second. The phone number is added by the site. */
export const callToAction: Block = {
  slug: 'callToAction',
  interfaceName: 'CallToActionBlock',
  labels: { singular: 'Call to action', plural: 'Calls to action' },
  fields: [
    headingField(),
    prose('text', 'Text', 'One or two sentences. A button that leads to tel:{{phone}} calls the firm.'),
    linkFields('primary', 'Main button', true),
    linkFields('secondary', 'Second button', false),
  ],
};
