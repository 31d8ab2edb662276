import {
  BlockquoteFeature,
  BlocksFeature,
  BoldFeature,
  ChecklistFeature,
  FixedToolbarFeature,
  HeadingFeature,
  HorizontalRuleFeature,
  InlineToolbarFeature,
  ItalicFeature,
  lexicalEditor,
  OrderedListFeature,
  ParagraphFeature,
  UnorderedListFeature,
  UploadFeature,
} from '@payloadcms/richtext-lexical';
import { linkFeature } from '../addresses/link-feature.ts';
import { FigureFeature } from '../figures/insert-figure.ts';
import { tableInText } from '../pages/blocks/table.ts';

/** The editor for articles: everything an article needs and nothing that the site cannot show well. */
export const articleEditor = lexicalEditor({
  features: [
    ParagraphFeature(),
    HeadingFeature({ enabledHeadingSizes: ['h2', 'h3', 'h4'] }),
    BoldFeature(),
    ItalicFeature(),
    // Before the other lists: in Markdown, a list of things to tick also begins like a list with bullets.
    ChecklistFeature(),
    UnorderedListFeature(),
    OrderedListFeature(),
    linkFeature(),
    BlockquoteFeature(),
    HorizontalRuleFeature(),
    BlocksFeature({ blocks: [tableInText] }),
    UploadFeature({ enabledCollections: ['media'] }),
    FigureFeature(),
    FixedToolbarFeature(),
    InlineToolbarFeature(),
  ],
});
