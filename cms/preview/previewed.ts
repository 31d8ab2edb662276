/** What editors see on the site while they write: documents with a place of their own, and settings that all pages show. */
export const previewedCollections = ['pages', 'articles', 'faq'] as const;
export const previewedGlobals = ['site', 'navigation'] as const;

export type PreviewedCollection = (typeof previewedCollections)[number];
export type PreviewedGlobal = (typeof previewedGlobals)[number];

/** What a preview shows in place of its public version. */
export type PreviewSubject =
  | { kind: 'document'; collection: PreviewedCollection; id: string }
  | { kind: 'global'; slug: PreviewedGlobal };

const prefix = '/cms/preview';

/** @returns the path of the preview, under /cms like all editors' pages. */
export function previewPath(subject: PreviewSubject): string {
  return subject.kind === 'document'
    ? `${prefix}/${subject.collection}/${subject.id}`
    : `${prefix}/globals/${subject.slug}`;
}

/**
 * @param place `pages`, `articles`, `faq` or `globals`.
 * @param name the id of the document or the name of the global.
 * @returns the subject of such a path; undefined for any other.
 */
export function readPreviewPath(place: string, name: string): PreviewSubject | undefined {
  const slug = previewedGlobals.find((each) => each === name);
  if (place === 'globals') return slug && { kind: 'global', slug };
  const collection = previewedCollections.find((each) => each === place);
  return collection && /^[0-9a-f]{24}$/.test(name) ? { kind: 'document', collection, id: name } : undefined;
}
