import type { Block } from 'payload';
import { validateRichText } from '#cms/publishing/validate.ts';
import { tokenHint } from '#cms/tokens.ts';
import { headingField } from '../block-fields.ts';
import { textEditor } from '../editors.ts';
import { isJoined } from '../look.ts';

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
      validate: (value, options) =>
        validateRichText(value, options, aboveText(options.data, options.siblingData)),
      admin: { description: `Short paragraphs; headings inside begin at level 3. ${tokenHint}` },
    },
  ],
};

/** The level of the heading that the text stands under: its part's, that of the part above, or the title of the page. */
function aboveText(page: Partial<unknown>, part: Partial<unknown>): number {
  const { heading } = part as { heading?: string | null };
  return 1 + (heading?.trim() ? 1 : 0) + (isJoined(page, part) ? 1 : 0);
}
