import type { Block } from 'payload';
import { headingField, introField } from '../block-fields.ts';

/** The form that counts the days to appeal from the date on a letter. */
export const deadlineHelper: Block = {
  slug: 'deadlineHelper',
  interfaceName: 'DeadlineHelperBlock',
  labels: { singular: 'Deadline helper', plural: 'Deadline helpers' },
  fields: [headingField(), introField],
};
