import type { Block } from 'payload';
import { validateRichText } from '../../publishing/validate.ts';
import { tokenHint } from '../../tokens.ts';
import { headingField } from '../block-fields.ts';
import { textEditor } from '../editors.ts';

/** Running text, with smaller headings inside where it is long. */
export const richText: Block = {
  slug: 'richText',
  interfaceName: 'RichTextBlock',
  labels: { singular: 'Text', plural: 'Texts' },
  fields: [
    headingField({
      required: false,
      admin: { description: 'Says what this part is about. The first text of a page may go without.' },
    }),
    {
      name: 'text',
      type: 'richText',
      required: true,
      editor: textEditor,
      label: 'Text',
      validate: (value, options) => validateRichText(value, options, aboveText(options.siblingData)),
      admin: { description: `Short paragraphs; headings inside begin at level 3. ${tokenHint}` },
    },
  ],
};

/** The level of the heading that the text stands under: its part's, or the title of the page. */
function aboveText(part: Partial<unknown>): number {
  const { heading } = part as { heading?: string | null };
  return heading?.trim() ? 2 : 1;
}
