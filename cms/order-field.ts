import type { NumberField } from 'payload';

/** The position of an entry in its list; the seed leaves gaps to insert others. */
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
