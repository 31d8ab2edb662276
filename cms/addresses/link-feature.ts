import { LinkFeature } from '@payloadcms/richtext-lexical';
import type { Field, TextField, TextFieldSingleValidation } from 'payload';
import { findAddressFault } from './find-target-fault.ts';

/** Refuses in the dialog what publishing would refuse, except pages that are not published yet. */
const validateAddress: TextFieldSingleValidation = (value) => {
  const fault = findAddressFault(value?.trim() ?? '');
  return fault ? `The link ${fault}` : true;
};

/** Replaces Payload's field, whose hook escapes addresses that it does not know, slashes included. */
const address: TextField = {
  name: 'url',
  type: 'text',
  required: true,
  // Payload begins with "https://"; "/contact" typed behind it would lead elsewhere.
  defaultValue: '',
  label: 'Address',
  validate: validateAddress,
  admin: {
    description: 'A page of this site, such as /contact, or a full address, such as https://www.ssa.gov.',
  },
};

/** Links in rich text. There is one kind of them, so nobody is asked for it, but every stored link names it. */
export const linkFeature = () =>
  LinkFeature({
    enabledCollections: [],
    fields: ({ defaultFields }) =>
      defaultFields.map((field) => {
        if (field.name === 'linkType') return { ...field, admin: { hidden: true } } as Field;
        return field.name === 'url' ? address : field;
      }),
  });
