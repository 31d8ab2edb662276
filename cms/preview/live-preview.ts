import type { GeneratePreviewURL, PayloadRequest, RootLivePreviewConfig } from 'payload';
import { makePreviewToken } from './preview-token.ts';
import {
  type PreviewSubject,
  previewedCollections,
  previewedGlobals,
  previewPath,
  readPreviewPath,
} from './previewed.ts';

/** The site beside the form while editing, in the widths of visitors' screens. */
export const livePreview: RootLivePreviewConfig = {
  collections: [...previewedCollections],
  globals: [...previewedGlobals],
  breakpoints: [
    { name: 'phone', label: 'Phone (320)', width: 320, height: 640 },
    { name: 'tablet', label: 'Tablet (768)', width: 768, height: 1024 },
    { name: 'desktop', label: 'Desktop (1280)', width: 1280, height: 900 },
  ],
  url: ({ data, collectionConfig, globalConfig, req }) =>
    addressFor(
      globalConfig
        ? readPreviewPath('globals', globalConfig.slug)
        : readPreviewPath(collectionConfig?.slug ?? '', String(data.id)),
      req,
    ),
};

/** The "Preview" button of a collection or global: the draft as it is saved, in a tab of its own. */
export function previewOf(place: string): GeneratePreviewURL {
  return (doc, { req }) =>
    addressFor(
      place in req.payload.collections
        ? readPreviewPath(place, String(doc.id))
        : readPreviewPath('globals', place),
      req,
    );
}

/** Without a host, so that the browser uses the editor's current one. */
function addressFor(subject: PreviewSubject | undefined, req: PayloadRequest): string | null {
  if (!subject || !req.user) return null;
  const holder = { userId: String(req.user.id), subject };
  return `${previewPath(subject)}?token=${makePreviewToken(req.payload.secret, holder, new Date())}`;
}
