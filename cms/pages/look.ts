import type { CheckboxField, CollapsibleField, TextFieldSingleValidation } from 'payload';
import { illustrationField } from '../illustrations.ts';

/** What this file reads of a page's parts while an editor writes them. */
interface Part {
  look?: { anchor?: string | null; joined?: boolean | null } | null;
}

/** Whether a page is the home page, the one whose parts have a look of their own. */
export function isHomePage(page: unknown): boolean {
  return (page as { slug?: unknown } | null | undefined)?.slug === 'home';
}

/** Whether a part of the home page belongs to the chapter of the part above it. */
export function isJoined(page: unknown, part: unknown): boolean {
  return isHomePage(page) && Boolean((part as Part).look?.joined);
}

/** With two parts at one anchor, links could only reach the first. */
const validateAnchor: TextFieldSingleValidation = (value, { data }) => {
  const anchor = value?.trim();
  if (!anchor) return true;
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(anchor)) {
    return 'Use small letters, digits and single hyphens only, such as first-claim.';
  }
  const { blocks } = data as { blocks?: Part[] };
  const namesakes = (blocks ?? []).filter(({ look }) => look?.anchor?.trim() === anchor);
  return namesakes.length < 2 || `Another part has the anchor "${anchor}". Give each part its own.`;
};

const joined: CheckboxField = {
  name: 'joined',
  type: 'checkbox',
  label: 'Belongs to the part above',
  admin: {
    condition: isHomePage,
    description: 'It stands on the same ground, and its heading is smaller or may stay empty.',
  },
};

const folded: CheckboxField = {
  name: 'folded',
  type: 'checkbox',
  label: 'Folded',
  admin: {
    description:
      'On a phone only its heading shows until a visitor opens it; cards open one by one. Links and searches in the page open it too.',
  },
};

/** How a part stands on the home page. Other pages set their parts one below the other, and may fold their cards. */
export const lookField: CollapsibleField = {
  type: 'collapsible',
  label: 'Look',
  admin: {
    initCollapsed: true,
    condition: (page, part) => isHomePage(page) || (part as { blockType?: string }).blockType === 'cards',
  },
  fields: [
    {
      name: 'look',
      type: 'group',
      label: false,
      interfaceName: 'PartLook',
      admin: { hideGutter: true },
      fields: [
        joined,
        folded,
        {
          name: 'anchor',
          type: 'text',
          maxLength: 40,
          label: 'Anchor',
          validate: validateAnchor,
          admin: {
            condition: isHomePage,
            description: 'Links lead here: with "hearing" the address is /#hearing. May stay empty.',
          },
        },
        {
          type: 'row',
          admin: { condition: isHomePage },
          fields: [
            {
              name: 'ground',
              type: 'select',
              options: [
                { label: 'Warm, like the page', value: 'warm' },
                { label: 'Paper', value: 'paper' },
                { label: 'Mist', value: 'mist' },
              ],
              label: 'Ground',
              admin: { description: 'The color behind it. Neighbors read best on different ones.' },
            },
            illustrationField('None', { description: 'Shown beside the heading. May stay empty.' }),
          ],
        },
      ],
    },
  ],
};
