import type { TextFieldSingleValidation } from 'payload';
import { line, lines, orderField, rowsField, textField } from '../fields.ts';
import { draftCollection } from '../publishing/draft-collection.ts';
import { queueInTransaction } from '../publishing/transaction-queue.ts';

const validateNumber: TextFieldSingleValidation = async (value, { id, req }) => {
  if (!value || !/^[1-9]\d?\.00$/.test(value))
    return 'Write it as the Blue Book does, such as 1.00 or 12.00.';
  const where = { number: { equals: value }, id: { not_equals: id } };
  const { totalDocs } = await queueInTransaction(req, () =>
    req.payload.count({ collection: 'listings', where, req }),
  );
  return totalDocs === 0 || `There is already a listing ${value}.`;
};

/** The 14 categories of Social Security's Blue Book with example conditions. */
export const listings = draftCollection({
  slug: 'listings',
  labels: { singular: 'Medical listing', plural: 'Medical listings' },
  defaultSort: 'order',
  admin: {
    useAsTitle: 'plainName',
    defaultColumns: ['order', 'number', 'plainName', 'title', '_status', 'updatedAt'],
    listSearchableFields: ['number', 'title', 'plainName', 'summary'],
    description: 'The categories of the Blue Book, shown on every page that has the part "Medical listings".',
  },
  fields: [
    textField('number', 'Number', 'As in the Blue Book, such as 1.00.', 5, {
      index: true,
      validate: validateNumber,
    }),
    line('title', 'Official name', 'As the Blue Book writes it.', 120),
    line('plainName', 'Plain name', 'What most people would call it.', 120),
    lines('summary', 'Summary', 'One to three sentences: what belongs here and what counts.', 500),
    rowsField(
      'examples',
      'Example conditions',
      'Condition',
      { maxRows: 20, description: 'Conditions that people look for.' },
      [line('condition', 'Condition', 'Plain words first, the medical name in brackets.', 160)],
    ),
    orderField,
  ],
});
