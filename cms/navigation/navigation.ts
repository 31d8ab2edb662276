import type { ArrayField, GlobalConfig } from 'payload';
import { anyone, publishers } from '../access.ts';
import { line, lines, rowsField, textField } from '../fields.ts';
import { linkFields } from '../pages/block-fields.ts';
import { previewOf } from '../preview/live-preview.ts';

function links(name: string, label: string, description: string): ArrayField {
  return rowsField(name, label, 'Link', { maxRows: 10, description }, [linkFields('', 'Link', true)]);
}

/** The three menus at the top of every page and the links in the footer. */
export const navigation: GlobalConfig = {
  slug: 'navigation',
  label: 'Menus and footer',
  access: { read: anyone, update: publishers },
  admin: {
    preview: previewOf('navigation'),
    group: 'Settings',
    description: 'Every link must lead to a page that is published. A change shows on all pages at once.',
  },
  versions: { max: 50 },
  fields: [
    {
      type: 'tabs',
      tabs: [
        {
          label: 'Menus',
          fields: [
            rowsField(
              'menus',
              'Menus',
              'Menu',
              { minRows: 3, maxRows: 3, description: 'The three menus at the top of every page.' },
              [
                textField('label', 'Name of the menu', 'One to three words.', 28),
                links('links', 'Links', 'At most ten; five to seven read best.'),
              ],
            ),
          ],
        },
        {
          label: 'Footer',
          fields: [
            links('quick', 'Quick links', 'What visitors look for most.'),
            links('legal', 'Legal links', 'Disclaimer, terms and privacy.'),
            line(
              'noteStart',
              'Note: first sentence',
              'In bold. Says that the firm is not Social Security.',
              120,
            ),
            lines('note', 'Note: the rest', 'Paragraphs with an empty line between them.', 600),
          ],
        },
      ],
    },
  ],
};
