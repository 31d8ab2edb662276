import {
  APIError,
  type CollectionBeforeDeleteHook,
  type CollectionConfig,
  type PayloadRequest,
} from 'payload';
import { admins, anyone, publishers, signedIn } from '../access.ts';
import { textCollections } from '../addresses/site-paths.ts';
import { env } from '../env.ts';
import { textField } from '../fields.ts';
import { cleanUpload, keepFileIdentity, mediaTypes } from './clean-upload.ts';
import { keepInBucket } from './keep-in-bucket.ts';

const portraits = [
  { collection: 'attorneys', singular: 'attorney' },
  { collection: 'people', singular: 'person' },
] as const;

/** Refuses to delete a picture or file that a document shows or links to, be it public or a draft. */
const keepUsedFiles: CollectionBeforeDeleteHook = async ({ id, req }) => {
  const { filename } = await req.payload.findByID({
    collection: 'media',
    id,
    depth: 0,
    select: { filename: true },
    req,
  });
  const users = await findUsers(String(id), filename ?? '', req);
  if (users.length === 0) return;
  throw new APIError(`It is used in ${users.join(', ')}. Take it out there first.`, 409, null, true);
};

/** Deleting is rare, so this reads every document with text, in its public and its newest version. */
async function findUsers(id: string, filename: string, req: PayloadRequest): Promise<string[]> {
  const users = new Set<string>();
  for (const { collection, singular } of portraits) {
    for (const draft of collection === 'people' ? [false, true] : [false]) {
      const where = { photo: { equals: id } };
      const { docs } = await req.payload.find({ collection, where, draft, depth: 0, limit: 5, req });
      for (const { name } of docs) users.add(`the ${singular} "${name || 'without a name'}"`);
    }
  }
  for (const { collection, singular, title } of textCollections) {
    for (const draft of [false, true]) {
      const { docs } = await req.payload.find({ collection, draft, depth: 0, pagination: false, req });
      for (const doc of docs) {
        const stored = JSON.stringify(doc);
        if (!stored.includes(`"${id}"`) && !(filename && stored.includes(`/${filename}"`))) continue;
        users.add(`the ${singular} "${Reflect.get(doc, title) || 'without a title'}"`);
      }
    }
  }
  return [...users];
}

const webp = { format: 'webp', options: { quality: 80 } } as const;

/** Pictures and PDF files for pages. Never SVG, which can carry scripts. */
export const media: CollectionConfig = {
  slug: 'media',
  labels: { singular: 'Picture or file', plural: 'Pictures and files' },
  access: { read: anyone, create: signedIn, update: publishers, delete: admins },
  defaultSort: '-createdAt',
  admin: {
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
    beforeOperation: [cleanUpload, keepInBucket.beforeOperation],
    beforeChange: [keepFileIdentity],
    afterChange: [keepInBucket.afterChange],
    beforeDelete: [keepUsedFiles],
    afterDelete: [keepInBucket.afterDelete],
  },
  fields: [
    textField(
      'alt',
      'Alternative text',
      'What the picture shows, for people who cannot see it. For a PDF: what the file is.',
      250,
      { required: false, validate: describesPicture, admin: { condition: (data) => !data.decorative } },
    ),
    {
      name: 'decorative',
      type: 'checkbox',
      defaultValue: false,
      label: 'Decoration only',
      admin: { description: 'Tick when the picture says nothing; screen readers then leave it out.' },
    },
    textField('caption', 'Caption', 'Shown below the picture. May stay empty.', 250, { required: false }),
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
