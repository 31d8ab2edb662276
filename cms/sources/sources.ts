import type { ArrayField, DateField, DateFieldValidation, Field, TextField } from 'payload';
import { date } from 'payload/shared';
import { line, rowLabel } from '../fields.ts';
import { findAddressFault, findNumberFault } from './find-source-fault.ts';

const sources: ArrayField = {
  name: 'sources',
  type: 'array',
  maxRows: 20,
  interfaceName: 'Sources',
  label: 'Sources',
  labels: { singular: 'Source', plural: 'Sources' },
  admin: {
    initCollapsed: true,
    description: 'The rules and forms that the text rests on, shown at the end of the page.',
    components: { RowLabel: rowLabel('Source') },
  },
  fields: [
    line('title', 'Name', 'In plain words, such as "The five-step evaluation".', 120),
    line(
      'number',
      'Number',
      'Such as 20 CFR 404.1520, POMS DI 25501.001 or Form SSA-561. May stay empty.',
      60,
      {
        required: false,
        validate: (value) => findNumberFault(value?.trim() ?? '') ?? true,
      },
    ),
    line('address', 'Address', 'The full address on the site of the agency, from https:// on.', 300, {
      validate: (value, { siblingData }) => {
        const { number } = siblingData as { number?: string | null };
        return findAddressFault(value?.trim() ?? '', number?.trim() ?? '') ?? true;
      },
    }),
  ],
};

/** Nobody can vouch for a text without a name and a day. */
const reviewedBy: TextField = {
  name: 'reviewedBy',
  type: 'text',
  maxLength: 80,
  label: 'Reviewed by',
  validate: (value, { siblingData }) =>
    !value?.trim() ||
    Boolean((siblingData as { reviewedOn?: string | null }).reviewedOn) ||
    'Say also on which day they reviewed it.',
  admin: { description: 'Who checked every sentence, such as "Jane Doe, attorney". Readers see the name.' },
};

const reviewedOn = reviewDay('reviewedOn', 'Reviewed on', 'The day of that review.', (value, options) => {
  const { reviewedBy: name } = options.siblingData as { reviewedBy?: string | null };
  if (value && !name?.trim()) return 'Say also who reviewed it.';
  if (value && new Date(value) > new Date()) return 'A review can not be in the future.';
  return date(value, options);
});

const nextReview = reviewDay(
  'nextReview',
  'Next review',
  'From the day after it, the list marks the text as overdue and readers are told so.',
  (value, options) => {
    const { reviewedOn: last } = options.siblingData as { reviewedOn?: string | null };
    if (value && last && new Date(value) <= new Date(last)) return 'Choose a day after the last review.';
    return date(value, options);
  },
);
nextReview.index = true;
nextReview.admin = {
  ...nextReview.admin,
  components: { Cell: '/admin/next-review-cell.tsx#NextReviewCell' },
};

/** For texts that people agree to: what is different since the version before. */
const changeNote: TextField = {
  name: 'changeNote',
  type: 'text',
  maxLength: 200,
  label: 'What changed',
  admin: {
    description:
      'Shown beside the day of the last update, such as "We say how long we keep uploads." Clear it when it is old news.',
  },
};

/** What a text rests on, who checked it, when it is to be checked again, and what changed. */
export const sourceFields: Field[] = [
  sources,
  { type: 'row', fields: [reviewedBy, reviewedOn, nextReview] },
  changeNote,
];

function reviewDay(
  name: string,
  label: string,
  description: string,
  validate: DateFieldValidation,
): DateField {
  return {
    name,
    type: 'date',
    label,
    validate,
    admin: { description, date: { pickerAppearance: 'dayOnly', displayFormat: 'MMM d, yyyy' } },
  };
}
