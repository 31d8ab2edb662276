import type { CollectionConfig } from 'payload';
import { admins, anyone, publishers, signedIn } from '../access.ts';
import { env } from '../env.ts';
import { revisionsOfDocuments, savedFields, savingLine } from '../revisions/revisions.ts';
import { cleanUpload, keepFileIdentity, mediaTypes } from './clean-upload.ts';
import { keepUsedFiles } from './keep-used-files.ts';

const webp = { format: 'webp', options: { quality: 80 } } as const;

/** Pictures and PDF files for pages. Never SVG, which can carry scripts. */
export const media: CollectionConfig = {
  slug: 'media',
  labels: { singular: 'Picture or file', plural: 'Pictures and files' },
  access: { read: anyone, create: signedIn, update: publishers, delete: admins },
  defaultSort: '-createdAt',
  admin: {
    hideAPIURL: true,
    components: { edit: { beforeDocumentControls: [savingLine] } },
    group: 'Content',
    useAsTitle: 'filename',
    defaultColumns: ['filename', 'alt', 'decorative', 'filesize', 'updatedAt'],
    listSearchableFields: ['filename', 'alt', 'caption'],
    description:
      'PNG, JPEG, WebP, AVIF or PDF, at most 5 MB and 25 megapixels. Never upload anything about a client.',
  },
  upload: {
    staticDir: env.mediaDirectory,
    mimeTypes: Object.keys(mediaTypes),
    // Fetching a picture from a URL would let an editor make the server call internal hosts (SSRF).
    pasteURL: false,
    formatOptions: webp,
    resizeOptions: { width: 2400, withoutEnlargement: true },
    imageSizes: [
      { name: 'thumbnail', width: 160, withoutEnlargement: true, formatOptions: webp },
      { name: 'small', width: 480, withoutEnlargement: true, formatOptions: webp },
      { name: 'medium', width: 960, withoutEnlargement: true, formatOptions: webp },
      { name: 'large', width: 1600, withoutEnlargement: true, formatOptions: webp },
    ],
    adminThumbnail: 'small',
    focalPoint: true,
    crop: true,
    // The site serves these files; if this process ever does, browsers download them and don't open them.
    modifyResponseHeaders: ({ headers }) => {
      headers.set('X-Content-Type-Options', 'nosniff');
      headers.set('Content-Disposition', 'attachment');
    },
  },
  hooks: {
    beforeOperation: [revisionsOfDocuments.note, cleanUpload],
    beforeChange: [revisionsOfDocuments.count, keepFileIdentity],
    beforeDelete: [keepUsedFiles],
  },
  fields: [
    {
      name: 'alt',
      type: 'text',
      maxLength: 250,
      label: 'Alternative text',
      validate: describesPicture,
      admin: {
        condition: (data) => !data.decorative,
        description: 'What the picture shows, for people who cannot see it. For a PDF: what the file is.',
      },
    },
    {
      name: 'decorative',
      type: 'checkbox',
      defaultValue: false,
      label: 'Decoration only',
      admin: { description: 'Tick when the picture says nothing; screen readers then leave it out.' },
    },
    {
      name: 'caption',
      type: 'text',
      maxLength: 250,
      label: 'Caption',
      admin: { description: 'Shown below the picture. May stay empty.' },
    },
    ...savedFields,
  ],
};

function describesPicture(
  value: string | null | undefined,
  { siblingData }: { siblingData: { decorative?: boolean | null } },
): string | true {
  if (siblingData.decorative) return true;
  if (!value?.trim()) return 'Describe the picture in a few words, or tick "Decoration only".';
  return value.length <= 250 || 'Use at most 250 characters.';
}
