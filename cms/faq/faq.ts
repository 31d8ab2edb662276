import {
  BoldFeature,
  InlineToolbarFeature,
  ItalicFeature,
  lexicalEditor,
  OrderedListFeature,
  ParagraphFeature,
  UnorderedListFeature,
} from '@payloadcms/richtext-lexical';
import type { CollectionConfig } from 'payload';
import { admins, publishedOrSignedIn, writers } from '../access.ts';
import { linkFeature } from '../addresses/link-feature.ts';
import { orderField } from '../order-field.ts';
import { previewOf } from '../preview/live-preview.ts';
import { receiptField } from '../publish-checks/publish-checks.ts';
import { notePublic, writeReceipt } from '../publish-checks/write-receipt.ts';
import { keepPublicForPublishers } from '../publishing/keep-public-for-publishers.ts';
import { restoreVersion } from '../publishing/restore-version.ts';
import { validateRichText, validateText } from '../publishing/validate.ts';
import { readingGradeField } from '../reading/reading-grade-field.ts';
import { revisionFields, revisionsOfDocuments, savingLine } from '../revisions/revisions.ts';
import { calendarEndpoints, calendarField } from '../scheduling/calendar.ts';
import { tokenHelp } from '../tokens.ts';

/** Answers are short and sit inside a question, so they have no headings and no pictures. */
const answerEditor = lexicalEditor({
  features: [
    ParagraphFeature(),
    BoldFeature(),
    ItalicFeature(),
    UnorderedListFeature(),
    OrderedListFeature(),
    linkFeature(),
    InlineToolbarFeature(),
  ],
});

/** The questions at /faq. */
export const faq: CollectionConfig = {
  slug: 'faq',
  labels: { singular: 'Question', plural: 'Questions and answers' },
  access: { read: publishedOrSignedIn, create: writers, update: writers, delete: admins },
  trash: true,
  defaultSort: 'order',
  admin: {
    hideAPIURL: true,
    components: { edit: { beforeDocumentControls: [savingLine] } },
    preview: previewOf('faq'),
    group: 'Content',
    useAsTitle: 'question',
    defaultColumns: ['order', 'question', '_status', 'updatedAt', 'calendar'],
    listSearchableFields: ['question'],
    description: 'The list on the page of frequent questions. One answer is open at a time.',
  },
  versions: { drafts: { autosave: { interval: 1500 } }, maxPerDoc: 50 },
  endpoints: [restoreVersion, ...calendarEndpoints],
  hooks: {
    beforeOperation: [keepPublicForPublishers, revisionsOfDocuments.note],
    beforeChange: [revisionsOfDocuments.count, notePublic('faq')],
    afterChange: [writeReceipt('faq')],
  },
  fields: [
    {
      name: 'question',
      type: 'text',
      required: true,
      maxLength: 200,
      label: 'Question',
      validate: validateText,
      admin: { description: 'As a visitor would ask it.' },
    },
    {
      name: 'answer',
      type: 'richText',
      required: true,
      editor: answerEditor,
      label: 'Answer',
      validate: (value, options) => validateRichText(value, options),
      admin: { description: `A few short paragraphs. ${tokenHelp}` },
    },
    receiptField,
    calendarField,
    readingGradeField,
    orderField,
    ...revisionFields,
  ],
};
