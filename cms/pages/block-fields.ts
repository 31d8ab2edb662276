import type {
  Field,
  RichTextField,
  TextareaField,
  TextField,
  TextFieldSingleValidation,
  UploadField,
} from 'payload';
import { validateLinkTarget } from '../addresses/find-target-fault.ts';
import { validateRichText, validateText, validateTextarea } from '../publishing/validate.ts';
import { tokenHint } from '../tokens.ts';
import { shortEditor } from './editors.ts';
import { isJoined } from './look.ts';

/** Names the rows of a list by what they say; `kind` is what one is called that says nothing yet, such as "Column". */
export const rowLabel = (kind: string) => ({
  path: '/admin/row-labels.tsx#RowLabel',
  clientProps: { kind },
});

type LineOptions = Omit<Partial<TextField>, 'validate'> & { validate?: TextFieldSingleValidation };

/** The heading of a part of a page, shown at level 2. Optional for a part that belongs to the one above. */
export function headingField(over: LineOptions = {}): TextField {
  return line('heading', 'Heading', 'Says what this part is about, in a few plain words.', 120, {
    validate: (value, options) =>
      (!value?.trim() && isJoined(options.data, options.siblingData)) || validateText(value, options),
    ...over,
  });
}

/** One line of plain text, required unless `over` says otherwise. */
export function line(
  name: string,
  label: string,
  description: string,
  maxLength: number,
  over: LineOptions = {},
): TextField {
  return {
    name,
    type: 'text',
    required: true,
    maxLength,
    label,
    validate: validateText,
    admin: { description },
    ...over,
  } as TextField;
}

/** A few lines of plain text. */
export function lines(
  name: string,
  label: string,
  description: string,
  maxLength: number,
  required = true,
): TextareaField {
  return {
    name,
    type: 'textarea',
    required,
    maxLength,
    label,
    validate: validateTextarea,
    admin: { description },
  };
}

/** A few short paragraphs with bold words, links and lists. */
export function prose(name: string, label: string, description: string, required = true): RichTextField {
  return {
    name,
    type: 'richText',
    required,
    editor: shortEditor,
    label,
    validate: (value, options) => validateRichText(value, options),
    admin: { description: `${description} ${tokenHint}` },
  };
}

export const introField = prose(
  'intro',
  'Introduction',
  'One or two sentences below the heading. May stay empty.',
  false,
);

/** A picture from the library. */
export function pictureField(description: string): UploadField {
  return {
    name: 'picture',
    type: 'upload',
    relationTo: 'media',
    filterOptions: { mimeType: { contains: 'image/' } },
    label: 'Picture',
    admin: { description },
  };
}

/**
 * The words and the target of a link, as two fields side by side: `${prefix}Label` and `${prefix}To`, or `label` and
 * `to` without a prefix. An optional link needs both or neither.
 */
export function linkFields(prefix: string, what: string, required: boolean): Field {
  const name = (end: 'Label' | 'To') => (prefix ? prefix + end : end.toLowerCase());
  const optional = required ? '' : ' May stay empty.';
  return {
    type: 'row',
    fields: [
      line(name('Label'), `${what}: words`, `What the link says.${optional}`, 80, {
        required,
        validate: (value, options) => {
          const { [name('To')]: to } = options.siblingData as Record<string, unknown>;
          if (!value?.trim() && to) return 'Write the words of the link, or take its address away.';
          return validateText(value, options);
        },
      }),
      line(name('To'), `${what}: leads to`, `The page, such as /faq.${optional}`, 200, {
        required,
        validate: async (value, options) => {
          const { [name('Label')]: words } = options.siblingData as Record<string, unknown>;
          if (!value?.trim() && (words || required)) return 'Say where the link leads, such as /faq.';
          return value?.trim() ? validateLinkTarget(value, options) : true;
        },
      }),
    ],
  };
}
