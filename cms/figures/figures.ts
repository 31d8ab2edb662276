import { longDate } from '@claimdesk/forms/calendar';
import { easternToday } from '@claimdesk/forms/eastern-time';
import type {
  ArrayField,
  CollectionConfig,
  DateField,
  DateFieldValidation,
  FieldHook,
  TextField,
  TextFieldSingleValidation,
  Validate,
} from 'payload';
import { date, text } from 'payload/shared';
import { anyone, nobody, publishers } from '../access.ts';
import { asIso, dayField } from '../day-field.ts';
import { componentField, textField } from '../fields.ts';
import { publicSaveButton } from '../revisions/track-saves.ts';
import { type DatedValue, dayOf, inOrder, valueOn } from './dated-values.ts';
import { definitionOf, type FigureKind } from './definitions.ts';

/** Part of the product, not of what editors write. */
function fixed(name: string, label: string, more: Partial<TextField> = {}): TextField {
  const rules = { required: true, maxLength: 80, access: { update: nobody }, admin: { hidden: true } };
  return { name, type: 'text', label, ...rules, ...more } as TextField;
}

function day(name: string, label: string, description: string): DateField {
  return dayField(name, label, { width: '33%', description });
}

/** Sorts what is read, not what is saved: a refusal must name the rows of the form as the person sees them. */
const newestFirst: FieldHook = ({ value }) =>
  // Who selects single fields may read values without their days.
  Array.isArray(value) && value.every(({ validFrom }) => validFrom) ? inOrder(value).reverse() : value;

const writtenAsItsKind: TextFieldSingleValidation = (value, options) => {
  const definition = definitionOf(String((options.data as { name?: unknown }).name));
  const fault = value && definition && findFigureFault(definition.kind, value.trim());
  return fault || (text(value, options as Parameters<typeof text>[1]) as true | string);
};

const secureAddress: TextFieldSingleValidation = (value) =>
  !value || URL.canParse(value) ? !value?.match(/^(?!https:)/) || unreadableAddress : unreadableAddress;
const unreadableAddress = 'Write the whole address, such as https://www.ssa.gov/oact/cola/sga.html.';

const oneForEveryDay: Validate<DatedValue[]> = (rows) => {
  // A day that is still missing is reported at its own field.
  const values = (rows ?? [])
    .filter(({ validFrom }) => validFrom)
    .map((row) => ({ ...row, validFrom: asIso(row.validFrom) }));
  const days = inOrder(values).map(({ validFrom }) => dayOf(validFrom));
  const twice = days.find((each, index) => days[index - 1] === each);
  if (twice) return `Two values are valid from ${longDate(twice)}. Keep one of them.`;
  if (values.length === (rows ?? []).length && !valueOn(values, easternToday()))
    return 'One value must be in force today: enter one that is valid from today or earlier.';
  return true;
};

const reviewedInForce: DateFieldValidation = (reviewBy, options) => {
  const { validFrom } = options.siblingData as Partial<DatedValue>;
  if (reviewBy && validFrom && dayOf(asIso(reviewBy)) < dayOf(asIso(validFrom)))
    return `The value from ${longDate(asIso(validFrom))} would be due for review before it is in force.`;
  return date(reviewBy, options);
};

/** Whether the firm claims the figure as its own result. */
function isOwnCount(figure: { name?: unknown }): boolean {
  return definitionOf(String(figure.name))?.ownCount !== undefined;
}

const values: ArrayField = {
  name: 'values',
  type: 'array',
  required: true,
  minRows: 1,
  maxRows: 60,
  label: 'Values',
  labels: { singular: 'Value', plural: 'Values' },
  validate: oneForEveryDay as ArrayField['validate'],
  hooks: { afterRead: [newestFirst] },
  admin: {
    description:
      'Add the next value as soon as it is announced: the site changes by itself when its first day begins in New Jersey. From October on, pages also say what a yearly amount will be from January 1.',
    isSortable: false,
    components: { RowLabel: '/admin/figures/cells.tsx#ValueLabel' },
  },
  fields: [
    {
      type: 'row',
      fields: [
        textField('value', 'Value', 'As the pages show it.', 40, {
          validate: writtenAsItsKind,
          admin: { width: '50%' },
        }),
        textField('sourceName', 'Source', 'Who says so, such as Social Security.', 160, {
          admin: { width: '50%' },
        }),
      ],
    },
    {
      type: 'row',
      admin: { condition: isOwnCount },
      fields: [
        textField(
          'period',
          'Period that was counted',
          'Such as "2019 to 2025". Pages say it beside the figure.',
          60,
          { required: false, admin: { width: '50%' } },
        ),
        textField(
          'counted',
          'How it is counted',
          'What was counted, of what, as it reads after "the firm’s own count:", such as "people who signed a contract with us".',
          200,
          { required: false, admin: { width: '50%' } },
        ),
      ],
    },
    textField('sourceUrl', 'Address of the source', 'Where to look it up again. May stay empty.', 300, {
      required: false,
      validate: secureAddress,
    }),
    {
      type: 'row',
      fields: [
        day('validFrom', 'Valid from', 'The first day on which it is in force.'),
        day('checkedOn', 'Checked on', 'When you compared it with its source.'),
        {
          ...day('reviewBy', 'Review by', 'After this day editors and readers are told.'),
          validate: reviewedInForce,
        },
      ],
    },
  ],
};

