import type { BlocksFieldValidation, GroupField } from 'payload';
import { blocks as validateBlocks } from 'payload/shared';
import { pictureField } from '../fields.ts';
import { linkFields } from './block-fields.ts';
import { isHomePage } from './look.ts';

/** The anchors of the home page that links of the site itself lead to. */
const siteAnchors = ['appeal', 'articles', 'contact'];

/** The top of the home page, in addition to its title and lead. */
export const openingField: GroupField = {
  name: 'opening',
  type: 'group',
  label: 'At the top of the home page',
  admin: {
    condition: isHomePage,
    description: 'Two buttons below the lead. The phone number and the office hours are added by the site.',
  },
  fields: [
    linkFields('primary', 'Main button', true),
    linkFields('secondary', 'Second button', false),
    pictureField('Takes the place of the illustration beside the text. May stay empty.'),
  ],
};

interface Part {
  blockType?: string;
  look?: { anchor?: string | null; joined?: boolean | null } | null;
}

/** Parts with a form: a page can show the answer of only one. */
const answering = ['deadlineHelper', 'calculator'];

/** Validates what the site requires of a page's parts, most of all of the home page's. */
export const validateParts: BlocksFieldValidation = (value, options) => {
  const parts = Array.isArray(value) ? (value as Part[]) : [];
  const forms = parts.filter(({ blockType }) => answering.includes(blockType ?? ''));
  if (forms.length > 1)
    return 'A page can have one calculator or deadline helper. Put the other on its own page.';
  if (!isHomePage(options.data) || parts.length === 0) return validateBlocks(value, options);
  const [first] = parts;
  if (first?.look?.joined) return 'The first part has none above it. Take "Belongs to the part above" away.';
  if (forms[0]?.blockType === 'deadlineHelper') {
    return 'The deadline helper does not work on the home page. Lead to a page that has it.';
  }
  if (forms.length > 0) return 'A calculator does not work on the home page. Lead to a page that has it.';
  const anchors = parts.map(({ look }) => look?.anchor?.trim());
  const missing = siteAnchors.find((anchor) => !anchors.includes(anchor));
  if (missing) return `Links of the site lead to /#${missing}. Give one part the anchor "${missing}".`;
  const lost = targetsWithin(parts).find((anchor) => !anchors.includes(anchor));
  if (lost) return `A link leads to #${lost}, but no part has the anchor "${lost}". Give it to one.`;
  return validateBlocks(value, options);
};

/** The anchors that links of the parts lead to, by address alone such as `#hearing`. */
function targetsWithin(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    typeof inner === 'string' && /^(url|to|.+To)$/.test(name) && /^#./.test(inner.trim())
      ? [inner.trim().slice(1)]
      : targetsWithin(inner),
  );
}
