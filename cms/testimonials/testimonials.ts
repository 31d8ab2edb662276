import type { FieldHook } from 'payload';
import { line, lines, orderField, textField } from '../fields.ts';
import { draftCollection } from '../publishing/draft-collection.ts';
import { sampleFields } from '../samples/samples.ts';
import { newJerseyCounties } from '../site/new-jersey-counties.ts';

/** `Maria T.` becomes `MT`. */
const fillFromAuthor: FieldHook = ({ value, data }) => {
  if (typeof value === 'string' && value.trim()) return value.trim();
  const letters = String(data?.author ?? '').match(/\p{L}[\p{L}'’.-]*/gu) ?? [];
  return letters
    .map((word) => word.slice(0, 1).toUpperCase())
    .slice(0, 3)
    .join('');
};

/** What clients said, with first name and initial only: four of them on the home page, all on /testimonials. */
export const testimonials = draftCollection({
  slug: 'testimonials',
  labels: { singular: 'Testimonial', plural: 'Testimonials' },
  // A copy would not have the mark of a sample.
  disableDuplicate: true,
  defaultSort: 'order',
  admin: {
    useAsTitle: 'author',
    defaultColumns: ['order', 'author', 'location', 'showOnHome', 'sample', '_status', 'updatedAt'],
    listSearchableFields: ['author', 'quote'],
    description:
      'Only with the written consent of the person quoted: first name and initial, no illness, no amounts, no dates.',
  },
  fields: [
    ...sampleFields,
    line('author', 'Who said it', 'First name and initial, such as "Maria T."', 60),
    lines('quote', 'Quote', 'Their own words, without quotation marks.', 600),
    {
      name: 'location',
      type: 'select',
      required: true,
      options: newJerseyCounties.map((county) => ({ label: `${county} County`, value: county })),
      label: 'County',
      admin: { position: 'sidebar', description: 'Where they live in New Jersey.' },
    },
    textField('initials', 'Initials', 'Leave empty to make them from the name.', 3, {
      hooks: { beforeValidate: [fillFromAuthor] },
      admin: { position: 'sidebar' },
    }),
    {
      name: 'showOnHome',
      type: 'checkbox',
      defaultValue: false,
      index: true,
      label: 'Show on the home page',
      admin: { position: 'sidebar', description: 'The home page has room for four.' },
    },
    orderField,
  ],
});