/**
 * Every figure that pages quote, kept once so that no two pages contradict each other: which figures there are is part of
 * the product (`definitions.ts`), their values by date are the editors'.
 */
export const figures: CollectionConfig = {
  slug: 'figures',
  labels: { singular: 'Figure', plural: 'Figures' },
  typescript: { interface: 'StoredFigure' },
  access: { read: anyone, create: nobody, update: publishers, delete: nobody },
  defaultSort: 'order',
  disableDuplicate: true,
  disableBulkEdit: true,
  admin: {
    components: {
      beforeListTable: ['/admin/figures/figure-notes.tsx#OverdueFigures'],
      edit: { SaveButton: publicSaveButton },
    },
    group: 'Settings',
    useAsTitle: 'label',
    defaultColumns: ['label', 'today', 'next', 'review', 'group'],
    listSearchableFields: ['label', 'name'],
    pagination: { defaultLimit: 100, limits: [100] },
    description: 'Every figure the site quotes, by date. All pages show a value from its first day on.',
  },
  versions: { maxPerDoc: 50, drafts: false },
  fields: [
    fixed('name', 'Token', { unique: true, index: true }),
    fixed('label', 'Figure'),
    fixed('group', 'Part'),
    {
      name: 'order',
      type: 'number',
      required: true,
      index: true,
      access: { update: nobody },
      admin: { hidden: true, disableListColumn: true },
    },
    componentField('about', { Field: '/admin/figures/figure-notes.tsx#AboutFigure' }, { label: 'About' }),
    componentField('today', { Cell: '/admin/figures/cells.tsx#TodayCell' }, { label: 'Today' }),
    componentField('next', { Cell: '/admin/figures/cells.tsx#NextCell' }, { label: 'Next' }),
    componentField('review', { Cell: '/admin/figures/cells.tsx#ReviewCell' }, { label: 'Review by' }),
    values,
  ],
};

const amount = String.raw`\d{1,3}(?:,\d{3})*`;

/** The format of each kind, and the message for a figure in another format. */
const rules: Record<FigureKind, { pattern: RegExp; sentence: string }> = {
  money: {
    pattern: new RegExp(String.raw`^\$(${amount}(?:\.\d\d)?)(?:-\$(${amount}(?:\.\d\d)?))?$`),
    sentence: 'Write an amount in digits with a dollar sign, such as $1,000 or $1,000-$1,500.',
  },
  percent: {
    pattern: /^(\d{1,3})(?:-(\d{1,3}))?%\+?$/,
    sentence: 'Write a percentage from 0 to 100 in digits, such as 25%, 10-15% or 85%+.',
  },
  duration: {
    pattern: /^(\d{1,3})(?:-(\d{1,3}))? (?:days|weeks|months|years)$/,
    sentence: 'Write a time in digits with its unit, such as 3-5 months or 60 days.',
  },
  number: { pattern: /^([1-9]\d{0,2})$/, sentence: 'Write a whole number from 1 to 999.' },
  count: {
    pattern: new RegExp(String.raw`^(${amount})\+?$`),
    sentence: 'Write a number in digits, such as 200 or 10,000+.',
  },
};

/** @returns a sentence with an example if the figure has the wrong format; undefined if it is valid. */
function findFigureFault(kind: FigureKind, value: string): string | undefined {
  const { pattern, sentence } = rules[kind];
  const found = pattern.exec(value);
  if (!found) return sentence;
  const [low = 0, high] = found.slice(1).map((digits) => digits && Number(digits.replaceAll(',', '')));
  if (high !== undefined && Number(high) <= Number(low))
    return 'Write the smaller figure first, such as 3-5 months or 10-15%.';
  if (kind === 'percent' && Number(high ?? low) > 100) return sentence;
  return undefined;
}
