import {
  BoldFeature,
  ChecklistFeature,
  FixedToolbarFeature,
  HeadingFeature,
  InlineToolbarFeature,
  lexicalEditor,
  OrderedListFeature,
  ParagraphFeature,
  UnorderedListFeature,
} from '@payloadcms/richtext-lexical';
import { linkFeature } from '../addresses/link-feature.ts';
import { FigureFeature } from '../figures/insert-figure.ts';

const few = [
  ParagraphFeature(),
  BoldFeature(),
  UnorderedListFeature(),
  OrderedListFeature(),
  linkFeature(),
  InlineToolbarFeature(),
  FigureFeature(),
];

/** For the few sentences inside a part of a page, whose heading is a field of its own. */
export const shortEditor = lexicalEditor({ features: few });

/** For running text on a page: its part has a heading of level 2, so its own begin at level 3. */
export const textEditor = lexicalEditor({
  features: [
    // Before the other lists: in Markdown, a list of things to tick also begins like a list with bullets.
    ChecklistFeature(),
    ...few,
    HeadingFeature({ enabledHeadingSizes: ['h3', 'h4'] }),
    FixedToolbarFeature(),
  ],
});
