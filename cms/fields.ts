import type {
  ArrayField,
  Field,
  NumberField,
  TextareaField,
  TextField,
  TextFieldSingleValidation,
  UIField,
  UploadField,
} from 'payload';
import { validateText, validateTextarea } from './publishing/validate.ts';

type TextOptions = Omit<Partial<TextField>, 'validate'> & { validate?: TextFieldSingleValidation };
type TextareaOptions = Partial<TextareaField>;

/** One line of text, required unless `over` says otherwise; its `admin` is added to the description. */
export function textField(
  name: string,
  label: string,
  description: string,
  maxLength: number,
  { admin, ...over }: TextOptions = {},
): TextField {
  const options = { name, label, maxLength, required: true, ...over, admin: { description, ...admin } };
  return { type: 'text', ...options } as TextField;
}

/** The same for a text that may have tokens, which must be known when it is published. */
export function line(
  ...[name, label, description, maxLength, over]: Parameters<typeof textField>
): TextField {
  return textField(name, label, description, maxLength, { validate: validateText, ...over });
}

/** As `textField`, of several lines. */
export function textareaField(
  name: string,
  label: string,
  description: string,
  maxLength: number,
  { admin, ...over }: TextareaOptions = {},
): TextareaField {
  const options = { name, label, maxLength, required: true, ...over, admin: { description, ...admin } };
  return { type: 'textarea', ...options } as TextareaField;
}

/** As `line`, of several lines. */
export function lines(
  ...[name, label, description, maxLength, over]: Parameters<typeof textareaField>
): TextareaField {
  return textareaField(name, label, description, maxLength, { validate: validateTextarea, ...over });
}

function upload(name: string, label: string, description: string): UploadField {
  return {
    name,
    type: 'upload',
    relationTo: 'media',
    filterOptions: { mimeType: { contains: 'image/' } },
    label,
    admin: { description },
  };
}

export const pictureField = (description: string) => upload('picture', 'Picture', description);

/** Of a person in a list of people. */
export const photoField: UploadField = {
  ...upload(
    'photo',
    'Photograph',
    'Head and shoulders, at least 160 pixels wide; it is shown as a circle. May stay empty: visitors then see the initials.',
  ),
  index: true,
};

/** Names the rows of a list by what they say; `kind` is what one is called that says nothing yet, such as "Column". */
export const rowLabel = (kind: string) => ({
  path: '/admin/row-labels.tsx#RowLabel',
  clientProps: { kind },
});

/** A list of rows, each named by what it says. @param singular what one row is called; with an s, the plural. */
export function rowsField(
  name: string,
  label: string,
  singular: string,
  { minRows = 1, maxRows, description }: { minRows?: number; maxRows: number; description: string },
  fields: Field[],
): ArrayField {
  return {
    name,
    type: 'array',
    required: true,
    minRows,
    maxRows,
    label,
    labels: { singular, plural: `${singular}s` },
    admin: { description, components: { RowLabel: rowLabel(singular) } },
    fields,
  };
}

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

/** Shows something, and stores nothing. @param components paths of exports under `cms/`, in the form and in lists. */
export function componentField(
  name: string,
  components: { Field?: string; Cell?: string },
  { label, ...admin }: { label?: string; position?: 'sidebar' } = {},
): UIField {
  const options = { ...admin, disableListColumn: !components.Cell, components };
  return { name, type: 'ui', ...(label ? { label } : {}), admin: options };
}

/** The reading grade of what is being written, beside it. */
export const readingGradeField = componentField(
  'readingGrade',
  { Field: '/admin/reading-grade.tsx#ReadingGrade' },
  { position: 'sidebar' },
);
