import type { Field, RichTextField, TextField } from 'payload';
import { validateLinkTarget } from '../addresses/find-target-fault.ts';
import { line } from '../fields.ts';
import { validateRichText, validateText } from '../publishing/validate.ts';
import { tokenHint } from '../tokens.ts';
import { shortEditor } from './editors.ts';
import { isJoined } from './look.ts';

/** The heading of a part of a page, shown at level 2. Optional for a part that belongs to the one above. */
export function headingField(over: Parameters<typeof line>[4] = {}): TextField {
  return line('heading', 'Heading', 'Says what this part is about, in a few plain words.', 120, {
    validate: (value, options) =>
      (!value?.trim() && isJoined(options.data, options.siblingData)) || validateText(value, options),
    ...over,
  });
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
