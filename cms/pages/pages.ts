import { APIError, type CollectionBeforeOperationHook } from 'payload';
import { followMoves } from '../addresses/follow-moves.ts';
import { isRemoval, nameLinks, type Removal } from '../addresses/name-links.ts';
import { systemPages } from '../addresses/site-paths.ts';
import { slugField } from '../addresses/slug.ts';
import { line, lines, readingGradeField } from '../fields.ts';
import { illustrationField } from '../illustrations.ts';
import { previewOf } from '../preview/live-preview.ts';
import { receiptField } from '../publish-checks/publish-checks.ts';
import { notePublic, writeReceipt } from '../publish-checks/write-receipt.ts';
import { draftCollection } from '../publishing/draft-collection.ts';
import { searchFields } from '../publishing/search-fields.ts';
import { calendarEndpoints, calendarField } from '../scheduling/calendar.ts';
import { sourceFields } from '../sources/sources.ts';
import { tokenHint } from '../tokens.ts';
import { blocks } from './blocks.ts';
import { openingField, validateParts } from './home-page.ts';
import { isHomePage } from './look.ts';

/** Refuses to delete or unpublish a page that the site itself links to, alone or in bulk. */
const keepSystemPages: CollectionBeforeOperationHook = async ({ args, operation, overrideAccess, req }) => {
  if (overrideAccess || !req.user) return args;
  const { id, where } = args as Removal;
  if (!isRemoval(operation, args as Removal)) return args;
  const { docs } = await req.payload.find({
    collection: 'pages',
    where: {
      and: [
        id ? { id: { equals: id } } : (where ?? {}),
        { slug: { in: Object.keys(systemPages) } },
        { _status: { equals: 'published' } },
      ],
    },
    select: { title: true },
    limit: 1,
    depth: 0,
    pagination: false,
    req,
  });
  if (!docs[0]) return args;
  throw new APIError(
    `The site itself leads to the page "${docs[0].title}", so it stays public. Change its words instead.`,
    400,
    null,
    true,
  );
};

/** The public pages at /{slug} that are made of parts. */
export const pages = draftCollection({
  slug: 'pages',
  labels: { singular: 'Page', plural: 'Pages' },
  defaultSort: 'title',
  admin: {
    preview: previewOf('pages'),
    useAsTitle: 'title',
    defaultColumns: ['title', 'slug', '_status', 'updatedAt', 'nextReview', 'calendar'],
    listSearchableFields: ['title', 'slug', 'lead'],
    description: 'Pages appear on the site as soon as they are published. Drafts are saved while you type.',
  },
  endpoints: calendarEndpoints,
  hooks: {
    beforeOperation: [keepSystemPages, nameLinks('pages')],
    beforeChange: [notePublic('pages'), followMoves('pages')],
    afterChange: [writeReceipt('pages')],
  },
  fields: [
    {
      type: 'tabs',
      tabs: [
        {
          label: 'Page',
          fields: [
            line('title', 'Title', 'The heading of the page, in plain words.', 60, { index: true }),
            lines('lead', 'Lead', `One or two sentences below the title. ${tokenHint}`, 400),
            openingField,
            {
              name: 'blocks',
              type: 'blocks',
              required: true,
              minRows: 1,
              maxRows: 30,
              blocks,
              validate: validateParts,
              label: 'Parts',
              labels: { singular: 'Part', plural: 'Parts' },
              admin: {
                initCollapsed: true,
                description: 'What the page is made of, from top to bottom. Drag a part to move it.',
              },
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
    slugField('pages'),
    line('navLabel', 'Short name', 'Used in lists and at the top of the page, such as "SSDI vs SSI".', 28, {
      admin: { position: 'sidebar' },
    }),
    illustrationField('None', {
      position: 'sidebar',
      condition: (page) => !isHomePage(page),
      description: 'Shown at the top of the page. May stay empty.',
    }),
  ],
});
