import type {
  Access,
  CollectionBeforeChangeHook,
  CollectionConfig,
  NumberFieldSingleValidation,
  TextFieldSingleValidation,
} from 'payload';
import { admins, publishers } from '../access.ts';
import { photoField, textareaField, textField } from '../fields.ts';
import type { Attorney } from '../payload-types.ts';
import { fictional, sampleFields } from '../samples/samples.ts';
import { usPhoneNumber } from '../us-phone-number.ts';
import { indexForDirectory } from './index-for-directory.ts';
import { states } from './states.ts';

/** Patterns of made-up text from the seed. */
const madeUp = {
  name: /\b(Doe|Roe|Poe)$/,
  firm: /^(Doe|Roe|Poe) Disability Law of /,
  ...fictional,
  bio: /prepares each client for what will be asked\.$/,
} satisfies Partial<Record<keyof Attorney, RegExp>>;

/** @returns the fields of an attorney that still have words of the seed. */
export function madeUpFields(attorney: Partial<Attorney>): string[] {
  return Object.entries(madeUp)
    .filter(([name, sign]) => sign.test(String(attorney[name as keyof typeof madeUp] ?? '').trim()))
    .map(([name]) => name);
}

/**
 * Clears the sample mark when the last made-up words are replaced. The form in the back office does not show the mark, so
 * otherwise staff would lose their changes when all samples are removed.
 */
const clearSampleMark: CollectionBeforeChangeHook<Attorney> = ({ data, originalDoc }) => {
  if (!originalDoc?.sample || madeUpFields({ ...originalDoc, ...data }).length > 0) return data;
  return { ...data, sample: false };
};

/** Visitors see listed attorneys. The result is a filter, so it applies to lists and to a single one requested by id. */
const listedOrSignedIn: Access = ({ req }) => (req.user ? true : { listed: { equals: true } });

const wholeYears: NumberFieldSingleValidation = (value) =>
  (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 80) ||
  'Enter a whole number of years, from 0 to 80.';

const zipCode: TextFieldSingleValidation = (value) =>
  !value || /^\d{5}$/.test(value) || 'Enter a ZIP code of five digits, such as 07102.';

/**
 * The attorneys at /attorney-directory. Field names are those of the application form, so that an approved
 * application is copied over as it is. All of it is public, phone and email included.
 */
export const attorneys: CollectionConfig = {
  slug: 'attorneys',
  labels: { singular: 'Attorney', plural: 'Attorneys' },
  access: { read: listedOrSignedIn, create: publishers, update: publishers, delete: admins },
  // A copy would not have the mark of a sample.
  disableDuplicate: true,
  defaultSort: 'name',
  admin: {
    group: 'Directory',
    useAsTitle: 'name',
    defaultColumns: ['name', 'firm', 'city', 'state', 'listed', 'sample', 'updatedAt'],
    listSearchableFields: ['name', 'firm', 'city', 'email'],
    description: 'The attorney directory. Everything here is public. A change shows at once.',
  },
  indexes: [
    { fields: ['listed', 'stateName', 'nameKey'] },
    { fields: ['listed', 'search', 'stateName', 'nameKey'] },
    { fields: ['listed', 'place', 'nameKey'] },
  ],
  hooks: { beforeChange: [clearSampleMark, indexForDirectory] },
  fields: [
    ...sampleFields,
    textField('name', 'Name', 'First name and last name, without titles.', 120, { index: true }),
    textField('firm', 'Firm', 'The firm that the attorney works for.', 120),
    {
      type: 'row',
      fields: [
        {
          name: 'email',
          type: 'email',
          required: true,
          index: true,
          label: 'Email address',
          admin: { description: 'Shown to everybody.' },
        },
        textField(
          'phone',
          'Phone number',
          'Ten digits, and an extension if there is one. Shown to everybody.',
          40,
          { validate: usPhoneNumber('(201) 555-0100') },
        ),
      ],
    },
    {
      type: 'row',
      fields: [
        textField('city', 'City', 'Where the office is.', 80),
        {
          name: 'state',
          type: 'select',
          required: true,
          options: Object.entries(states).map(([value, label]) => ({ value, label })),
          label: 'State',
          admin: { description: 'The state on the map and in the list of states.' },
        },
        textField(
          'zip_code',
          'ZIP code',
          'Five digits. May stay empty: distances are then to the middle of the city. With a new city, type the new one.',
          5,
          { required: false, validate: zipCode },
        ),
      ],
    },
    {
      name: 'years_experience',
      type: 'number',
      required: true,
      label: 'Years of experience',
      validate: wholeYears,
      admin: { step: 1, description: 'Whole years of work on disability claims.' },
    },
    {
      name: 'specialties',
      type: 'text',
      hasMany: true,
      required: true,
      minRows: 1,
      maxRows: 20,
      maxLength: 60,
      label: 'Specialties',
      admin: { description: 'A few words each, such as ALJ hearings. Press Enter after each one.' },
    },
    textareaField('bio', 'About', 'Two or three plain sentences, up to 2,000 characters.', 2000),
    photoField,
    {
      name: 'listed',
      type: 'checkbox',
      required: true,
      defaultValue: true,
      label: 'Show in the directory',
      admin: { position: 'sidebar', description: 'Clear it to take the attorney off the site.' },
    },
    // The application that the attorney was listed for, if there was one. An application lists one attorney, once.
    { name: 'application', type: 'text', unique: true, hidden: true },
    // The key of the staff form that added the attorney: a double click or a repeated post adds no second one.
    { name: 'submission_key', type: 'text', unique: true, hidden: true },
    // What the directory searches and sorts by, computed in index-for-directory.ts.
    { name: 'stateName', type: 'text', hidden: true },
    { name: 'nameKey', type: 'text', hidden: true },
    { name: 'search', type: 'text', hasMany: true, hidden: true },
    // Where the office is, see places.ts.
    { name: 'place', type: 'text', hidden: true },
  ],
};
