import {
  BoldFeature,
  InlineToolbarFeature,
  ItalicFeature,
  lexicalEditor,
  OrderedListFeature,
  ParagraphFeature,
  UnorderedListFeature,
} from '@payloadcms/richtext-lexical';

import { linkFeature } from '../addresses/link-feature.ts';
import { line, orderField, readingGradeField } from '../fields.ts';
import { previewOf } from '../preview/live-preview.ts';
import { receiptField } from '../publish-checks/publish-checks.ts';
import { notePublic, writeReceipt } from '../publish-checks/write-receipt.ts';
import { draftCollection } from '../publishing/draft-collection.ts';
import { validateRichText } from '../publishing/validate.ts';
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
export const faq = draftCollection({
  slug: 'faq',
  labels: { singular: 'Question', plural: 'Questions and answers' },
  defaultSort: 'order',
  admin: {
    preview: previewOf('faq'),
    useAsTitle: 'question',
    defaultColumns: ['order', 'question', '_status', 'updatedAt', 'calendar'],
    listSearchableFields: ['question'],
    description: 'The list on the page of frequent questions. One answer is open at a time.',
  },
  endpoints: calendarEndpoints,
  hooks: {
    beforeChange: [notePublic('faq')],
    afterChange: [writeReceipt('faq')],
  },
  fields: [
    line('question', 'Question', 'As a visitor would ask it.', 200),
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
  ],
});
