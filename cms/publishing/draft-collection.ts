import type { CollectionConfig } from 'payload';
import { admins, publishedOrSignedIn, writers } from '../access.ts';
import { revisionFields, revisionsOfDocuments, savingLine } from '../revisions/revisions.ts';
import { keepPublicForPublishers } from './keep-public-for-publishers.ts';
import { restoreVersion } from './restore-version.ts';

/** @returns a collection whose documents editors write as drafts and publishers publish, with its own settings added. */
export function draftCollection({
  admin,
  endpoints,
  hooks,
  fields,
  ...own
}: CollectionConfig): CollectionConfig {
  return {
    ...own,
    access: { read: publishedOrSignedIn, create: writers, update: writers, delete: admins },
    trash: true,
    admin: {
      hideAPIURL: true,
      components: { edit: { beforeDocumentControls: [savingLine] } },
      group: 'Content',
      ...admin,
    },
    versions: { drafts: { autosave: { interval: 1500 } }, maxPerDoc: 50 },
    endpoints: [restoreVersion, ...(endpoints || [])],
    hooks: {
      ...hooks,
      beforeOperation: [
        keepPublicForPublishers,
        ...(hooks?.beforeOperation ?? []),
        revisionsOfDocuments.note,
      ],
      beforeChange: [revisionsOfDocuments.count, ...(hooks?.beforeChange ?? [])],
    },
    fields: [...fields, ...revisionFields],
  };
}
