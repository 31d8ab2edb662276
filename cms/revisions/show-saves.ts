import type { CollectionBeforeChangeHook, CollectionConfig, Config, Field } from 'payload';
import { saver } from './revisions.ts';

const views = {
  versions: { Component: '/admin/versions/list.tsx#VersionList' },
  version: { Component: '/admin/versions/comparison.tsx#VersionComparison' },
};

/**
 * Shows the times of saves in Eastern time, with the zone's name, in every list, above every form and in the versions:
 * Payload's own views only know the browser's zone.
 */
export function showSavesInEasternTime(config: Config): Config {
  return {
    ...config,
    collections: config.collections?.map((each) => ({
      ...each,
      fields: [...each.fields, ...saveFieldsFor(each)],
      hooks: { ...each.hooks, beforeChange: [...(each.hooks?.beforeChange ?? []), ...authorHooksFor(each)] },
      admin: {
        ...each.admin,
        components: {
          ...each.admin?.components,
          edit: {
            ...each.admin?.components?.edit,
            beforeDocumentControls: [
              '/admin/history.tsx#SavedLine',
              ...(each.admin?.components?.edit?.beforeDocumentControls ?? []),
            ],
          },
          views: { ...each.admin?.components?.views, ...(each.versions ? { edit: views } : {}) },
        },
      },
    })),
    globals: config.globals?.map((each) => ({
      ...each,
      admin: {
        ...each.admin,
        components: {
          ...each.admin?.components,
          views: { ...each.admin?.components?.views, ...(each.versions ? { edit: views } : {}) },
        },
      },
    })),
  };
}

/** The timestamp fields that Payload would add itself, with cells that name the zone and who saved last. */
function saveFieldsFor({ fields, trash }: CollectionConfig): Field[] {
  const time = (name: string, label: string, cell: string): Field => ({
    name,
    type: 'date',
    index: true,
    label,
    admin: { hidden: true, disableBulkEdit: true, components: { Cell: `/admin/history.tsx#${cell}` } },
  });
  return [
    ...(has('savedBy', fields) ? [] : [author]),
    ...(has('updatedAt', fields) ? [] : [time('updatedAt', 'Last saved', 'SavedCell')]),
    time('createdAt', 'Created', 'TimeCell'),
    ...(trash ? [time('deletedAt', 'In the trash since', 'TimeCell')] : []),
  ];
}

const author: Field = {
  name: 'savedBy',
  type: 'text',
  maxLength: 80,
  label: 'Saved by',
  admin: { hidden: true, disableBulkEdit: true },
};

/** Where saves are counted, `revisions.ts` records the author. */
function authorHooksFor({ fields }: CollectionConfig): CollectionBeforeChangeHook[] {
  return has('savedBy', fields) ? [] : [({ data, req }) => ({ ...data, savedBy: saver(req) })];
}

function has(name: string, fields: Field[]): boolean {
  return fields.some((field) => 'name' in field && field.name === name);
}
