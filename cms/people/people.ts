import { orderField } from '../order-field.ts';
import { draftCollection } from '../publishing/draft-collection.ts';
import { validateText } from '../publishing/validate.ts';
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
    {
      name: 'name',
      type: 'text',
      required: true,
      maxLength: 80,
      label: 'Name',
      validate: validateText,
      admin: { description: 'First and last name.' },
    },
    {
      name: 'role',
      type: 'text',
      required: true,
      maxLength: 120,
      label: 'Role and credentials',
      validate: validateText,
      admin: {
        description: 'What they do here and what qualifies them, such as "Hearing representative, EDPNA".',
      },
    },
    {
      name: 'photo',
      type: 'upload',
      relationTo: 'media',
      index: true,
      label: 'Photograph',
      filterOptions: { mimeType: { contains: 'image/' } },
      admin: {
        description:
          'Head and shoulders, at least 160 pixels wide; it is shown as a circle. May stay empty: visitors then see the initials.',
      },
    },
    orderField,
  ],
});
