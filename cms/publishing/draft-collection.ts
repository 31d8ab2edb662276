import type { CollectionConfig } from 'payload';
import { admins, publishedOrSignedIn, writers } from '../access.ts';
import { keepPublicForPublishers } from './keep-public-for-publishers.ts';
import { restoreVersion } from './restore-version.ts';

/** @returns a collection whose documents editors write as drafts and publishers publish, with its own settings added. */
export function draftCollection({ admin, endpoints, hooks, ...own }: CollectionConfig): CollectionConfig {
  return {
    ...own,
    access: { read: publishedOrSignedIn, create: writers, update: writers, delete: admins },
    trash: true,
    admin: { group: 'Content', ...admin },
    versions: { drafts: { autosave: { interval: 1500 } }, maxPerDoc: 50 },
    endpoints: [restoreVersion, ...(endpoints || [])],
    hooks: {
      ...hooks,
      beforeOperation: [keepPublicForPublishers, ...(hooks?.beforeOperation ?? [])],
    },
  };
}
