import type { CollectionConfig, Config, Field, GlobalConfig } from 'payload';
import { componentField } from '../fields.ts';
import { countDocument, countGlobal, noteBaseOfDocument, noteBaseOfGlobal } from './revisions.ts';

/** Replaces "Save" where there are no drafts: shows what becomes public and asks for confirmation. */
export const publicSaveButton = '/admin/saving/public-save-button.tsx#PublicSaveButton';

/** Above the form: shows when a text is not saved, and both texts in a conflict. */
export const savingLine = '/admin/saving/saving.tsx#Saving';

const savedLine = '/admin/history.tsx#SavedLine';

const views = {
  edit: {
    versions: { Component: '/admin/versions/list.tsx#VersionList' },
    version: { Component: '/admin/versions/comparison.tsx#VersionComparison' },
  },
};

/**
 * Counts the saves of everything that people edit, and shows their times in Eastern time, with the zone's name, in every list,
 * above every form and in the versions: Payload's own views only know the browser's zone.
 *
 * Payload's locks are off, so that nobody is kept from typing: two texts are compared when the second one is saved. Payload
 * names the holder of a lock by an id, since few may read other accounts, and lets everybody set and delete every lock.
 */
export function trackSaves(config: Config): Config {
  return {
    ...config,
    collections: config.collections?.map((each) => ({
      ...(each.admin?.hidden ? each : trackedCollection(each)),
      lockDocuments: false,
    })),
    globals: config.globals?.map(trackedGlobal),
  };
}

function trackedCollection({ fields, hooks, admin, ...own }: CollectionConfig): CollectionConfig {
  const { components } = admin ?? {};
  // The page of the own account shows nothing above its form, so accounts have a field instead.
  const beforeDocumentControls = own.auth ? [savedLine] : [savedLine, savingLine];
  return {
    ...own,
    fields: [
      ...fields,
      ...savedFields(own),
      time('createdAt', 'Created', 'TimeCell'),
      ...(own.trash ? [time('deletedAt', 'In the trash since', 'TimeCell')] : []),
    ],
    hooks: {
      ...hooks,
      beforeOperation: [...(hooks?.beforeOperation ?? []), noteBaseOfDocument],
      // Before all others: no write may precede the lock.
      beforeChange: [countDocument, ...(hooks?.beforeChange ?? [])],
    },
    admin: {
      ...admin,
      hideAPIURL: true,
      components: {
        ...components,
        edit: { ...components?.edit, beforeDocumentControls },
        ...(own.versions ? { views } : {}),
      },
    },
  };
}

function trackedGlobal({ fields, hooks, admin, ...own }: GlobalConfig): GlobalConfig {
  return {
    ...own,
    lockDocuments: false,
    fields: [...fields, ...savedFields(own)],
    hooks: { ...hooks, beforeOperation: [noteBaseOfGlobal], beforeChange: [countGlobal] },
    admin: {
      ...admin,
      hideAPIURL: true,
      components: {
        elements: { beforeDocumentControls: [savingLine], SaveButton: publicSaveButton },
        views,
      },
    },
  };
}

/**
 * The number of saves, drafts included, and who saved last. Forms and programs send back the revision that they read. What the
 * site writes past Payload, such as first figures, has neither field: it is at revision 0.
 */
function savedFields({ versions }: { versions?: unknown }): Field[] {
  return [
    {
      name: 'revision',
      type: 'number',
      defaultValue: 0,
      admin: { hidden: true, disableListColumn: true, disableListFilter: true, disableBulkEdit: true },
    },
    {
      name: 'savedBy',
      type: 'text',
      maxLength: 80,
      label: 'Saved by',
      admin: { hidden: true, disableBulkEdit: true },
    },
    time('updatedAt', 'Last saved', 'SavedCell'),
    ...(versions
      ? [componentField('history', { Field: '/admin/history.tsx#History' }, { position: 'sidebar' })]
      : []),
  ];
}

/** A timestamp that Payload would add itself, with a cell that names the zone. */
function time(name: string, label: string, cell: string): Field {
  return {
    name,
    type: 'date',
    index: true,
    label,
    admin: { hidden: true, disableBulkEdit: true, components: { Cell: `/admin/history.tsx#${cell}` } },
  };
}
