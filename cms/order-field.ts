import type { NumberField } from 'payload';

/** Where an entry stands in its list; the seed leaves room between two. */
export const orderField: NumberField = {
  name: 'order',
  type: 'number',
  required: true,
  index: true,
  min: 0,
  max: 9999,
  label: 'Place in the list',
  admin: { position: 'sidebar', description: 'The smallest number comes first.' },
};
