import { line, orderField, photoField } from '../fields.ts';
import { draftCollection } from '../publishing/draft-collection.ts';
import { sampleFields } from '../samples/samples.ts';

export const people = draftCollection({
  slug: 'people',
  labels: { singular: 'Person who works here', plural: 'People who work here' },
  // A copy would not have the mark of a sample.
  disableDuplicate: true,
  defaultSort: 'order',
  admin: {
    useAsTitle: 'name',
    defaultColumns: ['order', 'name', 'role', 'sample', '_status', 'updatedAt'],
    listSearchableFields: ['name', 'role'],
    description:
      'Who visitors will talk to. The home page shows them in this order; without any, the part is left out.',
  },
  fields: [
    ...sampleFields,
    line('name', 'Name', 'First and last name.', 80),
    line(
      'role',
      'Role and credentials',
      'What they do here and what qualifies them, such as "Hearing representative, EDPNA".',
      120,
    ),
    photoField,
    orderField,
  ],
});
