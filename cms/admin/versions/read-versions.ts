import type { DocumentViewServerProps, Where } from 'payload';

/** One save of a document or of settings, as it was. */
export interface Version {
  id: string;
  updatedAt: string;
  version: { savedBy?: string | null; _status?: 'draft' | 'published' } & Record<string, unknown>;
}

export interface Place {
  /** Of the document in the admin, such as `/cms/collections/articles/1234`. */
  path: string;
  /** Of its saves in the API, such as `/cms/api/articles/versions`. */
  api: string;
  hasDrafts: boolean;
  isTrashed: boolean;
  find(query: { where?: Where; limit: number; page?: number; withText?: boolean }): Promise<{
    docs: Version[];
    totalDocs: number;
    totalPages: number;
  }>;
}

/** @returns where the document stands whose saves are looked at, and how they are read as whoever asks. */
export function placeOf({ initPageResult, routeSegments }: DocumentViewServerProps): Place {
  const { collectionConfig, globalConfig, docID, req } = initPageResult;
  const isTrashed = routeSegments[2] === 'trash';
  const common = { sort: '-updatedAt', depth: 0, overrideAccess: false, user: req.user, req };
  const part = { updatedAt: true, version: { savedBy: true, _status: true } } as const;
  if (collectionConfig) {
    const { slug } = collectionConfig;
    return {
      path: `/cms/collections/${slug}/${isTrashed ? 'trash/' : ''}${docID}`,
      api: `/cms/api/${slug}/versions`,
      hasDrafts: Boolean(collectionConfig.versions?.drafts),
      isTrashed,
      find: async ({ where, limit, page, withText }) =>
        (await req.payload.findVersions({
          ...common,
          collection: slug,
          limit,
          page,
          where: { and: [{ parent: { equals: docID } }, ...(where ? [where] : [])] },
          ...(withText ? {} : { select: part }),
        })) as never,
    };
  }
  const slug = globalConfig?.slug as 'site';
  return {
    path: `/cms/globals/${slug}`,
    api: `/cms/api/globals/${slug}/versions`,
    hasDrafts: false,
    isTrashed,
    // Settings are few and short, and Payload can't read them in part.
    find: async ({ where, limit, page }) =>
      (await req.payload.findGlobalVersions({ ...common, slug, limit, page, where })) as never,
  };
}
