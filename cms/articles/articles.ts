import { followMoves } from '../addresses/follow-moves.ts';
import { nameLinks } from '../addresses/name-links.ts';
import { slugField } from '../addresses/slug.ts';
import { line, lines, readingGradeField } from '../fields.ts';
import { illustrationField } from '../illustrations.ts';
import { previewOf } from '../preview/live-preview.ts';
import { receiptField } from '../publish-checks/publish-checks.ts';
import { notePublic, writeReceipt } from '../publish-checks/write-receipt.ts';
import { draftCollection } from '../publishing/draft-collection.ts';
import { searchFields } from '../publishing/search-fields.ts';
import { validateRichText } from '../publishing/validate.ts';
import { calendarEndpoints, calendarField } from '../scheduling/calendar.ts';
import { sourceFields } from '../sources/sources.ts';
import { tokenHelp } from '../tokens.ts';
import { articleEditor } from './editor.ts';
import { topicField } from './topics.ts';

export const articles = draftCollection({
  slug: 'articles',
  labels: { singular: 'Article', plural: 'Articles' },
  defaultSort: '-date',
  admin: {
    preview: previewOf('articles'),
    useAsTitle: 'title',
    defaultColumns: ['title', 'slug', 'topic', 'date', '_status', 'updatedAt', 'nextReview', 'calendar'],
    listSearchableFields: ['title', 'slug', 'description'],
    description:
      'Articles appear on the site as soon as they are published. Drafts are saved while you type.',
  },
  endpoints: calendarEndpoints,
  hooks: {
    beforeOperation: [nameLinks('articles')],
    beforeChange: [notePublic('articles'), followMoves('articles')],
    afterChange: [writeReceipt('articles')],
  },
  fields: [
    {
      type: 'tabs',
      tabs: [
        {
          label: 'Article',
          fields: [
            line('title', 'Title', 'The heading of the page, in plain words.', 120, { index: true }),
            lines('description', 'Short description', 'One or two sentences for the list of articles.', 300),
            {
              name: 'body',
              type: 'richText',
              required: true,
              editor: articleEditor,
              label: 'Text',
              validate: (value, options) => validateRichText(value, options),
              admin: { description: `Short paragraphs under headings, starting at level 2. ${tokenHelp}` },
            },
          ],
        },
        { label: 'Sources and review', fields: sourceFields },
        { label: 'Search engines', fields: [searchFields] },
      ],
    },
    receiptField,
    calendarField,
    readingGradeField,
    slugField('articles'),
    topicField,
    {
      name: 'date',
      type: 'date',
      required: true,
      index: true,
      label: 'Date',
      defaultValue: () => new Date().toISOString(),
      admin: {
        position: 'sidebar',
        date: { pickerAppearance: 'dayOnly', displayFormat: 'MMM d, yyyy' },
        description: 'Shown above the title. The newest article comes first.',
      },
    },
    illustrationField('Papers and a pen', {
      position: 'sidebar',
      description: 'Shown at the top of the article. Where none is chosen, papers and a pen.',
    }),
  ],
});
